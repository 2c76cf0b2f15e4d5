----------------------------- MODULE MCElection -----------------------------
(***************************************************************************)
(* The four elections within bounds: budgets for the faults and for the    *)
(* runs of an election, the ghosts that the properties need, the           *)
(* properties.                                                             *)
(***************************************************************************)
EXTENDS CTolerant

CONSTANTS
    MaxCrash, MaxDuplicate, MaxLoss, MaxPremature, MaxRestart,
    MayCrash,   \* the processes that may crash
    HeldC,      \* how C is held while lists change: "" for not at all, at each "instant", over each
                \* "run", or with those counted that have died in it, "run-dead"
    Troubles    \* TRUE: what has troubled a run is remembered, and excuses that it is repeated

ASSUME
    /\ {MaxCrash, MaxDuplicate, MaxLoss, MaxPremature, MaxRestart} \subseteq Nat
    /\ MayCrash \subseteq Node
    /\ HeldC \in {"", "instant", "run", "run-dead"} /\ Troubles \in BOOLEAN
    /\ HeldC # "" => \A j \in Node \ Joiners :
                       Cardinality({k \in Node \ Joiners : j \notin Lists[k]}) <= C

VARIABLES
    spent,      \* how much of each line of the budget is gone
    \* ghosts, each for every initiator
    lately,     \* who was the lowest of the group at some instant since its last
                \* run's first QUERY
    empties,    \* how many runs it began because the answers left nobody
    heard,      \* the answers to its last run that was answered, and whom the first
                \* c+1 of them leave
    answered,   \* where lists change: its last run in which a QUERY was answered, whom each
                \* process listed when it did so, and when it answered an older run that counts
    lacked,     \* where C is held over runs: for each process of the group, who of the group
                \* has lacked it at some instant since the last run's first QUERY; else << >>
    troubled    \* where Troubles: whether something has happened since then for which that run
                \* may have to be repeated; else << >>

mcvars == <<vars, spent, lately, empties, heard, answered, lacked, troubled>>

Most == [crash |-> MaxCrash, duplicate |-> MaxDuplicate, loss |-> MaxLoss,
         premature |-> MaxPremature, restart |-> MaxRestart]

\* Of run r nothing was heard yet.
Unheard(r) == [run |-> r, from |-> {}, proposed |-> {}, reported |-> {}, chosen |-> None, missed |-> FALSE]

HeldOverRuns == HeldC \in {"run", "run-dead"}

\* Nobody has answered run r yet.
Unanswered(r) == [run |-> r, lists |-> [k \in Node |-> {}], older |-> [k \in Node |-> {}]]

MCInit ==
    /\ Init
    /\ spent = [line \in DOMAIN Most |-> 0]
    /\ lately = [i \in Node |-> {}]
    /\ empties = [i \in Node |-> 0]
    /\ heard = [i \in Node |-> Unheard(0)]
    /\ answered = [i \in Node |-> Unanswered(0)]
    /\ lacked = IF HeldOverRuns THEN [i \in Node |-> [j \in Node |-> {}]] ELSE << >>
    /\ troubled = IF Troubles THEN [i \in Node |-> FALSE] ELSE << >>

----------------------------------------------------------------------------
(* The ghosts *)

\* Who belongs to the group and lives.
Group == {i \in alive : ~Outside(i)}

Changes == \E i \in Node : Churn[i] # << >>

\* Process i begins a run, or asks at last in one that was blocked.
Begins(i) == phase'[i] = "collect" /\ (run'[i] > run[i] \/ phase[i] = "blocked")

WatchLowest ==
    LET lowest == Lowest(Group')
    IN lately' = [i \in Node |-> IF Begins(i) THEN {lowest}
                                 ELSE IF lately[i] = {} THEN {}
                                 ELSE lately[i] \cup {lowest}]

\* Initiator i lives, and has asked.
HasAsked(i) == i \in alive' /\ (Begins(i) \/ lately[i] # {})

\* Those of the group whose lists lack process j.
Lacking(j) == {k \in Group \ {j} : j \notin list[k]}

WatchLacking ==
    lacked' = IF ~HeldOverRuns THEN lacked
              ELSE [i \in Node |-> [j \in Node |->
                       IF ~HasAsked(i) \/ j \notin Group' THEN {}
                       ELSE IF Begins(i) THEN Lacking(j)'
                       ELSE lacked[i][j] \cup Lacking(j)']]

\* Some list of the group holds somebody who is dead or gone.
Stale == \E k \in Group : ~(list[k] \subseteq Group)

\* The step is a crash, a loss or a premature timeout, or somebody leaves, where isCause.  What
\* answers of older runs may say that count (D4) is not followed up.
WatchTrouble(isCause) ==
    troubled' = IF ~Troubles THEN troubled
                ELSE [i \in Node |->
                         IF ~HasAsked(i) THEN FALSE
                         ELSE IF Begins(i) THEN Stale' \/ Interprets("accept-old")
                         ELSE troubled[i] \/ isCause \/ Stale']

WatchGroup(isCause) == WatchLowest /\ WatchLacking /\ WatchTrouble(isCause)

Watch == WatchGroup(FALSE) /\ UNCHANGED <<empties, heard, answered>>
WatchCause == WatchGroup(TRUE) /\ UNCHANGED <<empties, heard, answered>>

\* C is still held after the step (S3), of a process that joins nothing being asked.
StaysHeld ==
    HeldC # "" => \A j \in Group' \ Joiners :
        /\ Cardinality(Lacking(j)') <= C
        /\ HeldOverRuns => \A i \in Initiators :
               Cardinality(IF HeldC = "run" THEN lacked'[i][j] \cap Group' ELSE lacked'[i][j]) <= C

\* Whom process k ranks of the processes that it knows.
Ranks(k, known) == IF Interprets("omit-self") THEN known \ {k} ELSE known

\* Whom process k ranks at first.
Seen(k) == Ranks(k, Lists[k])

\* The message of this kind that the step consumed.
Consumed(kind) ==
    CHOOSE m \in DOMAIN flight :
        m.kind = kind /\ (m \notin DOMAIN flight' \/ flight'[m] < flight[m])

\* What is known by now of who answered the run of m, a QUERY; of older runs where their
\* answers count.
Answering(m) ==
    LET now == answered[m.from]
        ranked == Ranks(m.to, list[m.to])
        older == IF Interprets("accept-old") THEN [k \in Node |-> now.older[k] \cup now.lists[k]] ELSE now.older
        a == IF m.run > now.run THEN [Unanswered(m.run) EXCEPT !.older = older] ELSE now
    IN IF ~Changes \/ Outside(m.to) THEN now
       ELSE IF m.run >= now.run THEN [a EXCEPT !.lists[m.to] = @ \cup ranked]
       ELSE IF Interprets("accept-old") THEN [now EXCEPT !.older[m.to] = @ \cup ranked]
       ELSE now

WatchQuery ==
    /\ WatchGroup(FALSE)
    /\ LET m == Consumed("Query") IN answered' = [answered EXCEPT ![m.from] = Answering(m)]
    /\ UNCHANGED <<empties, heard>>

\* Whether none of those whose answers to run r of process i were heard ranks the lowest of
\* the group.  Static lists lose only the dead, so the initial ones tell; where lists change
\* it is those at the time of the answers, as far as they are remembered.
Misses(i, r, from) ==
    IF Changes THEN answered[i].run = r /\ \A k \in from : Lowest(Group') \notin answered[i].lists[k]
    ELSE \A k \in from : Lowest(Group') \notin Seen(k)

\* What is known by now of the run of m, of which only the first c+1 answers count.
Hearing(m) ==
    LET now == heard[m.to]
        h == IF m.run = now.run THEN now ELSE Unheard(m.run)
        from == h.from \cup {m.from}
        proposed == h.proposed \cup m.candidates
        reported == h.reported \cup m.unhealthy
    IN IF m.run < now.run \/ (m.run = now.run /\ now.chosen # None) \/ m.from \in h.from
       THEN now
       ELSE IF Cardinality(from) = C + 1
       THEN [Unheard(m.run) EXCEPT !.chosen = Lowest(proposed \ reported), !.missed = Misses(m.to, m.run, from)]
       ELSE [h EXCEPT !.from = from, !.proposed = proposed, !.reported = reported]

WatchResponse ==
    /\ WatchGroup(FALSE)
    /\ LET m == Consumed("Response")
       IN /\ heard' = [heard EXCEPT ![m.to] = Hearing(m)]
          /\ empties' = [empties EXCEPT ![m.to] = IF Begins(m.to) THEN @ + 1 ELSE @]
    /\ UNCHANGED answered

----------------------------------------------------------------------------
(* The actions within the budget, with the ghosts *)

Spend(lines) ==
    /\ \A line \in lines : spent[line] < Most[line]
    /\ spent' = [line \in DOMAIN spent |-> spent[line] + IF line \in lines THEN 1 ELSE 0]

Free == UNCHANGED spent

MCStart            == Free /\ Start /\ Watch
MCDeliverQuery     == Free /\ DeliverQuery /\ WatchQuery
MCDeliverResponse  == Free /\ DeliverResponse /\ WatchResponse
MCDeliverNotify    == Free /\ DeliverNotify /\ Watch
MCDeliverLeader    == Free /\ DeliverLeader /\ Watch
MCDeliverJoined    == Free /\ DeliverJoined /\ Watch
MCDeliverLeft      == Free /\ DeliverLeft /\ Watch
MCTimeoutCollect   == Free /\ TimeoutCollect /\ Watch
MCTimeoutAwait     == Spend({"restart"}) /\ TimeoutAwait /\ Watch
MCTimeoutTakeover  == Spend({"restart"}) /\ TimeoutTakeover /\ Watch
MCForget           == Free /\ Forget /\ Watch /\ StaysHeld
MCLearn            == Free /\ Learn /\ Watch
MCJoin             == Free /\ Join /\ Watch /\ StaysHeld
MCLeave            == Free /\ Leave /\ WatchCause
MCPurge            == Free /\ Purge /\ Watch
MCSuspect          == Free /\ Suspect /\ Watch
MCPrematureCollect == Spend({"premature"}) /\ PrematureCollect /\ WatchCause
MCPrematureAwait   == Spend({"premature", "restart"}) /\ PrematureAwait /\ WatchCause
MCPrematureTakeover == Spend({"premature", "restart"}) /\ PrematureTakeover /\ WatchCause
MCCrash            == Spend({"crash"}) /\ (\E i \in MayCrash : Crash(i)) /\ WatchCause
MCDropQuery        == Spend({"loss"}) /\ DropQuery /\ WatchCause
MCDropResponse     == Spend({"loss"}) /\ DropResponse /\ WatchCause
MCDropNotify       == Spend({"loss"}) /\ DropNotify /\ WatchCause
MCDuplicateQuery    == Spend({"duplicate"}) /\ DuplicateQuery /\ Watch
MCDuplicateResponse == Spend({"duplicate"}) /\ DuplicateResponse /\ Watch
MCDuplicateNotify   == Spend({"duplicate"}) /\ DuplicateNotify /\ Watch
MCDuplicateLeader   == Spend({"duplicate"}) /\ DuplicateLeader /\ Watch
MCDuplicateJoined   == Spend({"duplicate"}) /\ DuplicateJoined /\ Watch
MCDuplicateLeft     == Spend({"duplicate"}) /\ DuplicateLeft /\ Watch

MCNext ==
    \/ MCStart
    \/ MCDeliverQuery \/ MCDeliverResponse \/ MCDeliverNotify \/ MCDeliverLeader
    \/ MCDeliverJoined \/ MCDeliverLeft
    \/ MCTimeoutCollect \/ MCTimeoutAwait \/ MCTimeoutTakeover
    \/ MCForget \/ MCLearn \/ MCJoin \/ MCLeave
    \/ MCPurge \/ MCSuspect
    \/ MCPrematureCollect \/ MCPrematureAwait \/ MCPrematureTakeover
    \/ MCCrash
    \/ MCDropQuery \/ MCDropResponse \/ MCDropNotify
    \/ MCDuplicateQuery \/ MCDuplicateResponse \/ MCDuplicateNotify \/ MCDuplicateLeader
    \/ MCDuplicateJoined \/ MCDuplicateLeft

MCSpec == MCInit /\ [][MCNext]_mcvars

Delivers ==
    \/ MCDeliverQuery \/ MCDeliverResponse \/ MCDeliverNotify \/ MCDeliverLeader
    \/ MCDeliverJoined \/ MCDeliverLeft

\* One conjunct for both, as each costs the search: the budget bounds how often either fires.
BeginsAgain == MCTimeoutAwait \/ MCTimeoutTakeover

\* Purge is the paper's completeness (S4).  Within a bound on the runs no property
\* here depends on it: an initiator that nobody rids of the dead exhausts the budget.
\* No failure detector needs to find anything, and nobody needs to join or leave, to forget
\* or learn.
Fairness ==
    /\ WF_mcvars(MCStart)
    /\ WF_mcvars(Delivers)
    /\ WF_mcvars(MCTimeoutCollect)
    /\ WF_mcvars(BeginsAgain)
    /\ WF_mcvars(MCPurge)

MCFairSpec == MCSpec /\ Fairness

\* Fair, but for an initiator whose wait for a LEADER never times out.
MCPatientSpec ==
    MCSpec /\ WF_mcvars(MCStart) /\ WF_mcvars(Delivers)
           /\ WF_mcvars(MCTimeoutCollect) /\ WF_mcvars(MCPurge)

----------------------------------------------------------------------------
(* Properties *)

Message ==
    LET Elections == [number : Nat \ {0}, initiator : Initiators]
    IN [kind : {"Query"}, from : Initiators, to : Node, run : Nat, x : X..N, y : 0..Y, election : Nat \ {0}]
       \cup [kind : {"Response"}, from : Node, to : Initiators, run : Nat,
             candidates : SUBSET Node, unhealthy : SUBSET Node, lost : SUBSET Node,
             rival : Elections \cup {NoElection}]
       \cup [kind : {"Notify", "Leader"}, from : Node, to : Node, run : Nat, seq : Nat \ {0},
             election : Elections]
       \cup [kind : {"Joined", "Left"}, from : Node, to : Node]

Election == [number : Nat, initiator : Initiators \cup {0}]
Tag == [run : Nat, seq : Nat, election : Election]

TypeOK ==
    /\ alive \subseteq Node
    /\ \A m \in DOMAIN flight : m \in Message /\ flight[m] \in Nat \ {0} /\ m.to \in alive
    /\ timers \in [Node -> SUBSET {"Collect", "Await", "Takeover"}]
    /\ disk = [i \in Node |-> << >>]
    /\ list \in [Node -> SUBSET Node] /\ met \in [Node -> SUBSET Node]
    /\ \A i \in Node : IF Renews THEN list[i] \subseteq met[i] ELSE met[i] = {}
    /\ DOMAIN suspicions = Node
    /\ \A i \in Node : \/ DOMAIN Suspicions[i] = {} /\ DOMAIN suspicions[i] = {}
                       \/ suspicions[i] \in [Node -> Nat]
    /\ leader \in [Node -> Node \cup {None}]
    /\ tag \in [Node -> Tag] /\ announced \in [Node -> Tag]
    /\ \A i \in Node : version[i] \in 0..Len(Churn[i])
    /\ phase \in [Node -> {"idle", "blocked", "collect", "await", "yielded", "done"}]
    /\ election \in [Node -> Nat]
    /\ rival \in [Node -> Election]
    /\ run \in [Node -> Nat]
    /\ x \in [Node -> X..N]
    /\ y \in [Node -> 0..Y]
    /\ responders \in [Node -> SUBSET Node]
    /\ candidates \in [Node -> SUBSET Node]
    /\ unhealthy \in [Node -> SUBSET Node]
    /\ id \in [Node -> Node \cup {None}]
    /\ seq \in [Node -> Nat]
    /\ confirmed \in [Node -> BOOLEAN] /\ doubted \in [Node -> BOOLEAN]
    /\ notified \in [Node -> SUBSET Node]
    /\ \A i \in Node :
          /\ confirmed[i] => Streams /\ phase[i] = "collect" /\ id[i] # None
          /\ doubted[i] => Renews /\ phase[i] = "collect" /\ id[i] # None
          /\ id[i] = None <=> seq[i] = 0
          /\ notified[i] # {} => Interprets("notify-once")
          /\ election[i] = 0 <=> phase[i] = "idle"
          /\ rival[i] = NoElection <=> phase[i] # "yielded"
          /\ phase[i] = "yielded" => timers[i] = (IF Interprets("no-takeover") THEN {} ELSE {"Takeover"})
          /\ announced[i] # NoTag => Remembers

Quiescent == Calm /\ \A i \in Node : timers[i] = {}

\* The whole group follows the same leader; nobody at all as long as no election is over.
Agreement ==
    Quiescent =>
        /\ \A i, j \in Group : leader[i] = leader[j]
        /\ (\E b \in Initiators : phase[b] = "done") => \A i \in Group : leader[i] # None

\* Whose election process i has heard the leader of, as far as its tag tells.
By(i) == IF tag[i].run > 0 THEN {tag[i].election.initiator} ELSE Initiators

\* Whom they follow was the lowest of the group at some instant since the first QUERY of the
\* last run of its election's initiator.
LowestLately ==
    Quiescent /\ (\A b \in Initiators \cap alive : phase[b] # "blocked") =>
        \A i \in Group :
            leader[i] # None /\ By(i) \cap alive # {} => leader[i] \in UNION {lately[b] : b \in By(i)}

\* Whom process k ranked when it gave b an answer that counts.
Held(b, k) == IF Changes THEN answered[b].lists[k] \cup answered[b].older[k] ELSE Seen(k)

\* The paper's first observation (CT-1 of the facts sheet): once an initiator
\* has stopped collecting, one of its responders ranks the would-be leader, the
\* lowest of the group; and so it was when the last of them answered.
CT1 ==
    \A b \in Initiators :
        /\ ~heard[b].missed
        /\ b \in alive /\ phase[b] = "await" => \E k \in responders[b] : Lowest(Group) \in Held(b, k)

AllDone ==
    /\ \E b \in Initiators : phase[b] = "done"
    /\ \A b \in Initiators \cap alive : phase[b] = "done"

Ended == Quiescent /\ AllDone

\* Whom everybody follows is the lowest whom the last run's c+1 answers proposed and
\* none of them reported.
Preference ==
    Ended => \A i \in Group : By(i) \cap alive # {} => leader[i] \in {heard[b].chosen : b \in By(i)}

\* CT-7: answers leave nobody at most y times.  That x has grown shows also those after which
\* the initiator knew too few to ask again.
FewRestarts == \A b \in Initiators : empties[b] <= Y /\ x[b] - X <= Y

\* Initiator b may have to wait for its list to grow: then others take over from it although
\* nothing has failed.
MayWait(b) ==
    LET forgotten == {Churn[b][k].node : k \in {n \in 1..Len(Churn[b]) : Churn[b][n].does = "forgets"}}
    IN Cardinality((Lists[b] \ Leavers) \ forgotten) < Known

\* Initiator b awaits a LEADER in a run that nothing has troubled.
InVain(b) == Armed(b, "Await") /\ ~troubled[b]

\* Without a fault, and where nobody leaves and nobody may have to wait, no run of a first
\* election is repeated but for answers that leave nobody.  And whatever has happened before, no
\* run comes to nothing that nothing has troubled, as far as that is remembered.
RestartsHaveCause ==
    /\ (/\ spent.crash = 0 /\ spent.loss = 0 /\ spent.premature = 0
        /\ \A i \in Node : ~HasLeft(i)
        /\ \A b \in Initiators : ~MayWait(b)
        => \A b \in Initiators : election[b] = 1 => run[b] <= 1 + empties[b])
    /\ Troubles /\ Calm => \A b \in Initiators : ~InVain(b)

\* Nobody is both proposed and reported, nobody reports itself or more than were asked
\* for, and everybody proposes somebody.
Answers ==
    \A m \in DOMAIN flight :
        m.kind = "Response" =>
            /\ m.candidates \cap m.unhealthy = {}
            /\ m.from \notin m.unhealthy
            /\ Cardinality(m.unhealthy) <= Y
            /\ m.candidates # {} \/ Interprets("omit-self")

\* Where an initiator does not stream nobody is notified before c+1 have answered.
NotifyAfterLoop ==
    \A m \in DOMAIN flight :
        m.kind = "Notify" /\ ~Streams /\ m.run = run[m.from] => phase[m.from] # "collect"

----------------------------------------------------------------------------
(* Of steps *)

Copies(bag, m) == IF m \in DOMAIN bag THEN bag[m] ELSE 0

\* What this step has put into the network.
Sent == {m \in DOMAIN flight' : Copies(flight', m) > Copies(flight, m)}

\* These are the n that go first, of those that may be, or all where there are fewer.
AreFirst(named, may, n, First(_, _)) ==
    /\ named \subseteq may
    /\ Cardinality(named) = IF n < Cardinality(may) THEN n ELSE Cardinality(may)
    /\ \A j \in named : \A k \in may \ named : First(j, k)

\* What lines 28 to 31 of Algorithm 3 demand of the answer r to the QUERY q, by the list and
\* the metrics of its receiver.
IsTrue(r, q) ==
    LET count == [j \in Node |-> Metric(suspicions[q.to], j)]
        suspected == {j \in list[q.to] \ {q.to} : count[j] > 0 \/ Interprets("zeros-fill")}
        Worse(j, k) == \/ count[j] > count[k]
                       \/ count[j] = count[k] /\ (IF Interprets("lower-first") THEN j < k ELSE k < j)
        Lower(j, k) == j < k
    IN /\ r.kind = "Response" /\ r.from = q.to /\ r.to = q.from /\ r.run = q.run
       /\ AreFirst(r.unhealthy, suspected, q.y, Worse)
       /\ AreFirst(r.candidates, Ranks(q.to, list[q.to] \ r.unhealthy), q.x, Lower)

\* A QUERY that is delivered, not lost or gone with a crash, is answered by one message, and
\* that is true; by none where its receiver is outside.
TrueAnswers ==
    [][\A q \in DOMAIN flight :
          q.kind = "Query" /\ Copies(flight', q) < flight[q] /\ spent' = spent =>
              IF Outside(q.to) \/ q.from \notin alive THEN Sent = {}
              ELSE Cardinality(Sent) = 1 /\ \A r \in Sent : IsTrue(r, q)]_vars

\* Whoever asks asks as many as it lacks answers, or all that it knows, none of whom has
\* answered (lines 2, 5 and 6; D6), for its present run.  QUERYs to the dead are not seen.
Targets ==
    [][\A b \in Initiators :
          LET queries == {m \in Sent : m.kind = "Query" /\ m.from = b}
              asked == {q.to : q \in queries}
              open == list'[b] \ responders'[b]
              lacks == K - Cardinality(responders'[b])
              most == IF lacks < Cardinality(open) THEN lacks ELSE Cardinality(open)
              begins == phase'[b] = "collect" /\ (run'[b] > run[b] \/ phase[b] = "blocked")
          IN begins \/ (queries # {} /\ spent'.duplicate = spent.duplicate) =>
                /\ asked \subseteq open
                /\ Cardinality(asked) \in (most - Cardinality(open \ alive))..most
                /\ \A q \in queries : q.run = run'[b] /\ q.x = x'[b] /\ q.y = y'[b] /\ q.election = election'[b]]_vars

----------------------------------------------------------------------------
\* Witnesses: each must fail, which shows that the property it stands beside
\* was judged of something.
NeverElected == ~(Quiescent /\ leader[Initiator] # None)
NeverSucceeded == ~(Quiescent /\ Group # Node /\ leader[Initiator] \notin {None, 0})
NeverAwaited == phase[Initiator] # "await"

\* While a process is notified, nobody else was in the same run.  It fails where the
\* initiator streams, and only there.
NeverReplaced ==
    \A m \in DOMAIN flight :
        m.kind \in {"Notify", "Leader"} /\ m.election.initiator = Initiator
        /\ m.run = run[Initiator] /\ id[Initiator] # None =>
            id[Initiator] = IF m.kind = "Notify" THEN m.to ELSE m.from

\* It fails where a process that has announced itself is notified again (D13, D23).
NeverRenewed ==
    \A m \in DOMAIN flight :
        m.kind = "Leader" /\ m.election = Own(Initiator) /\ m.run = run[Initiator] =>
            m.from # id[Initiator] \/ m.seq = seq[Initiator]

\* It fails where answers leave nobody.
NeverEmpty == empties[Initiator] = 0

\* It fails where another than the lowest is elected.
NeverPassedOver == ~(Quiescent /\ leader[Initiator] \notin {None, Lowest(Group)})

\* It fails where somebody follows another than Preferred decides for where all answer (X8).
NeverDiverges ==
    LET answers == {Answer(k, Lists[k], Suspicions[k], X, Y) : k \in Node}
        decided == Lowest(UNION {a.candidates : a \in answers} \ UNION {a.unhealthy : a \in answers})
    IN Ended => \A i \in Group : leader[i] = decided

\* It fails where one of the Y is elected whom the whole group suspects most.  That is
\* what the paper calls preference, and no c+1 answers can promise it (X12).
RECURSIVE Suspected(_, _)
Suspected(by, j) ==
    IF by = {} THEN 0
    ELSE LET i == CHOOSE i \in by : TRUE
         IN (IF i = j THEN 0 ELSE Metric(Suspicions[i], j)) + Suspected(by \ {i}, j)
NeverUnhealthiest ==
    LET total == [j \in Node |-> Suspected(Node, j)]
        Worse(j, k) == total[j] > total[k] \/ (total[j] = total[k] /\ j > k)
        worst == {j \in Node : total[j] > 0 /\ Cardinality({k \in Node : Worse(k, j)}) < Y}
    IN Ended => \A i \in Group : leader[i] \notin worst

\* It fails where an initiator hears of an election that goes before its own, ...
NeverYields == \A i \in Node : phase[i] # "yielded"

\* ... and where it takes over from that one.
NeverTakesOver == \A i \in Node : election[i] <= 1

\* It fails where two processes announce themselves at a time (X14).
NeverTwoAnnounce ==
    \A m, n \in DOMAIN flight : m.kind = "Leader" /\ n.kind = "Leader" => m.from = n.from

\* Some fair action is enabled, and only the budget forbids it.  That a run begins again which
\* nothing has troubled is not excused, as far as that is remembered; how often one takes over
\* that has yielded is bounded by nothing here, and is.
Exhausted ==
    /\ spent.restart = MaxRestart /\ Calm
    /\ \E i \in Node : Armed(i, "Await") \/ Armed(i, "Takeover")
    /\ Troubles => \A b \in Initiators : ~InVain(b)

NeverExhausted == ~Exhausted

EverybodyLed == <>(Exhausted \/ \A i \in Group : leader[i] # None)
RunEnds == <>(Exhausted \/ AllDone)

\* CT-5: c+1 of those that are asked answer.
EnoughAnswer == <>(Exhausted \/ phase[Initiator] \in {"await", "done"})
=============================================================================

----------------------------- MODULE MCElection -----------------------------
(***************************************************************************)
(* The four elections within bounds: budgets for the faults and for the    *)
(* runs of an election, the ghosts that the properties need, the           *)
(* properties.                                                             *)
(***************************************************************************)
EXTENDS CTolerant

CONSTANTS
    MaxCrash, MaxDuplicate, MaxLoss, MaxPremature, MaxRestart,
    MayCrash    \* the processes that may crash

ASSUME
    /\ {MaxCrash, MaxDuplicate, MaxLoss, MaxPremature, MaxRestart} \subseteq Nat
    /\ MayCrash \subseteq Node

VARIABLES
    spent,      \* how much of each line of the budget is gone
    lately,     \* ghost: who was the lowest alive at some instant since the
                \* last run's first QUERY
    empties,    \* ghost: how many runs began because the answers left nobody
    heard       \* ghost: the answers to the last run that was answered, and whom
                \* the first c+1 of them leave

mcvars == <<vars, spent, lately, empties, heard>>

Most == [crash |-> MaxCrash, duplicate |-> MaxDuplicate, loss |-> MaxLoss,
         premature |-> MaxPremature, restart |-> MaxRestart]

\* Of run r nothing was heard yet.
Unheard(r) == [run |-> r, from |-> {}, proposed |-> {}, reported |-> {}, chosen |-> None, missed |-> FALSE]

MCInit ==
    /\ Init
    /\ spent = [line \in DOMAIN Most |-> 0]
    /\ lately = {}
    /\ empties = 0
    /\ heard = Unheard(0)

----------------------------------------------------------------------------
(* The membership lists of the cases *)

FullLists == [j \in Node |-> Node]
Lacking(i, S) == [j \in Node |-> IF j = i THEN Node \ S ELSE Node]
ZeroLacksOne == Lacking(0, {1})
OneLacksZero == Lacking(1, {0})
TwoLacksOne == Lacking(2, {1})
\* X9 of the facts sheet: within c = 1, but the initiator knows nobody else.
TwoKnowsNobody == [j \in Node |-> CASE j = 1 -> {0, 1} [] j = 2 -> {2} [] OTHER -> Node]
\* The paper's example (Fig. 2), where process 4 asks 0, 1 and itself.
FourLacksTwoAndThree == Lacking(4, {2, 3})

----------------------------------------------------------------------------
(* The suspicions of the cases *)

\* There are no metrics at all.
Unsuspected == [i \in Node |-> << >>]

\* Who suspects whom, once.
Suspecting(pairs) == [i \in Node |-> [j \in Node |-> IF <<i, j>> \in pairs THEN 1 ELSE 0]]

NobodyYet == Suspecting({})
OneSuspectsZero == Suspecting({<<1, 0>>})
TwoSuspectsZero == Suspecting({<<2, 0>>})
TwoSuspectsBoth == Suspecting({<<2, 0>>, <<2, 1>>})
\* With x = y = 1 the answers of these two leave nobody.
EachOther == Suspecting({<<0, 1>>, <<1, 0>>})
\* X5 of the facts sheet.
XFive == Suspecting({<<1, 0>>, <<2, 3>>, <<3, 2>>})
\* X8, with three processes.
XEight == Suspecting({<<0, 1>>, <<1, 0>>, <<2, 0>>})
\* Each reports both others, and of those first another one than its neighbours do.
InACircle ==
    LET counts == << <<0, 2, 1>>, <<1, 0, 2>>, <<2, 1, 0>> >>
    IN [i \in Node |-> [j \in Node |-> counts[i + 1][j + 1]]]

\* Fig. 2, X4.
FigureTwo ==
    LET counts == << <<0, 2, 1, 4, 0>>,
                     <<5, 0, 0, 2, 1>>,
                     <<2, 2, 0, 3, 1>>,
                     <<3, 0, 2, 0, 1>>,
                     <<0, 1, 0, 2, 0>> >>
    IN [i \in Node |-> [j \in Node |-> counts[i + 1][j + 1]]]

NoRises == {}
OneComesToSuspectZero == {[at |-> 1, of |-> 0, count |-> 1]}

----------------------------------------------------------------------------
(* The ghosts *)

\* A run begins.
Begins == \E i \in Node : run'[i] > run[i] /\ phase'[i] = "collect"

WatchLowest ==
    lately' = IF Begins THEN {Lowest(alive')}
              ELSE IF lately = {} THEN {}
              ELSE lately \cup {Lowest(alive')}

Watch == WatchLowest /\ UNCHANGED <<empties, heard>>

\* Whom process k ranks at first.
Seen(k) == IF Reads("omit-self") THEN Lists[k] \ {k} ELSE Lists[k]

\* The RESPONSE that the step consumed.
Consumed ==
    CHOOSE m \in DOMAIN flight :
        m.kind = "Response" /\ (m \notin DOMAIN flight' \/ flight'[m] < flight[m])

\* What is known by now of the run of m, of which only the first c+1 answers count.
Hearing(m) ==
    LET h == IF m.run = heard.run THEN heard ELSE Unheard(m.run)
        from == h.from \cup {m.from}
        proposed == h.proposed \cup m.candidates
        reported == h.reported \cup m.unhealthy
    IN IF m.run < heard.run \/ (m.run = heard.run /\ heard.chosen # None) \/ m.from \in h.from
       THEN heard
       ELSE IF Cardinality(from) = C + 1
       THEN [Unheard(m.run) EXCEPT !.chosen = Lowest(proposed \ reported),
                                   !.missed = \A k \in from : Lowest(alive') \notin Seen(k)]
       ELSE [h EXCEPT !.from = from, !.proposed = proposed, !.reported = reported]

WatchResponse ==
    /\ WatchLowest
    /\ empties' = IF Begins THEN empties + 1 ELSE empties
    /\ heard' = Hearing(Consumed)

----------------------------------------------------------------------------
(* The actions within the budget, with the ghosts *)

Spend(lines) ==
    /\ \A line \in lines : spent[line] < Most[line]
    /\ spent' = [line \in DOMAIN spent |-> spent[line] + IF line \in lines THEN 1 ELSE 0]

Free == UNCHANGED spent

MCStart            == Free /\ Start /\ Watch
MCDeliverQuery     == Free /\ DeliverQuery /\ Watch
MCDeliverResponse  == Free /\ DeliverResponse /\ WatchResponse
MCDeliverNotify    == Free /\ DeliverNotify /\ Watch
MCDeliverLeader    == Free /\ DeliverLeader /\ Watch
MCTimeoutCollect   == Free /\ TimeoutCollect /\ Watch
MCTimeoutAwait     == Spend({"restart"}) /\ TimeoutAwait /\ Watch
MCPurge            == Free /\ Purge /\ Watch
MCSuspect          == Free /\ Suspect /\ Watch
MCPrematureCollect == Spend({"premature"}) /\ PrematureCollect /\ Watch
MCPrematureAwait   == Spend({"premature", "restart"}) /\ PrematureAwait /\ Watch
MCCrash            == Spend({"crash"}) /\ (\E i \in MayCrash : Crash(i)) /\ Watch
MCDropQuery        == Spend({"loss"}) /\ DropQuery /\ Watch
MCDropResponse     == Spend({"loss"}) /\ DropResponse /\ Watch
MCDropNotify       == Spend({"loss"}) /\ DropNotify /\ Watch
MCDuplicateQuery    == Spend({"duplicate"}) /\ DuplicateQuery /\ Watch
MCDuplicateResponse == Spend({"duplicate"}) /\ DuplicateResponse /\ Watch
MCDuplicateNotify   == Spend({"duplicate"}) /\ DuplicateNotify /\ Watch
MCDuplicateLeader   == Spend({"duplicate"}) /\ DuplicateLeader /\ Watch

MCNext ==
    \/ MCStart
    \/ MCDeliverQuery \/ MCDeliverResponse \/ MCDeliverNotify \/ MCDeliverLeader
    \/ MCTimeoutCollect \/ MCTimeoutAwait
    \/ MCPurge \/ MCSuspect
    \/ MCPrematureCollect \/ MCPrematureAwait
    \/ MCCrash
    \/ MCDropQuery \/ MCDropResponse \/ MCDropNotify
    \/ MCDuplicateQuery \/ MCDuplicateResponse \/ MCDuplicateNotify \/ MCDuplicateLeader

MCSpec == MCInit /\ [][MCNext]_mcvars

Delivers == MCDeliverQuery \/ MCDeliverResponse \/ MCDeliverNotify \/ MCDeliverLeader

\* Purge is the paper's completeness (S4).  Within a bound on the runs no property
\* here depends on it: an initiator that nobody rids of the dead exhausts the budget.
\* No failure detector needs to find anything.
Fairness ==
    /\ WF_mcvars(MCStart)
    /\ WF_mcvars(Delivers)
    /\ WF_mcvars(MCTimeoutCollect)
    /\ WF_mcvars(MCTimeoutAwait)
    /\ WF_mcvars(MCPurge)

MCFairSpec == MCSpec /\ Fairness

\* Fair, but for an initiator whose wait never times out.
MCPatientSpec ==
    MCSpec /\ WF_mcvars(MCStart) /\ WF_mcvars(Delivers)
           /\ WF_mcvars(MCTimeoutCollect) /\ WF_mcvars(MCPurge)

----------------------------------------------------------------------------
(* Properties *)

Message ==
    [kind : {"Query"}, from : Node, to : Node, run : Nat, x : X..N, y : 0..Y]
    \cup [kind : {"Response"}, from : Node, to : Node, run : Nat,
           candidates : SUBSET Node, unhealthy : SUBSET Node]
    \cup [kind : {"Notify", "Leader"}, from : Node, to : Node, run : Nat, seq : Nat \ {0}]

TypeOK ==
    /\ alive \subseteq Node
    /\ \A m \in DOMAIN flight : m \in Message /\ flight[m] \in Nat \ {0} /\ m.to \in alive
    /\ timers \in [Node -> SUBSET {"Collect", "Await"}]
    /\ disk = [i \in Node |-> << >>]
    /\ list \in [Node -> SUBSET Node]
    /\ DOMAIN suspicions = Node
    /\ \A i \in Node : \/ DOMAIN Suspicions[i] = {} /\ DOMAIN suspicions[i] = {}
                       \/ suspicions[i] \in [Node -> Nat]
    /\ leader \in [Node -> Node \cup {None}]
    /\ tag \in [Node -> [run : Nat, seq : Nat]]
    /\ phase \in [Node -> {"idle", "blocked", "collect", "await", "done"}]
    /\ run \in [Node -> Nat]
    /\ x \in [Node -> X..N]
    /\ y \in [Node -> 0..Y]
    /\ responders \in [Node -> SUBSET Node]
    /\ candidates \in [Node -> SUBSET Node]
    /\ unhealthy \in [Node -> SUBSET Node]
    /\ id \in [Node -> Node \cup {None}]
    /\ seq \in [Node -> Nat]
    /\ confirmed \in [Node -> BOOLEAN]
    /\ notified \in [Node -> SUBSET Node]
    /\ \A i \in Node :
          /\ confirmed[i] => Streams /\ phase[i] = "collect" /\ id[i] # None
          /\ id[i] = None <=> seq[i] = 0
          /\ notified[i] # {} => Reads("notify-once")

Quiescent == Calm /\ \A i \in Node : timers[i] = {}

\* All live processes follow the same leader.
Agreement == Quiescent => \A i, j \in alive : leader[i] = leader[j]

\* Whom they follow was the lowest alive at some instant since the last run's
\* first QUERY.
LowestLately == Quiescent => \A i \in alive : leader[i] # None => leader[i] \in lately

\* The paper's first observation (CT-1 of the facts sheet): once an initiator
\* has stopped collecting, one of its responders ranks the would-be leader, the
\* lowest process alive; and so it was when the last of them answered.  Static
\* lists lose only the dead, so the initial list tells.
CT1 ==
    /\ ~heard.missed
    /\ \A i \in alive : phase[i] = "await" => \E k \in responders[i] : Lowest(alive) \in Seen(k)

Ended == Quiescent /\ phase[Initiator] = "done"

\* Whom everybody follows is the lowest whom the last run's c+1 answers proposed and
\* none of them reported.
Preference == Ended => \A i \in alive : leader[i] = heard.chosen

\* CT-7: answers leave nobody at most y times.
FewRestarts == empties <= Y

\* Without a fault a run is repeated only where its answers leave nobody.
RestartsHaveCause ==
    spent.crash = 0 /\ spent.loss = 0 /\ spent.premature = 0 => run[Initiator] <= 1 + empties

\* Nobody is both proposed and reported, nobody reports itself or more than were asked
\* for, and everybody proposes somebody.
Answers ==
    \A m \in DOMAIN flight :
        m.kind = "Response" =>
            /\ m.candidates \cap m.unhealthy = {}
            /\ m.from \notin m.unhealthy
            /\ Cardinality(m.unhealthy) <= Y
            /\ m.candidates # {} \/ Reads("omit-self")

\* Where the initiator does not stream nobody is notified before c+1 have answered.
NotifyAfterLoop ==
    \A m \in DOMAIN flight :
        m.kind = "Notify" /\ ~Streams /\ m.run = run[Initiator] => phase[Initiator] # "collect"

\* Companions: each must fail, which shows that the property it stands beside
\* was judged of something.
NeverElected == ~(Quiescent /\ leader[Initiator] # None)
NeverSucceeded == ~(Quiescent /\ alive # Node /\ leader[Initiator] \notin {None, 0})
NeverAwaited == phase[Initiator] # "await"

\* While a process is notified, nobody else was in the same run.  It fails where the
\* initiator streams, and only there.
NeverReplaced ==
    \A m \in DOMAIN flight :
        m.run = run[Initiator] /\ id[Initiator] # None =>
            /\ m.kind = "Notify" => m.to = id[Initiator]
            /\ m.kind = "Leader" => m.from = id[Initiator]

\* It fails where answers leave nobody.
NeverEmpty == empties = 0

\* It fails where another than the lowest is elected.
NeverPassedOver == ~(Quiescent /\ leader[Initiator] \notin {None, Lowest(alive)})

\* It fails where somebody follows another than Preferred decides for where all answer (X8).
NeverDiverges ==
    LET answers == {Answer(k, Lists[k], Suspicions[k], X, Y) : k \in Node}
        decided == Lowest(UNION {a.candidates : a \in answers} \ UNION {a.unhealthy : a \in answers})
    IN Ended => \A i \in alive : leader[i] = decided

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
    IN Ended => \A i \in alive : leader[i] \notin worst

\* Some fair action is enabled, and only the budget forbids it.
Exhausted == spent.restart = MaxRestart /\ Calm /\ \E i \in Node : Armed(i, "Await")

NeverExhausted == ~Exhausted

EverybodyLed == <>(Exhausted \/ \A i \in alive : leader[i] # None)
RunEnds == <>(Exhausted \/ phase[Initiator] = "done")
=============================================================================

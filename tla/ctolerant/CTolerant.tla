----------------------------- MODULE CTolerant -----------------------------
(***************************************************************************)
(* The c-tolerant leader elections of Wang and Gupta, "Churn-Tolerant      *)
(* Leader Election Protocols" (ICDCS 2023): Base, Optimistic, Preferred    *)
(* and Hybrid, their Algorithms 1 to 4; the lines named beside the actions *)
(* are those of Algorithm 1 where nothing else is said.                    *)
(*                                                                         *)
(* The four protocols have one kernel: an initiator asks k = c+f+1         *)
(* processes for the x lowest and for the y unhealthiest that they know,   *)
(* unites the answers of c+1 of them, decides for the lowest whom somebody *)
(* proposed and nobody reported, and awaits the LEADER of that process.    *)
(* Where there is none it begins again with x+1 and y-1.  Base and         *)
(* Preferred decide when the loop ends; Optimistic and Hybrid stream: they *)
(* decide anew with every answer.  Base and Optimistic have x = 1, y = 0.  *)
(*                                                                         *)
(* Several processes may each begin an election.  The paper has the one    *)
(* with the lowest initiator prevail (section III-B, D16); here elections  *)
(* are numbered besides, so that whoever takes over from a dead one is not *)
(* held back by what that one has left behind.                             *)
(*                                                                         *)
(* The membership changes as Churn says: lists lose live processes and     *)
(* gain some, processes join and leave.                                    *)
(***************************************************************************)
EXTENDS Net

CONSTANTS
    Protocol,   \* "base", "optimistic", "preferred" or "hybrid"
    C,          \* at most C other lists lack a process
    F,          \* at most F processes fail
    Rule,       \* what is done with a LEADER: "last", "lowest", "run" or "tagged"
    Interpretations,   \* where the paper is read in another way than the recommended one
    X,          \* how many of the lowest the first run asks for
    Y,          \* how many of the unhealthiest the first run asks for
    Suspicions, \* for each process how often it suspects each at first; << >> where nobody suspects
    Rises,      \* records [at, of, count]: what the failure detector of process at may find
    Initiator,  \* the process that begins the election
    Rivals,     \* the processes that begin one of their own besides
    Lists,      \* the initial membership lists
    Churn,      \* for each process what happens to its membership, in this order: records
                \* [does, node]; it "forgets" or "learns" node, "joins" or "leaves" (node None)
    BreaksC     \* TRUE: the lists may lack a process more often than C says

AllInterpretations ==
    {"omit-self", "accept-old", "block-below-k", "await-after-loop", "any-leader", "wait-when-empty",
     "keep-answers", "notify-once", "zeros-fill", "lower-first",
     "query-only", "no-takeover", "notified-goes-on", "nobody-yields", "notify-known", "left-obeys",
     "join-unanswered", "trust-confirmed"}

Initiators == {Initiator} \cup Rivals

\* Those at which this happens at some time.
AtWhich(does) == {i \in Node : \E k \in DOMAIN Churn[i] : Churn[i][k].does = does}
Joiners == AtWhich("joins")
Leavers == AtWhich("leaves")

\* Whose lists lack process i at some instant of the run (S3 of the facts sheet): from the
\* start, or because they forget it.
WhoLacks(i) ==
    {j \in Node : \/ i \notin Lists[j]
                  \/ \E k \in DOMAIN Churn[j] : Churn[j][k] = [does |-> "forgets", node |-> i]}

ASSUME
    /\ Protocol \in {"base", "optimistic", "preferred", "hybrid"}
    /\ C \in Nat /\ F \in Nat /\ N >= C + F + 1
    /\ Rule \in {"last", "lowest", "run", "tagged"}
    /\ Interpretations \subseteq AllInterpretations
    /\ X \in 1..N /\ Y \in 0..N
    /\ Protocol \in {"base", "optimistic"} => X = 1 /\ Y = 0
    /\ DOMAIN Suspicions = Node
    /\ \/ \A i \in Node : DOMAIN Suspicions[i] = {}
       \/ Suspicions \in [Node -> [Node -> Nat]]
    /\ \A r \in Rises : r.at \in Node /\ r.of \in DOMAIN Suspicions[r.at] \ {r.at} /\ r.count \in Nat \ {0}
    /\ Initiator \in Node
    /\ Lists \in [Node -> SUBSET Node]
    /\ \A i \in Node : i \in Lists[i]
    /\ BreaksC \in BOOLEAN
    \* Others must lack for a while whoever joins or leaves.
    /\ BreaksC \/ \A i \in Node \ (Joiners \cup Leavers) : Cardinality(WhoLacks(i)) <= C

ASSUME
    /\ Rivals \subseteq Node \ {Initiator}
    /\ DOMAIN Churn = Node
    /\ \A i \in Node : \A k \in DOMAIN Churn[i] :
          LET does == Churn[i][k].does
              j == Churn[i][k].node
          IN /\ does \in {"forgets", "learns", "joins", "leaves"}
             /\ does \in {"forgets", "learns"} => j \in Node \ {i}
             /\ does \in {"joins", "leaves"} => j = None
             \* Of one that joins its own message tells, and nobody knows it before.
             /\ does = "learns" => j \notin Joiners
             /\ does = "joins" => k = 1
             /\ does = "leaves" => k = Len(Churn[i])
    /\ \A i, j \in Node : i \in Joiners /\ i # j => i \notin Lists[j]
    \* Whoever begins an election stays; of the others each does one of the two at most.
    /\ (Joiners \cup Leavers) \cap Initiators = {} /\ Joiners \cap Leavers = {}

VARIABLES
    \* of every process
    list,        \* its membership list
    met,         \* whom that has held at some time, where others are told whom it has lost
    suspicions,  \* how often it suspects each; << >> where nobody suspects
    leader,      \* whom it follows
    tag,         \* that of the LEADER adopted last, where the rule is "run" or "tagged"
    version,     \* how many of the changes of Churn have happened to it
    announced,   \* the latest tag with which it announced itself, where joiners are told
    \* of an initiator: the local variables of INITIATEELECTION
    phase,       \* "idle", "blocked", "collect", "await", "yielded" or "done"
    election,    \* the number of the election that it began last
    rival,       \* the election that it has yielded to
    run,         \* how many runs it began
    x,           \* how many of the lowest it asks for
    y,           \* how many of the unhealthiest it asks for
    responders,  \* receivedIds, R: whose RESPONSE was counted
    candidates,  \* what they proposed
    unhealthy,   \* excludes: what they reported
    id,          \* the process that was chosen last
    seq,         \* how many NOTIFYLEADERs this run has sent
    confirmed,   \* whether the LEADER of id has come before the loop ended
    doubted,     \* whether a responder has lost one lower than id, by an answer counted since
                 \* id was notified
    notified     \* who was sent NOTIFYLEADER in this run, where "notify-once" is read

member == <<list, met, suspicions, leader, tag, version, announced>>
\* What is learned in a run, and is gone when it ends.
learned == <<responders, candidates, unhealthy, id, seq, confirmed, doubted, notified>>
local == <<list, met, suspicions, leader, tag, version, announced, phase, election, rival,
           run, x, y, responders, candidates, unhealthy, id, seq, confirmed, doubted, notified>>
vars == <<alive, unbooted, flight, timers, disk, list, met, suspicions, leader, tag, version, announced,
          phase, election, rival, run, x, y, responders, candidates, unhealthy, id, seq, confirmed, doubted, notified>>

K == C + F + 1

Interprets(name) == name \in Interpretations

\* The initiator decides with every RESPONSE, not once at the end of the loop.
Streams == Protocol \in {"optimistic", "hybrid"}

\* A RESPONSE says whom the list of its sender has lost, and whoever was notified before an
\* answer that has lost a lower one is notified again when the loop ends (X16, D23): a LEADER
\* that came before that answer was sent tells nothing of who lived thereafter.
Renews == Streams /\ ~Interprets("trust-confirmed") /\ ~Interprets("notify-once")

\* An election is known by its number, from 1, and by who began it.
NoElection == [number |-> 0, initiator |-> 0]

\* Of two elections that are under way a goes on, b gives way: a has the greater number, or
\* the same and the lower initiator.
GoesBefore(a, b) ==
    \/ a.number > b.number
    \/ a.number = b.number /\ a.initiator < b.initiator

NoTag == [run |-> 0, seq |-> 0, election |-> NoElection]

Later(s, t) ==
    \/ GoesBefore(s.election, t.election)
    \/ s.election = t.election /\ (s.run > t.run \/ (s.run = t.run /\ s.seq > t.seq))

\* Those who join are told who leads (D20), which needs a rule by which they can order that.
Remembers == Joiners # {} /\ Rule \in {"run", "tagged"} /\ ~Interprets("join-unanswered")

\* Whom the list of process i holds at first, where that matters later.
MetFirst(i) == IF Renews THEN Lists[i] ELSE {}

Init ==
    /\ NetInit
    /\ list = Lists
    /\ met = [i \in Node |-> MetFirst(i)]
    /\ suspicions = Suspicions
    /\ leader = [i \in Node |-> None]
    /\ tag = [i \in Node |-> NoTag]
    /\ version = [i \in Node |-> 0]
    /\ announced = [i \in Node |-> NoTag]
    /\ phase = [i \in Node |-> "idle"]
    /\ election = [i \in Node |-> 0]
    /\ rival = [i \in Node |-> NoElection]
    /\ run = [i \in Node |-> 0]
    /\ x = [i \in Node |-> X]
    /\ y = [i \in Node |-> Y]
    /\ responders = [i \in Node |-> {}]
    /\ candidates = [i \in Node |-> {}]
    /\ unhealthy = [i \in Node |-> {}]
    /\ id = [i \in Node |-> None]
    /\ seq = [i \in Node |-> 0]
    /\ confirmed = [i \in Node |-> FALSE]
    /\ doubted = [i \in Node |-> FALSE]
    /\ notified = [i \in Node |-> {}]

----------------------------------------------------------------------------
(* Who belongs to the group *)

HasLeft(i) == i \in Leavers /\ version[i] = Len(Churn[i])
Outside(i) == (i \in Joiners /\ version[i] = 0) \/ HasLeft(i)

\* Whoever is outside does not listen.
Ignore(m) == Run(m.to, Fewer(flight, m), << >>, timers[m.to]) /\ UNCHANGED local

----------------------------------------------------------------------------
(* INITIATEELECTION *)

Queries(i, n, r, xs, ys, T) ==
    {[kind |-> "Query", from |-> i, to |-> j, run |-> r, x |-> xs, y |-> ys, election |-> n] : j \in T}

\* What was learned in a run is gone, but for these answers.
ClearBut(i, proposed, reported) ==
    /\ responders' = [responders EXCEPT ![i] = {}]
    /\ candidates' = [candidates EXCEPT ![i] = proposed]
    /\ unhealthy' = [unhealthy EXCEPT ![i] = reported]
    /\ id' = [id EXCEPT ![i] = None]
    /\ seq' = [seq EXCEPT ![i] = 0]
    /\ confirmed' = [confirmed EXCEPT ![i] = FALSE]
    /\ doubted' = [doubted EXCEPT ![i] = FALSE]
    /\ notified' = [notified EXCEPT ![i] = {}]

Clear(i) == ClearBut(i, {}, {})

\* As many must be known as must answer (D7).
Known == IF Interprets("block-below-k") THEN K ELSE C + 1

\* Lines 1 to 3, and again line 14; of Algorithms 3 and 4 also lines 16 and 15.  From
\* the network found, a run of election n with these x and y begins: everything is reset
\* and k processes are asked.  Whoever knows too few waits for its list to grow.  What was
\* proposed and reported so far matters only where the answers are kept (D10).
Begin(i, n, found, xs, ys, proposed, reported) ==
    /\ election' = [election EXCEPT ![i] = n]
    /\ rival' = [rival EXCEPT ![i] = NoElection]
    /\ run' = [run EXCEPT ![i] = @ + 1]
    /\ x' = [x EXCEPT ![i] = xs]
    /\ y' = [y EXCEPT ![i] = ys]
    /\ IF Interprets("keep-answers") THEN ClearBut(i, proposed, reported) ELSE Clear(i)
    /\ IF Cardinality(list[i]) < Known
       THEN /\ phase' = [phase EXCEPT ![i] = "blocked"]
            /\ Run(i, found, << >>, {})
       ELSE /\ phase' = [phase EXCEPT ![i] = "collect"]
            /\ \E T \in Picks(list[i], K) :
                  Run(i, found, SendEach(Queries(i, n, run[i] + 1, xs, ys, T)), {"Collect"})
    /\ UNCHANGED member

\* With the present x and y, never back to the first.
BeginAsBefore(i, n) == Begin(i, n, flight, x[i], y[i], candidates[i], unhealthy[i])

\* Process j comes into the list of i, which finds this network and has these effects.  An
\* initiator that waited for its list to grow goes on with the same run (D7).
Add(i, j, found, effects) ==
    LET known == list[i] \cup {j}
        asks == phase[i] = "blocked" /\ Cardinality(known) >= Known
    IN /\ list' = [list EXCEPT ![i] = known]
       /\ met' = IF Renews THEN [met EXCEPT ![i] = @ \cup {j}] ELSE met
       /\ phase' = [phase EXCEPT ![i] = IF asks THEN "collect" ELSE @]
       /\ IF asks
          THEN \E T \in Picks(known, K) :
                  Run(i, found, SendEach(Queries(i, election[i], run[i], x[i], y[i], T)) \o effects, {"Collect"})
          ELSE Run(i, found, effects, timers[i])
       /\ UNCHANGED <<suspicions, leader, tag, announced, election, rival, run, x, y>> /\ UNCHANGED learned

\* Lines 5 and 6: k - #R processes outside R are asked; the timer is set again.
AskAgain(i) ==
    /\ \E T \in Picks(list[i] \ responders[i], K - Cardinality(responders[i])) :
          Run(i, flight, SendEach(Queries(i, election[i], run[i], x[i], y[i], T)), timers[i])
    /\ UNCHANGED local

\* An initiator boots the group, or has seen the old leader fail.  Its election goes before
\* that of the leader which it follows.
Start ==
    \E i \in Initiators :
        /\ i \in alive /\ phase[i] = "idle"
        /\ BeginAsBefore(i, tag[i].election.number + 1)

\* The initiator that i has yielded to takes too long, and may be dead (D16).  The election
\* of i goes before all that it has heard of.
TakeOver(i) ==
    LET seen == {rival[i].number, tag[i].election.number}
    IN BeginAsBefore(i, (CHOOSE n \in seen : \A other \in seen : other <= n) + 1)

TimeoutCollect    == Calm  /\ \E i \in Node : Armed(i, "Collect") /\ AskAgain(i)
PrematureCollect  == ~Calm /\ \E i \in Node : Armed(i, "Collect") /\ AskAgain(i)
TimeoutAwait      == Calm  /\ \E i \in Node : Armed(i, "Await") /\ BeginAsBefore(i, election[i])
PrematureAwait    == ~Calm /\ \E i \in Node : Armed(i, "Await") /\ BeginAsBefore(i, election[i])
TimeoutTakeover   == Calm  /\ \E i \in Node : Armed(i, "Takeover") /\ TakeOver(i)
PrematureTakeover == ~Calm /\ \E i \in Node : Armed(i, "Takeover") /\ TakeOver(i)

\* The wait for a LEADER is over.
End(i) ==
    /\ phase' = [phase EXCEPT ![i] = "done"]
    /\ rival' = [rival EXCEPT ![i] = NoElection]
    /\ Clear(i)

----------------------------------------------------------------------------
(* Several initiators.  Whoever hears of an election that goes before its own abandons     *)
(* that and takes part in the other (section III-B).  The paper has it heard from QUERYs   *)
(* alone, which need not reach the other initiator: here every message tells (D16).        *)

Active(i) == phase[i] \in {"blocked", "collect", "await"}
Own(i) == [number |-> election[i], initiator |-> i]

\* The run has gone too far to be abandoned, in one way to read the paper (D17).
GoesOn(i) == Interprets("notified-goes-on") /\ seq[i] > 0

Yields(i, e) ==
    e.number > 0 /\ ~Interprets("nobody-yields") /\ Active(i) /\ GoesBefore(e, Own(i)) /\ ~GoesOn(i)

\* Process i hears of election e.  If it has yielded already the earlier of the two counts.
Hear(i, e) ==
    IF Yields(i, e)
    THEN /\ phase' = [phase EXCEPT ![i] = "yielded"]
         /\ rival' = [rival EXCEPT ![i] = e]
         /\ Clear(i)
    ELSE /\ rival' = IF phase[i] = "yielded" /\ GoesBefore(e, rival[i]) THEN [rival EXCEPT ![i] = e] ELSE rival
         /\ UNCHANGED phase /\ UNCHANGED learned

\* The timers that are armed thereafter.
TimersHearing(i, e) ==
    IF ~Yields(i, e) THEN timers[i] ELSE IF Interprets("no-takeover") THEN {} ELSE {"Takeover"}

\* What i tells whoever runs election e: that which goes before it, of all that i knows of.
\* Having heard of e itself changes nothing about that.
Tells(i, e) ==
    CASE Interprets("query-only") \/ Interprets("nobody-yields") -> NoElection
      [] Active(i) /\ GoesBefore(Own(i), e) -> Own(i)
      [] phase[i] = "yielded" /\ GoesBefore(rival[i], e) -> rival[i]
      [] OTHER -> NoElection

----------------------------------------------------------------------------
(* The answers *)

\* A RESPONSE of an older run, of a process that has answered already, or after the
\* loop, does not count.
Counts(m) ==
    /\ phase[m.to] = "collect"
    /\ m.run = run[m.to] \/ Interprets("accept-old")
    /\ m.from \notin responders[m.to]

\* GETNEXTX and GETNEXTY, lines 39 and 40 of Algorithm 3.
NextX(n) == IF n < N THEN n + 1 ELSE N
NextY(n) == IF n > 0 THEN n - 1 ELSE 0

\* Lines 8 to 12 of Algorithm 1, 9 to 15 of 2, 19 to 21 of 3, 19 to 24 of 4.  Process i
\* has these answers, of which m was the last that came, and chooses best, which may be
\* nobody yet.  Where its LEADER came before the loop ended there is nothing to wait for,
\* unless it is notified again: one that stays while a lower one is lost may have died
\* before that one, and never have been the lowest (X16).
Choose(i, m, R, proposed, reported, best) ==
    LET last == Cardinality(R) >= C + 1
        changes == best # id[i]
        doubts == ~changes /\ (doubted[i] \/ \E j \in m.lost : j < best)
        again == last /\ doubts
        sends == again \/ (changes /\ ~(Interprets("notify-once") /\ best \in notified[i]))
        notify == [kind |-> "Notify", from |-> i, to |-> best, run |-> run[i], seq |-> seq[i] + 1,
                   election |-> Own(i)]
        effects == IF sends THEN Send(notify) ELSE << >>
    IN /\ IF last /\ confirmed[i] /\ ~changes /\ ~again
          THEN /\ Run(i, Fewer(flight, m), effects, timers[i] \ {"Collect"})
               /\ End(i)
          ELSE /\ Run(i, Fewer(flight, m), effects,
                      IF last THEN (timers[i] \ {"Collect"}) \cup {"Await"} ELSE timers[i])
               /\ UNCHANGED rival
               /\ phase' = [phase EXCEPT ![i] = IF last THEN "await" ELSE @]
               /\ responders' = [responders EXCEPT ![i] = R]
               /\ candidates' = [candidates EXCEPT ![i] = proposed]
               /\ unhealthy' = [unhealthy EXCEPT ![i] = reported]
               /\ id' = [id EXCEPT ![i] = best]
               /\ seq' = [seq EXCEPT ![i] = IF sends THEN @ + 1 ELSE @]
               /\ confirmed' = [confirmed EXCEPT ![i] = @ /\ ~changes /\ ~again]
               /\ doubted' = [doubted EXCEPT ![i] = doubts /\ ~last]
               /\ notified' = [notified EXCEPT ![i] =
                                  IF sends /\ Interprets("notify-once") THEN @ \cup {best} ELSE @]
       /\ UNCHANGED member /\ UNCHANGED <<election, run, x, y>>

\* Lines 7 to 12; of Algorithm 2, lines 8 to 15; of 3, 8 to 22; of 4, 8 to 25.  One that
\* does not count is consumed, and tells of a rival all the same.  Where the answers leave
\* nobody a new run begins at once, in Hybrid within the loop too (D9).  Whoever begins an
\* election is never outside.
DeliverResponse ==
    \E m \in Deliverable("Response") :
        LET i == m.to
            R == responders[i] \cup {m.from}
            proposed == candidates[i] \cup m.candidates
            reported == unhealthy[i] \cup m.unhealthy
            remain == proposed \ reported
            leaders == IF Interprets("notify-known") THEN remain \cap list[i] ELSE remain \* D18
            last == Cardinality(R) >= C + 1
            decides == last \/ Streams
            again == decides /\ leaders = {} /\ (last \/ ~Interprets("wait-when-empty"))
            best == IF decides /\ leaders # {} THEN Lowest(leaders) ELSE id[i]
        IN IF ~Counts(m) \/ Yields(i, m.rival)
           THEN /\ Run(i, Fewer(flight, m), << >>, TimersHearing(i, m.rival))
                /\ Hear(i, m.rival)
                /\ UNCHANGED member /\ UNCHANGED <<election, run, x, y>>
           ELSE IF again
           THEN Begin(i, election[i], Fewer(flight, m), NextX(x[i]), NextY(y[i]), proposed, reported)
           ELSE Choose(i, m, R, proposed, reported, best)

----------------------------------------------------------------------------
(* RECVMESSAGE, which is one and the same in all algorithms; the lines are of 3 *)

\* How often a process with these metrics suspects j.
Metric(metrics, j) == IF j \in DOMAIN metrics THEN metrics[j] ELSE 0

\* Line 29: the n unhealthiest that process i with this list and these metrics knows,
\* never itself.  Nobody counts as unhealthy whom nobody suspects, and of equals the
\* higher are taken first (D14).
Unhealthiest(i, known, metrics, n) ==
    LET suspected == {j \in known \ {i} : Metric(metrics, j) > 0 \/ Interprets("zeros-fill")}
        Before(j, k) == IF Interprets("lower-first") THEN j < k ELSE j > k
        Worse(j, k) == \/ Metric(metrics, j) > Metric(metrics, k)
                       \/ Metric(metrics, j) = Metric(metrics, k) /\ Before(j, k)
    IN {j \in suspected : Cardinality({k \in suspected : Worse(k, j)}) < n}

\* The n lowest of a set.
LowestOf(S, n) == {j \in S : Cardinality({k \in S : k < j}) < n}

\* Lines 29 and 30 (20 of Algorithm 1): what process i with this list and these metrics
\* answers.  It counts itself (D1).
Answer(i, known, metrics, xs, ys) ==
    LET exclude == Unhealthiest(i, known, metrics, ys)
        ranked == IF Interprets("omit-self") THEN known \ {i} ELSE known
    IN [candidates |-> LowestOf(ranked \ exclude, xs), unhealthy |-> exclude]

\* Lines 28 to 31.
DeliverQuery ==
    \E m \in Deliverable("Query") :
        LET i == m.to
            e == [number |-> m.election, initiator |-> m.from]
            answer == Answer(i, list[i], suspicions[i], m.x, m.y)
        IN IF Outside(i) THEN Ignore(m)
           ELSE /\ Run(i, Fewer(flight, m),
                       Send([kind |-> "Response", from |-> i, to |-> m.from, run |-> m.run,
                             candidates |-> answer.candidates, unhealthy |-> answer.unhealthy,
                             lost |-> met[i] \ list[i], rival |-> Tells(i, e)]),
                       TimersHearing(i, e))
                /\ Hear(i, e)
                /\ UNCHANGED member /\ UNCHANGED <<election, run, x, y>>

\* One copy for each process of the group, not of the sender's list (line 33).
Announcement(i, t) ==
    Multicast({[kind |-> "Leader", from |-> i, to |-> j, run |-> t.run, seq |-> t.seq, election |-> t.election]
               : j \in Node})

\* Line 33.  Whoever has left does not lead (D18).
DeliverNotify ==
    \E m \in Deliverable("Notify") :
        LET i == m.to
            t == [run |-> m.run, seq |-> m.seq, election |-> m.election]
            e == IF Interprets("query-only") THEN NoElection ELSE m.election
        IN IF Outside(i) /\ ~(HasLeft(i) /\ Interprets("left-obeys")) THEN Ignore(m)
           ELSE /\ Run(i, Fewer(flight, m), Announcement(i, t), TimersHearing(i, e))
                /\ Hear(i, e)
                /\ announced' = IF Remembers /\ Later(t, announced[i])
                                THEN [announced EXCEPT ![i] = t]
                                ELSE announced
                /\ UNCHANGED <<list, met, suspicions, leader, tag, version, election, run, x, y>>

\* The tag of a LEADER, as far as the rule goes by it.
TagOf(m) == [run |-> m.run, seq |-> IF Rule = "tagged" THEN m.seq ELSE 0, election |-> m.election]

\* Line 35 under each rule (D3).  Within a run the rule "run" goes by who is lower, as in
\* Optimistic each that is notified is lower than those before.
Adopts(m) ==
    LET now == tag[m.to]
        new == TagOf(m)
    IN CASE Rule = "last"   -> TRUE
         [] Rule = "lowest" -> leader[m.to] = None \/ m.from < leader[m.to]
         [] Rule = "run"    -> Later(new, now) \/ (new = now /\ m.from < leader[m.to])
         [] Rule = "tagged" -> Later(new, now)

\* It comes from the process that was chosen last in this run, and answers the last
\* NOTIFYLEADER.
IsOfChosen(m) ==
    /\ m.from = id[m.to]
    /\ \/ Interprets("any-leader")
       \/ m.election = Own(m.to) /\ m.run = run[m.to] /\ (m.seq = seq[m.to] \/ Interprets("notify-once"))

\* The wait of line 13 ends with such a LEADER; before the wait it is noted (D8).
IsAwaited(m) == phase[m.to] = "await" /\ IsOfChosen(m)
Confirms(m) == phase[m.to] = "collect" /\ IsOfChosen(m) /\ ~Interprets("await-after-loop")

\* It is of the election that its receiver has yielded to, or of one that goes before.
\* Whoever has yielded awaits no other message, so this holds under every interpretation.
IsOfRival(m) == phase[m.to] = "yielded" /\ ~GoesBefore(rival[m.to], m.election)

\* Its receiver hears only now that its own election was of no use.
IsBeaten(m) ==
    /\ Active(m.to) /\ GoesBefore(m.election, Own(m.to)) /\ ~GoesOn(m.to)
    /\ ~Interprets("nobody-yields") /\ ~Interprets("query-only")

DeliverLeader ==
    \E m \in Deliverable("Leader") :
        LET i == m.to
        IN IF Outside(i) THEN Ignore(m)
           ELSE /\ leader' = IF Adopts(m) THEN [leader EXCEPT ![i] = m.from] ELSE leader
                /\ tag' = IF Adopts(m) /\ Rule \in {"run", "tagged"} THEN [tag EXCEPT ![i] = TagOf(m)] ELSE tag
                /\ IF IsAwaited(m) \/ IsOfRival(m) \/ IsBeaten(m)
                   THEN /\ Run(i, Fewer(flight, m), << >>, {})
                        /\ End(i)
                   ELSE /\ Run(i, Fewer(flight, m), << >>, timers[i])
                        /\ confirmed' = IF Confirms(m) THEN [confirmed EXCEPT ![i] = TRUE] ELSE confirmed
                        /\ UNCHANGED <<phase, rival, responders, candidates, unhealthy, id, seq, doubted, notified>>
                /\ UNCHANGED <<list, met, suspicions, version, announced, election, run, x, y>>

----------------------------------------------------------------------------
(* The membership service.  What happens to a process happens in the order of its Churn,   *)
(* each at any time.                                                                       *)

\* The next thing that happens to process i is this.
Comes(i, does) ==
    /\ i \in alive
    /\ version[i] < Len(Churn[i]) /\ Churn[i][version[i] + 1].does = does
    /\ version' = [version EXCEPT ![i] = @ + 1]

\* Of which process it is said.
Of(i) == Churn[i][version[i] + 1].node

\* A false removal, or the late one of a process that has left.
Forget ==
    \E i \in Node :
        /\ Comes(i, "forgets")
        /\ list' = [list EXCEPT ![i] = @ \ {Of(i)}]
        /\ UNCHANGED net
        /\ UNCHANGED <<met, suspicions, leader, tag, announced, phase, election, rival, run, x, y>>
        /\ UNCHANGED learned

\* A late addition, or a stale entry.
Learn == \E i \in Node : Comes(i, "learns") /\ Add(i, Of(i), flight, << >>)

\* Whoever comes or goes tells the whole group, itself too.
ToAll(i, kind) == Multicast({[kind |-> kind, from |-> i, to |-> j] : j \in Node})

Passes(does, kind) ==
    \E i \in Node :
        /\ Comes(i, does)
        /\ Run(i, flight, ToAll(i, kind), timers[i])
        /\ UNCHANGED <<list, met, suspicions, leader, tag, announced, phase, election, rival, run, x, y>>
        /\ UNCHANGED learned

Join  == Passes("joins", "Joined")
Leave == Passes("leaves", "Left")

\* The LEADER came before its receiver had joined, who would never get one.  Whoever leads,
\* for all it knows, announces itself again, with the same tag (D20); to the whole group,
\* since others may have joined with it.
DeliverJoined ==
    \E m \in Deliverable("Joined") :
        LET i == m.to
            leads == announced[i].run > 0 /\ ~Later(tag[i], announced[i])
        IN IF Outside(i) \/ m.from = i THEN Ignore(m)
           ELSE /\ Add(i, m.from, Fewer(flight, m), IF leads THEN Announcement(i, announced[i]) ELSE << >>)
                /\ UNCHANGED version

DeliverLeft ==
    \E m \in Deliverable("Left") :
        LET i == m.to
        IN IF Outside(i) THEN Ignore(m)
           ELSE /\ list' = [list EXCEPT ![i] = @ \ {m.from}]
                /\ Run(i, Fewer(flight, m), << >>, timers[i])
                /\ UNCHANGED <<met, suspicions, leader, tag, version, announced>>
                /\ UNCHANGED <<phase, election, rival, run, x, y>> /\ UNCHANGED learned

\* The membership service removes a dead process from a list.
Purge ==
    \E i \in alive : \E j \in Node \ alive :
        /\ ~Outside(i)
        /\ j \in list[i]
        /\ list' = [list EXCEPT ![i] = @ \ {j}]
        /\ UNCHANGED net
        /\ UNCHANGED <<met, suspicions, leader, tag, version, announced, phase, election, rival, run, x, y>>
        /\ UNCHANGED learned

----------------------------------------------------------------------------
(* The environment *)

\* A failure detector has come to suspect a process more often.
Suspect ==
    \E r \in Rises :
        /\ r.at \in alive /\ ~Outside(r.at)
        /\ suspicions[r.at][r.of] < r.count
        /\ suspicions' = [suspicions EXCEPT ![r.at][r.of] = r.count]
        /\ UNCHANGED net
        /\ UNCHANGED <<list, met, leader, tag, version, announced, phase, election, rival, run, x, y>>
        /\ UNCHANGED learned

\* Crash-stop: a process that is down has what a new one would have.
Crash(i) ==
    /\ GoDown(i)
    /\ list' = [list EXCEPT ![i] = Lists[i]]
    /\ met' = [met EXCEPT ![i] = MetFirst(i)]
    /\ suspicions' = [suspicions EXCEPT ![i] = Suspicions[i]]
    /\ leader' = [leader EXCEPT ![i] = None]
    /\ tag' = [tag EXCEPT ![i] = NoTag]
    /\ version' = [version EXCEPT ![i] = 0]
    /\ announced' = [announced EXCEPT ![i] = NoTag]
    /\ phase' = [phase EXCEPT ![i] = "idle"]
    /\ election' = [election EXCEPT ![i] = 0]
    /\ rival' = [rival EXCEPT ![i] = NoElection]
    /\ run' = [run EXCEPT ![i] = 0]
    /\ x' = [x EXCEPT ![i] = X]
    /\ y' = [y EXCEPT ![i] = Y]
    /\ Clear(i)

\* Multicast is eventually reliable: no copy of a LEADER is ever dropped, nor of what tells
\* who comes and who goes.
DropQuery    == Drop("Query") /\ UNCHANGED local
DropResponse == Drop("Response") /\ UNCHANGED local
DropNotify   == Drop("Notify") /\ UNCHANGED local

DuplicateQuery    == Duplicate("Query") /\ UNCHANGED local
DuplicateResponse == Duplicate("Response") /\ UNCHANGED local
DuplicateNotify   == Duplicate("Notify") /\ UNCHANGED local
DuplicateLeader   == Duplicate("Leader") /\ UNCHANGED local
DuplicateJoined   == Duplicate("Joined") /\ UNCHANGED local
DuplicateLeft     == Duplicate("Left") /\ UNCHANGED local
=============================================================================

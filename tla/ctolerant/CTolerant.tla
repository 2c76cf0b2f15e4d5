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
(* Not modelled: several initiators, joins, lists that lose a live process.*)
(***************************************************************************)
EXTENDS Net

CONSTANTS
    Protocol,   \* "base", "optimistic", "preferred" or "hybrid"
    C,          \* at most C other lists lack a process
    F,          \* at most F processes fail
    Rule,       \* what is done with a LEADER: "last", "lowest", "run" or "tagged"
    Readings,   \* where the paper is read in another way than the recommended one
    X,          \* how many of the lowest the first run asks for
    Y,          \* how many of the unhealthiest the first run asks for
    Suspicions, \* for each process how often it suspects each at first; << >> where nobody suspects
    Rises,      \* records [at, of, count]: what the failure detector of process at may find
    Initiator,  \* the process that begins the election
    Lists,      \* the initial membership lists
    BreaksC     \* TRUE: the lists may lack a process more often than C says

AllReadings ==
    {"omit-self", "accept-old", "block-below-k", "await-after-loop", "any-leader", "wait-when-empty",
     "keep-answers", "notify-once", "zeros-fill", "lower-first"}

ASSUME
    /\ Protocol \in {"base", "optimistic", "preferred", "hybrid"}
    /\ C \in Nat /\ F \in Nat /\ N >= C + F + 1
    /\ Rule \in {"last", "lowest", "run", "tagged"}
    /\ Readings \subseteq AllReadings
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
    /\ BreaksC \/ \A i \in Node : Cardinality({j \in Node : i \notin Lists[j]}) <= C

VARIABLES
    \* of every process
    list,        \* its membership list
    suspicions,  \* how often it suspects each; << >> where nobody suspects
    leader,      \* whom it follows
    tag,         \* run and seq of the LEADER adopted last, where the rule is "run" or "tagged"
    \* of an initiator: the local variables of INITIATEELECTION
    phase,       \* "idle", "blocked", "collect", "await" or "done"
    run,         \* how many runs it began
    x,           \* how many of the lowest it asks for
    y,           \* how many of the unhealthiest it asks for
    responders,  \* receivedIds, R: whose RESPONSE was counted
    candidates,  \* what they proposed
    unhealthy,   \* excludes: what they reported
    id,          \* the process that was chosen last
    seq,         \* how many NOTIFYLEADERs this run has sent
    confirmed,   \* whether the LEADER of id has come before the loop ended
    notified     \* who was sent NOTIFYLEADER in this run, where "notify-once" is read

member == <<list, suspicions, leader, tag>>
initiation == <<phase, run, x, y, responders, candidates, unhealthy, id, seq, confirmed, notified>>
local == <<list, suspicions, leader, tag,
           phase, run, x, y, responders, candidates, unhealthy, id, seq, confirmed, notified>>
vars == <<alive, flight, timers, disk, list, suspicions, leader, tag,
          phase, run, x, y, responders, candidates, unhealthy, id, seq, confirmed, notified>>

K == C + F + 1

Reads(reading) == reading \in Readings

\* The initiator decides with every RESPONSE, not once at the end of the loop.
Streams == Protocol \in {"optimistic", "hybrid"}

NoTag == [run |-> 0, seq |-> 0]

Init ==
    /\ NetInit
    /\ list = Lists
    /\ suspicions = Suspicions
    /\ leader = [i \in Node |-> None]
    /\ tag = [i \in Node |-> NoTag]
    /\ phase = [i \in Node |-> "idle"]
    /\ run = [i \in Node |-> 0]
    /\ x = [i \in Node |-> X]
    /\ y = [i \in Node |-> Y]
    /\ responders = [i \in Node |-> {}]
    /\ candidates = [i \in Node |-> {}]
    /\ unhealthy = [i \in Node |-> {}]
    /\ id = [i \in Node |-> None]
    /\ seq = [i \in Node |-> 0]
    /\ confirmed = [i \in Node |-> FALSE]
    /\ notified = [i \in Node |-> {}]

----------------------------------------------------------------------------
(* INITIATEELECTION *)

Queries(i, r, xs, ys, T) ==
    {[kind |-> "Query", from |-> i, to |-> j, run |-> r, x |-> xs, y |-> ys] : j \in T}

\* What was learned in a run is gone, but for these answers.
ForgetBut(i, proposed, reported) ==
    /\ responders' = [responders EXCEPT ![i] = {}]
    /\ candidates' = [candidates EXCEPT ![i] = proposed]
    /\ unhealthy' = [unhealthy EXCEPT ![i] = reported]
    /\ id' = [id EXCEPT ![i] = None]
    /\ seq' = [seq EXCEPT ![i] = 0]
    /\ confirmed' = [confirmed EXCEPT ![i] = FALSE]
    /\ notified' = [notified EXCEPT ![i] = {}]

Forget(i) == ForgetBut(i, {}, {})

\* As many must be known as must answer (D7).
Known == IF Reads("block-below-k") THEN K ELSE C + 1

\* Lines 1 to 3, and again line 14; of Algorithms 3 and 4 also lines 16 and 15.  From
\* the network found, a run with these x and y begins: everything is reset and k
\* processes are asked.  Whoever knows too few waits for its list to grow.  What was
\* proposed and reported so far matters only where the answers are kept (D10).
Begin(i, found, xs, ys, proposed, reported) ==
    /\ run' = [run EXCEPT ![i] = @ + 1]
    /\ x' = [x EXCEPT ![i] = xs]
    /\ y' = [y EXCEPT ![i] = ys]
    /\ IF Reads("keep-answers") THEN ForgetBut(i, proposed, reported) ELSE Forget(i)
    /\ IF Cardinality(list[i]) < Known
       THEN /\ phase' = [phase EXCEPT ![i] = "blocked"]
            /\ Run(i, found, << >>, {})
       ELSE /\ phase' = [phase EXCEPT ![i] = "collect"]
            /\ \E T \in Picks(list[i], K) :
                  Run(i, found, SendEach(Queries(i, run[i] + 1, xs, ys, T)), {"Collect"})
    /\ UNCHANGED member

\* With the present x and y, never back to the first.
BeginAsBefore(i) == Begin(i, flight, x[i], y[i], candidates[i], unhealthy[i])

\* Lines 5 and 6: k - #R processes outside R are asked; the timer is set again.
AskAgain(i) ==
    /\ \E T \in Picks(list[i] \ responders[i], K - Cardinality(responders[i])) :
          Run(i, flight, SendEach(Queries(i, run[i], x[i], y[i], T)), timers[i])
    /\ UNCHANGED local

\* The initiator boots the group, or has seen the old leader fail.
Start ==
    /\ Initiator \in alive /\ phase[Initiator] = "idle"
    /\ BeginAsBefore(Initiator)

TimeoutCollect   == Calm  /\ \E i \in Node : Armed(i, "Collect") /\ AskAgain(i)
PrematureCollect == ~Calm /\ \E i \in Node : Armed(i, "Collect") /\ AskAgain(i)
TimeoutAwait     == Calm  /\ \E i \in Node : Armed(i, "Await") /\ BeginAsBefore(i)
PrematureAwait   == ~Calm /\ \E i \in Node : Armed(i, "Await") /\ BeginAsBefore(i)

\* The wait for the LEADER is over.
End(i) ==
    /\ phase' = [phase EXCEPT ![i] = "done"]
    /\ Forget(i)

\* A RESPONSE of an older run, of a process that has answered already, or after the
\* loop, does not count.
Counts(m) ==
    /\ phase[m.to] = "collect"
    /\ m.run = run[m.to] \/ Reads("accept-old")
    /\ m.from \notin responders[m.to]

\* GETNEXTX and GETNEXTY, lines 39 and 40 of Algorithm 3.
NextX(n) == IF n < N THEN n + 1 ELSE N
NextY(n) == IF n > 0 THEN n - 1 ELSE 0

\* Lines 8 to 12 of Algorithm 1, 9 to 15 of 2, 19 to 21 of 3, 19 to 24 of 4.  Process i
\* has these answers, of which m was the last that came, and chooses best, which may be
\* nobody yet.  Where its LEADER came before the loop ended there is nothing to wait for.
Choose(i, m, R, proposed, reported, best) ==
    LET last == Cardinality(R) >= C + 1
        changes == best # id[i]
        sends == changes /\ ~(Reads("notify-once") /\ best \in notified[i])
        notify == [kind |-> "Notify", from |-> i, to |-> best, run |-> run[i], seq |-> seq[i] + 1]
        effects == IF sends THEN Send(notify) ELSE << >>
    IN /\ IF last /\ confirmed[i] /\ ~changes
          THEN /\ Run(i, Fewer(flight, m), effects, timers[i] \ {"Collect"})
               /\ End(i)
          ELSE /\ Run(i, Fewer(flight, m), effects,
                      IF last THEN (timers[i] \ {"Collect"}) \cup {"Await"} ELSE timers[i])
               /\ phase' = [phase EXCEPT ![i] = IF last THEN "await" ELSE @]
               /\ responders' = [responders EXCEPT ![i] = R]
               /\ candidates' = [candidates EXCEPT ![i] = proposed]
               /\ unhealthy' = [unhealthy EXCEPT ![i] = reported]
               /\ id' = [id EXCEPT ![i] = best]
               /\ seq' = [seq EXCEPT ![i] = IF sends THEN @ + 1 ELSE @]
               /\ confirmed' = [confirmed EXCEPT ![i] = @ /\ ~changes]
               /\ notified' = [notified EXCEPT ![i] =
                                  IF sends /\ Reads("notify-once") THEN @ \cup {best} ELSE @]
       /\ UNCHANGED <<list, suspicions, leader, tag, run, x, y>>

\* Lines 7 to 12; of Algorithm 2, lines 8 to 15; of 3, 8 to 22; of 4, 8 to 25.  One that
\* does not count is consumed and changes nothing.  Where the answers leave nobody a new
\* run begins at once, in Hybrid within the loop too (D9).
DeliverResponse ==
    \E m \in Deliverable("Response") :
        LET i == m.to
            R == responders[i] \cup {m.from}
            proposed == candidates[i] \cup m.candidates
            reported == unhealthy[i] \cup m.unhealthy
            leaders == proposed \ reported
            last == Cardinality(R) >= C + 1
            decides == last \/ Streams
            again == decides /\ leaders = {} /\ (last \/ ~Reads("wait-when-empty"))
            best == IF decides /\ leaders # {} THEN Lowest(leaders) ELSE id[i]
        IN CASE ~Counts(m) -> Run(i, Fewer(flight, m), << >>, timers[i]) /\ UNCHANGED local
             [] Counts(m) /\ again ->
                   Begin(i, Fewer(flight, m), NextX(x[i]), NextY(y[i]), proposed, reported)
             [] OTHER -> Choose(i, m, R, proposed, reported, best)

----------------------------------------------------------------------------
(* RECVMESSAGE, which is one and the same in all algorithms; the lines are of 3 *)

\* How often a process with these metrics suspects j.
Metric(metrics, j) == IF j \in DOMAIN metrics THEN metrics[j] ELSE 0

\* Line 29: the n unhealthiest that process i with this list and these metrics knows,
\* never itself.  Nobody counts as unhealthy whom nobody suspects, and of equals the
\* higher are taken first (D14).
Unhealthiest(i, known, metrics, n) ==
    LET suspected == {j \in known \ {i} : Metric(metrics, j) > 0 \/ Reads("zeros-fill")}
        Before(j, k) == IF Reads("lower-first") THEN j < k ELSE j > k
        Worse(j, k) == \/ Metric(metrics, j) > Metric(metrics, k)
                       \/ Metric(metrics, j) = Metric(metrics, k) /\ Before(j, k)
    IN {j \in suspected : Cardinality({k \in suspected : Worse(k, j)}) < n}

\* The n lowest of a set.
LowestOf(S, n) == {j \in S : Cardinality({k \in S : k < j}) < n}

\* Lines 29 and 30 (20 of Algorithm 1): what process i with this list and these metrics
\* answers.  It counts itself (D1).
Answer(i, known, metrics, xs, ys) ==
    LET exclude == Unhealthiest(i, known, metrics, ys)
        ranked == IF Reads("omit-self") THEN known \ {i} ELSE known
    IN [candidates |-> LowestOf(ranked \ exclude, xs), unhealthy |-> exclude]

\* Lines 28 to 31.
DeliverQuery ==
    \E m \in Deliverable("Query") :
        LET i == m.to
            answer == Answer(i, list[i], suspicions[i], m.x, m.y)
        IN /\ Run(i, Fewer(flight, m),
                  Send([kind |-> "Response", from |-> i, to |-> m.from, run |-> m.run,
                        candidates |-> answer.candidates, unhealthy |-> answer.unhealthy]),
                  timers[i])
           /\ UNCHANGED local

\* Line 33: one copy for each process of the group, not of the sender's list.
DeliverNotify ==
    \E m \in Deliverable("Notify") :
        /\ Run(m.to, Fewer(flight, m),
               Multicast({[kind |-> "Leader", from |-> m.to, to |-> j, run |-> m.run, seq |-> m.seq] : j \in Node}),
               timers[m.to])
        /\ UNCHANGED local

\* The tag of a LEADER, as far as the rule goes by it.
TagOf(m) == [run |-> m.run, seq |-> IF Rule = "tagged" THEN m.seq ELSE 0]

\* Line 35 under each rule (D3).  Within a run the rule "run" goes by who is lower, as in
\* Optimistic each that is notified is lower than those before.
Adopts(m) ==
    LET now == tag[m.to]
    IN CASE Rule = "last"   -> TRUE
         [] Rule = "lowest" -> leader[m.to] = None \/ m.from < leader[m.to]
         [] Rule = "run"    -> m.run > now.run \/ (m.run = now.run /\ m.from < leader[m.to])
         [] Rule = "tagged" -> m.run > now.run \/ (m.run = now.run /\ m.seq > now.seq)

\* It comes from the process that was chosen last in this run, and answers the last
\* NOTIFYLEADER.
IsOfChosen(m) ==
    /\ m.from = id[m.to]
    /\ \/ Reads("any-leader")
       \/ m.run = run[m.to] /\ (m.seq = seq[m.to] \/ Reads("notify-once"))

\* The wait of line 13 ends with such a LEADER; before the wait it is noted (D8).
IsAwaited(m) == phase[m.to] = "await" /\ IsOfChosen(m)
Confirms(m) == phase[m.to] = "collect" /\ IsOfChosen(m) /\ ~Reads("await-after-loop")

DeliverLeader ==
    \E m \in Deliverable("Leader") :
        LET i == m.to
        IN /\ leader' = IF Adopts(m) THEN [leader EXCEPT ![i] = m.from] ELSE leader
           /\ tag' = IF Adopts(m) /\ Rule \in {"run", "tagged"} THEN [tag EXCEPT ![i] = TagOf(m)] ELSE tag
           /\ IF IsAwaited(m)
              THEN /\ Run(i, Fewer(flight, m), << >>, timers[i] \ {"Await"})
                   /\ End(i)
              ELSE /\ Run(i, Fewer(flight, m), << >>, timers[i])
                   /\ confirmed' = IF Confirms(m) THEN [confirmed EXCEPT ![i] = TRUE] ELSE confirmed
                   /\ UNCHANGED <<phase, responders, candidates, unhealthy, id, seq, notified>>
           /\ UNCHANGED <<list, suspicions, run, x, y>>

----------------------------------------------------------------------------
(* The environment *)

\* The membership service removes a dead process from a list.
Purge ==
    \E i \in alive : \E j \in Node \ alive :
        /\ j \in list[i]
        /\ list' = [list EXCEPT ![i] = @ \ {j}]
        /\ UNCHANGED net
        /\ UNCHANGED <<suspicions, leader, tag>> /\ UNCHANGED initiation

\* A failure detector has come to suspect a process more often.
Suspect ==
    \E r \in Rises :
        /\ r.at \in alive
        /\ suspicions[r.at][r.of] < r.count
        /\ suspicions' = [suspicions EXCEPT ![r.at][r.of] = r.count]
        /\ UNCHANGED net
        /\ UNCHANGED <<list, leader, tag>> /\ UNCHANGED initiation

\* Crash-stop: a process that is down has what a new one would have.
Crash(i) ==
    /\ GoDown(i)
    /\ list' = [list EXCEPT ![i] = Lists[i]]
    /\ suspicions' = [suspicions EXCEPT ![i] = Suspicions[i]]
    /\ leader' = [leader EXCEPT ![i] = None]
    /\ tag' = [tag EXCEPT ![i] = NoTag]
    /\ phase' = [phase EXCEPT ![i] = "idle"]
    /\ run' = [run EXCEPT ![i] = 0]
    /\ x' = [x EXCEPT ![i] = X]
    /\ y' = [y EXCEPT ![i] = Y]
    /\ Forget(i)

\* Multicast is eventually reliable: no copy of a LEADER is ever dropped.
DropQuery    == Drop("Query") /\ UNCHANGED local
DropResponse == Drop("Response") /\ UNCHANGED local
DropNotify   == Drop("Notify") /\ UNCHANGED local

DuplicateQuery    == Duplicate("Query") /\ UNCHANGED local
DuplicateResponse == Duplicate("Response") /\ UNCHANGED local
DuplicateNotify   == Duplicate("Notify") /\ UNCHANGED local
DuplicateLeader   == Duplicate("Leader") /\ UNCHANGED local
=============================================================================

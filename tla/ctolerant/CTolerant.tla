----------------------------- MODULE CTolerant -----------------------------
(***************************************************************************)
(* The c-tolerant leader elections of Wang and Gupta, "Churn-Tolerant      *)
(* Leader Election Protocols" (ICDCS 2023).  Today: Base, their Algorithm  *)
(* 1; its lines are named beside the actions.                              *)
(*                                                                         *)
(* The four protocols have one kernel: an initiator asks k = c+f+1         *)
(* processes for candidates, unites the answers of c+1 of them, decides,   *)
(* and awaits the LEADER of the process that it chose.  Base asks for the  *)
(* one lowest process (X = 1) and decides when the loop ends.              *)
(*                                                                         *)
(* Not modelled: several initiators, joins, lists that lose a live process,*)
(* suspicion counts (X and Y of Preferred), streaming (Optimistic).        *)
(***************************************************************************)
EXTENDS Net

CONSTANTS
    C,          \* at most C other lists lack a process
    F,          \* at most F processes fail
    Rule,       \* what is done with a LEADER: "last", "lowest" or "tagged"
    Initiator,  \* the process that begins the election
    Lists,      \* the initial membership lists
    BreaksC     \* TRUE: the lists may lack a process more often than C says

ASSUME
    /\ C \in Nat /\ F \in Nat /\ N >= C + F + 1
    /\ Rule \in {"last", "lowest", "tagged"}
    /\ Initiator \in Node
    /\ Lists \in [Node -> SUBSET Node]
    /\ \A i \in Node : i \in Lists[i]
    /\ BreaksC \in BOOLEAN
    /\ BreaksC \/ \A i \in Node : Cardinality({j \in Node : i \notin Lists[j]}) <= C

VARIABLES
    \* of every process
    list,        \* its membership list
    leader,      \* whom it follows
    tag,         \* the run whose LEADER it adopted last, where the rule is "tagged"
    \* of an initiator: the local variables of INITIATEELECTION
    phase,       \* "idle", "blocked", "collect", "await" or "done"
    run,         \* how many runs it began
    responders,  \* receivedIds, R: whose RESPONSE was counted
    candidates,  \* what they proposed
    id           \* the process that was sent NOTIFYLEADER

member == <<list, leader, tag>>
initiation == <<phase, run, responders, candidates, id>>
local == <<list, leader, tag, phase, run, responders, candidates, id>>
vars == <<alive, flight, timers, disk, list, leader, tag, phase, run, responders, candidates, id>>

K == C + F + 1
X == 1

Init ==
    /\ NetInit
    /\ list = Lists
    /\ leader = [i \in Node |-> None]
    /\ tag = [i \in Node |-> 0]
    /\ phase = [i \in Node |-> "idle"]
    /\ run = [i \in Node |-> 0]
    /\ responders = [i \in Node |-> {}]
    /\ candidates = [i \in Node |-> {}]
    /\ id = [i \in Node |-> None]

----------------------------------------------------------------------------
(* INITIATEELECTION *)

Queries(i, r, T) == {[kind |-> "Query", from |-> i, to |-> j, run |-> r] : j \in T}

\* Lines 1 to 3, and again line 14: everything is reset and k processes are
\* asked.  Whoever knows fewer than c+1 waits for its list to grow.
Begin(i) ==
    LET armed == timers[i] \ {"Await"}
    IN /\ run' = [run EXCEPT ![i] = @ + 1]
       /\ responders' = [responders EXCEPT ![i] = {}]
       /\ candidates' = [candidates EXCEPT ![i] = {}]
       /\ id' = [id EXCEPT ![i] = None]
       /\ IF Cardinality(list[i]) < C + 1
          THEN /\ phase' = [phase EXCEPT ![i] = "blocked"]
               /\ Run(i, flight, << >>, armed)
          ELSE /\ phase' = [phase EXCEPT ![i] = "collect"]
               /\ \E T \in Picks(list[i], K) :
                     Run(i, flight, SendEach(Queries(i, run[i] + 1, T)), armed \cup {"Collect"})
       /\ UNCHANGED member

\* Lines 5 and 6: k - #R processes outside R are asked; the timer is set again.
AskAgain(i) ==
    /\ \E T \in Picks(list[i] \ responders[i], K - Cardinality(responders[i])) :
          Run(i, flight, SendEach(Queries(i, run[i], T)), timers[i])
    /\ UNCHANGED local

\* The initiator boots the group, or has seen the old leader fail.
Start ==
    /\ Initiator \in alive /\ phase[Initiator] = "idle"
    /\ Begin(Initiator)

TimeoutCollect   == Calm  /\ \E i \in Node : Armed(i, "Collect") /\ AskAgain(i)
PrematureCollect == ~Calm /\ \E i \in Node : Armed(i, "Collect") /\ AskAgain(i)
TimeoutAwait     == Calm  /\ \E i \in Node : Armed(i, "Await") /\ Begin(i)
PrematureAwait   == ~Calm /\ \E i \in Node : Armed(i, "Await") /\ Begin(i)

\* Lines 7 to 12.  A RESPONSE of an older run, of a process that has answered
\* already, or after the loop, is consumed and changes nothing.
DeliverResponse ==
    \E m \in Deliverable("Response") :
        LET i == m.to
            R == responders[i] \cup {m.from}
            proposed == candidates[i] \cup m.candidates
            chosen == Lowest(proposed)
            notify == [kind |-> "Notify", from |-> i, to |-> chosen, run |-> run[i]]
        IN IF phase[i] # "collect" \/ m.run # run[i] \/ m.from \in responders[i]
           THEN Run(i, Fewer(flight, m), << >>, timers[i]) /\ UNCHANGED local
           ELSE /\ responders' = [responders EXCEPT ![i] = R]
                /\ candidates' = [candidates EXCEPT ![i] = proposed]
                /\ IF Cardinality(R) < C + 1
                   THEN /\ Run(i, Fewer(flight, m), << >>, timers[i])
                        /\ UNCHANGED <<phase, id>>
                   ELSE /\ Run(i, Fewer(flight, m), Send(notify), (timers[i] \ {"Collect"}) \cup {"Await"})
                        /\ phase' = [phase EXCEPT ![i] = "await"]
                        /\ id' = [id EXCEPT ![i] = chosen]
                /\ UNCHANGED <<list, leader, tag, run>>

----------------------------------------------------------------------------
(* RECVMESSAGE *)

\* The X lowest of a set.
LowestX(S) == {i \in S : Cardinality({j \in S : j < i}) < X}

\* Line 20.
DeliverQuery ==
    \E m \in Deliverable("Query") :
        /\ Run(m.to, Fewer(flight, m),
               Send([kind |-> "Response", from |-> m.to, to |-> m.from, run |-> m.run,
                     candidates |-> LowestX(list[m.to])]),
               timers[m.to])
        /\ UNCHANGED local

\* Line 22: one copy for each process of the group, not of the sender's list.
DeliverNotify ==
    \E m \in Deliverable("Notify") :
        /\ Run(m.to, Fewer(flight, m),
               Multicast({[kind |-> "Leader", from |-> m.to, to |-> j, run |-> m.run] : j \in Node}),
               timers[m.to])
        /\ UNCHANGED local

\* Line 24 under each rule.
Adopts(m) ==
    \/ Rule = "last"
    \/ Rule = "lowest" /\ (leader[m.to] = None \/ m.from < leader[m.to])
    \/ Rule = "tagged" /\ m.run > tag[m.to]

\* The wait of line 13 ends with the LEADER of the notified process in this run.
IsAwaited(m) == phase[m.to] = "await" /\ m.from = id[m.to] /\ m.run = run[m.to]

DeliverLeader ==
    \E m \in Deliverable("Leader") :
        LET i == m.to
        IN /\ leader' = IF Adopts(m) THEN [leader EXCEPT ![i] = m.from] ELSE leader
           /\ tag' = IF Adopts(m) /\ Rule = "tagged" THEN [tag EXCEPT ![i] = m.run] ELSE tag
           /\ IF IsAwaited(m)
              THEN /\ Run(i, Fewer(flight, m), << >>, timers[i] \ {"Await"})
                   /\ phase' = [phase EXCEPT ![i] = "done"]
                   /\ responders' = [responders EXCEPT ![i] = {}]
                   /\ candidates' = [candidates EXCEPT ![i] = {}]
                   /\ id' = [id EXCEPT ![i] = None]
              ELSE /\ Run(i, Fewer(flight, m), << >>, timers[i])
                   /\ UNCHANGED <<phase, responders, candidates, id>>
           /\ UNCHANGED <<list, run>>

----------------------------------------------------------------------------
(* The environment *)

\* The membership service removes a dead process from a list.
Purge ==
    \E i \in alive : \E j \in Node \ alive :
        /\ j \in list[i]
        /\ list' = [list EXCEPT ![i] = @ \ {j}]
        /\ UNCHANGED net
        /\ UNCHANGED <<leader, tag>> /\ UNCHANGED initiation

\* Crash-stop: a process that is down has what a new one would have.
Crash(i) ==
    /\ GoDown(i)
    /\ list' = [list EXCEPT ![i] = Lists[i]]
    /\ leader' = [leader EXCEPT ![i] = None]
    /\ tag' = [tag EXCEPT ![i] = 0]
    /\ phase' = [phase EXCEPT ![i] = "idle"]
    /\ run' = [run EXCEPT ![i] = 0]
    /\ responders' = [responders EXCEPT ![i] = {}]
    /\ candidates' = [candidates EXCEPT ![i] = {}]
    /\ id' = [id EXCEPT ![i] = None]

\* Multicast is eventually reliable: no copy of a LEADER is ever dropped.
DropQuery    == Drop("Query") /\ UNCHANGED local
DropResponse == Drop("Response") /\ UNCHANGED local
DropNotify   == Drop("Notify") /\ UNCHANGED local

DuplicateQuery    == Duplicate("Query") /\ UNCHANGED local
DuplicateResponse == Duplicate("Response") /\ UNCHANGED local
DuplicateNotify   == Duplicate("Notify") /\ UNCHANGED local
DuplicateLeader   == Duplicate("Leader") /\ UNCHANGED local
=============================================================================

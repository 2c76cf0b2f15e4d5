----------------------------- MODULE CTolerant -----------------------------
(***************************************************************************)
(* The c-tolerant leader elections of Wang and Gupta, "Churn-Tolerant      *)
(* Leader Election Protocols" (ICDCS 2023).  Today: Base and Optimistic,   *)
(* their Algorithms 1 and 2; the lines named beside the actions are those  *)
(* of Algorithm 1 where nothing else is said.                              *)
(*                                                                         *)
(* The four protocols have one kernel: an initiator asks k = c+f+1         *)
(* processes for candidates, unites the answers of c+1 of them, decides,   *)
(* and awaits the LEADER of the process that it chose.  Base asks for the  *)
(* one lowest process (X = 1) and decides when the loop ends.  Optimistic  *)
(* streams: it decides anew with every answer.                             *)
(*                                                                         *)
(* Not modelled: several initiators, joins, lists that lose a live process,*)
(* suspicion counts (X and Y of Preferred).                                *)
(***************************************************************************)
EXTENDS Net

CONSTANTS
    Protocol,   \* "base" or "optimistic"
    C,          \* at most C other lists lack a process
    F,          \* at most F processes fail
    Rule,       \* what is done with a LEADER: "last", "lowest" or "tagged"
    Initiator,  \* the process that begins the election
    Lists,      \* the initial membership lists
    BreaksC     \* TRUE: the lists may lack a process more often than C says

ASSUME
    /\ Protocol \in {"base", "optimistic"}
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
    id,          \* the process that was sent NOTIFYLEADER last
    confirmed    \* whether its LEADER has come before the loop ended

member == <<list, leader, tag>>
initiation == <<phase, run, responders, candidates, id, confirmed>>
local == <<list, leader, tag, phase, run, responders, candidates, id, confirmed>>
vars == <<alive, flight, timers, disk,
          list, leader, tag, phase, run, responders, candidates, id, confirmed>>

K == C + F + 1
X == 1

\* The initiator decides with every RESPONSE, not once at the end of the loop.
Streams == Protocol = "optimistic"

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
    /\ confirmed = [i \in Node |-> FALSE]

----------------------------------------------------------------------------
(* INITIATEELECTION *)

Queries(i, r, T) == {[kind |-> "Query", from |-> i, to |-> j, run |-> r] : j \in T}

\* What was learned in a run is gone.
Forget(i) ==
    /\ responders' = [responders EXCEPT ![i] = {}]
    /\ candidates' = [candidates EXCEPT ![i] = {}]
    /\ id' = [id EXCEPT ![i] = None]
    /\ confirmed' = [confirmed EXCEPT ![i] = FALSE]

\* Lines 1 to 3, and again line 14: everything is reset and k processes are
\* asked.  Whoever knows fewer than c+1 waits for its list to grow.
Begin(i) ==
    LET armed == timers[i] \ {"Await"}
    IN /\ run' = [run EXCEPT ![i] = @ + 1]
       /\ Forget(i)
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

\* The wait for the LEADER is over.
End(i) ==
    /\ phase' = [phase EXCEPT ![i] = "done"]
    /\ Forget(i)

\* Lines 7 to 12; of Algorithm 2, lines 8 to 15.  A RESPONSE of an older run, of a
\* process that has answered already, or after the loop, is consumed and changes
\* nothing.  Where the LEADER of the chosen process came before the loop ended, there
\* is nothing to wait for.
DeliverResponse ==
    \E m \in Deliverable("Response") :
        LET i == m.to
            R == responders[i] \cup {m.from}
            proposed == candidates[i] \cup m.candidates
            chosen == Lowest(proposed)
            enough == Cardinality(R) >= C + 1
            notifies == IF Streams THEN id[i] = None \/ chosen < id[i] ELSE enough
            notify == [kind |-> "Notify", from |-> i, to |-> chosen, run |-> run[i]]
            effects == IF notifies THEN Send(notify) ELSE << >>
        IN IF phase[i] # "collect" \/ m.run # run[i] \/ m.from \in responders[i]
           THEN Run(i, Fewer(flight, m), << >>, timers[i]) /\ UNCHANGED local
           ELSE /\ IF enough /\ ~notifies /\ confirmed[i]
                   THEN /\ Run(i, Fewer(flight, m), effects, timers[i] \ {"Collect"})
                        /\ End(i)
                   ELSE /\ responders' = [responders EXCEPT ![i] = R]
                        /\ candidates' = [candidates EXCEPT ![i] = proposed]
                        /\ id' = IF notifies THEN [id EXCEPT ![i] = chosen] ELSE id
                        /\ confirmed' = IF notifies THEN [confirmed EXCEPT ![i] = FALSE] ELSE confirmed
                        /\ IF ~enough
                           THEN /\ Run(i, Fewer(flight, m), effects, timers[i])
                                /\ UNCHANGED phase
                           ELSE /\ Run(i, Fewer(flight, m), effects,
                                       (timers[i] \ {"Collect"}) \cup {"Await"})
                                /\ phase' = [phase EXCEPT ![i] = "await"]
                /\ UNCHANGED <<list, leader, tag, run>>

----------------------------------------------------------------------------
(* RECVMESSAGE, which is one and the same in both algorithms *)

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

\* Line 24 under each rule.  A run of Optimistic may notify several processes, each
\* lower than those before: between LEADERs of one run the lower wins.
Adopts(m) ==
    \/ Rule = "last"
    \/ Rule = "lowest" /\ (leader[m.to] = None \/ m.from < leader[m.to])
    \/ Rule = "tagged" /\ m.run > tag[m.to]
    \/ Rule = "tagged" /\ m.run = tag[m.to] /\ m.from < leader[m.to]

\* It comes from the process that was notified last in this run.
IsOfChosen(m) == m.from = id[m.to] /\ m.run = run[m.to]

\* The wait of line 13 ends with such a LEADER; before the wait it is noted.
IsAwaited(m) == phase[m.to] = "await" /\ IsOfChosen(m)
Confirms(m) == Streams /\ phase[m.to] = "collect" /\ IsOfChosen(m)

DeliverLeader ==
    \E m \in Deliverable("Leader") :
        LET i == m.to
        IN /\ leader' = IF Adopts(m) THEN [leader EXCEPT ![i] = m.from] ELSE leader
           /\ tag' = IF Adopts(m) /\ Rule = "tagged" THEN [tag EXCEPT ![i] = m.run] ELSE tag
           /\ IF IsAwaited(m)
              THEN /\ Run(i, Fewer(flight, m), << >>, timers[i] \ {"Await"})
                   /\ End(i)
              ELSE /\ Run(i, Fewer(flight, m), << >>, timers[i])
                   /\ confirmed' = IF Confirms(m) THEN [confirmed EXCEPT ![i] = TRUE] ELSE confirmed
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

---------------------------- MODULE MCHeartbeat -----------------------------
(***************************************************************************)
(* The heartbeat protocol within a budget, what must hold of it, and what  *)
(* must come true of it at last.  No line of the budget counts a tick.     *)
(***************************************************************************)
EXTENDS Heartbeat, Fairness, Budget

mcvars == <<vars, spent>>

MCInit == Init /\ Unspent

MCBoot              == Free /\ Boot
MCRecover           == Free /\ Recover
MCTickBeat          == Free /\ TickBeat
MCDeliverAsk        == Free /\ DeliverAsk
MCDeliverAnswer     == Free /\ DeliverAnswer
MCDeliverHere       == Free /\ DeliverHere
MCTimeoutWait       == Free /\ TimeoutWait
MCLoseAsk           == Free /\ LoseAsk
MCLoseAnswer        == Free /\ LoseAnswer
MCLoseHere          == Free /\ LoseHere
MCPrematureWait     == Spend({"premature"}) /\ PrematureWait
MCCrash             == Spend({"crash"}) /\ \E i \in MayCrash : Crash(i)
MCDropAsk           == Spend({"loss"}) /\ DropAsk
MCDropAnswer        == Spend({"loss"}) /\ DropAnswer
MCDuplicateAsk      == Spend({"duplicate"}) /\ DuplicateAsk
MCDuplicateAnswer   == Spend({"duplicate"}) /\ DuplicateAnswer
MCDuplicateHere     == Spend({"duplicate"}) /\ DuplicateHere
MCCrashInRecover    == Spend({"crashIn"}) /\ CrashInRecover(MayCrash)
MCCrashInTickBeat   == Spend({"crashIn"}) /\ CrashInTickBeat(MayCrash)
MCCrashInDeliverAsk == Spend({"crashIn"}) /\ CrashInDeliverAsk(MayCrash)

MCNext ==
    \/ MCBoot \/ MCRecover \/ MCTickBeat
    \/ MCDeliverAsk \/ MCDeliverAnswer \/ MCDeliverHere \/ MCTimeoutWait \/ MCPrematureWait
    \/ MCLoseAsk \/ MCLoseAnswer \/ MCLoseHere
    \/ MCCrash \/ MCDropAsk \/ MCDropAnswer \/ MCDuplicateAsk \/ MCDuplicateAnswer \/ MCDuplicateHere
    \/ MCCrashInRecover \/ MCCrashInTickBeat \/ MCCrashInDeliverAsk

MCSpec == MCInit /\ [][MCNext]_mcvars

\* Fair is what a detector does, what each of the others hears from it, and what it hears from
\* them.  Nobody boots or tells so often that it could starve another.
MCFairSpec ==
    /\ MCSpec /\ WF_mcvars(MCBoot) /\ WF_mcvars(MCDeliverHere)
    /\ \A i \in Detectors :
        /\ WF_mcvars(Free /\ BeatAt(i))
        /\ \A j \in Node \ {i} :
            /\ WF_mcvars(Free /\ TimeoutOf(i, j))
            /\ WF_mcvars(Free /\ Delivery("Ask", i, j, Answers))
            /\ WF_mcvars(Free /\ Delivery("Answer", j, i, Hears))

----------------------------------------------------------------------------
TypeOK ==
    /\ unbooted \subseteq alive /\ alive \subseteq Node
    /\ \A m \in DOMAIN flight :
        /\ \/ m \in [kind : {"Ask", "Answer"}, from : Node, to : Node, nonce : 0..(Nonces - 1)]
           \/ m \in [kind : {"Here"}, from : Node, to : Node]
        /\ flight[m] \in Nat \ {0}
    /\ timers \in [Node -> SUBSET ({"Beat"} \cup {Wait[j] : j \in Node})]
    /\ nonce \in [Node -> 0..(Nonces - 1)]
    /\ asked \in [Node -> SUBSET Node]
    /\ suspects \in [Node -> SUBSET Node]

\* A process waits for whom it has asked.
WaitsForAsked == \A i, j \in Node : Wait[j] \in timers[i] <=> j \in asked[i]

NobodyDoubtsItself == \A i \in Node : i \notin asked[i] \cup suspects[i]

\* Reachability witnesses: must fail, or nobody was ever suspected, or trusted again.
NeverSuspects == \A i \in Node : suspects[i] = {}
NeverSuspectsTheLiving == \A i \in alive : suspects[i] \cap alive = {}

\* Nothing is left but what each beat begins.
Rests == Resting({"Ask", "Answer"}, {"Beat"} \cup {Wait[j] : j \in Node})

\* Who tells that it is up again is trusted as soon as everybody has been told; where nothing is
\* lost and no timeout premature.
TrustsTheLiving == Rests => NeverSuspectsTheLiving

\* Reachability witness of that: somebody is suspected and nobody has anything to tell.
NeverRestsSuspecting == Rests => NeverSuspects

\* Detectors are complete and accurate: they suspect those who are down, and nobody else.
Right == \A i \in Detectors \cap alive : suspects[i] = Node \ alive

RightAtLast == <>[]Right
=============================================================================

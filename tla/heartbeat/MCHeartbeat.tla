---------------------------- MODULE MCHeartbeat -----------------------------
(***************************************************************************)
(* The heartbeat protocol within a budget.  No line of it counts a tick.   *)
(***************************************************************************)
EXTENDS HeartbeatProperties, Fairness, Budget

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
TypeOK == LocalTypeOK /\ \A m \in DOMAIN flight : m \in Messages /\ flight[m] \in Nat \ {0}
=============================================================================

-------------------------- MODULE MCTimedHeartbeat --------------------------
(***************************************************************************)
(* The heartbeat protocol in discrete time within a budget, and how long   *)
(* detection takes.                                                        *)
(***************************************************************************)
EXTENDS TimedHeartbeat, Fairness, Budget

VARIABLE missed    \* for each process, the ticks since it booted or recovered and each other
                   \* process went down, whichever was last, up to Detection

mcvars == <<timedVars, spent, missed>>

\* The most ticks after which a process that is down is suspected: it crashes as soon as it has
\* received an Ask, the next beat is late, and so is the end of waiting for the next Answer.  A
\* process that says that it is there may crash then; its Here ends a round that begins before it
\* arrives.
Detection == Period + Patience + 2 * Late + IF Learns = "when told" THEN Delay ELSE 0

MCInit == TimedHeartbeatInit /\ Unspent /\ missed = [i \in Node |-> [j \in Node |-> 0]]

\* A step in which no tick passes, and the processes that start in it.
Misses(starting) ==
    missed' = [i \in Node |-> [j \in Node |->
                  IF i \notin alive' \ starting \/ j \in alive' THEN 0 ELSE missed[i][j]]]

Step == Free /\ Misses({})
Fault(lines) == Spend(lines) /\ Misses({})

MCBoot              == TimedBoot /\ Free /\ Misses(unbooted \ unbooted')
MCRecover           == TimedRecover /\ Free /\ Misses(alive' \ alive)
MCTickBeat          == TimedTickBeat /\ Step
MCDeliverAsk        == TimedDeliverAsk /\ Step
MCDeliverAnswer     == TimedDeliverAnswer /\ Step
MCDeliverHere       == TimedDeliverHere /\ Step
MCTimeoutWait       == TimedTimeoutWait /\ Step
MCLoseAsk           == TimedLoseOf("Ask") /\ Step
MCLoseAnswer        == TimedLoseOf("Answer") /\ Step
MCLoseHere          == TimedLoseOf("Here") /\ Step
MCCrash             == (\E i \in MayCrash : TimedCrash(i)) /\ Fault({"crash"})
MCDropAsk           == TimedDropOf("Ask") /\ Fault({"loss"})
MCDropAnswer        == TimedDropOf("Answer") /\ Fault({"loss"})
MCDuplicateAsk      == TimedDuplicateOf("Ask") /\ Fault({"duplicate"})
MCDuplicateAnswer   == TimedDuplicateOf("Answer") /\ Fault({"duplicate"})
MCDuplicateHere     == TimedDuplicateOf("Here") /\ Fault({"duplicate"})
MCCrashInRecover    == TimedCrashInRecover(MayCrash) /\ Fault({"crashIn"})
MCCrashInTickBeat   == TimedCrashInTickBeat(MayCrash) /\ Fault({"crashIn"})
MCCrashInDeliverAsk == TimedCrashInDeliverAsk(MayCrash) /\ Fault({"crashIn"})

MCAdvance ==
    /\ Advance /\ Free
    /\ missed' = [i \in Node |-> [j \in Node |->
                     IF i \notin alive \/ j \in alive \/ missed[i][j] = Detection THEN missed[i][j]
                     ELSE missed[i][j] + 1]]

MCNext ==
    \/ MCBoot \/ MCRecover \/ MCTickBeat
    \/ MCDeliverAsk \/ MCDeliverAnswer \/ MCDeliverHere \/ MCTimeoutWait \/ MCAdvance
    \/ MCLoseAsk \/ MCLoseAnswer \/ MCLoseHere
    \/ MCCrash \/ MCDropAsk \/ MCDropAnswer \/ MCDuplicateAsk \/ MCDuplicateAnswer \/ MCDuplicateHere
    \/ MCCrashInRecover \/ MCCrashInTickBeat \/ MCCrashInDeliverAsk

MCSpec == MCInit /\ [][MCNext]_mcvars

\* Fair is what is fair without time, and that time goes on.  What is urgent disables Advance again
\* and again.
MCFairSpec ==
    /\ MCSpec /\ WF_mcvars(MCBoot) /\ WF_mcvars(MCDeliverHere) /\ SF_mcvars(MCAdvance)
    /\ \A i \in Detectors :
        /\ WF_mcvars(TimedBeatAt(i) /\ Step)
        /\ \A j \in Node \ {i} :
            /\ WF_mcvars(TimedTimeoutOf(i, j) /\ Step)
            /\ WF_mcvars(Delivery("Ask", i, j, TimedAnswers) /\ Step)
            /\ WF_mcvars(Delivery("Answer", j, i, TimedHears) /\ Step)

----------------------------------------------------------------------------
TypeOK == TimedTypeOK /\ missed \in [Node -> [Node -> 0..Detection]]

\* A detector has missed a process for all of the time, and does not suspect it.
Overdue == \E i \in Detectors \ unbooted : \E j \in Node : missed[i][j] = Detection /\ j \notin suspects[i]

DetectsInTime == [][MCAdvance => ~Overdue]_mcvars

\* Reachability witness of that: detection takes all of the time.
NeverTakesThatLong == ~Overdue
=============================================================================

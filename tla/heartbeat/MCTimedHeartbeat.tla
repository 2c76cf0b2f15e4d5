-------------------------- MODULE MCTimedHeartbeat --------------------------
(***************************************************************************)
(* The heartbeat protocol in discrete time within a budget, and how long   *)
(* detection takes.                                                        *)
(***************************************************************************)
EXTENDS TimedHeartbeat, Fairness, Budget

\* For each process, and each other process that is down: the ticks in which the first has been
\* up and the other has been down, up to Detection + 1.  It counts anew when the first boots or
\* recovers.
VARIABLE missed

mcvars == <<timedVars, spent, missed>>

\* The most ticks after which a process that is down is suspected, if delays are bounded and an
\* exchange takes less than Patience.  The process crashes as soon as it has received an Ask, the
\* next beat is late, and so is the end of waiting for the next Answer.  If processes tell that they
\* have recovered, a Here may arrive after that Ask and end its round.
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
                     IF i \notin alive \/ j \in alive \/ missed[i][j] > Detection THEN missed[i][j]
                     ELSE missed[i][j] + 1]]

MCNext ==
    \/ MCBoot \/ MCRecover \/ MCTickBeat
    \/ MCDeliverAsk \/ MCDeliverAnswer \/ MCDeliverHere \/ MCTimeoutWait \/ MCAdvance
    \/ MCLoseAsk \/ MCLoseAnswer \/ MCLoseHere
    \/ MCCrash \/ MCDropAsk \/ MCDropAnswer \/ MCDuplicateAsk \/ MCDuplicateAnswer \/ MCDuplicateHere
    \/ MCCrashInRecover \/ MCCrashInTickBeat \/ MCCrashInDeliverAsk

MCSpec == MCInit /\ [][MCNext]_mcvars

\* Fair is what is fair without time, and that ticks pass.  Timers that must fire and messages that
\* must arrive disable Advance again and again, so its fairness is strong.
MCFairSpec ==
    /\ MCSpec /\ WF_mcvars(MCBoot) /\ WF_mcvars(MCDeliverHere) /\ SF_mcvars(MCAdvance)
    /\ \A i \in Detectors :
        /\ WF_mcvars(TimedBeatAt(i) /\ Step)
        /\ \A j \in Node \ {i} :
            /\ WF_mcvars(TimedTimeoutOf(i, j) /\ Step)
            /\ WF_mcvars(Delivery("Ask", i, j, TimedAnswers) /\ Step)
            /\ WF_mcvars(Delivery("Answer", j, i, TimedHears) /\ Step)

----------------------------------------------------------------------------
TypeOK == TimedTypeOK /\ missed \in [Node -> [Node -> 0..(Detection + 1)]]

\* A detector has missed a process for n ticks, and does not suspect it.
MissedFor(n) == \E i \in Detectors \ unbooted : \E j \in Node : missed[i][j] >= n /\ j \notin suspects[i]

DetectsInTime == ~MissedFor(Detection + 1)

\* Reachability witness of that: detection takes all of the time.
NeverTakesThatLong == ~MissedFor(Detection)
=============================================================================

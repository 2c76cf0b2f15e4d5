--------------------------- MODULE TimedHeartbeat ---------------------------
(***************************************************************************)
(* The heartbeat protocol in discrete time: each step is one of Heartbeat, *)
(* or a tick passes.  A timer fires when it is due, whatever is in flight. *)
(***************************************************************************)
EXTENDS HeartbeatProperties, TimedNet

CONSTANTS
    Period,      \* the ticks between two beats
    Patience     \* the ticks for which an Answer is awaited

ASSUME {Period, Patience} \subseteq Nat \ {0}

timedVars == <<vars, readings, left, steady>>

TimedHeartbeatInit == Init /\ TimedInit

Length(timer) == IF timer = "Beat" THEN Period ELSE Patience

\* Timers that are set in the step, and the one that has fired and is set again, last for their
\* length.  The others go on.
Lasts(fired) ==
    /\ left' = [i \in Node |-> [t \in timers'[i] |->
                    IF t \in DOMAIN left[i] /\ <<i, t>> # fired THEN left[i][t] ELSE Length(t)]]
    /\ UNCHANGED <<readings, steady>>

GoesOn == Lasts(<< >>)

TimedBoot    == Boot /\ GoesOn
TimedRecover == Recover /\ GoesOn

TimedBeatAt(i)       == Due(i, "Beat") /\ BeatAt(i) /\ Lasts(<<i, "Beat">>)
TimedTimeoutOf(i, j) == Due(i, Wait[j]) /\ IsSilent(i, j) /\ GoesOn

TimedTickBeat    == \E i \in Node : TimedBeatAt(i)
TimedTimeoutWait == \E i, j \in Node : TimedTimeoutOf(i, j)

TimedAnswers(m) == Answers(m) /\ GoesOn
TimedHears(m)   == Hears(m) /\ GoesOn
TimedTrusts(m)  == Trusts(m) /\ GoesOn

TimedDeliverAsk    == \E m \in TimedDeliverable("Ask") : TimedAnswers(m)
TimedDeliverAnswer == \E m \in TimedDeliverable("Answer") : TimedHears(m)
TimedDeliverHere   == \E m \in TimedDeliverable("Here") : TimedTrusts(m)

TimedCrash(i)            == Crash(i) /\ GoesOn
TimedCrashInRecover(who) == CrashInRecover(who) /\ GoesOn
TimedCrashInTickBeat(who) == CrashInTickBeat({i \in who : Due(i, "Beat")}) /\ GoesOn
TimedCrashInDeliverAsk(who) ==
    \E m \in TimedDeliverable("Ask") : m.to \in who /\ \E k \in Cuts(Answering(m)) :
        RunCut(m.to, Fewer(flight, m), Answering(m), k) /\ Forgets(m.to) /\ GoesOn

TimedDropOf(kind)      == TimedDrop(kind) /\ UNCHANGED local
TimedDuplicateOf(kind) == TimedDuplicate(kind) /\ UNCHANGED local
TimedLoseOf(kind)      == TimedLose(kind) /\ UNCHANGED local

Advance == Passes(Alike, LAMBDA m : m) /\ UNCHANGED local

TimedTypeOK ==
    /\ LocalTypeOK
    /\ \A m \in DOMAIN flight : Ageless(m) \in Messages /\ Age(m) \in 0..MostAge /\ flight[m] \in Nat \ {0}
    /\ timers = [i \in Node |-> DOMAIN left[i]]
    /\ \A i \in Node : \A t \in timers[i] : left[i][t] \in (-Late)..Length(t)
=============================================================================

------------------------------- MODULE Relay -------------------------------
(***************************************************************************)
(* Runners in a row: the first is told to run, and who has run holds out a *)
(* baton to the next one, again and again.                                 *)
(***************************************************************************)
EXTENDS Net

VARIABLE ran      \* who has run

vars == <<alive, unbooted, flight, timers, disk, ran>>

Init == NetInit /\ ran = [i \in Node |-> FALSE]

Runs(i) == ran' = [ran EXCEPT ![i] = TRUE]
Forgets(i) == ran' = [ran EXCEPT ![i] = FALSE]

\* The last one has nobody to pass the baton to.
IsLast(i) == i = N - 1
Passes(i) == IF IsLast(i) THEN << >> ELSE Send([kind |-> "Baton", from |-> i, to |-> i + 1])
Arms(i) == IF IsLast(i) THEN timers[i] ELSE timers[i] \cup {"Again"}

\* Who has run does not run again when it is told to, or is handed a second baton.
Hears(i) == IF ran[i] THEN << >> ELSE Passes(i)

Starts == 0 \in alive /\ ~ran[0]

Start == Starts /\ Run(0, flight, Passes(0), Arms(0)) /\ Runs(0)

CrashInStart(who) ==
    Starts /\ 0 \in who /\ \E k \in Cuts(Passes(0)) : RunCut(0, flight, Passes(0), k) /\ Forgets(0)

BatonTo(i) ==
    \E m \in Deliverable("Baton") :
        /\ m.to = i
        /\ Run(i, Fewer(flight, m), Hears(i), IF ran[i] THEN timers[i] ELSE Arms(i))
        /\ Runs(i)

DeliverBaton == \E i \in Node : BatonTo(i)

CrashInDeliverBaton(who) ==
    \E m \in Deliverable("Baton") : m.to \in who /\ \E k \in Cuts(Hears(m.to)) :
        RunCut(m.to, Fewer(flight, m), Hears(m.to), k) /\ Forgets(m.to)

AgainAt(i) == Armed(i, "Again") /\ Run(i, flight, Passes(i), timers[i]) /\ UNCHANGED ran

CrashInAgain(i) ==
    Armed(i, "Again") /\ \E k \in Cuts(Passes(i)) : RunCut(i, flight, Passes(i), k) /\ Forgets(i)

\* The timer awaits that the runner's own baton arrives.
Waits(i) == Awaited(LAMBDA m : m.from = i)
TimeoutAt(i) == ~Waits(i) /\ AgainAt(i)

TimeoutAgain == \E i \in Node : TimeoutAt(i)
PrematureAgain == \E i \in Node : Waits(i) /\ AgainAt(i)
CrashInTimeoutAgain(who) == \E i \in who : ~Waits(i) /\ CrashInAgain(i)
CrashInPrematureAgain(who) == \E i \in who : Waits(i) /\ CrashInAgain(i)

Crash(i) == GoDown(i) /\ Forgets(i)
DropBaton == Drop("Baton") /\ UNCHANGED ran
DuplicateBaton == Duplicate("Baton") /\ UNCHANGED ran
=============================================================================

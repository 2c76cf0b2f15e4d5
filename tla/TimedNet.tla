------------------------------ MODULE TimedNet ------------------------------
(***************************************************************************)
(* The network in discrete time.  Each process has a clock, which reads    *)
(* whole ticks.  A timer is due after so many ticks of its process's own   *)
(* clock, and fires from then on; a tick does not pass as long as a timer  *)
(* must fire or a copy be delivered.  Awaiting has no meaning here: a      *)
(* firing is never premature.                                              *)
(*                                                                         *)
(* With a Horizon clocks read absolute times, and time ends when one reads *)
(* it.  With Horizon = 0 times are relative: clocks stand, and a tick      *)
(* makes all readings one older.  A reading of 0 is none and stays; the    *)
(* oldest is 1.                                                            *)
(*                                                                         *)
(* A protocol uses what stands here in place of Run, RunCut, GoDown,       *)
(* Deliverable, Drop, Duplicate and Lose of Net.  The same rules stand,    *)
(* written independently, in spec/ticks.go and internal/explore/time.go.   *)
(***************************************************************************)
EXTENDS Net

CONSTANTS
    Horizon,   \* the last tick; 0 where times are relative
    Span,      \* by how many ticks a reading is told from the present, where they are
    Skew,      \* by how many ticks clocks may differ at the beginning
    Delay,     \* the most ticks that a message takes; 0: any number
    Late       \* by how many ticks a timer may fire after it is due

ASSUME {Horizon, Span, Skew, Delay, Late} \subseteq Nat /\ (Horizon = 0) # (Span = 0)

VARIABLES
    clocks,    \* what the clock of each process reads
    left       \* for each process, a function from its armed timers to the ticks after which they are due

Relative == Horizon = 0

First == IF Relative THEN Span + 1 ELSE 0

TimedInit ==
    /\ NetInit
    /\ clocks \in {c \in [Node -> First..(First + Skew)] : \E i \in Node : c[i] = First}
    /\ left = [i \in Node |-> << >>]

----------------------------------------------------------------------------
(* Timers *)

\* The timers of a process with one set, or stopped.
Set(running, timer, ticks) ==
    [t \in DOMAIN running \cup {timer} |-> IF t = timer THEN ticks ELSE running[t]]
Stop(running, timer) == [t \in DOMAIN running \ {timer} |-> running[t]]

Due(i, timer) == Armed(i, timer) /\ left[i][timer] <= 0

----------------------------------------------------------------------------
(* Handler runs, as in Net; running has the timers that the process is left with *)

TimedRun(i, f, effects, running) ==
    /\ Run(i, f, effects, DOMAIN running)
    /\ left' = [left EXCEPT ![i] = running]
    /\ UNCHANGED clocks

TimedRunCut(i, f, effects, k) ==
    /\ RunCut(i, f, effects, k)
    /\ left' = [left EXCEPT ![i] = << >>]
    /\ UNCHANGED clocks

TimedGoDown(i) ==
    /\ GoDown(i)
    /\ left' = [left EXCEPT ![i] = << >>]
    /\ UNCHANGED clocks

----------------------------------------------------------------------------
(* Copies.  Where delays are bounded one that is not of this tick has its age. *)

Age(m) == IF "age" \in DOMAIN m THEN m.age ELSE 0
Ageless(m) == [field \in DOMAIN m \ {"age"} |-> m[field]]

\* Of copies that differ in nothing but their age, the oldest is delivered or lost first, and
\* the youngest doubled.
IsOldest(m) == \A x \in DOMAIN flight : Ageless(x) = Ageless(m) => Age(x) <= Age(m)
IsYoungest(m) == \A x \in DOMAIN flight : Ageless(x) = Ageless(m) => Age(x) >= Age(m)

TimedDeliverable(kind) == {m \in Deliverable(kind) : IsOldest(m)}

TimedDrop(kind) ==
    \E m \in Coming(kind) :
        /\ IsOldest(m)
        /\ flight' = Fewer(flight, m) /\ UNCHANGED <<alive, unbooted, timers, disk, clocks, left>>

TimedDuplicate(kind) ==
    \E m \in Coming(kind) :
        /\ IsYoungest(m)
        /\ flight' = More(flight, m) /\ UNCHANGED <<alive, unbooted, timers, disk, clocks, left>>

TimedLose(kind) ==
    \E m \in DOMAIN flight :
        /\ m.kind = kind /\ m.to \notin alive /\ IsOldest(m)
        /\ flight' = Fewer(flight, m) /\ UNCHANGED <<alive, unbooted, timers, disk, clocks, left>>

----------------------------------------------------------------------------
(* Ticks *)

\* Something must happen before a tick may pass, or time has ended.
Urgent ==
    \/ \E i \in Node : \E t \in DOMAIN left[i] : left[i][t] + Late <= 0
    \/ ~Relative /\ \E i \in Node : clocks[i] >= Horizon
    \/ Delay > 0 /\ \E m \in DOMAIN flight : m.to \in alive /\ Age(m) >= Delay

\* A reading after a tick.
Older(reading) ==
    IF ~Relative \/ reading = 0 THEN reading ELSE IF reading <= 1 THEN 1 ELSE reading - 1

Aged(m) ==
    IF Delay = 0 THEN m
    ELSE [field \in DOMAIN m \cup {"age"} |->
             IF field # "age" THEN m[field] ELSE IF Age(m) < Delay THEN Age(m) + 1 ELSE Delay]

\* A tick, in which the clock of each process moves by moves[i].  OlderMessage makes the readings
\* in a message one older, by Older; records have none.
Passes(moves, OlderMessage(_)) ==
    LET Then(m) == Aged(OlderMessage(m))
        Before(x) == {m \in DOMAIN flight : Then(m) = x}
    IN  /\ ~Urgent
        /\ clocks' = [i \in Node |-> clocks[i] + moves[i] - IF Relative THEN 1 ELSE 0]
        /\ left' = [i \in Node |-> [t \in DOMAIN left[i] |-> left[i][t] - moves[i]]]
        /\ flight' = [x \in {Then(m) : m \in DOMAIN flight} |->
                         Cardinality(UNION {{<<m, n>> : n \in 1..flight[m]} : m \in Before(x)})]
        /\ UNCHANGED <<alive, unbooted, timers, disk>>

\* The moves of a tick: all alike, or the clock of one process two ticks, or none.
Alike == [i \in Node |-> 1]
Fast(j) == [i \in Node |-> IF i = j THEN 2 ELSE 1]
Slow(j) == [i \in Node |-> IF i = j THEN 0 ELSE 1]
=============================================================================

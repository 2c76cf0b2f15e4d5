------------------------------ MODULE TimedNet ------------------------------
(***************************************************************************)
(* The network in discrete time.  A process's clock reads whole ticks.  A  *)
(* timer has a deadline by its own process's clock, and fires from the     *)
(* deadline on.  A tick does not pass while a timer must fire or a copy    *)
(* must be delivered.  No firing is premature.                             *)
(*                                                                         *)
(* With a Horizon times are absolute, and no tick passes after a clock     *)
(* reads it.  With Horizon = 0 times are relative: clocks do not move, and *)
(* a tick makes all readings one tick older.  A reading of 0 means none,   *)
(* and stays 0; the oldest reading is 1.                                   *)
(*                                                                         *)
(* A protocol uses these operators instead of Run, RunCut, GoDown,         *)
(* Deliverable, Drop, Duplicate and Lose of Net.  The same rules stand,    *)
(* written independently, in spec/ticks.go and internal/explore/time.go.   *)
(***************************************************************************)
EXTENDS Net

CONSTANTS
    Horizon,   \* the last tick; 0 if times are relative
    Span,      \* the age in ticks from which on readings are equal, if times are relative
    Skew,      \* the largest difference in ticks of two clocks at the beginning
    Steady,    \* a number of ticks in which each clock goes wrong at most once; 0 sets no bound
    Delay,     \* the most ticks that a message takes; 0 sets no bound, and with -1 a message arrives in
               \* the tick in which it is sent
    Late       \* the most ticks after its deadline at which a timer fires

ASSUME {Horizon, Span, Skew, Steady, Delay + 1, Late} \subseteq Nat /\ (Horizon = 0) # (Span = 0)

VARIABLES
    readings,  \* what the clock of each process reads
    left,      \* for each process, a function from its armed timers to the ticks after which they are due
    steady     \* for each process, the ticks that must pass before its clock may go wrong

Relative == Horizon = 0

First == IF Relative THEN Span + 1 ELSE 0

TimedInit ==
    /\ NetInit
    /\ readings \in {c \in [Node -> First..(First + Skew)] : \E i \in Node : c[i] = First}
    /\ left = [i \in Node |-> << >>]
    /\ steady = [i \in Node |-> 0]

----------------------------------------------------------------------------
(* Timers *)

\* The timers of a process after it sets, or stops, one.
Set(running, timer, ticks) ==
    [t \in DOMAIN running \cup {timer} |-> IF t = timer THEN ticks ELSE running[t]]
Stop(running, timer) == [t \in DOMAIN running \ {timer} |-> running[t]]

Due(i, timer) == Armed(i, timer) /\ left[i][timer] <= 0

----------------------------------------------------------------------------
(* Handler runs, as in Net; running has the timers after the run *)

TimedRun(i, f, effects, running) ==
    /\ Run(i, f, effects, DOMAIN running)
    /\ left' = [left EXCEPT ![i] = running]
    /\ UNCHANGED <<readings, steady>>

TimedRunCut(i, f, effects, k) ==
    /\ RunCut(i, f, effects, k)
    /\ left' = [left EXCEPT ![i] = << >>]
    /\ UNCHANGED <<readings, steady>>

TimedGoDown(i) ==
    /\ GoDown(i)
    /\ left' = [left EXCEPT ![i] = << >>]
    /\ UNCHANGED <<readings, steady>>

----------------------------------------------------------------------------
(* Copies.  If delays are bounded, a copy has the field age from its first tick on *)

Age(m) == IF "age" \in DOMAIN m THEN m.age ELSE 0
MostAge == IF Delay > 0 THEN Delay ELSE 0
Ageless(m) == [field \in DOMAIN m \ {"age"} |-> m[field]]

\* Of copies that differ in their age alone, the oldest is delivered or lost first, and the
\* youngest is duplicated.
IsOldest(m) == \A x \in DOMAIN flight : Ageless(x) = Ageless(m) => Age(x) <= Age(m)
IsYoungest(m) == \A x \in DOMAIN flight : Ageless(x) = Ageless(m) => Age(x) >= Age(m)

TimedDeliverable(kind) == {m \in Deliverable(kind) : IsOldest(m)}

TimedDrop(kind) ==
    \E m \in Coming(kind) :
        /\ IsOldest(m)
        /\ flight' = Fewer(flight, m) /\ UNCHANGED <<alive, unbooted, timers, disk, readings, left, steady>>

TimedDuplicate(kind) ==
    \E m \in Coming(kind) :
        /\ IsYoungest(m)
        /\ flight' = More(flight, m) /\ UNCHANGED <<alive, unbooted, timers, disk, readings, left, steady>>

TimedLose(kind) ==
    \E m \in DOMAIN flight :
        /\ m.kind = kind /\ m.to \notin alive /\ IsOldest(m)
        /\ flight' = Fewer(flight, m) /\ UNCHANGED <<alive, unbooted, timers, disk, readings, left, steady>>

----------------------------------------------------------------------------
(* Ticks *)

\* No tick may pass: a timer must fire, a copy must be delivered, or time has ended.
Urgent ==
    \/ \E i \in Node : \E t \in DOMAIN left[i] : left[i][t] + Late <= 0
    \/ ~Relative /\ \E i \in Node : readings[i] >= Horizon
    \/ Delay # 0 /\ \E m \in DOMAIN flight : m.to \in alive /\ Age(m) >= Delay

\* A reading after a tick.
Older(reading) ==
    IF ~Relative \/ reading = 0 THEN reading ELSE IF reading <= 1 THEN 1 ELSE reading - 1

Aged(m) ==
    IF Delay <= 0 THEN m
    ELSE [field \in DOMAIN m \cup {"age"} |->
             IF field # "age" THEN m[field] ELSE IF Age(m) < Delay THEN Age(m) + 1 ELSE Delay]

\* A tick in which the clock of process i moves by moves[i].  OlderMessage applies Older to the
\* readings in a message.  Records have no readings.
Passes(moves, OlderMessage(_)) ==
    LET Then(m) == Aged(OlderMessage(m))
        Before(x) == {m \in DOMAIN flight : Then(m) = x}
    IN  /\ ~Urgent
        /\ readings' = [i \in Node |-> readings[i] + moves[i] - IF Relative THEN 1 ELSE 0]
        /\ left' = [i \in Node |-> [t \in DOMAIN left[i] |-> left[i][t] - moves[i]]]
        /\ \A i \in Node : moves[i] # 1 => steady[i] = 0
        /\ steady' = [i \in Node |-> LET n == IF moves[i] = 1 THEN steady[i] ELSE Steady
                                     IN  IF n = 0 THEN 0 ELSE n - 1]
        /\ flight' = [x \in {Then(m) : m \in DOMAIN flight} |->
                         Cardinality(UNION {{<<m, n>> : n \in 1..flight[m]} : m \in Before(x)})]
        /\ UNCHANGED <<alive, unbooted, timers, disk>>

\* The moves of a tick: one tick for all clocks, or two ticks or none for the clock of process j.
Alike == [i \in Node |-> 1]
Fast(j) == [i \in Node |-> IF i = j THEN 2 ELSE 1]
Slow(j) == [i \in Node |-> IF i = j THEN 0 ELSE 1]
=============================================================================

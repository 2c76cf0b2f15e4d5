------------------------------- MODULE Lease --------------------------------
(***************************************************************************)
(* A lease protocol of no paper: a lessor grants the lease to one process  *)
(* at a time, and each process decides by its own clock when the lease     *)
(* ends.  It exercises discrete time.                                      *)
(***************************************************************************)
EXTENDS TimedNet

CONSTANTS
    Length,    \* how long a lease is, in ticks
    Margin,    \* the ticks before its end at which a holder gives it up
    Forgets,   \* a bug: whether a lessor that recovers forgets that a process may hold the lease
    Dated      \* whether a lease ends at a time by the lessor's clock

ASSUME Boots /\ Length \in Nat \ (0..3) /\ Margin \in 0..(Length - 1) /\ {Forgets, Dated} \subseteq BOOLEAN

VARIABLES
    leased,    \* for each process, whether it has granted the lease, or has it,
    to,        \* the process that has it,
    until      \* and the reading of its own clock at which it ends

local == <<leased, to, until>>
vars == <<alive, unbooted, flight, timers, disk, readings, left, steady, leased, to, until>>

Lessor == 0
Retry == "Retry"

Init ==
    /\ TimedInit
    /\ leased = [i \in Node |-> FALSE]
    /\ to = [i \in Node |-> 0]
    /\ until = [i \in Node |-> 0]

Becomes(i, is, who, end) ==
    /\ leased' = [leased EXCEPT ![i] = is]
    /\ to' = [to EXCEPT ![i] = who]
    /\ until' = [until EXCEPT ![i] = end]

KnowsNothing(i) == Becomes(i, FALSE, 0, 0)

\* A process holds the lease, or knows that another may.
Holds(i) == leased[i] /\ readings[i] < until[i]

----------------------------------------------------------------------------
(* Asking *)

Period == (Length * 2) \div 7

\* All processes but the lessor ask, one after the other.
Begins(i) == IF i = Lessor THEN << >> ELSE Set(<< >>, Retry, (Period * i) \div N)

Boot == \E i \in unbooted : TimedRun(i, flight, << >>, Begins(i)) /\ UNCHANGED local

Recover ==
    \E i \in Recoverable :
        /\ TimedRun(i, flight, << >>, Begins(i))
        /\ IF i = Lessor /\ ~Forgets THEN Becomes(i, TRUE, None, readings[i] + Length) ELSE UNCHANGED local

Asking(i) ==
    IF Holds(i) THEN << >> ELSE Send([kind |-> "Ask", from |-> i, to |-> Lessor, at |-> readings[i]])

TickRetry ==
    \E i \in Node :
        /\ Due(i, Retry)
        /\ TimedRun(i, flight, Asking(i), Set(left[i], Retry, Period))
        /\ IF Holds(i) THEN UNCHANGED local ELSE KnowsNothing(i)

CrashInTickRetry(who) ==
    \E i \in who : Due(i, Retry) /\ \E k \in Cuts(Asking(i)) :
        TimedRunCut(i, flight, Asking(i), k) /\ KnowsNothing(i)

----------------------------------------------------------------------------
(* Granting *)

Refuses(m) == Holds(m.to) /\ to[m.to] # m.from

\* The lease begins when the process asks for it, or, if it is dated, when the lessor grants it.
Start(m) == IF Dated THEN readings[m.to] ELSE m.at

Granting(m) ==
    IF Refuses(m) THEN << >> ELSE Send([kind |-> "Grant", from |-> m.to, to |-> m.from, at |-> Start(m)])

DeliverAsk ==
    \E m \in TimedDeliverable("Ask") :
        /\ TimedRun(m.to, Fewer(flight, m), Granting(m), left[m.to])
        /\ IF Refuses(m) THEN UNCHANGED local ELSE Becomes(m.to, TRUE, m.from, readings[m.to] + Length)

CrashInDeliverAsk(who) ==
    \E m \in TimedDeliverable("Ask") : m.to \in who /\ \E k \in Cuts(Granting(m)) :
        TimedRunCut(m.to, Fewer(flight, m), Granting(m), k) /\ KnowsNothing(m.to)

\* A holder compares the end with its own clock, also if the lessor's clock has dated the lease.
Ends(m) == m.at + Length - Margin

DeliverGrant ==
    \E m \in TimedDeliverable("Grant") :
        /\ TimedRun(m.to, Fewer(flight, m), << >>, left[m.to])
        /\ IF leased[m.to] /\ until[m.to] >= Ends(m) THEN UNCHANGED local ELSE Becomes(m.to, TRUE, m.to, Ends(m))

----------------------------------------------------------------------------
(* Time, and the environment *)

TimePasses(moves) ==
    /\ Passes(moves, LAMBDA m : [m EXCEPT !.at = Older(@)])
    /\ until' = [i \in Node |-> Older(until[i])]
    /\ UNCHANGED <<leased, to>>

Advance     == TimePasses(Alike)
AdvanceFast == \E j \in Node : TimePasses(Fast(j))
AdvanceSlow == \E j \in Node : TimePasses(Slow(j))

Crash(i) == TimedGoDown(i) /\ KnowsNothing(i)

DropAsk        == TimedDrop("Ask") /\ UNCHANGED local
DropGrant      == TimedDrop("Grant") /\ UNCHANGED local
DuplicateAsk   == TimedDuplicate("Ask") /\ UNCHANGED local
DuplicateGrant == TimedDuplicate("Grant") /\ UNCHANGED local
LoseAsk        == TimedLose("Ask") /\ UNCHANGED local
LoseGrant      == TimedLose("Grant") /\ UNCHANGED local
=============================================================================

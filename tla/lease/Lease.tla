------------------------------- MODULE Lease --------------------------------
(***************************************************************************)
(* A lease of no paper: a lessor grants it to one process at a time, and   *)
(* each trusts its own clock to say when it is over.  It exercises         *)
(* discrete time.                                                          *)
(***************************************************************************)
EXTENDS TimedNet

CONSTANTS
    Length,    \* how long a lease is, in ticks
    Margin,    \* by how much a holder gives it up before its end
    Forgets    \* whether a lessor that comes up again forgets that somebody may hold it: the broken twin

ASSUME Boots /\ Length \in Nat \ (0..3) /\ Margin \in 0..(Length - 1) /\ Forgets \in BOOLEAN

VARIABLES
    leased,    \* for each process, whether it has granted the lease, or was granted it,
    to,        \* to whom,
    until      \* and until its own clock reads that

local == <<leased, to, until>>
vars == <<alive, unbooted, flight, timers, disk, clocks, left, leased, to, until>>

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

\* A process takes the lease for granted.
Holds(i) == leased[i] /\ clocks[i] < until[i]

----------------------------------------------------------------------------
(* Asking *)

Period == (Length * 2) \div 7

\* Who comes up asks in its turn.
Begins(i) == IF i = Lessor THEN << >> ELSE Set(<< >>, Retry, (Period * i) \div N)

Boot == \E i \in unbooted : TimedRun(i, flight, << >>, Begins(i)) /\ UNCHANGED local

Recover ==
    \E i \in Recoverable :
        /\ TimedRun(i, flight, << >>, Begins(i))
        /\ IF i = Lessor /\ ~Forgets THEN Becomes(i, TRUE, None, clocks[i] + Length) ELSE UNCHANGED local

Asking(i) ==
    IF Holds(i) THEN << >> ELSE Send([kind |-> "Ask", from |-> i, to |-> Lessor, at |-> clocks[i]])

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

Granting(m) ==
    IF Refuses(m) THEN << >> ELSE Send([kind |-> "Grant", from |-> m.to, to |-> m.from, at |-> m.at])

DeliverAsk ==
    \E m \in TimedDeliverable("Ask") :
        /\ TimedRun(m.to, Fewer(flight, m), Granting(m), left[m.to])
        /\ IF Refuses(m) THEN UNCHANGED local ELSE Becomes(m.to, TRUE, m.from, clocks[m.to] + Length)

CrashInDeliverAsk(who) ==
    \E m \in TimedDeliverable("Ask") : m.to \in who /\ \E k \in Cuts(Granting(m)) :
        TimedRunCut(m.to, Fewer(flight, m), Granting(m), k) /\ KnowsNothing(m.to)

\* The lease lasts from when it was asked for.
Ends(m) == m.at + Length - Margin

DeliverGrant ==
    \E m \in TimedDeliverable("Grant") :
        /\ TimedRun(m.to, Fewer(flight, m), << >>, left[m.to])
        /\ IF leased[m.to] /\ until[m.to] >= Ends(m) THEN UNCHANGED local ELSE Becomes(m.to, TRUE, m.to, Ends(m))

----------------------------------------------------------------------------
(* Time, and the environment *)

Tick(moves) ==
    /\ Passes(moves, LAMBDA m : [m EXCEPT !.at = Older(@)])
    /\ until' = [i \in Node |-> Older(until[i])]
    /\ UNCHANGED <<leased, to>>

Advance     == Tick(Alike)
AdvanceFast == \E j \in Node : Tick(Fast(j))
AdvanceSlow == \E j \in Node : Tick(Slow(j))

Crash(i) == TimedGoDown(i) /\ KnowsNothing(i)

DropAsk        == TimedDrop("Ask") /\ UNCHANGED local
DropGrant      == TimedDrop("Grant") /\ UNCHANGED local
DuplicateAsk   == TimedDuplicate("Ask") /\ UNCHANGED local
DuplicateGrant == TimedDuplicate("Grant") /\ UNCHANGED local
LoseAsk        == TimedLose("Ask") /\ UNCHANGED local
LoseGrant      == TimedLose("Grant") /\ UNCHANGED local
=============================================================================

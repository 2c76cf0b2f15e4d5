------------------------------- MODULE Knock -------------------------------
(***************************************************************************)
(* Guests knock at the door of process 0, which opens once it has heard    *)
(* enough knocks.  A protocol for tests.                                   *)
(***************************************************************************)
EXTENDS Fairness

CONSTANT Knocks   \* how many knocks the host must have heard

ASSUME Failures # "wait" /\ Knocks \in Nat \ {0}

VARIABLES
    visiting,     \* for each process, whether it has begun to knock
    inside,       \* for each process, whether it was let in
    heard         \* how many knocks it has heard, as many as it must at most

local == <<visiting, inside, heard>>
vars == <<alive, unbooted, flight, timers, disk, visiting, inside, heard>>

Host == 0

Init ==
    /\ NetInit
    /\ visiting = [i \in Node |-> FALSE]
    /\ inside = [i \in Node |-> FALSE]
    /\ heard = [i \in Node |-> 0]

\* A crash takes all.
Forgets(i) ==
    /\ visiting' = [visiting EXCEPT ![i] = FALSE]
    /\ inside' = [inside EXCEPT ![i] = FALSE]
    /\ heard' = [heard EXCEPT ![i] = 0]

----------------------------------------------------------------------------
(* Guests *)

Knocking(i) == Send([kind |-> "Knock", from |-> i, to |-> Host])

Begins(i) == i \in Ready /\ i # Host /\ ~visiting[i] /\ ~Boots

Visit ==
    \E i \in Node :
        /\ Begins(i)
        /\ Run(i, flight, Knocking(i), timers[i] \cup {"Again"})
        /\ visiting' = [visiting EXCEPT ![i] = TRUE]
        /\ UNCHANGED <<inside, heard>>

CrashInVisit(who) ==
    \E i \in who : Begins(i) /\ RunCut(i, flight, Knocking(i), 0) /\ Forgets(i)

\* Where processes boot the guests save that they came, and begin to knock, when they do.
Booting(i) == Save([visits |-> TRUE]) \o Knocking(i)

BootAt(i) ==
    /\ i \in unbooted
    /\ IF i = Host
       THEN Run(Host, flight, << >>, {}) /\ UNCHANGED visiting
       ELSE Run(i, flight, Booting(i), {"Again"}) /\ visiting' = [visiting EXCEPT ![i] = TRUE]
    /\ UNCHANGED <<inside, heard>>

Boot == \E i \in Node : BootAt(i)

CrashInBoot(who) ==
    \E i \in (unbooted \cap who) \ {Host} : \E k \in Cuts(Booting(i)) :
        RunCut(i, flight, Booting(i), k) /\ Forgets(i)

AgainAt(i) == Armed(i, "Again") /\ Run(i, flight, Knocking(i), timers[i]) /\ UNCHANGED local

Again == \E i \in Node : AgainAt(i)

CrashInAgain(who) ==
    \E i \in who : Armed(i, "Again") /\ RunCut(i, flight, Knocking(i), 0) /\ Forgets(i)

TimeoutAgain == Calm /\ Again
PrematureAgain == ~Calm /\ Again
CrashInTimeoutAgain(who) == Calm /\ CrashInAgain(who)
CrashInPrematureAgain(who) == ~Calm /\ CrashInAgain(who)

ComesIn(m) ==
    /\ Run(m.to, Fewer(flight, m), << >>, timers[m.to] \ {"Again"})
    /\ inside' = [inside EXCEPT ![m.to] = TRUE]
    /\ UNCHANGED <<visiting, heard>>

DeliverOpen == \E m \in Deliverable("Open") : ComesIn(m)

----------------------------------------------------------------------------
(* The host *)

Hears(i) == IF heard[i] < Knocks THEN heard[i] + 1 ELSE Knocks

Opening(m) ==
    IF Hears(m.to) = Knocks THEN Send([kind |-> "Open", from |-> m.to, to |-> m.from]) ELSE << >>

Listens(m) ==
    /\ Run(m.to, Fewer(flight, m), Opening(m), timers[m.to])
    /\ heard' = [heard EXCEPT ![m.to] = Hears(m.to)]
    /\ UNCHANGED <<visiting, inside>>

DeliverKnock == \E m \in Deliverable("Knock") : Listens(m)

CrashInDeliverKnock(who) ==
    \E m \in Deliverable("Knock") : m.to \in who /\ \E k \in Cuts(Opening(m)) :
        RunCut(m.to, Fewer(flight, m), Opening(m), k) /\ Forgets(m.to)

----------------------------------------------------------------------------
(* The environment *)

Crash(i) == GoDown(i) /\ Forgets(i)

\* Who comes up again is as one that is new, but that who has come does not come twice.
Recover ==
    \E i \in Recoverable :
        /\ Run(i, flight, << >>, {})
        /\ visiting' = [visiting EXCEPT ![i] = disk[i] # << >>]
        /\ UNCHANGED <<inside, heard>>

DropKnock      == Drop("Knock") /\ UNCHANGED local
DropOpen       == Drop("Open") /\ UNCHANGED local
DuplicateKnock == Duplicate("Knock") /\ UNCHANGED local
DuplicateOpen  == Duplicate("Open") /\ UNCHANGED local
=============================================================================

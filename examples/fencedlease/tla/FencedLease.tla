---------------------------- MODULE FencedLease -----------------------------
(***************************************************************************)
(* Process 0, the lessor, leases something to one of the others after the  *)
(* other.  A lease has a term, the fencing token.                          *)
(***************************************************************************)
EXTENDS Fairness

CONSTANT Hasty   \* whether the lessor sends a term before it saves it: the broken twin

ASSUME Boots /\ Failures = "vanish" /\ Hasty \in BOOLEAN

VARIABLES
    term,   \* for the lessor, what it granted last; for another, what it holds, 0 for nothing
    out     \* whether the lessor has a lease out

local == <<term, out>>
vars == <<alive, unbooted, flight, timers, disk, term, out>>

Lessor == 0
Others == Node \ {Lessor}

Init ==
    /\ NetInit
    /\ term = [i \in Node |-> 0]
    /\ out = [i \in Node |-> FALSE]

\* A crash takes all that is not on disk.
Forgets(i) == term' = [term EXCEPT ![i] = 0] /\ out' = [out EXCEPT ![i] = FALSE]

----------------------------------------------------------------------------
(* Who asks: when it comes up, and again until it is granted something *)

Asking(i) == IF i = Lessor THEN << >> ELSE Send([kind |-> "Ask", from |-> i, to |-> Lessor])
Waiting(i) == IF i = Lessor THEN {} ELSE {"Retry"}

BootAt(i) == i \in unbooted /\ Run(i, flight, Asking(i), Waiting(i)) /\ UNCHANGED local
Boot == \E i \in Node : BootAt(i)
CrashInBoot(who) ==
    \E i \in who \cap unbooted : \E k \in Cuts(Asking(i)) : RunCut(i, flight, Asking(i), k) /\ Forgets(i)

RetryAt(i) == Armed(i, "Retry") /\ Run(i, flight, Asking(i), timers[i]) /\ UNCHANGED local
CrashInRetryAt(i) == Armed(i, "Retry") /\ RunCut(i, flight, Asking(i), 0) /\ Forgets(i)

\* A process waits for what it has sent, and for a Grant to it.
Early(i) == Awaited(LAMBDA m : m.from = i \/ (m.kind = "Grant" /\ m.to = i))

TimeoutRetry == \E i \in Others : ~Early(i) /\ RetryAt(i)
PrematureRetry == \E i \in Others : Early(i) /\ RetryAt(i)
CrashInTimeoutRetry(who) == \E i \in who \cap Others : ~Early(i) /\ CrashInRetryAt(i)
CrashInPrematureRetry(who) == \E i \in who \cap Others : Early(i) /\ CrashInRetryAt(i)

\* An older Grant may come after a younger one.
Accepts(m) ==
    /\ Run(m.to, Fewer(flight, m), << >>, timers[m.to] \ {"Retry"})
    /\ term' = [term EXCEPT ![m.to] = IF m.term > @ THEN m.term ELSE @]
    /\ UNCHANGED out

DeliverGrant == \E m \in Deliverable("Grant") : Accepts(m)

----------------------------------------------------------------------------
(* The lessor: a new term is on its disk before anybody hears of it *)

Granting(m) ==
    LET new == term[Lessor] + 1
        save == Save([term |-> new])
        grant == Send([kind |-> "Grant", from |-> Lessor, to |-> m.from, term |-> new])
    IN IF out[Lessor] THEN << >> ELSE IF Hasty THEN grant \o save ELSE save \o grant

Hears(m) ==
    IF out[Lessor]
    THEN Run(Lessor, Fewer(flight, m), << >>, timers[Lessor]) /\ UNCHANGED local
    ELSE /\ Run(Lessor, Fewer(flight, m), Granting(m), timers[Lessor] \cup {"Expire"})
         /\ term' = [term EXCEPT ![Lessor] = @ + 1]
         /\ out' = [out EXCEPT ![Lessor] = TRUE]

DeliverAsk == \E m \in Deliverable("Ask") : Hears(m)
CrashInDeliverAsk(who) ==
    \E m \in Deliverable("Ask") : m.to \in who /\ \E k \in Cuts(Granting(m)) :
        RunCut(m.to, Fewer(flight, m), Granting(m), k) /\ Forgets(m.to)

\* The lease is over, and nobody tells its holder.
Expire ==
    /\ Armed(Lessor, "Expire")
    /\ Run(Lessor, flight, << >>, timers[Lessor] \ {"Expire"})
    /\ out' = [out EXCEPT ![Lessor] = FALSE]
    /\ UNCHANGED term

TimeoutExpire == ~Early(Lessor) /\ Expire
PrematureExpire == Early(Lessor) /\ Expire

----------------------------------------------------------------------------
(* The environment *)

Crash(i) == GoDown(i) /\ Forgets(i)

\* The lessor goes on from the term on its disk, and knows of no lease.
RecoverAt(i) ==
    /\ i \in Recoverable
    /\ Run(i, flight, Asking(i), Waiting(i))
    /\ term' = IF disk[i] = << >> THEN term ELSE [term EXCEPT ![i] = disk[i].term]
    /\ UNCHANGED out
Recover == \E i \in Node : RecoverAt(i)
CrashInRecover(who) ==
    \E i \in who \cap Recoverable : \E k \in Cuts(Asking(i)) : RunCut(i, flight, Asking(i), k) /\ UNCHANGED local

DropAsk        == Drop("Ask") /\ UNCHANGED local
DropGrant      == Drop("Grant") /\ UNCHANGED local
DuplicateAsk   == Duplicate("Ask") /\ UNCHANGED local
DuplicateGrant == Duplicate("Grant") /\ UNCHANGED local
=============================================================================

--------------------------- MODULE MCFencedLease ----------------------------
(***************************************************************************)
(* The lease within a budget of faults, what must hold of it, and what     *)
(* must come true of it at last.                                           *)
(***************************************************************************)
EXTENDS FencedLease, Budget

mcvars == <<vars, spent>>

MCInit == Init /\ Unspent

MCBoot                  == Free /\ Boot
MCRecover               == Free /\ Recover
MCDeliverAsk            == Free /\ DeliverAsk
MCDeliverGrant          == Free /\ DeliverGrant
MCTimeoutRetry          == Free /\ TimeoutRetry
MCTimeoutExpire         == Free /\ TimeoutExpire
MCPrematureRetry        == Spend({"premature"}) /\ PrematureRetry
MCPrematureExpire       == Spend({"premature"}) /\ PrematureExpire
MCCrash                 == Spend({"crash"}) /\ \E i \in MayCrash : Crash(i)
MCDropAsk               == Spend({"loss"}) /\ DropAsk
MCDropGrant             == Spend({"loss"}) /\ DropGrant
MCDuplicateAsk          == Spend({"duplicate"}) /\ DuplicateAsk
MCDuplicateGrant        == Spend({"duplicate"}) /\ DuplicateGrant
MCCrashInBoot           == Spend({"crashIn"}) /\ CrashInBoot(MayCrash)
MCCrashInRecover        == Spend({"crashIn"}) /\ CrashInRecover(MayCrash)
MCCrashInDeliverAsk     == Spend({"crashIn"}) /\ CrashInDeliverAsk(MayCrash)
MCCrashInTimeoutRetry   == Spend({"crashIn"}) /\ CrashInTimeoutRetry(MayCrash)
MCCrashInPrematureRetry == Spend({"crashIn", "premature"}) /\ CrashInPrematureRetry(MayCrash)

MCNext ==
    \/ MCBoot \/ MCRecover \/ MCDeliverAsk \/ MCDeliverGrant
    \/ MCTimeoutRetry \/ MCTimeoutExpire \/ MCPrematureRetry \/ MCPrematureExpire
    \/ MCCrash \/ MCDropAsk \/ MCDropGrant \/ MCDuplicateAsk \/ MCDuplicateGrant
    \/ MCCrashInBoot \/ MCCrashInRecover \/ MCCrashInDeliverAsk
    \/ MCCrashInTimeoutRetry \/ MCCrashInPrematureRetry

MCSpec == MCInit /\ [][MCNext]_mcvars

\* Each link, timer, boot and recovery is fair by itself.
MCFairSpec ==
    /\ MCSpec
    /\ WF_mcvars(Free /\ TimeoutExpire)
    /\ \A i \in Node : WF_mcvars(Free /\ BootAt(i)) /\ WF_mcvars(Free /\ RecoverAt(i))
    /\ \A i \in Others :
        /\ WF_mcvars(Free /\ ~Early(i) /\ RetryAt(i))
        /\ WF_mcvars(Free /\ Delivery("Ask", i, Lessor, Hears))
        /\ WF_mcvars(Free /\ Delivery("Grant", Lessor, i, Accepts))

----------------------------------------------------------------------------
\* No two processes hold the same term.
OneTermOneHolder == \A i, j \in Others : i # j /\ term[i] > 0 => term[i] # term[j]

\* No process that stays up goes back to an older term.
TermsGrow == [][\A i \in alive \cap alive' : term'[i] >= term[i]]_vars

\* Reachability witness: must fail, or two processes never held terms.
NeverTwoHolders == Cardinality({i \in Others : term[i] > 0}) < 2

\* While the lessor is up, so that it could grant, everybody who is up holds a term.
AllHold == <>[](Lessor \in alive => \A i \in alive \cap Others : term[i] > 0)
=============================================================================

------------------------------ MODULE MCRelay ------------------------------
(***************************************************************************)
(* The relay within a budget, and what must hold of it.                    *)
(***************************************************************************)
EXTENDS Relay, Budget

mcvars == <<vars, spent>>

MCInit == Init /\ Unspent

MCStart                 == Free /\ Start
MCDeliverBaton          == Free /\ DeliverBaton
MCTimeoutAgain          == Free /\ TimeoutAgain
MCPrematureAgain        == Spend({"premature"}) /\ PrematureAgain
MCCrash                 == Spend({"crash"}) /\ \E i \in MayCrash : Crash(i)
MCCrashInStart          == Spend({"crashIn"}) /\ CrashInStart(MayCrash)
MCCrashInDeliverBaton   == Spend({"crashIn"}) /\ CrashInDeliverBaton(MayCrash)
MCCrashInTimeoutAgain   == Spend({"crashIn"}) /\ CrashInTimeoutAgain(MayCrash)
MCCrashInPrematureAgain == Spend({"crashIn", "premature"}) /\ CrashInPrematureAgain(MayCrash)
MCDropBaton             == Spend({"loss"}) /\ DropBaton
MCDuplicateBaton        == Spend({"duplicate"}) /\ DuplicateBaton

MCNext ==
    \/ MCStart \/ MCDeliverBaton \/ MCTimeoutAgain \/ MCPrematureAgain \/ MCCrash
    \/ MCCrashInStart \/ MCCrashInDeliverBaton \/ MCCrashInTimeoutAgain \/ MCCrashInPrematureAgain
    \/ MCDropBaton \/ MCDuplicateBaton

MCSpec == MCInit /\ [][MCNext]_mcvars

MCFairSpec ==
    /\ MCSpec
    /\ WF_mcvars(Free /\ Start)
    /\ \A i \in Node : WF_mcvars(Free /\ TimeoutAt(i)) /\ WF_mcvars(Free /\ BatonTo(i))

\* Nobody has run before the one in front of it, unless that is down.
InOrder == \A i \in alive : ran[i] /\ i - 1 \in alive => ran[i - 1]

\* From some time on the last one has run, unless somebody is down.
Arrives == <>[](alive = Node => ran[N - 1])

\* Reachability witness: must fail, or the last one never ran.
NeverFinishes == ~ran[N - 1]
=============================================================================

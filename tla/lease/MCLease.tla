------------------------------ MODULE MCLease -------------------------------
(***************************************************************************)
(* The lease within a budget, and what must hold of it.                    *)
(***************************************************************************)
EXTENDS Lease

CONSTANTS
    MaxCrash,      \* how often a process may crash between two handler runs,
    MaxCrashIn,    \* inside of one,
    MaxDrift,      \* a clock may move by a tick too many or too few,
    MaxDuplicate,  \* there may be a second copy,
    MaxLoss,       \* and a copy may get lost on its way to a process that is up
    MayCrash       \* the processes that may crash at all

ASSUME {MaxCrash, MaxCrashIn, MaxDrift, MaxDuplicate, MaxLoss} \subseteq Nat /\ MayCrash \subseteq Node

VARIABLE spent     \* how much of each line is gone

mcvars == <<vars, spent>>

Most == [crash |-> MaxCrash, crashIn |-> MaxCrashIn, drift |-> MaxDrift, duplicate |-> MaxDuplicate, loss |-> MaxLoss]

Free == UNCHANGED spent

Spend(line) == spent[line] < Most[line] /\ spent' = [spent EXCEPT ![line] = @ + 1]

MCInit == Init /\ spent = [line \in DOMAIN Most |-> 0]

MCBoot              == Free /\ Boot
MCRecover           == Free /\ Recover
MCTickRetry         == Free /\ TickRetry
MCDeliverAsk        == Free /\ DeliverAsk
MCDeliverGrant      == Free /\ DeliverGrant
MCLoseAsk           == Free /\ LoseAsk
MCLoseGrant         == Free /\ LoseGrant
MCAdvance           == Free /\ Advance
MCAdvanceFast       == Spend("drift") /\ AdvanceFast
MCAdvanceSlow       == Spend("drift") /\ AdvanceSlow
MCCrash             == Spend("crash") /\ \E i \in MayCrash : Crash(i)
MCDropAsk           == Spend("loss") /\ DropAsk
MCDropGrant         == Spend("loss") /\ DropGrant
MCDuplicateAsk      == Spend("duplicate") /\ DuplicateAsk
MCDuplicateGrant    == Spend("duplicate") /\ DuplicateGrant
MCCrashInTickRetry  == Spend("crashIn") /\ CrashInTickRetry(MayCrash)
MCCrashInDeliverAsk == Spend("crashIn") /\ CrashInDeliverAsk(MayCrash)

MCNext ==
    \/ MCBoot \/ MCRecover \/ MCTickRetry \/ MCDeliverAsk \/ MCDeliverGrant \/ MCLoseAsk \/ MCLoseGrant
    \/ MCAdvance \/ MCAdvanceFast \/ MCAdvanceSlow
    \/ MCCrash \/ MCDropAsk \/ MCDropGrant \/ MCDuplicateAsk \/ MCDuplicateGrant
    \/ MCCrashInTickRetry \/ MCCrashInDeliverAsk

MCSpec == MCInit /\ [][MCNext]_mcvars

----------------------------------------------------------------------------
Latest == First + Skew + Horizon + MaxDrift + Length

TypeOK ==
    /\ unbooted \subseteq alive /\ alive \subseteq Node
    /\ \A m \in DOMAIN flight :
        /\ Ageless(m) \in [kind : {"Ask", "Grant"}, from : Node, to : Node, at : 0..Latest]
        /\ Age(m) \in 0..MostAge /\ flight[m] \in Nat \ {0}
    /\ timers \in [Node -> SUBSET {Retry}] /\ timers = [i \in Node |-> DOMAIN left[i]]
    /\ \A i \in Node : \A t \in timers[i] : left[i][t] \in -(Late + 1)..Length
    /\ steady \in [Node -> 0..Steady]
    /\ leased \in [Node -> BOOLEAN] /\ to \in [Node -> Node \cup {None}] /\ until \in [Node -> 0..Latest]

Holders == {i \in alive \ {Lessor} : Holds(i)}

\* No two processes hold the lease at the same time.
LeaseExclusive == Cardinality(Holders) <= 1

\* Reachability witness: no process has the lease after another.
NeverHandedOn == ~ \E i \in Holders : \E j \in alive \ {Lessor, i} : leased[j]
=============================================================================

------------------------------- MODULE MCVote -------------------------------
(***************************************************************************)
(* The vote protocol within a budget, and what must hold of it.            *)
(***************************************************************************)
EXTENDS Vote

CONSTANTS
    MaxCrash, MaxCrashIn, MaxDuplicate, MaxLoss, MaxPremature, MaxRetry,
    MayCrash      \* the processes that may crash

ASSUME
    /\ {MaxCrash, MaxCrashIn, MaxDuplicate, MaxLoss, MaxPremature, MaxRetry} \subseteq Nat
    /\ MayCrash \subseteq Node

VARIABLE spent    \* how much of each line of the budget is gone

mcvars == <<vars, spent>>

Most == [crash |-> MaxCrash, crashIn |-> MaxCrashIn, duplicate |-> MaxDuplicate,
         loss |-> MaxLoss, premature |-> MaxPremature, retry |-> MaxRetry]

MCInit == Init /\ spent = [line \in DOMAIN Most |-> 0]

Spend(lines) ==
    /\ \A line \in lines : spent[line] < Most[line]
    /\ spent' = [line \in DOMAIN spent |-> spent[line] + IF line \in lines THEN 1 ELSE 0]

Free == UNCHANGED spent

MCStart          == Free /\ Start
MCDeliverAsk     == Free /\ DeliverAsk
MCDeliverVote    == Free /\ DeliverVote
MCRecover        == Free /\ Recover
MCLoseAsk        == Free /\ LoseAsk
MCLoseVote       == Free /\ LoseVote
MCTimeoutRetry   == Spend({"retry"}) /\ TimeoutRetry
MCPrematureRetry == Spend({"premature", "retry"}) /\ PrematureRetry
MCCrash          == Spend({"crash"}) /\ \E i \in MayCrash : Crash(i)
MCDropAsk        == Spend({"loss"}) /\ DropAsk
MCDropVote       == Spend({"loss"}) /\ DropVote
MCDuplicateAsk   == Spend({"duplicate"}) /\ DuplicateAsk
MCDuplicateVote  == Spend({"duplicate"}) /\ DuplicateVote
MCCrashInStart      == Spend({"crashIn"}) /\ CrashInStart(MayCrash)
MCCrashInDeliverAsk == Spend({"crashIn"}) /\ CrashInDeliverAsk(MayCrash)
MCCrashInRecover    == Spend({"crashIn"}) /\ CrashInRecover(MayCrash)
MCCrashInTimeoutRetry   == Spend({"crashIn", "retry"}) /\ CrashInTimeoutRetry(MayCrash)
MCCrashInPrematureRetry == Spend({"crashIn", "premature", "retry"}) /\ CrashInPrematureRetry(MayCrash)

MCNext ==
    \/ MCStart \/ MCDeliverAsk \/ MCDeliverVote \/ MCRecover \/ MCLoseAsk \/ MCLoseVote
    \/ MCTimeoutRetry \/ MCPrematureRetry
    \/ MCCrash \/ MCDropAsk \/ MCDropVote \/ MCDuplicateAsk \/ MCDuplicateVote
    \/ MCCrashInStart \/ MCCrashInDeliverAsk \/ MCCrashInRecover
    \/ MCCrashInTimeoutRetry \/ MCCrashInPrematureRetry

MCSpec == MCInit /\ [][MCNext]_mcvars

----------------------------------------------------------------------------
Message == [kind : {"Ask", "Vote"}, from : Node, to : Node]

TypeOK ==
    /\ alive \subseteq Node
    /\ \A m \in DOMAIN flight : m \in Message /\ flight[m] \in Nat \ {0}
    /\ timers \in [Node -> SUBSET {"Retry"}]
    /\ \A i \in Node : DOMAIN disk[i] = {} \/ disk[i] \in [for : Node]
    /\ asked \in [Node -> BOOLEAN]
    /\ votes \in [Node -> SUBSET Node]
    /\ choice \in [Node -> Node \cup {None}]

\* Nobody's vote is held by two candidates.
OneVote == \A i, j \in Node : i # j => votes[i] \cap votes[j] = {}

\* Companion: must fail, or no vote was ever counted after a recovery.
NeverRecoveredVote == ~(spent.crashIn > 0 /\ alive = Node /\ \E i \in Node : votes[i] # {})
=============================================================================

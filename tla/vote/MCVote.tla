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
MCDeliverWon     == Free /\ DeliverWon
MCRecover        == Free /\ Recover
MCLoseAsk        == Free /\ LoseAsk
MCLoseVote       == Free /\ LoseVote
MCLoseWon        == Free /\ LoseWon
MCTimeoutRetry   == Spend({"retry"}) /\ TimeoutRetry
MCPrematureRetry == Spend({"premature", "retry"}) /\ PrematureRetry
MCCrash          == Spend({"crash"}) /\ \E i \in MayCrash : Crash(i)
MCDropAsk        == Spend({"loss"}) /\ DropAsk
MCDropVote       == Spend({"loss"}) /\ DropVote
MCDuplicateAsk   == Spend({"duplicate"}) /\ DuplicateAsk
MCDuplicateVote  == Spend({"duplicate"}) /\ DuplicateVote
MCDuplicateWon   == Spend({"duplicate"}) /\ DuplicateWon
MCCrashInStart       == Spend({"crashIn"}) /\ CrashInStart(MayCrash)
MCCrashInDeliverAsk  == Spend({"crashIn"}) /\ CrashInDeliverAsk(MayCrash)
MCCrashInDeliverVote == Spend({"crashIn"}) /\ CrashInDeliverVote(MayCrash)
MCCrashInRecover     == Spend({"crashIn"}) /\ CrashInRecover(MayCrash)
MCCrashInTimeoutRetry   == Spend({"crashIn", "retry"}) /\ CrashInTimeoutRetry(MayCrash)
MCCrashInPrematureRetry == Spend({"crashIn", "premature", "retry"}) /\ CrashInPrematureRetry(MayCrash)

MCNext ==
    \/ MCStart \/ MCDeliverAsk \/ MCDeliverVote \/ MCDeliverWon
    \/ MCRecover \/ MCLoseAsk \/ MCLoseVote \/ MCLoseWon
    \/ MCTimeoutRetry \/ MCPrematureRetry
    \/ MCCrash \/ MCDropAsk \/ MCDropVote \/ MCDuplicateAsk \/ MCDuplicateVote \/ MCDuplicateWon
    \/ MCCrashInStart \/ MCCrashInDeliverAsk \/ MCCrashInDeliverVote \/ MCCrashInRecover
    \/ MCCrashInTimeoutRetry \/ MCCrashInPrematureRetry

MCSpec == MCInit /\ [][MCNext]_mcvars

----------------------------------------------------------------------------
Message == [kind : {"Ask", "Vote", "Won"}, from : Node, to : Node]

TypeOK ==
    /\ alive \subseteq Node
    /\ \A m \in DOMAIN flight : m \in Message /\ flight[m] \in Nat \ {0}
    /\ timers \in [Node -> SUBSET {"Retry"}]
    /\ \A i \in Node : DOMAIN disk[i] = {} \/ disk[i] \in [for : Node]
    /\ asked \in [Node -> BOOLEAN]
    /\ votes \in [Node -> SUBSET Node]
    /\ choice \in [Node -> Node \cup {None}]
    /\ winner \in [Node -> Node \cup {None}]

\* Nobody's vote is held by two candidates.
OneVote == \A i, j \in Node : i # j => votes[i] \cap votes[j] = {}

\* All processes that know a winner know the same one.  It needs Ask to be more
\* than half of the voters.
OneWinner == \A i, j \in Node : winner[i] = None \/ winner[j] = None \/ winner[i] = winner[j]

\* Reachability witness: must fail, or no vote was ever counted after a recovery.
NeverRecoveredVote == ~(spent.crashIn > 0 /\ alive = Node /\ \E i \in Node : votes[i] # {})
=============================================================================

------------------------------- MODULE MCBase -------------------------------
(***************************************************************************)
(* Base and Optimistic within bounds: budgets for the faults and for the   *)
(* runs of an election, the ghost that LowestLately needs, the properties. *)
(* It has its name from when there was only Base.                          *)
(***************************************************************************)
EXTENDS CTolerant

CONSTANTS
    MaxCrash, MaxDuplicate, MaxLoss, MaxPremature, MaxRestart,
    MayCrash    \* the processes that may crash

ASSUME
    /\ {MaxCrash, MaxDuplicate, MaxLoss, MaxPremature, MaxRestart} \subseteq Nat
    /\ MayCrash \subseteq Node

VARIABLES
    spent,      \* how much of each line of the budget is gone
    lately      \* ghost: who was the lowest alive at some instant since the
                \* last run's first QUERY

mcvars == <<vars, spent, lately>>

Most == [crash |-> MaxCrash, duplicate |-> MaxDuplicate, loss |-> MaxLoss,
         premature |-> MaxPremature, restart |-> MaxRestart]

MCInit ==
    /\ Init
    /\ spent = [line \in DOMAIN Most |-> 0]
    /\ lately = {}

----------------------------------------------------------------------------
(* The membership lists of the cases *)

FullLists == [i \in Node |-> Node]
ZeroLacksOne == [FullLists EXCEPT ![0] = Node \ {1}]
OneLacksZero == [FullLists EXCEPT ![1] = Node \ {0}]
\* X9 of the facts sheet: within c = 1, but the initiator knows nobody else.
TwoKnowsNobody == [FullLists EXCEPT ![1] = {0, 1}, ![2] = {2}]

----------------------------------------------------------------------------
(* The actions within the budget, with the ghost *)

Spend(lines) ==
    /\ \A line \in lines : spent[line] < Most[line]
    /\ spent' = [line \in DOMAIN spent |-> spent[line] + IF line \in lines THEN 1 ELSE 0]

Free == UNCHANGED spent

Watch ==
    lately' = IF \E i \in Node : run'[i] > run[i] /\ phase'[i] = "collect" THEN {Lowest(alive')}
              ELSE IF lately = {} THEN {}
              ELSE lately \cup {Lowest(alive')}

MCStart            == Free /\ Start /\ Watch
MCDeliverQuery     == Free /\ DeliverQuery /\ Watch
MCDeliverResponse  == Free /\ DeliverResponse /\ Watch
MCDeliverNotify    == Free /\ DeliverNotify /\ Watch
MCDeliverLeader    == Free /\ DeliverLeader /\ Watch
MCTimeoutCollect   == Free /\ TimeoutCollect /\ Watch
MCTimeoutAwait     == Spend({"restart"}) /\ TimeoutAwait /\ Watch
MCPurge            == Free /\ Purge /\ Watch
MCPrematureCollect == Spend({"premature"}) /\ PrematureCollect /\ Watch
MCPrematureAwait   == Spend({"premature", "restart"}) /\ PrematureAwait /\ Watch
MCCrash            == Spend({"crash"}) /\ (\E i \in MayCrash : Crash(i)) /\ Watch
MCDropQuery        == Spend({"loss"}) /\ DropQuery /\ Watch
MCDropResponse     == Spend({"loss"}) /\ DropResponse /\ Watch
MCDropNotify       == Spend({"loss"}) /\ DropNotify /\ Watch
MCDuplicateQuery    == Spend({"duplicate"}) /\ DuplicateQuery /\ Watch
MCDuplicateResponse == Spend({"duplicate"}) /\ DuplicateResponse /\ Watch
MCDuplicateNotify   == Spend({"duplicate"}) /\ DuplicateNotify /\ Watch
MCDuplicateLeader   == Spend({"duplicate"}) /\ DuplicateLeader /\ Watch

MCNext ==
    \/ MCStart
    \/ MCDeliverQuery \/ MCDeliverResponse \/ MCDeliverNotify \/ MCDeliverLeader
    \/ MCTimeoutCollect \/ MCTimeoutAwait
    \/ MCPurge
    \/ MCPrematureCollect \/ MCPrematureAwait
    \/ MCCrash
    \/ MCDropQuery \/ MCDropResponse \/ MCDropNotify
    \/ MCDuplicateQuery \/ MCDuplicateResponse \/ MCDuplicateNotify \/ MCDuplicateLeader

MCSpec == MCInit /\ [][MCNext]_mcvars

Delivers == MCDeliverQuery \/ MCDeliverResponse \/ MCDeliverNotify \/ MCDeliverLeader

\* Purge is the paper's completeness (S4).  Within a bound on the runs no property
\* here depends on it: an initiator that nobody rids of the dead exhausts the budget.
Fairness ==
    /\ WF_mcvars(MCStart)
    /\ WF_mcvars(Delivers)
    /\ WF_mcvars(MCTimeoutCollect)
    /\ WF_mcvars(MCTimeoutAwait)
    /\ WF_mcvars(MCPurge)

MCFairSpec == MCSpec /\ Fairness

\* Fair, but for an initiator whose wait never times out.
MCPatientSpec ==
    MCSpec /\ WF_mcvars(MCStart) /\ WF_mcvars(Delivers)
           /\ WF_mcvars(MCTimeoutCollect) /\ WF_mcvars(MCPurge)

----------------------------------------------------------------------------
(* Properties *)

Message ==
    [kind : {"Query", "Notify", "Leader"}, from : Node, to : Node, run : Nat]
    \cup [kind : {"Response"}, from : Node, to : Node, run : Nat, candidates : SUBSET Node]

TypeOK ==
    /\ alive \subseteq Node
    /\ \A m \in DOMAIN flight : m \in Message /\ flight[m] \in Nat \ {0} /\ m.to \in alive
    /\ timers \in [Node -> SUBSET {"Collect", "Await"}]
    /\ disk = [i \in Node |-> << >>]
    /\ list \in [Node -> SUBSET Node]
    /\ leader \in [Node -> Node \cup {None}]
    /\ tag \in [Node -> Nat]
    /\ phase \in [Node -> {"idle", "blocked", "collect", "await", "done"}]
    /\ run \in [Node -> Nat]
    /\ responders \in [Node -> SUBSET Node]
    /\ candidates \in [Node -> SUBSET Node]
    /\ id \in [Node -> Node \cup {None}]
    /\ confirmed \in [Node -> BOOLEAN]
    /\ \A i \in Node : confirmed[i] => Streams /\ phase[i] = "collect" /\ id[i] # None

Quiescent == Calm /\ \A i \in Node : timers[i] = {}

\* All live processes follow the same leader.
Agreement == Quiescent => \A i, j \in alive : leader[i] = leader[j]

\* Whom they follow was the lowest alive at some instant since the last run's
\* first QUERY.
LowestLately == Quiescent => \A i \in alive : leader[i] # None => leader[i] \in lately

\* The paper's first observation (CT-1 of the facts sheet): once an initiator
\* has stopped collecting, the list of one of its responders holds the would-be
\* leader, the lowest process alive.  Static lists lose only the dead, so the
\* initial list tells.
CT1 == \A i \in alive : phase[i] = "await" => \E k \in responders[i] : Lowest(alive) \in Lists[k]

\* Companions: each must fail, which shows that the property it stands beside
\* was judged of something.
NeverElected == ~(Quiescent /\ leader[Initiator] # None)
NeverSucceeded == ~(Quiescent /\ alive # Node /\ leader[Initiator] \notin {None, 0})
NeverAwaited == phase[Initiator] # "await"

\* While a process is notified, nobody else was in the same run.  It fails where the
\* initiator streams, and only there.
NeverReplaced ==
    \A m \in DOMAIN flight :
        m.run = run[Initiator] /\ id[Initiator] # None =>
            /\ m.kind = "Notify" => m.to = id[Initiator]
            /\ m.kind = "Leader" => m.from = id[Initiator]

\* Some fair action is enabled, and only the budget forbids it.
Exhausted == spent.restart = MaxRestart /\ Calm /\ \E i \in Node : Armed(i, "Await")

NeverExhausted == ~Exhausted

EverybodyLed == <>(Exhausted \/ \A i \in alive : leader[i] # None)
RunEnds == <>(Exhausted \/ phase[Initiator] = "done")
=============================================================================

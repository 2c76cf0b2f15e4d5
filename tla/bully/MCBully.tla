------------------------------- MODULE MCBully -------------------------------
(***************************************************************************)
(* The bully election within a budget, what must hold of it, and what must *)
(* come true of it at last.  No line of the budget counts a tick.          *)
(***************************************************************************)
EXTENDS Bully

CONSTANTS
    MaxCrash,      \* how often a process may crash between two handler runs,
    MaxCrashIn,    \* inside of one,
    MaxDuplicate,  \* how often there may be a second copy,
    MaxLoss,       \* a copy may get lost on its way to a process that is up,
    MaxPremature,  \* a timer may fire early,
    MaxAlarm,      \* there may be a false alarm,
    MaxSilence,    \* and the leader's beat be missed
    MayCrash       \* the processes that may crash at all

ASSUME
    /\ {MaxCrash, MaxCrashIn, MaxDuplicate, MaxLoss, MaxPremature, MaxAlarm, MaxSilence} \subseteq Nat
    /\ MayCrash \subseteq Node

VARIABLE spent     \* how much of each line is gone

mcvars == <<vars, spent>>

Limit == [crash |-> MaxCrash, crashIn |-> MaxCrashIn, duplicate |-> MaxDuplicate, loss |-> MaxLoss,
         premature |-> MaxPremature, alarm |-> MaxAlarm, silence |-> MaxSilence]

MCInit == Init /\ spent = [line \in DOMAIN Limit |-> 0]

Spend(lines) ==
    /\ \A line \in lines : spent[line] < Limit[line]
    /\ spent' = [line \in DOMAIN spent |-> spent[line] + IF line \in lines THEN 1 ELSE 0]

Free == UNCHANGED spent

MCBoot                 == Free /\ Boot
MCRecover              == Free /\ Recover
MCSuspect              == Free /\ Suspect
MCAlarm                == Spend({"alarm"}) /\ Alarm
MCTickBeat             == Free /\ TickBeat
MCDeliverElection      == Free /\ DeliverElection
MCDeliverAnswer        == Free /\ DeliverAnswer
MCDeliverCoordinator   == Free /\ DeliverCoordinator
MCDeliverBeat          == Free /\ DeliverBeat
MCTimeoutAnswer        == Free /\ TimeoutAnswer
MCTimeoutCoordinator   == Free /\ TimeoutCoordinator
MCTimeoutFail          == Spend({"silence"}) /\ TimeoutFail
MCPrematureAnswer      == Spend({"premature"}) /\ PrematureAnswer
MCPrematureCoordinator == Spend({"premature"}) /\ PrematureCoordinator
MCPrematureFail        == Spend({"premature", "silence"}) /\ PrematureFail
MCCrash                == Spend({"crash"}) /\ \E i \in MayCrash : Crash(i)

MCDropElection         == Spend({"loss"}) /\ DropElection
MCDropAnswer           == Spend({"loss"}) /\ DropAnswer
MCDropCoordinator      == Spend({"loss"}) /\ DropCoordinator
MCDropBeat             == Spend({"loss"}) /\ DropBeat
MCDuplicateElection    == Spend({"duplicate"}) /\ DuplicateElection
MCDuplicateAnswer      == Spend({"duplicate"}) /\ DuplicateAnswer
MCDuplicateCoordinator == Spend({"duplicate"}) /\ DuplicateCoordinator
MCDuplicateBeat        == Spend({"duplicate"}) /\ DuplicateBeat

MCCrashInBoot                 == Spend({"crashIn"}) /\ CrashInBoot(MayCrash)
MCCrashInRecover              == Spend({"crashIn"}) /\ CrashInRecover(MayCrash)
MCCrashInSuspect              == Spend({"crashIn"}) /\ CrashInSuspect(MayCrash)
MCCrashInAlarm                == Spend({"crashIn", "alarm"}) /\ CrashInAlarm(MayCrash)
MCCrashInTickBeat             == Spend({"crashIn"}) /\ CrashInTickBeat(MayCrash)
MCCrashInDeliverElection      == Spend({"crashIn"}) /\ CrashInDeliverElection(MayCrash)
MCCrashInDeliverCoordinator   == Spend({"crashIn"}) /\ CrashInDeliverCoordinator(MayCrash)
MCCrashInDeliverBeat          == Spend({"crashIn"}) /\ CrashInDeliverBeat(MayCrash)
MCCrashInTimeoutAnswer        == Spend({"crashIn"}) /\ CrashInTimeoutAnswer(MayCrash)
MCCrashInTimeoutCoordinator   == Spend({"crashIn"}) /\ CrashInTimeoutCoordinator(MayCrash)
MCCrashInTimeoutFail          == Spend({"crashIn", "silence"}) /\ CrashInTimeoutFail(MayCrash)
MCCrashInPrematureAnswer      == Spend({"crashIn", "premature"}) /\ CrashInPrematureAnswer(MayCrash)
MCCrashInPrematureCoordinator == Spend({"crashIn", "premature"}) /\ CrashInPrematureCoordinator(MayCrash)
MCCrashInPrematureFail        == Spend({"crashIn", "premature", "silence"}) /\ CrashInPrematureFail(MayCrash)

MCNext ==
    \/ MCBoot \/ MCRecover \/ MCSuspect \/ MCAlarm \/ MCTickBeat
    \/ MCDeliverElection \/ MCDeliverAnswer \/ MCDeliverCoordinator \/ MCDeliverBeat
    \/ MCTimeoutAnswer \/ MCTimeoutCoordinator \/ MCTimeoutFail
    \/ MCPrematureAnswer \/ MCPrematureCoordinator \/ MCPrematureFail
    \/ MCCrash \/ MCDropElection \/ MCDropAnswer \/ MCDropCoordinator \/ MCDropBeat
    \/ MCDuplicateElection \/ MCDuplicateAnswer \/ MCDuplicateCoordinator \/ MCDuplicateBeat
    \/ MCCrashInBoot \/ MCCrashInRecover \/ MCCrashInSuspect \/ MCCrashInAlarm \/ MCCrashInTickBeat
    \/ MCCrashInDeliverElection \/ MCCrashInDeliverCoordinator \/ MCCrashInDeliverBeat
    \/ MCCrashInTimeoutAnswer \/ MCCrashInTimeoutCoordinator \/ MCCrashInTimeoutFail
    \/ MCCrashInPrematureAnswer \/ MCCrashInPrematureCoordinator \/ MCCrashInPrematureFail

MCSpec == MCInit /\ [][MCNext]_mcvars

\* Fair is that processes boot, are told who is down and who leads, and that each election goes on.
MCFairSpec ==
    /\ MCSpec /\ WF_mcvars(MCBoot) /\ WF_mcvars(MCSuspect) /\ WF_mcvars(MCDeliverCoordinator)
    /\ \A i \in Node : WF_mcvars(Free /\ GoesOn(i))

----------------------------------------------------------------------------
Epochs == Nat \cup {NoEpoch}

TypeOK ==
    /\ unbooted \subseteq alive /\ alive \subseteq Node
    /\ \A m \in DOMAIN flight :
        /\ \/ m.kind \in {"Election", "Coordinator", "Beat"} /\ m.epoch \in Epochs
           \/ m.kind = "Answer"
        /\ m.from \in Node /\ m.to \in Node \ {m.from} /\ flight[m] \in Nat \ {0}
    /\ timers \in [Node -> SUBSET {"Answer", "Coordinator", "Fail", "Beat"}]
    /\ phase \in [Node -> {"idle", "asking", "waiting"}]
    /\ leader \in [Node -> Node \cup {None}]
    /\ epoch \in [Node -> Epochs]
    /\ beaten \in [Node -> 0..Most]

Acts(i) == i \in alive /\ leader[i] = i

\* A process follows somebody if and only if it holds no election, once it has booted; nobody follows a lower one.
FollowsOrElects ==
    \A i \in alive \ unbooted : leader[i] >= i <=> phase[i] = "idle"

\* Two that lead do so in different epochs.
OneLeaderPerEpoch == \A i, j \in Node : Acts(i) /\ Acts(j) /\ i # j => epoch[i] # epoch[j]

\* Whoever follows somebody in an epoch follows the same.
EpochNamesLeader ==
    \A i, j \in alive : leader[i] # None /\ leader[j] # None /\ epoch[i] = epoch[j] => leader[i] = leader[j]

\* There is no second leader.  It needs that nobody comes up again, nothing is lost, no timeout is
\* premature and no alarm false.
OneLeader == \A i, j \in Node : Acts(i) /\ Acts(j) => i = j

\* What a process knows never falls while it is up.
EpochsGrow == [][\A i \in alive \cap alive' : epoch'[i] >= epoch[i]]_vars

\* Whoever comes to lead does so in an epoch in which it never led, which its disk says. Of epochs below N,
\* the first ones, that is not asked.
LeadsAnew ==
    [][\A i \in Node :
        /\ Saved(i)' >= Saved(i)
        /\ ~Acts(i) /\ Acts(i)' /\ epoch'[i] >= N /\ ~Interprets("no-epochs") => disk'[i] # disk[i]]_vars

\* Reachability witnesses: must fail, or nobody but the highest ever led, or somebody while it is up.
NeverLowerLeads == \A i \in Node : Acts(i) => i = N - 1
NeverDeposed == [][\A i \in alive' : Acts(i) => leader'[i] = i]_vars

\* All follow the highest that is up.
HighestLeads ==
    \A i \in alive : i \notin unbooted /\ leader[i] \in alive /\ \A j \in alive : leader[i] >= j

HighestAtLast == <>[]HighestLeads
=============================================================================

------------------------------- MODULE MCRing --------------------------------
(***************************************************************************)
(* The ring election within a budget, what must hold of it, and what must  *)
(* come true of it at last.  No line of the budget counts a tick.          *)
(***************************************************************************)
EXTENDS Ring

CONSTANTS
    MaxCrash,      \* how often a process may crash between two handler runs,
    MaxCrashIn,    \* inside of one,
    MaxDuplicate,  \* how often there may be a second copy,
    MaxLoss,       \* a copy may get lost on its way to a process that is up,
    MaxPremature,  \* a timer may fire early,
    MaxAlarm,      \* there may be a false alarm,
    MaxSilence,    \* a successor be silent,
    MaxRetry,      \* and an election take too long
    MayCrash       \* the processes that may crash at all

ASSUME
    /\ {MaxCrash, MaxCrashIn, MaxDuplicate, MaxLoss, MaxPremature, MaxAlarm, MaxSilence, MaxRetry} \subseteq Nat
    /\ MayCrash \subseteq Node

VARIABLE spent     \* how much of each line is gone

mcvars == <<vars, spent>>

Limit == [crash |-> MaxCrash, crashIn |-> MaxCrashIn, duplicate |-> MaxDuplicate, loss |-> MaxLoss,
          premature |-> MaxPremature, alarm |-> MaxAlarm, silence |-> MaxSilence, retry |-> MaxRetry]

MCInit == Init /\ spent = [line \in DOMAIN Limit |-> 0]

Spend(lines) ==
    /\ \A line \in lines : spent[line] < Limit[line]
    /\ spent' = [line \in DOMAIN spent |-> spent[line] + IF line \in lines THEN 1 ELSE 0]

Free == UNCHANGED spent

MCBoot                  == Free /\ Boot
MCSuspect               == Free /\ Suspect
MCAlarm                 == Spend({"alarm"}) /\ Alarm
MCFound                 == Free /\ Found
MCTickProbe             == Free /\ TickProbe
MCDeliverToken          == Free /\ DeliverToken
MCDeliverElected        == Free /\ DeliverElected
MCDeliverProbe          == Free /\ DeliverProbe
MCDeliverBeat           == Free /\ DeliverBeat
MCTimeoutFail           == Spend({"silence"}) /\ TimeoutFail
MCPrematureFail         == Spend({"premature", "silence"}) /\ PrematureFail
MCTimeoutRetry          == Spend({"retry"}) /\ TimeoutRetry
MCPrematureRetry        == Spend({"premature", "retry"}) /\ PrematureRetry
MCCrash                 == Spend({"crash"}) /\ \E i \in MayCrash : Crash(i)
MCDropToken             == Spend({"loss"}) /\ DropToken
MCDuplicateToken        == Spend({"duplicate"}) /\ DuplicateToken
MCDropElected           == Spend({"loss"}) /\ DropElected
MCDuplicateElected      == Spend({"duplicate"}) /\ DuplicateElected
MCDropProbe             == Spend({"loss"}) /\ DropProbe
MCDuplicateProbe        == Spend({"duplicate"}) /\ DuplicateProbe
MCDropBeat              == Spend({"loss"}) /\ DropBeat
MCDuplicateBeat         == Spend({"duplicate"}) /\ DuplicateBeat
MCCrashInBoot           == Spend({"crashIn"}) /\ CrashInBoot(MayCrash)
MCCrashInSuspect        == Spend({"crashIn"}) /\ CrashInSuspect(MayCrash)
MCCrashInAlarm          == Spend({"crashIn", "alarm"}) /\ CrashInAlarm(MayCrash)
MCCrashInFound          == Spend({"crashIn"}) /\ CrashInFound(MayCrash)
MCCrashInTickProbe      == Spend({"crashIn"}) /\ CrashInTickProbe(MayCrash)
MCCrashInDeliverToken   == Spend({"crashIn"}) /\ CrashInDeliverToken(MayCrash)
MCCrashInDeliverElected == Spend({"crashIn"}) /\ CrashInDeliverElected(MayCrash)
MCCrashInDeliverProbe   == Spend({"crashIn"}) /\ CrashInDeliverProbe(MayCrash)
MCCrashInDeliverBeat    == Spend({"crashIn"}) /\ CrashInDeliverBeat(MayCrash)
MCCrashInTimeoutFail    == Spend({"crashIn", "silence"}) /\ CrashInTimeoutFail(MayCrash)
MCCrashInPrematureFail  == Spend({"crashIn", "premature", "silence"}) /\ CrashInPrematureFail(MayCrash)
MCCrashInTimeoutRetry   == Spend({"crashIn", "retry"}) /\ CrashInTimeoutRetry(MayCrash)
MCCrashInPrematureRetry == Spend({"crashIn", "premature", "retry"}) /\ CrashInPrematureRetry(MayCrash)

MCNext ==
    \/ MCBoot \/ MCSuspect \/ MCAlarm \/ MCFound \/ MCTickProbe \/ MCDeliverToken \/ MCDeliverElected
    \/ MCDeliverProbe \/ MCDeliverBeat \/ MCTimeoutFail \/ MCPrematureFail \/ MCTimeoutRetry
    \/ MCPrematureRetry \/ MCCrash \/ MCDropToken \/ MCDuplicateToken \/ MCDropElected
    \/ MCDuplicateElected \/ MCDropProbe \/ MCDuplicateProbe \/ MCDropBeat \/ MCDuplicateBeat
    \/ MCCrashInBoot \/ MCCrashInSuspect \/ MCCrashInAlarm \/ MCCrashInFound \/ MCCrashInTickProbe
    \/ MCCrashInDeliverToken \/ MCCrashInDeliverElected \/ MCCrashInDeliverProbe \/ MCCrashInDeliverBeat
    \/ MCCrashInTimeoutFail \/ MCCrashInPrematureFail \/ MCCrashInTimeoutRetry
    \/ MCCrashInPrematureRetry

MCSpec == MCInit /\ [][MCNext]_mcvars

\* Fair is that processes boot, that tokens and word of who leads arrive, that each process is told of its
\* successor, and that an election which takes too long is begun anew.
MCFairSpec ==
    /\ MCSpec /\ WF_mcvars(MCBoot) /\ WF_mcvars(MCDeliverToken) /\ WF_mcvars(MCDeliverElected)
    /\ WF_mcvars(MCTimeoutRetry)
    /\ \A i \in Node : WF_mcvars(Free /\ (SuspectOf(i) \/ FoundOf(i)))

----------------------------------------------------------------------------
TypeOK ==
    /\ unbooted \subseteq alive /\ alive \subseteq Node
    /\ \A m \in DOMAIN flight :
        /\ \/ m.kind = "Token" /\ m.round \in Nat /\ m.candidate \in Node
           \/ m.kind = "Elected" /\ m.round \in Nat /\ m.leader \in Node
           \/ m.kind = "Probe" /\ m.round \in Nat /\ m.leader \in Node \cup {None}
           \/ m.kind = "Beat"
        /\ m.from \in Node /\ m.to \in Node /\ flight[m] \in Nat \ {0}
    /\ timers \in [Node -> SUBSET {"Fail", "Retry", "Probe"}]
    /\ next \in [Node -> Node]
    /\ round \in [Node -> Nat]
    /\ best \in [Node -> Node \cup {None}]
    /\ leader \in [Node -> Node \cup {None}]
    /\ watching \in [Node -> BOOLEAN]
    /\ probed \in [Node -> 0..Most]

Acts(i) == i \in alive /\ leader[i] = i

\* A process that watches its successor has a timer for that, and one that has sent a token knows of no leader.
Timed ==
    \A i \in alive :
        /\ watching[i] <=> "Fail" \in timers[i]
        /\ best[i] # None => leader[i] = None /\ "Retry" \in timers[i]

\* In each round there is one leader.  It needs that no two skip one who is up, or there could be two rings.
OneLeaderPerRound == \A i, j \in Node : Acts(i) /\ Acts(j) /\ round[i] = round[j] => i = j

\* There is one at any time; it is the highest of those that are up.  It needs that nobody is skipped who is up.
OneLeader == \A i, j \in Node : Acts(i) /\ Acts(j) => i = j
HighestActs == \A i \in Node : Acts(i) => \A j \in alive : j <= i

\* Two that follow somebody in the same round follow the same.  It needs that nobody is skipped who is up.
RoundNamesLeader ==
    \A i, j \in alive : leader[i] # None /\ leader[j] # None /\ round[i] = round[j] => leader[i] = leader[j]

\* What a process knows never falls while it is up: neither the round, nor in a round who leads.
RoundsGrow ==
    [][\A i \in alive \cap alive' :
        \/ round'[i] > round[i]
        \/ round'[i] = round[i] /\ leader'[i] >= leader[i]]_vars

\* Reachability witnesses: must fail, or nobody but the highest ever led, or who leads ceased to.
NeverLowerLeads == \A i \in Node : Acts(i) => i = N - 1
NeverDeposed == [][\A i \in alive' : Acts(i) => leader'[i] = i]_vars

\* All follow the highest that is up.
HighestLeads ==
    \A i \in alive : i \notin unbooted /\ leader[i] \in alive /\ \A j \in alive : leader[i] >= j

HighestAtLast == <>[]HighestLeads
=============================================================================

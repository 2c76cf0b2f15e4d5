---------------------------- MODULE MCFastBully -----------------------------
(***************************************************************************)
(* Fast Bully within a budget, what must hold of it, and what must come    *)
(* true of it at last.  No line of the budget counts a beat; takeover      *)
(* counts the firings of Wait, which without time nobody can tell apart    *)
(* from those that are due.                                                *)
(***************************************************************************)
EXTENDS FastBully, Fairness

CONSTANTS
    MaxCrash, MaxCrashIn, MaxDuplicate, MaxLoss, MaxPremature, MaxAlarm, MaxTakeover,
    MayCrash      \* the processes that may crash

ASSUME
    /\ {MaxCrash, MaxCrashIn, MaxDuplicate, MaxLoss, MaxPremature, MaxAlarm, MaxTakeover} \subseteq Nat
    /\ MayCrash \subseteq Node

VARIABLE spent    \* how much of each line of the budget is gone

mcvars == <<vars, spent>>

Most == [crash |-> MaxCrash, crashIn |-> MaxCrashIn, duplicate |-> MaxDuplicate, loss |-> MaxLoss,
         premature |-> MaxPremature, alarm |-> MaxAlarm, takeover |-> MaxTakeover]

MCInit == Init /\ spent = [l \in DOMAIN Most |-> 0]

Spend(lines) ==
    /\ \A l \in lines : spent[l] < Most[l]
    /\ spent' = [l \in DOMAIN spent |-> spent[l] + IF l \in lines THEN 1 ELSE 0]

Free == UNCHANGED spent

MCBoot                 == Free /\ Boot
MCDeliverScore         == Free /\ DeliverScore
MCDeliverCollect       == Free /\ DeliverCollect
MCDeliverCoordinator   == Free /\ DeliverCoordinator
MCDeliverBeat          == Free /\ DeliverBeat
MCDeliverNewer         == Free /\ DeliverNewer
MCSuspect              == Free /\ Suspect
MCTimeoutBeat          == Free /\ TimeoutBeat
MCTimeoutGather        == Free /\ TimeoutGather
MCTimeoutWait          == Spend({"takeover"}) /\ TimeoutWait
MCPrematureBeat        == Spend({"premature"}) /\ PrematureBeat
MCPrematureGather      == Spend({"premature"}) /\ PrematureGather
MCPrematureWait        == Spend({"premature", "takeover"}) /\ PrematureWait
MCAlarm                == Spend({"alarm"}) /\ Alarm
MCCrash                == Spend({"crash"}) /\ \E i \in MayCrash : Crash(i)
MCDropScore            == Spend({"loss"}) /\ DropScore
MCDropCollect          == Spend({"loss"}) /\ DropCollect
MCDropCoordinator      == Spend({"loss"}) /\ DropCoordinator
MCDropBeat             == Spend({"loss"}) /\ DropBeat
MCDropNewer            == Spend({"loss"}) /\ DropNewer
MCDuplicateScore       == Spend({"duplicate"}) /\ DuplicateScore
MCDuplicateCollect     == Spend({"duplicate"}) /\ DuplicateCollect
MCDuplicateCoordinator == Spend({"duplicate"}) /\ DuplicateCoordinator
MCDuplicateBeat        == Spend({"duplicate"}) /\ DuplicateBeat
MCDuplicateNewer       == Spend({"duplicate"}) /\ DuplicateNewer
MCCrashInBoot               == Spend({"crashIn"}) /\ CrashInBoot(MayCrash)
MCCrashInDeliverCollect     == Spend({"crashIn"}) /\ CrashInDeliverCollect(MayCrash)
MCCrashInDeliverCoordinator == Spend({"crashIn"}) /\ CrashInDeliverCoordinator(MayCrash)
MCCrashInDeliverBeat        == Spend({"crashIn"}) /\ CrashInDeliverBeat(MayCrash)
MCCrashInDeliverNewer       == Spend({"crashIn"}) /\ CrashInDeliverNewer(MayCrash)
MCCrashInSuspect            == Spend({"crashIn"}) /\ CrashInSuspect(MayCrash)
MCCrashInAlarm              == Spend({"crashIn", "alarm"}) /\ CrashInAlarm(MayCrash)
MCCrashInTimeoutBeat        == Spend({"crashIn"}) /\ CrashInTimeoutBeat(MayCrash)
MCCrashInPrematureBeat      == Spend({"crashIn", "premature"}) /\ CrashInPrematureBeat(MayCrash)
MCCrashInTimeoutGather      == Spend({"crashIn"}) /\ CrashInTimeoutGather(MayCrash)
MCCrashInPrematureGather    == Spend({"crashIn", "premature"}) /\ CrashInPrematureGather(MayCrash)
MCCrashInTimeoutWait        == Spend({"crashIn", "takeover"}) /\ CrashInTimeoutWait(MayCrash)
MCCrashInPrematureWait      == Spend({"crashIn", "premature", "takeover"}) /\ CrashInPrematureWait(MayCrash)

MCNext ==
    \/ MCBoot \/ MCDeliverScore \/ MCDeliverCollect \/ MCDeliverCoordinator \/ MCDeliverBeat
    \/ MCDeliverNewer \/ MCDropNewer \/ MCDuplicateNewer \/ MCCrashInDeliverNewer
    \/ MCSuspect \/ MCAlarm \/ MCTimeoutBeat \/ MCPrematureBeat
    \/ MCTimeoutGather \/ MCPrematureGather \/ MCTimeoutWait \/ MCPrematureWait
    \/ MCCrash \/ MCDropScore \/ MCDropCollect \/ MCDropCoordinator \/ MCDropBeat
    \/ MCDuplicateScore \/ MCDuplicateCollect \/ MCDuplicateCoordinator \/ MCDuplicateBeat
    \/ MCCrashInBoot \/ MCCrashInDeliverCollect \/ MCCrashInDeliverCoordinator \/ MCCrashInDeliverBeat
    \/ MCCrashInSuspect \/ MCCrashInAlarm \/ MCCrashInTimeoutBeat
    \/ MCCrashInPrematureBeat \/ MCCrashInTimeoutGather \/ MCCrashInPrematureGather
    \/ MCCrashInTimeoutWait \/ MCCrashInPrematureWait

MCSpec == MCInit /\ [][MCNext]_mcvars

\* Boots, deliveries on each link, the end of gathering, and that who is down is told of.
MCFairSpec ==
    /\ MCSpec /\ WF_mcvars(MCBoot)
    /\ \A i \in Node :
        /\ WF_mcvars(Free /\ SuspectAt(i))
        /\ WF_mcvars(Free /\ GatheredAt(i))
        /\ \A j \in Node \ {i} : WF_mcvars(Free /\ Delivery("Coordinator", j, i, LeaderComes))
    /\ WF_mcvars(Free /\ DeliverNewer) /\ WF_mcvars(Free /\ DeliverScore) /\ WF_mcvars(Free /\ DeliverCollect)

----------------------------------------------------------------------------
Lines == {l \in [1..N -> Node] : \A m, n \in 1..N : l[m] = l[n] => m = n}
Key == {Unknown} \cup {Scores[i] : i \in Node}

TypeOK ==
    /\ unbooted \subseteq alive /\ alive \subseteq Node
    /\ \A i \in Node :
        /\ timers[i] \subseteq {"Gather", "Wait", "Beat"}
        /\ gathering[i] \in BOOLEAN /\ keys[i] \in [Node -> Key]
        /\ line[i] \in Lines \cup {<< >>}
        /\ leader[i] \in Node \cup {None} /\ epoch[i] \in Nat
        /\ suspected[i] \subseteq Ahead(line[i], i) /\ ignored[i] \subseteq Node \ {i, leader[i]}
    /\ \A m \in DOMAIN flight : m.kind \in {"Coordinator", "Beat"} => <<m.from>> \o m.substitutes \in Lines

\* Those who lead.
Acting == {i \in alive : leader[i] = i}

OneLeader == Cardinality(Acting) <= 1

OneLeaderPerEpoch == \A i, j \in Acting : i # j => epoch[i] # epoch[j]

\* Who leads does so under an epoch of its own.
OwnEpoch == \A i \in Acting : epoch[i] % N = i

\* Who follows the same leader in the same epoch has the same list.  Who has gathered again may
\* know of a later epoch than that of its list.
SameHeirs ==
    "regathers" \in Interpretations \/
    \A i, j \in alive : leader[i] # None /\ leader[i] = leader[j] /\ epoch[i] = epoch[j] => line[i] = line[j]

\* The same where nothing is on its way.
SameHeirsAtRest == Resting({}, {}) => SameHeirs

\* Where nothing is on its way all follow the same live process, and it is the best of them.
Best == CHOOSE i \in alive : \A j \in alive \ {i} : Precedes(Scores, i, j)

AllFollow(i) == \A j \in alive : leader[j] = i

Agreed == alive = {} \/ \E i \in alive : AllFollow(i)

BestLeads == alive = {} \/ AllFollow(Best)

OneLeaderAtLast == <>[]Agreed

BestAtLast == <>[]BestLeads

\* No message is sent for ever.
RestAtLast == <>[](\A m \in DOMAIN flight : m.to \notin alive)

\* Nobody's epoch falls while it is up.
EpochGrows == [][\A i \in alive \cap alive' : epoch'[i] >= epoch[i]]_vars

\* Copies that are alike but for their places.
IsNew(m) ==
    \A x \in DOMAIN flight : x.kind = "Coordinator" => <<x.from, x.to, x.epoch>> # <<m.from, m.to, m.epoch>>

Announced(i) == {m \in DOMAIN flight' : m.kind = "Coordinator" /\ m.from = i}

\* Who begins to reign tells each other process once, and nobody announces anything else: a failure
\* costs n-1 messages, n-2 of them to processes that are up.
AnnouncesOnce ==
    [][\A i \in alive \cap alive' :
        LET begins == leader'[i] = i /\ (leader[i] # i \/ epoch'[i] # epoch[i])
            new == {m \in Announced(i) : IsNew(m)}
        IN IF begins
           THEN {m.to : m \in new} = alive' \ {i} /\ \A m \in new : m.epoch = epoch'[i] /\ flight'[m] = 1
           ELSE new = {}]_vars

\* Reachability witnesses, which must fail.
NeverFailsOver == \A i \in Acting : i = Ranking(Scores)[1]
NeverThirdLeads == \A i \in Acting : i # Ranking(Scores)[3]
NeverClaimsAgain == \A i \in Acting : epoch[i] < 2 * N
NeverGathersAgain == \A i \in alive : ~(gathering[i] /\ leader[i] # None)
NeverGivesUp == [][\A i \in alive \cap alive' : gathering[i] /\ ~gathering'[i] => leader'[i] # leader[i]]_vars
=============================================================================

------------------------------ MODULE MCGossip -------------------------------
(***************************************************************************)
(* The Gossip election within a budget, what must hold of it, and what     *)
(* must come true of it at last.  A tick is counted by no line, and ends   *)
(* by the configuration; alarms and measures need not happen.              *)
(***************************************************************************)
EXTENDS Gossip, Fairness

CONSTANTS
    MaxCrash,      \* how often a process may crash between two handler runs,
    MaxCrashIn,    \* inside of one,
    MaxDuplicate,  \* how often there may be a second copy,
    MaxLoss,       \* a copy may get lost on its way to a process that is up,
    MaxPremature,  \* a timer may fire early,
    MaxAlarm,      \* somebody may be told of one who is up that it is silent,
    MaxMeasure,    \* and may measure something else of itself
    MayCrash       \* the processes that may crash at all

ASSUME
    /\ {MaxCrash, MaxCrashIn, MaxDuplicate, MaxLoss, MaxPremature, MaxAlarm, MaxMeasure} \subseteq Nat
    /\ MayCrash \subseteq Node

VARIABLE spent     \* how much of each line is gone

mcvars == <<vars, spent>>

Most == [crash |-> MaxCrash, crashIn |-> MaxCrashIn, duplicate |-> MaxDuplicate, loss |-> MaxLoss,
         premature |-> MaxPremature, alarm |-> MaxAlarm, measure |-> MaxMeasure]

MCInit == Init /\ spent = [line \in DOMAIN Most |-> 0]

Spend(lines) ==
    /\ \A line \in lines : spent[line] < Most[line]
    /\ spent' = [line \in DOMAIN spent |-> spent[line] + IF line \in lines THEN 1 ELSE 0]

Free == UNCHANGED spent

MCBoot                    == Free /\ Boot
MCTickBeat                == Free /\ TickBeat
MCSuspect                 == Free /\ Suspect
MCTrust                   == Free /\ Trust
MCDeliverGossip           == Free /\ DeliverGossip
MCDeliverBeat             == Free /\ DeliverBeat
MCDeliverClaim            == Free /\ DeliverClaim
MCDeliverDigest           == Free /\ DeliverDigest
MCDeliverMissing          == Free /\ DeliverMissing
MCDeliverView             == Free /\ DeliverView
MCTimeoutGossip           == Free /\ TimeoutGossip
MCTimeoutSettle           == Free /\ TimeoutSettle
MCTimeoutRefresh          == Free /\ TimeoutRefresh
MCTimeoutWait             == Free /\ TimeoutWait
MCAlarm                   == Spend({"alarm"}) /\ Alarm
MCMeasure                 == Spend({"measure"}) /\ Measure
MCPrematureGossip         == Spend({"premature"}) /\ PrematureGossip
MCPrematureSettle         == Spend({"premature"}) /\ PrematureSettle
MCPrematureRefresh        == Spend({"premature"}) /\ PrematureRefresh
MCPrematureWait           == Spend({"premature"}) /\ PrematureWait
MCCrash                   == Spend({"crash"}) /\ \E i \in MayCrash : Crash(i)
MCDropGossip              == Spend({"loss"}) /\ DropGossip
MCDropBeat                == Spend({"loss"}) /\ DropBeat
MCDropClaim               == Spend({"loss"}) /\ DropClaim
MCDropDigest              == Spend({"loss"}) /\ DropDigest
MCDropMissing             == Spend({"loss"}) /\ DropMissing
MCDropView                == Spend({"loss"}) /\ DropView
MCDuplicateGossip         == Spend({"duplicate"}) /\ DuplicateGossip
MCDuplicateBeat           == Spend({"duplicate"}) /\ DuplicateBeat
MCDuplicateClaim          == Spend({"duplicate"}) /\ DuplicateClaim
MCDuplicateDigest         == Spend({"duplicate"}) /\ DuplicateDigest
MCDuplicateMissing        == Spend({"duplicate"}) /\ DuplicateMissing
MCDuplicateView           == Spend({"duplicate"}) /\ DuplicateView
MCCrashInBoot             == Spend({"crashIn"}) /\ CrashInBoot(MayCrash)
MCCrashInTickBeat         == Spend({"crashIn"}) /\ CrashInTickBeat(MayCrash)
MCCrashInSuspect          == Spend({"crashIn"}) /\ CrashInSuspect(MayCrash)
MCCrashInTrust            == Spend({"crashIn"}) /\ CrashInTrust(MayCrash)
MCCrashInDeliverGossip    == Spend({"crashIn"}) /\ CrashInDeliverGossip(MayCrash)
MCCrashInDeliverBeat      == Spend({"crashIn"}) /\ CrashInDeliverBeat(MayCrash)
MCCrashInDeliverClaim     == Spend({"crashIn"}) /\ CrashInDeliverClaim(MayCrash)
MCCrashInDeliverDigest    == Spend({"crashIn"}) /\ CrashInDeliverDigest(MayCrash)
MCCrashInDeliverMissing   == Spend({"crashIn"}) /\ CrashInDeliverMissing(MayCrash)
MCCrashInDeliverView      == Spend({"crashIn"}) /\ CrashInDeliverView(MayCrash)
MCCrashInTimeoutGossip    == Spend({"crashIn"}) /\ CrashInTimeoutGossip(MayCrash)
MCCrashInTimeoutSettle    == Spend({"crashIn"}) /\ CrashInTimeoutSettle(MayCrash)
MCCrashInTimeoutWait      == Spend({"crashIn"}) /\ CrashInTimeoutWait(MayCrash)
MCCrashInAlarm            == Spend({"crashIn", "alarm"}) /\ CrashInAlarm(MayCrash)
MCCrashInPrematureGossip  == Spend({"crashIn", "premature"}) /\ CrashInPrematureGossip(MayCrash)
MCCrashInPrematureSettle  == Spend({"crashIn", "premature"}) /\ CrashInPrematureSettle(MayCrash)
MCCrashInPrematureWait    == Spend({"crashIn", "premature"}) /\ CrashInPrematureWait(MayCrash)

MCNext ==
    \/ MCBoot \/ MCTickBeat \/ MCSuspect \/ MCTrust \/ MCDeliverGossip \/ MCDeliverBeat \/ MCDeliverClaim
    \/ MCDeliverDigest \/ MCDeliverMissing \/ MCDeliverView \/ MCTimeoutGossip \/ MCTimeoutSettle
    \/ MCTimeoutRefresh \/ MCTimeoutWait \/ MCAlarm \/ MCMeasure \/ MCPrematureGossip \/ MCPrematureSettle
    \/ MCPrematureRefresh \/ MCPrematureWait \/ MCCrash \/ MCDropGossip \/ MCDropBeat \/ MCDropClaim
    \/ MCDropDigest \/ MCDropMissing \/ MCDropView \/ MCDuplicateGossip \/ MCDuplicateBeat \/ MCDuplicateClaim
    \/ MCDuplicateDigest \/ MCDuplicateMissing \/ MCDuplicateView \/ MCCrashInBoot \/ MCCrashInTickBeat
    \/ MCCrashInSuspect \/ MCCrashInTrust \/ MCCrashInDeliverGossip \/ MCCrashInDeliverBeat
    \/ MCCrashInDeliverClaim \/ MCCrashInDeliverDigest \/ MCCrashInDeliverMissing \/ MCCrashInDeliverView
    \/ MCCrashInTimeoutGossip \/ MCCrashInTimeoutSettle \/ MCCrashInTimeoutWait
    \/ MCCrashInAlarm \/ MCCrashInPrematureGossip \/ MCCrashInPrematureSettle
    \/ MCCrashInPrematureWait

MCSpec == MCInit /\ [][MCNext]_mcvars

----------------------------------------------------------------------------
(* Fair are the boots; the deliveries, which end, or wait for each other   *)
(* between two rounds; and at each process what it is told of who is up,   *)
(* its rounds and its other timers.  A timer that awaits everything is     *)
(* enabled again and again where others send again and again: these are    *)
(* strongly fair.                                                          *)

Delivering ==
    DeliverGossip \/ DeliverBeat \/ DeliverClaim \/ DeliverDigest \/ DeliverMissing \/ DeliverView

HasRounds == Technique # "forward" \/ Versions # 1

HasSettling == Start = "cold" /\ ~Interprets("claim-at-start") /\ ~Interprets("claim-when-known")

MCFairSpec ==
    /\ MCSpec /\ WF_mcvars(MCBoot) /\ WF_mcvars(Free /\ Delivering)
    /\ Detector = "told" => \A i \in Node : WF_mcvars(Free /\ i \in Ready /\ (SuspectAt(i) \/ TrustAt(i)))
    /\ HasRounds => \A i \in Node : SF_mcvars(Free /\ ~IsEarly /\ RoundAt(i))
    /\ HasSettling => \A i \in Node : SF_mcvars(Free /\ ~IsEarly /\ SettleAt(i))
    /\ Interprets("dead-returns") => \A i \in Node : SF_mcvars(Free /\ ~IsEarly /\ RefreshAt(i))
    /\ MasterBeats \/ Detector = "beats" =>
        \A i \in Node : WF_mcvars(Free /\ \E j \in Node : SilentAt(i, j))
    /\ Detector = "beats" => \A i \in Node : WF_mcvars(Free /\ TickAt(i))

----------------------------------------------------------------------------
IsRecord(r) == r \in [origin : Node, version : Nat \ {0}, latency : Nat, power : Nat]

AreRecords(list) ==
    /\ \A k \in DOMAIN list : IsRecord(list[k])
    /\ \A k, l \in DOMAIN list : k < l => list[k].origin < list[l].origin

IsMessage(m) ==
    /\ m.from \in Node /\ m.to \in Others(m.from)
    /\ CASE m.kind = "Gossip"  -> PassesOn /\ IsRecord(m.record) /\ m.ttl \in 1..TTL
         [] m.kind = "Beat"    -> m.epoch \in Nat
         [] m.kind = "Claim"   -> m.epoch \in Nat
         [] m.kind = "Digest"  -> m.versions \in [Node -> Nat]
         [] m.kind = "Missing" -> AreRecords(m.records) /\ m.records # << >>
         [] m.kind = "View"    -> AreRecords(m.records) /\ m.answer \in BOOLEAN

Range(list) == {list[k] : k \in DOMAIN list}

IsKnown(i, j) ==
    /\ records[i][j] \in [version : Nat, latency : Nat, power : Nat]
    /\ records[i][j].version = 0 => records[i][j] = Unknown
    /\ seen[i][j] \in [version : Nat, ttl : 0..TTL]

TypeOK ==
    /\ unbooted \subseteq alive /\ alive \subseteq Node
    /\ \A m \in DOMAIN flight : IsMessage(m) /\ flight[m] \in Nat \ {0}
    /\ timers \in [Node -> SUBSET ({"Gossip", "Settle", "Refresh", "Beat"} \cup {Wait[j] : j \in Node})]
    /\ \A i \in Node :
        /\ disk[i] = << >> /\ (\A j \in Node : IsKnown(i, j)) /\ records[i][i].version > 0
        /\ seen[i][i] = Unseen /\ suspected[i] \subseteq Others(i)
        /\ Range(ranking[i]) \subseteq Node /\ i \in Range(ranking[i])
        /\ Cardinality(Range(ranking[i])) = Len(ranking[i])
    /\ settled \in [Node -> BOOLEAN] /\ leader \in [Node -> Node \cup {None}]
    /\ epoch \in [Node -> Nat] /\ (\A i \in Node : reign[i] \in 0..epoch[i])
    /\ rounds \in [Node -> 0..(Every - 1)] /\ beats \in [Node -> 0..Beats]
    /\ pending \in [Node -> [Node -> 0..(TTL - 1)]]
    /\ beating \in [Node -> BOOLEAN] /\ measured \in [Node -> [latency : Nat, power : Nat]]

\* A process ranks whom it knows and does not suspect, in the order of their keys.
Ranked ==
    Interprets("dead-returns") \/ \A i \in alive : ranking[i] = RankingOf(Process(i), i)

\* Who is settled follows the first.
Follows ==
    Interprets("no-step-back") \/ \A i \in alive : settled[i] => leader[i] = Head(ranking[i])

\* Nobody follows, or acts, before it is settled.
SettledFirst == \A i \in alive : settled[i] \/ leader[i] = None

\* Who acts has an epoch to act under, and nobody else has.
Reigns == \A i \in alive : (reign[i] > 0) = (leader[i] = i /\ ~Interprets("no-epochs"))

\* Who is suspected is in no ranking.
Floor == \A i \in alive : suspected[i] \cap Range(ranking[i]) = {}

----------------------------------------------------------------------------
(* Rankings of two processes *)

SameOf(i, j, a) == records[i][a] = records[j][a]

CandidatesOf(i) == Candidates(Process(i), i)

\* Who knows the same ranks the same (C-02, C-25).
SameKnownSameRank ==
    \A i, j \in alive :
        CandidatesOf(i) = CandidatesOf(j) /\ (\A a \in CandidatesOf(i) : SameOf(i, j, a)) => ranking[i] = ranking[j]

IsBefore(i, a, b) == \E k, l \in DOMAIN ranking[i] : k < l /\ ranking[i][k] = a /\ ranking[i][l] = b

\* Two who are known alike stand in the same order everywhere (c3).
PairOrder ==
    \A i, j \in alive : \A a, b \in Range(ranking[i]) \cap Range(ranking[j]) :
        SameOf(i, j, a) /\ SameOf(i, j, b) => (IsBefore(i, a, b) <=> IsBefore(j, a, b))

----------------------------------------------------------------------------
(* Masters *)

Acting == {i \in alive : leader[i] = i}

OneMaster == Cardinality(Acting) < 2

OneMasterPerEpoch == \A i, j \in Acting : i # j => reign[i] # reign[j]

----------------------------------------------------------------------------
(* Spreading *)

\* Those within so many hops of a process.
RECURSIVE Within(_, _)
Within(S, hops) == IF hops = 0 THEN S ELSE Within(S \cup UNION {Neighbours(i) : i \in S}, hops - 1)

\* Nothing is on its way any more: neither in the network, nor waiting for a round.
IsSpread == unbooted = {} /\ Calm /\ \A i \in alive : \A j \in Node : pending[i][j] = 0

\* Whoever is within reach of an origin knows its newest version then (c11, C4.2).
Covered ==
    IsSpread /\ alive = Node =>
        \A o \in Origins : \A i \in Within({o}, TTL) : records[i][o].version = records[o][o].version

----------------------------------------------------------------------------
(* Of steps *)

\* Who is up and has booted, before and after a step.
Staying == Ready \cap Ready'

VersionsGrow ==
    [][\A i \in Staying : \A j \in Node :
          /\ Interprets("no-floor") \/ records'[i][j].version >= records[i][j].version
          /\ seen'[i][j].version >= seen[i][j].version]_vars

\* Nobody forgets an epoch, and who begins to act does so under a new one.
EpochGrows ==
    [][\A i \in Staying :
          /\ epoch'[i] >= epoch[i]
          /\ reign'[i] \notin {0, reign[i]} => reign'[i] > epoch[i]]_vars

Copies(bag, m) == IF m \in DOMAIN bag THEN bag[m] ELSE 0

\* The copies that a step has delivered, or lost.
Gone == {m \in DOMAIN flight : Copies(flight', m) < flight[m]}

\* Who is not suspected any more has been heard of: a newer version, its beat or claim, or it is trusted.
ResurrectedByNews ==
    [][\A i \in Staying : \A j \in suspected[i] \ suspected'[i] :
          \/ records'[i][j].version > records[i][j].version
          \/ \E m \in Gone : m.kind \in {"Beat", "Claim"} /\ m.from = j /\ m.to = i
          \/ Gone = {} /\ Detector = "told" /\ j \in alive]_vars

----------------------------------------------------------------------------
(* At last *)

\* What there is in truth, of those who are up, as if somebody knew it.
Truth == [records |-> [j \in Node |-> records[j][j]], ranking |-> << >>, suspected |-> Node \ alive]

IsBest(b) ==
    b \in alive /\ Bind(Scores(Truth, alive), LAMBDA score :
        \A a \in alive : score[b] < score[a] \/ (score[b] = score[a] /\ (b <= a \/ Interprets("id-summand"))))

OneLeader == alive = {} \/ \E b \in alive : (\A i \in alive : leader[i] = b) /\ IsBest(b)

\* All who are up follow the best of them.
OneLeaderAtLast == <>[]OneLeader

\* No two act.
OneMasterAtLast == <>[]OneMaster

\* No record goes round for ever (C-05).
RestAtLast == <>[](\A m \in DOMAIN flight : m.kind = "Gossip" => m.to \notin alive)

\* All who are up know the newest versions of all origins that are up.
CoveredAtLast ==
    <>[](\A i \in alive, o \in alive \cap Origins : records[i][o].version = records[o][o].version)

----------------------------------------------------------------------------
(* Reachability witnesses: each must fail, or what it names never happened *)

NeverSuspects == \A i \in alive : suspected[i] = {}

NeverLeadsAnother == \A i \in alive : leader[i] \in {None, 0}

\* Nobody who acts has heard of a higher epoch than its own.
NeverOutdated == \A i \in Acting : reign[i] = epoch[i]

NeverStepsBack == [][\A i \in Staying : leader[i] = i => leader'[i] = i]_vars

NeverTakesBack == [][\A i \in Staying : suspected[i] \subseteq suspected'[i]]_vars

NeverForgets == [][\A i \in Staying : \A j \in Node : records[i][j].version > 0 => records'[i][j].version > 0]_vars
=============================================================================

----------------------------- MODULE MCFailover ------------------------------
(***************************************************************************)
(* The failover topologies within a budget, what must hold of them, and    *)
(* what must come true at last.  No line of the budget counts a tick or an *)
(* input.  Clocks tick for ever, so that a process is at rest when nothing *)
(* is left but health checks.                                              *)
(***************************************************************************)
EXTENDS Failover, Fairness, Budget

mcvars == <<allvars, spent>>

MCInit == FailoverInit /\ Unspent

MCBoot                   == Free /\ Rise
MCResync                 == Free /\ Resync /\ Kept
MCTickSync               == Free /\ TickSync /\ Kept
MCTickProbe              == Free /\ TickProbe
MCTimeoutStatus          == Free /\ StatusEnds
MCTimeoutShare           == Free /\ ShareEnds
MCTimeoutAck             == Free /\ TimeoutAck
MCDeliverHello           == Free /\ DeliverHello /\ Kept
MCDeliverStatus          == Free /\ DeliverStatus /\ Kept
MCDeliverShare           == Free /\ DeliverShare /\ Kept
MCDeliverProbe           == Free /\ DeliverProbe
MCDeliverAck             == Free /\ DeliverAck
MCDeliverAppoint         == Free /\ DeliverAppoint
MCPrematureStatus        == Spend({"premature"}) /\ StatusEndsEarly
MCPrematureShare         == Spend({"premature"}) /\ ShareEndsEarly
MCPrematureAck           == Spend({"premature"}) /\ PrematureAck
MCCrash                  == Spend({"crash"}) /\ (\E i \in MayCrash : Crash(i)) /\ Forgotten
MCDropHello              == Spend({"loss"}) /\ DropHello /\ Kept
MCDropStatus             == Spend({"loss"}) /\ DropStatus /\ Kept
MCDropShare              == Spend({"loss"}) /\ DropShare /\ Kept
MCDropProbe              == Spend({"loss"}) /\ DropProbe
MCDropAck                == Spend({"loss"}) /\ DropAck
MCDropAppoint            == Spend({"loss"}) /\ DropAppoint
MCDuplicateHello         == Spend({"duplicate"}) /\ DuplicateHello /\ Kept
MCDuplicateStatus        == Spend({"duplicate"}) /\ DuplicateStatus /\ Kept
MCDuplicateShare         == Spend({"duplicate"}) /\ DuplicateShare /\ Kept
MCDuplicateProbe         == Spend({"duplicate"}) /\ DuplicateProbe
MCDuplicateAck           == Spend({"duplicate"}) /\ DuplicateAck
MCDuplicateAppoint       == Spend({"duplicate"}) /\ DuplicateAppoint
MCCrashInResync          == Spend({"crashIn"}) /\ CrashInResync(MayCrash) /\ Forgotten
MCCrashInTickSync        == Spend({"crashIn"}) /\ CrashInTickSync(MayCrash) /\ Forgotten
MCCrashInTickProbe       == Spend({"crashIn"}) /\ CrashInTickProbe(MayCrash)
MCCrashInTimeoutStatus   == Spend({"crashIn"}) /\ CrashInStatusEnds(MayCrash)
MCCrashInTimeoutShare    == Spend({"crashIn"}) /\ CrashInShareEnds(MayCrash)
MCCrashInTimeoutAck      == Spend({"crashIn"}) /\ CrashInTimeoutAck(MayCrash)
MCCrashInDeliverHello    == Spend({"crashIn"}) /\ CrashInDeliverHello(MayCrash) /\ Forgotten
MCCrashInDeliverProbe    == Spend({"crashIn"}) /\ CrashInDeliverProbe(MayCrash)
MCCrashInPrematureStatus == Spend({"crashIn", "premature"}) /\ CrashInStatusEndsEarly(MayCrash)
MCCrashInPrematureShare  == Spend({"crashIn", "premature"}) /\ CrashInShareEndsEarly(MayCrash)
MCCrashInPrematureAck    == Spend({"crashIn", "premature"}) /\ CrashInPrematureAck(MayCrash)

MCNext ==
    \/ MCBoot \/ MCResync \/ MCTickSync \/ MCTickProbe
    \/ MCTimeoutStatus \/ MCTimeoutShare \/ MCTimeoutAck
    \/ MCPrematureStatus \/ MCPrematureShare \/ MCPrematureAck
    \/ MCDeliverHello \/ MCDeliverStatus \/ MCDeliverShare \/ MCDeliverProbe \/ MCDeliverAck \/ MCDeliverAppoint
    \/ MCCrash
    \/ MCDropHello \/ MCDropStatus \/ MCDropShare \/ MCDropProbe \/ MCDropAck \/ MCDropAppoint
    \/ MCDuplicateHello \/ MCDuplicateStatus \/ MCDuplicateShare
    \/ MCDuplicateProbe \/ MCDuplicateAck \/ MCDuplicateAppoint
    \/ MCCrashInResync \/ MCCrashInTickSync \/ MCCrashInTickProbe
    \/ MCCrashInTimeoutStatus \/ MCCrashInTimeoutShare \/ MCCrashInTimeoutAck
    \/ MCCrashInPrematureStatus \/ MCCrashInPrematureShare \/ MCCrashInPrematureAck
    \/ MCCrashInDeliverHello \/ MCCrashInDeliverProbe

MCSpec == MCInit /\ [][MCNext]_mcvars

----------------------------------------------------------------------------
(* Fair are the boots, of which nobody has two; the appointments, which    *)
(* end; each clock; at each replica what its sessions need; and between    *)
(* two processes what a health check needs.  Where only the one that acts  *)
(* is checked that is one exchange at a time, whoever it is with, and the  *)
(* beat that begins it.  Observers who miss the one that acts go on        *)
(* sharing until another is appointed, and a window waits for what is on   *)
(* its way: that it ends is strongly fair.  Nobody need synchronise when   *)
(* it is told to.                                                          *)

SessionGoesOn(i) ==
    \/ Kept /\ \E m \in {x \in Deliverable("Hello") : x.to = i} : Greets(m)
    \/ Kept /\ \E m \in {x \in Deliverable("Status") : x.to = i} : Learns(m)
    \/ Kept /\ \E m \in {x \in Deliverable("Share") : x.to = i} : Gathers(m)
    \/ StatusEndsAt(i) \/ ShareEndsAt(i)

CheckGoesOn(i, j) ==
    \/ Delivery("Probe", i, j, IsChecked) \/ Delivery("Ack", j, i, Trusts) \/ TimeoutAckOf(i, j)

\* Whom process i may check.
Checked(i) == IF IsMutual THEN Node \ {i} ELSE Workers

MCFairSpec ==
    /\ MCSpec /\ WF_mcvars(MCBoot)
    /\ ~IsMutual => WF_mcvars(MCDeliverAppoint)
    /\ \A i \in Node \ Outside : WF_mcvars(Free /\ SessionGoesOn(i))
    /\ Topology = "observers" => \A i \in Node \ Outside : SF_mcvars(Free /\ ShareEndsAt(i))
    /\ LeaderOnly =>
        \A i \in Checkers : WF_mcvars(Free /\ (TickProbeAt(i) \/ \E j \in Checked(i) : CheckGoesOn(i, j)))
    /\ ~LeaderOnly => \A i \in Checkers :
        WF_mcvars(Free /\ TickProbeAt(i)) /\ \A j \in Checked(i) : WF_mcvars(Free /\ CheckGoesOn(i, j))

----------------------------------------------------------------------------
Id == [life : Nat, number : 0..(Sessions - 1)]

AreValues(list) == DOMAIN list = DOMAIN Reducers /\ \A k \in DOMAIN list : IsValue(Reducers[k], list[k])

IsMessage(m) ==
    /\ m.from \in Node /\ m.to \in Node
    /\ CASE m.kind = "Hello"   -> m.session \in Id
         [] m.kind = "Status"  -> m.session \in Id /\ m.life \in Nat /\ DOMAIN m.data = DOMAIN Reducers
         [] m.kind = "Share"   -> m.life \in Nat /\ AreValues(m.data)
         [] m.kind = "Appoint" -> ~IsMutual /\ m.term \in Nat \ {0} /\ m.leader \in Workers
         [] OTHER -> DOMAIN m = {"kind", "from", "to"} /\ m.kind \in {"Probe", "Ack"}

\* Only a replica has anything, and only one that holds the mutex has what waits for it.
IsReplica(i) ==
    /\ on[i] = (i \notin Outside)
    /\ ~on[i] => Process(i) = Off(i, -1)
    /\ debating[i] = ("Status" \in timers[i])
    /\ (shares[i] # << >> /\ ~due[i]) = ("Share" \in timers[i])
    /\ ~debating[i] => statuses[i] = << >> /\ ~due[i] /\ hellos[i] = << >> /\ ~again[i]
    /\ closes[i] = << >> /\ gone[i] = {}
    /\ ~due[i] => next[i] = << >>

\* Whoever is awaited has been asked, and nobody checks itself.
IsChecker(i) ==
    /\ asked[i] = {j \in Node : Ack[j] \in timers[i]} /\ asked[i] \subseteq Checked(i)
    /\ suspects[i] \subseteq Workers
    /\ IsMutual => suspects[i] = {} /\ leader[i] = None /\ term[i] = 0
    /\ ~IsMutual => leader[i] \in Workers

TypeOK ==
    /\ unbooted \subseteq alive /\ alive \subseteq Node
    /\ \A m \in DOMAIN flight : IsMessage(m) /\ flight[m] \in Nat \ {0}
    /\ timers \in [Node -> SUBSET ({"Status", "Share", "Sync", "Probe"} \cup {Ack[j] : j \in Node})]
    /\ \A i \in Node : disk[i] = << >>
    /\ {on, debating, due, again} \subseteq [Node -> BOOLEAN]
    /\ life \in [Node -> {0, -1}] /\ number \in [Node -> 0..(Sessions - 1)]
    /\ term \in [Node -> Nat]
    /\ \A i \in Node : AreValues(values[i]) /\ IsReplica(i) /\ IsChecker(i)

----------------------------------------------------------------------------
On == {i \in alive : on[i]}

\* Nothing is left but health checks, and what another clock begins.
Quiet == Resting({"Probe", "Ack"}, {"Probe", "Sync"} \cup {Ack[j] : j \in Node})

Electing == {k \in DOMAIN Reducers : Reducers[k] \in Elections}

\* A replica is a member of what it has taken for its state, and so is its leader (A-12).
Sane ==
    \A i \in On : \A k \in DOMAIN Reducers :
        /\ i \in Range(values[i][k].members)
        /\ k \in Electing => values[i][k].leader \in Range(values[i][k].members)

NoneTwice(buffer) == \A x, y \in DOMAIN buffer : buffer[x].from = buffer[y].from => x = y

OneVoteEach == \A i \in On : NoneTwice(statuses[i]) /\ NoneTwice(shares[i])

\* What is buffered answers the session that goes on (a5).
OwnAnswers ==
    \A i \in On : \A x \in DOMAIN statuses[i] : statuses[i][x].session = Session(Process(i))

\* All replicas end in the same state (A-01), and follow one leader.
Same == \A i, j \in On : values[i] = values[j]

Agreement == Quiet => Same

OneLeader ==
    Quiet => \A k \in Electing : \A i, j \in On :
                values[i][k].leader = i /\ values[j][k].leader = j => i = j

\* A session that somebody has begun from rest has made it right, whatever was held before (A-02): all
\* know who is there, and follow the greatest.
Repairs ==
    Quiet /\ (\E i \in On : number[i] > 0) => Same /\
        \A i \in On : \A k \in DOMAIN Reducers :
            /\ Range(values[i][k].members) = On
            /\ k \in Electing => values[i][k].leader = GreatestOf(On)

\* While the mutex is held no other phase touches the state (A-03).
MutexExcludes ==
    [][\A i \in Node :
          debating[i] /\ debating'[i] /\ number[i] = number'[i] => values[i] = values'[i]]_allvars

----------------------------------------------------------------------------
(* Failover *)

Acting == {i \in alive : Acts(i)}

\* Somebody is left that could act, and somebody who sees to it.
CanAct == alive \cap Checkers # {} /\ alive \cap Workers # {}

\* No two processes act at one time (A-28), or not when all is done.
NeverTwoAct == Cardinality(Acting) < 2
OneActs     == Quiet => NeverTwoAct

----------------------------------------------------------------------------
(* At last *)

\* No session goes on for ever.
DebatesEnd == []<>(\A i \in alive : ~debating[i])

\* One process acts that is up, if any is (A-28), and whoever is up follows one that is.
Follows(i) == IF IsMutual THEN Seen(i).leader ELSE leader[i]

LeaderActs     == <>[](CanAct => Cardinality(Acting) = 1)
SuccessorKnown == <>[](CanAct => \A i \in alive : Follows(i) \in alive)

\* Even if nobody is left who sees to it.
WorkerActs == <>[](alive \cap Workers # {} => Acting # {})

\* Two do not go on acting.
OneAtLast == <>[]NeverTwoAct

----------------------------------------------------------------------------
(* Reachability witnesses: each must fail, or what it names never happened *)

\* Nobody acts who did not at first.
NeverSucceeds == \A i \in Acting : i = GreatestOf(Workers)

\* When nothing is left but health checks one process acts.
NeverLeaderless == Quiet /\ CanAct => Cardinality(Acting) = 1
=============================================================================

------------------------------- MODULE MCRsdp -------------------------------
(***************************************************************************)
(* The engine and its reducers within a budget, what must hold of them,    *)
(* and what must come true at last.  No line of the budget counts an       *)
(* input: how many there may be is the configuration's to say.             *)
(***************************************************************************)
EXTENDS Rsdp, Fairness, Budget

ASSUME Boots = (Cold \/ Syncs)

mcvars == <<vars, spent>>

MCInit == Init /\ Unspent

MCBoot                   == Free /\ Boot
MCRecover                == Free /\ Recover
MCStart                  == Free /\ Start
MCLeave                  == Free /\ Leave
MCResync                 == Free /\ Resync
MCTickSync               == Free /\ TickSync
MCTimeoutStatus          == Free /\ TimeoutStatus
MCTimeoutShare           == Free /\ TimeoutShare
MCDeliverHello           == Free /\ DeliverHello
MCDeliverStatus          == Free /\ DeliverStatus
MCDeliverShare           == Free /\ DeliverShare
MCDeliverClose           == Free /\ DeliverClose
MCPrematureStatus        == Spend({"premature"}) /\ PrematureStatus
MCPrematureShare         == Spend({"premature"}) /\ PrematureShare
MCCrash                  == Spend({"crash"}) /\ \E i \in MayCrash : Crash(i)
MCDropHello              == Spend({"loss"}) /\ DropHello
MCDropStatus             == Spend({"loss"}) /\ DropStatus
MCDropShare              == Spend({"loss"}) /\ DropShare
MCDropClose              == Spend({"loss"}) /\ DropClose
MCDuplicateHello         == Spend({"duplicate"}) /\ DuplicateHello
MCDuplicateStatus        == Spend({"duplicate"}) /\ DuplicateStatus
MCDuplicateShare         == Spend({"duplicate"}) /\ DuplicateShare
MCDuplicateClose         == Spend({"duplicate"}) /\ DuplicateClose
MCCrashInBoot            == Spend({"crashIn"}) /\ CrashInBoot(MayCrash)
MCCrashInRecover         == Spend({"crashIn"}) /\ CrashInRecover(MayCrash)
MCCrashInStart           == Spend({"crashIn"}) /\ CrashInStart(MayCrash)
MCCrashInLeave           == Spend({"crashIn"}) /\ CrashInLeave(MayCrash)
MCCrashInResync          == Spend({"crashIn"}) /\ CrashInResync(MayCrash)
MCCrashInTickSync        == Spend({"crashIn"}) /\ CrashInTickSync(MayCrash)
MCCrashInDeliverHello    == Spend({"crashIn"}) /\ CrashInDeliverHello(MayCrash)
MCCrashInTimeoutStatus   == Spend({"crashIn"}) /\ CrashInTimeoutStatus(MayCrash)
MCCrashInPrematureStatus == Spend({"crashIn", "premature"}) /\ CrashInPrematureStatus(MayCrash)

MCNext ==
    \/ MCBoot \/ MCRecover \/ MCStart \/ MCLeave \/ MCResync \/ MCTickSync
    \/ MCTimeoutStatus \/ MCTimeoutShare \/ MCPrematureStatus \/ MCPrematureShare
    \/ MCDeliverHello \/ MCDeliverStatus \/ MCDeliverShare \/ MCDeliverClose
    \/ MCCrash \/ MCDropHello \/ MCDropStatus \/ MCDropShare \/ MCDropClose
    \/ MCDuplicateHello \/ MCDuplicateStatus \/ MCDuplicateShare \/ MCDuplicateClose
    \/ MCCrashInBoot \/ MCCrashInRecover \/ MCCrashInStart \/ MCCrashInLeave \/ MCCrashInResync
    \/ MCCrashInTickSync \/ MCCrashInDeliverHello \/ MCCrashInTimeoutStatus \/ MCCrashInPrematureStatus

MCSpec == MCInit /\ [][MCNext]_mcvars

\* Each process goes on by itself: it boots, takes what is delivered, and its windows and its clock end.
\* Nobody need start, leave, synchronise when it is told to, or come up again.
GoesOn(i) ==
    \/ BootAt(i)
    \/ \E m \in {x \in Deliverable("Hello") : x.to = i} : Greets(m)
    \/ \E m \in {x \in Deliverable("Status") : x.to = i} : Learns(m)
    \/ \E m \in {x \in Deliverable("Share") : x.to = i} : Gathers(m)
    \/ \E m \in {x \in Deliverable("Close") : x.to = i} : Misses(m)
    \/ TimeoutStatusAt(i) \/ TimeoutShareAt(i) \/ TickSyncAt(i)

MCFairSpec == MCSpec /\ \A i \in Node : WF_mcvars(Free /\ GoesOn(i))

----------------------------------------------------------------------------
Id == [life : Nat, number : 0..(Sessions - 1)]

AreValues(list) == DOMAIN list = DOMAIN Reducers /\ \A k \in DOMAIN list : IsValue(Reducers[k], list[k])

AreCurrent(list) == DOMAIN list = DOMAIN Reducers /\ \A k \in DOMAIN list : IsCurrent(Reducers[k], list[k])

AreTold(list) == DOMAIN list = DOMAIN Reducers /\ \A k \in DOMAIN list : IsTold(Reducers[k], list[k])

IsMessage(m) ==
    /\ m.kind \in {"Hello", "Status", "Share", "Close"} /\ m.from \in Node /\ m.to \in Node
    /\ CASE m.kind = "Hello"  -> m.session \in Id /\ (m.data = << >> \/ AreCurrent(m.data))
         [] m.kind = "Status" -> m.session \in Id /\ m.life \in Nat /\ AreCurrent(m.data)
         [] m.kind = "Share"  ->
                /\ m.life \in Nat /\ AreValues(m.data)
                /\ \A x \in DOMAIN m.lives : m.lives[x].of \in Node /\ m.lives[x].life \in Nat \ {0}
         [] m.kind = "Close"  -> m.life \in Nat

AreShares(buffer) ==
    \A x \in DOMAIN buffer : buffer[x].from \in Node /\ buffer[x].life \in Nat /\ AreValues(buffer[x].data)

\* Only a replica has anything, and only one that holds the mutex has what waits for it.
IsReplica(i) ==
    /\ \A x \in DOMAIN statuses[i] :
        /\ statuses[i][x].from \in Node /\ statuses[i][x].session \in Id /\ statuses[i][x].life \in Nat
        /\ AreCurrent(statuses[i][x].data)
    /\ AreShares(shares[i]) /\ AreShares(next[i])
    /\ ~on[i] => Process(i) = Off(i, life[i]) /\ timers[i] = {}
    /\ debating[i] = ("Status" \in timers[i])
    /\ (shares[i] # << >> /\ ~due[i]) = ("Share" \in timers[i])
    /\ ~debating[i] => statuses[i] = << >> /\ ~due[i] /\ closes[i] = << >> /\ hellos[i] = << >> /\ ~again[i]
    /\ ~due[i] => next[i] = << >>
    /\ i \notin gone[i]

TypeOK ==
    /\ unbooted \subseteq alive /\ alive \subseteq Node
    /\ \A m \in DOMAIN flight : IsMessage(m) /\ flight[m] \in Nat \ {0}
    /\ timers \in [Node -> SUBSET {"Status", "Share", "Sync"}]
    /\ \A i \in Node : disk[i] = << >> \/ disk[i] \in [life : Nat \ {0}]
    /\ {on, debating, due, again} \subseteq [Node -> BOOLEAN]
    /\ life \in [Node -> Nat \cup {-1}] /\ number \in [Node -> 0..(Sessions - 1)]
    /\ injected \in [Node -> 0..Len(Injections)]
    /\ lives \in [Node -> [Node -> Nat]] /\ gone \in [Node -> SUBSET Node]
    /\ \A i \in Node : AreValues(values[i]) /\ AreTold(told[i]) /\ IsReplica(i)

----------------------------------------------------------------------------
\* The replicas.
On == {i \in Ready : on[i]}

\* The reducers that elect.
Electing == {k \in DOMAIN Reducers : Reducers[k] \in Elections}

\* Nothing will happen any more but what the clocks begin, unless somebody starts it.
Quiet == Resting({}, {"Sync"})

\* A replica is a member of what it has taken for its state, and so is its leader (A-12).
Sane ==
    \A i \in On : \A k \in DOMAIN Reducers :
        \/ values[i][k] = Beginning(Reducers[k])
        \/ /\ i \in Range(values[i][k].members)
           /\ k \in Electing => values[i][k].leader \in Range(values[i][k].members)

NoneTwice(buffer) == \A x, y \in DOMAIN buffer : buffer[x].from = buffer[y].from => x = y

OneVoteEach == \A i \in On : NoneTwice(statuses[i]) /\ NoneTwice(shares[i])

\* What is buffered answers the session that goes on (a5).
OwnAnswers ==
    \A i \in On : \A x \in DOMAIN statuses[i] : statuses[i][x].session = Session(Process(i))

\* All replicas end in the same state (A-01).
Same == \A i, j \in On : values[i] = values[j]

Agreement == Quiet => Same

\* It is the right one: who is there, and the greatest leads.
Greatest == Final(Listed(0, On))

Right ==
    \A i \in On : \A k \in DOMAIN Reducers :
        /\ Range(values[i][k].members) = On
        /\ k \in Electing => values[i][k].leader = Greatest

Rightness == Quiet => Right

\* A session that somebody has begun from rest has made it so, whatever was held before, as long as
\* nobody has joined.
Repairs ==
    Quiet /\ (\E i \in On : number[i] > 0) /\ (\A i \in On : Settled[i] # NoView) => Same /\ Right

OneLeader ==
    Quiet => \A k \in Electing : \A i, j \in On :
                values[i][k].leader = i /\ values[j][k].leader = j => i = j

LeaderLives == Quiet => \A k \in Electing : \A i \in On : values[i][k].leader \in On \cup {None}

\* The client has been told (a14).
ClientsKnow ==
    Quiet => \A i \in On : \A k \in DOMAIN Reducers : told[i][k] = Normalized(Reducers[k], i, values[i][k])

\* While the mutex is held no other phase touches the state (A-03).  The side channel is no phase.
MutexExcludes ==
    [][\A i \in Node :
          debating[i] /\ debating'[i] /\ number[i] = number'[i] =>
              \A k \in DOMAIN Reducers :
                  \/ values[i][k] = values'[i][k]
                  \/ injected[i] < injected'[i] /\ Injections[injected'[i]].reducer = Reducers[k]]_vars

----------------------------------------------------------------------------
(* At last *)

\* No session goes on for ever.
DebatesEnd == []<>(\A i \in On : ~debating[i])

\* All ends, in agreement.
Settles == <>[](Quiet /\ Same)

----------------------------------------------------------------------------
(* Reachability witnesses: each must fail, or what it names never happened *)

NeverElects == \A i \in On : \A k \in Electing : values[i][k].leader = None

NeverShares == \A i \in On : Len(shares[i]) <= 1

NeverWaits == \A i \in Node : ~due[i] /\ closes[i] = << >> /\ hellos[i] = << >>

NeverForgets == \A i \in Node : gone[i] = {}

NeverRestarts == \A i \in Node : life[i] <= 0

NeverDisagrees == Same
=============================================================================

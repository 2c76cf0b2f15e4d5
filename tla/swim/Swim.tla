-------------------------------- MODULE Swim --------------------------------
(***************************************************************************)
(* The failure detector SWIM (Das, Gupta and Motivala, DSN 2002) with      *)
(* suspicion and incarnations.  In each period a process probes a member   *)
(* that it picks: it pings the target; if no ACK comes in time it asks     *)
(* helpers to ping the target; if none comes by the end it suspects the    *)
(* target, and removes it unless the target refutes the suspicion in time. *)
(* Each message carries the whole table of its sender, as Medley's do.     *)
(***************************************************************************)
EXTENDS Net

CONSTANTS
    Probers,      \* the processes that probe; every process answers
    Helpers,      \* how many helpers are asked, k
    Numbers,      \* how many numbers of probes there are; after the last comes 0
    AtOnce,       \* whether a target that does not answer is removed at once, and not suspected first
    Returns,      \* whether a member that was removed comes back with a higher incarnation; else never
    Bags          \* for each process, the weights of the others in its full bag; << >> if there are no bags

ASSUME
    /\ Boots /\ Failures # "wait" /\ ~Ordered
    /\ Probers \subseteq Node /\ Helpers \in Nat /\ Numbers \in Nat \ {0, 1}
    /\ {AtOnce, Returns} \subseteq BOOLEAN
    /\ Bags = << >> \/ Bags \in [Node -> [Node -> Nat]]

VARIABLES
    table,        \* for each process, its entry of each process; its own entry is alive, and has its incarnation
    number,       \* the number of its last probe
    target,       \* the member that it probes, None between probes
    left          \* the weight of each process that is left in its bag, << >> if there are no bags

local == <<table, number, target, left>>
vars == <<alive, unbooted, flight, timers, disk, table, number, target, left>>

Entry(s, n) == [status |-> s, incarnation |-> n]

Suspicion == [j \in Node |-> TimerOf("Suspicion", j)]

Process(i) == [table |-> table[i], number |-> number[i], target |-> target[i], left |-> left[i]]

Full(i) == IF Bags = << >> THEN << >> ELSE Bags[i]

Fresh(i) == [table |-> [j \in Node |-> Entry("alive", 0)], number |-> 0, target |-> None, left |-> Full(i)]

Init ==
    /\ NetInit
    /\ table  = [i \in Node |-> Fresh(i).table]
    /\ number = [i \in Node |-> Fresh(i).number]
    /\ target = [i \in Node |-> Fresh(i).target]
    /\ left   = [i \in Node |-> Fresh(i).left]

Becomes(i, p) ==
    /\ table'  = [table EXCEPT ![i] = p.table]
    /\ number' = [number EXCEPT ![i] = p.number]
    /\ target' = [target EXCEPT ![i] = p.target]
    /\ left'   = [left EXCEPT ![i] = p.left]

\* What a handler of process i leaves: its state p, its effects, and the timers that are armed.
Result(p, effects, armed) == [p |-> p, effects |-> effects, armed |-> armed]

Does(i, f, r) == Run(i, f, r.effects, r.armed) /\ Becomes(i, r.p)
IsCut(i, f, r) == \E k \in Cuts(r.effects) : RunCut(i, f, r.effects, k) /\ Becomes(i, Fresh(i))

----------------------------------------------------------------------------
(* News *)

\* Entry new of a member replaces entry old.
Beats(new, old) ==
    LET later == new.incarnation > old.incarnation
        isIn == old.status # "dead"
    IN CASE new.status = "alive"   -> later /\ (isIn \/ Returns)
         [] new.status = "suspect" ->
                \/ later /\ (isIn \/ Returns)
                \/ old.status = "alive" /\ new.incarnation = old.incarnation
         [] new.status = "dead"    ->
                IF Returns THEN later \/ (isIn /\ new.incarnation = old.incarnation) ELSE isIn

\* News that process i is suspected, or removed, in its own incarnation.
IsRefuted(new, own) ==
    /\ new.status = "suspect" \/ (new.status = "dead" /\ Returns)
    /\ new.incarnation >= own.incarnation

Merged(i, t, news) ==
    [j \in Node |->
        IF j # i THEN IF Beats(news[j], t[j]) THEN news[j] ELSE t[j]
        ELSE IF IsRefuted(news[j], t[j]) THEN Entry("alive", news[j].incarnation + 1) ELSE t[j]]

\* A timer runs for each member that is suspected.
Watching(armed, t) ==
    (armed \ {Suspicion[j] : j \in Node}) \cup {Suspicion[j] : j \in {k \in Node : t[k].status = "suspect"}}

\* An incarnation is saved before a message carries it.
Saved(i, t) ==
    IF t[i].incarnation = table[i][i].incarnation THEN << >> ELSE Save([incarnation |-> t[i].incarnation])

\* Process i takes the news of m, and says what Says(t) is with the table t that it then has.
Hearing(m, Says(_)) ==
    LET i == m.to
        t == Merged(i, table[i], m.news)
    IN Result([Process(i) EXCEPT !.table = t], Saved(i, t) \o Says(t), Watching(timers[i], t))

----------------------------------------------------------------------------
(* Lives *)

Clock(i) == IF i \in Probers THEN {"Period"} ELSE {}

BootAt(i) == i \in unbooted /\ Does(i, flight, Result(Process(i), << >>, Clock(i)))

Boot == \E i \in Node : BootAt(i)

\* A process comes up again with an incarnation that it has not had.
Again(i) == IF disk[i] = << >> THEN 1 ELSE disk[i].incarnation + 1

Recovering(i) ==
    Result([Fresh(i) EXCEPT !.table[i] = Entry("alive", Again(i))], Save([incarnation |-> Again(i)]), Clock(i))

Recover == \E i \in Recoverable : Does(i, flight, Recovering(i))

CrashInRecover(who) == \E i \in who \cap Recoverable : IsCut(i, flight, Recovering(i))

Crash(i) == GoDown(i) /\ Becomes(i, Fresh(i))

----------------------------------------------------------------------------
(* Probes *)

\* The members that process i may probe, and ask for help.
Members(i) == {j \in Node \ {i} : table[i][j].status # "dead"}

Next(i) == (number[i] + 1) % Numbers

Ping(i, j, n) == [kind |-> "Ping", from |-> i, to |-> j, number |-> n, news |-> table[i]]

\* The bag from which the next target comes: a full one if no member is left in it.
Filled(i) ==
    IF Bags = << >> \/ \E j \in Members(i) : left[i][j] > 0 THEN left[i] ELSE Bags[i]

\* The members that may be probed.  A weight says how likely a pick is: any of these may be picked.
Targets(i) == IF Bags = << >> THEN Members(i) ELSE {j \in Members(i) : Filled(i)[j] > 0}

\* The least weight in a full bag of process i.
Least(i) == Lowest({Bags[i][j] : j \in Node \ {i}})

\* The bag after a probe of member j, which takes the least weight off its own.
Taken(i, j) ==
    IF Bags = << >> THEN << >>
    ELSE [Filled(i) EXCEPT ![j] = IF @ > Least(i) THEN @ - Least(i) ELSE 0]

\* A probe of member j begins.
Probing(i, j) ==
    Result([Process(i) EXCEPT !.number = Next(i), !.target = j, !.left = Taken(i, j)],
           Send(Ping(i, j, Next(i))), timers[i] \cup {"Reply"})

\* No probe begins: the last one goes on, or no member is left.
Idle(i) == target[i] # None \/ Members(i) = {}

Beginnings(i) ==
    IF Idle(i) THEN {Result(Process(i), << >>, timers[i])}
    ELSE {Probing(i, CHOOSE j \in T : TRUE) : T \in Picks(Targets(i), 1)}

PeriodAt(i) == Armed(i, "Period") /\ \E r \in Beginnings(i) : Does(i, flight, r)

TickPeriod == \E i \in Node : PeriodAt(i)

CrashInTickPeriod(who) == \E i \in who : Armed(i, "Period") /\ \E r \in Beginnings(i) : IsCut(i, flight, r)

\* No ACK has come: helpers are asked.
Asking(i, who) ==
    Result(Process(i),
           SendEach({[kind |-> "PingReq", from |-> i, to |-> j, number |-> number[i], target |-> target[i],
                      news |-> table[i]] : j \in who}),
           (timers[i] \ {"Reply"}) \cup {"End"})

Asks(i) == {Asking(i, T) : T \in Picks(Members(i) \ {target[i]}, Helpers)}

OfProbe(i, m) ==
    /\ m.number = number[i]
    /\ \/ m.kind = "Ping" /\ m.from = i
       \/ m.kind = "Ack" /\ m.to = i
       \/ m.kind = "PingReq" /\ m.from = i
       \/ m.kind \in {"IndirectPing", "IndirectAck"} /\ m.origin = i

\* Reply awaits the exchange with the target, End all that the probe may lead to.
AwaitsReply(i) == Awaited(LAMBDA m : m.kind \in {"Ping", "Ack"} /\ OfProbe(i, m))
AwaitsEnd(i)   == Awaited(LAMBDA m : OfProbe(i, m))

ReplyAt(i, early) == Armed(i, "Reply") /\ AwaitsReply(i) = early

NoReplyAt(i) == ReplyAt(i, FALSE) /\ \E r \in Asks(i) : Does(i, flight, r)

TimeoutReply   == \E i \in Node : NoReplyAt(i)
PrematureReply == \E i \in Node : ReplyAt(i, TRUE) /\ \E r \in Asks(i) : Does(i, flight, r)

CrashInTimeoutReply(who)   == \E i \in who : ReplyAt(i, FALSE) /\ \E r \in Asks(i) : IsCut(i, flight, r)
CrashInPrematureReply(who) == \E i \in who : ReplyAt(i, TRUE) /\ \E r \in Asks(i) : IsCut(i, flight, r)

\* The target has not answered.
Doubt(e) ==
    IF AtOnce THEN Entry("dead", e.incarnation)
    ELSE IF e.status = "alive" THEN Entry("suspect", e.incarnation) ELSE e

Ending(i) ==
    LET t == [table[i] EXCEPT ![target[i]] = Doubt(@)]
    IN Result([Process(i) EXCEPT !.table = t, !.target = None], << >>, Watching(timers[i] \ {"End"}, t))

EndAt(i, early) == Armed(i, "End") /\ AwaitsEnd(i) = early /\ Does(i, flight, Ending(i))

TimeoutEnd   == \E i \in Node : EndAt(i, FALSE)
PrematureEnd == \E i \in Node : EndAt(i, TRUE)

\* A suspicion awaits news that would refute it.
AwaitsRefuted(i, j) ==
    Awaited(LAMBDA m :
        m.to = i /\ m.news[j].status = "alive" /\ m.news[j].incarnation > table[i][j].incarnation)

Removing(i, j) ==
    LET t == [table[i] EXCEPT ![j].status = "dead"]
    IN Result([Process(i) EXCEPT !.table = t], << >>, Watching(timers[i], t))

RemovalAt(i, j, early) ==
    Armed(i, Suspicion[j]) /\ AwaitsRefuted(i, j) = early /\ Does(i, flight, Removing(i, j))

TimeoutSuspicion   == \E i, j \in Node : RemovalAt(i, j, FALSE)
PrematureSuspicion == \E i, j \in Node : RemovalAt(i, j, TRUE)

----------------------------------------------------------------------------
(* Messages *)

Answering(m, t) ==
    Send([kind |-> "Ack", from |-> m.to, to |-> m.from, number |-> m.number, news |-> t])

\* A helper pings the target for the process that has asked. It keeps no state of the probe.
Helping(m, t) ==
    Send([kind |-> "IndirectPing", from |-> m.to, to |-> m.target, number |-> m.number, origin |-> m.from, news |-> t])

Confirming(m, t) ==
    Send([kind |-> "IndirectAck", from |-> m.to, to |-> m.from, number |-> m.number, origin |-> m.origin, news |-> t])

Relaying(m, t) ==
    Send([kind |-> "Ack", from |-> m.to, to |-> m.origin, number |-> m.number, news |-> t])

\* An ACK ends the probe of that number.
Acked(m) ==
    LET r == Hearing(m, LAMBDA t : << >>)
    IN IF target[m.to] = None \/ m.number # number[m.to] THEN r
       ELSE [r EXCEPT !.p.target = None, !.armed = @ \ {"Reply", "End"}]

PingRun(m)         == Hearing(m, LAMBDA t : Answering(m, t))
AckRun(m)          == Acked(m)
PingReqRun(m)      == Hearing(m, LAMBDA t : Helping(m, t))
IndirectPingRun(m) == Hearing(m, LAMBDA t : Confirming(m, t))
IndirectAckRun(m)  == Hearing(m, LAMBDA t : Relaying(m, t))

MessageRun(m) ==
    CASE m.kind = "Ping"         -> PingRun(m)
      [] m.kind = "Ack"          -> AckRun(m)
      [] m.kind = "PingReq"      -> PingReqRun(m)
      [] m.kind = "IndirectPing" -> IndirectPingRun(m)
      [] m.kind = "IndirectAck"  -> IndirectAckRun(m)

Hears(m)    == \E r \in {MessageRun(m)} : Does(m.to, Fewer(flight, m), r)
HearsCut(m) == \E r \in {MessageRun(m)} : IsCut(m.to, Fewer(flight, m), r)

DeliverPing         == \E m \in Deliverable("Ping") : Hears(m)
DeliverAck          == \E m \in Deliverable("Ack") : Hears(m)
DeliverPingReq      == \E m \in Deliverable("PingReq") : Hears(m)
DeliverIndirectPing == \E m \in Deliverable("IndirectPing") : Hears(m)
DeliverIndirectAck  == \E m \in Deliverable("IndirectAck") : Hears(m)

CrashInDelivery(kind, who) == \E m \in Deliverable(kind) : m.to \in who /\ HearsCut(m)

CrashInDeliverPing(who)         == CrashInDelivery("Ping", who)
CrashInDeliverAck(who)          == CrashInDelivery("Ack", who)
CrashInDeliverPingReq(who)      == CrashInDelivery("PingReq", who)
CrashInDeliverIndirectPing(who) == CrashInDelivery("IndirectPing", who)
CrashInDeliverIndirectAck(who)  == CrashInDelivery("IndirectAck", who)

DropOf(kind)      == Drop(kind) /\ UNCHANGED local
DuplicateOf(kind) == Duplicate(kind) /\ UNCHANGED local
=============================================================================

-------------------------------- MODULE Swim --------------------------------
(***************************************************************************)
(* The failure detector SWIM (Das, Gupta and Motivala, DSN 2002) with      *)
(* suspicion and incarnations.  In each period a process probes a member   *)
(* that it picks: it pings the target; if no ACK comes in time it asks     *)
(* helpers to ping the target; if none comes by the end it suspects the    *)
(* target, and removes it unless the target refutes the suspicion in time. *)
(* The module SwimNews says what messages carry.                           *)
(***************************************************************************)
EXTENDS SwimNews

CONSTANTS
    Probers,      \* the processes that probe; every process answers
    Helpers,      \* how many helpers are asked, k
    Numbers,      \* how many numbers of probes there are; after the last comes 0
    Joiners,      \* the processes that are outside until they enter; the others are in the group from the beginning
    AtOnce,       \* whether a target that does not answer is removed at once, and not suspected first
    KeepsPinging, \* whether members that were removed are targets too
    Refreshes,    \* whether an ACK from a helper brings its news only; else it ends the probe as well
    Bags          \* for each process, the weights of the others in its full bag; << >> if there are no bags

ASSUME
    /\ Boots /\ Failures # "wait" /\ ~Ordered
    /\ Probers \subseteq Node /\ Helpers \in Nat /\ Numbers \in Nat \ {0, 1}
    /\ {AtOnce, KeepsPinging, Refreshes} \subseteq BOOLEAN
    /\ Joiners \subseteq Probers /\ Joiners # Node
    /\ KeepsPinging => Returns
    /\ Times > 0 => Probers = Node /\ Joiners = {} /\ Failures = "stop"
    /\ Bags = << >> \/ Bags \in [Node -> [Node -> Nat]]

VARIABLES
    table,        \* for each process, its entry of each process; its own entry has its incarnation, and is alive
                  \* while it is in the group, unknown before, and dead when it has left
    number,       \* the number of its last probe
    target,       \* the member that it probes, None between probes
    bag,          \* the weight of each process that is left in its bag; << >> if there are no bags
    buffer        \* for each process how often its entry is still to be sent; empty if whole tables are sent

local == <<table, number, target, bag, buffer>>
vars == <<alive, unbooted, flight, timers, disk, table, number, target, bag, buffer>>

Suspicion == [j \in Node |-> TimerOf("Suspicion", j)]

Process(i) ==
    [table |-> table[i], number |-> number[i], target |-> target[i], bag |-> bag[i], buffer |-> buffer[i]]

Contacts == Node \ Joiners

Full(i) == IF Bags = << >> THEN << >> ELSE Bags[i]

\* A joiner knows no process at first, not even itself; the others know the contacts.
Alone(i) ==
    [table |-> [j \in Node |-> Entry(j, "unknown", 0)], number |-> 0, target |-> None, bag |-> Full(i),
     buffer |-> EmptyBuffer]

Acquainted(i) ==
    [Alone(i) EXCEPT !.table = [j \in Node |-> Entry(j, IF j \in Contacts THEN "alive" ELSE "unknown", 0)]]

Fresh(i) == IF i \in Joiners THEN Alone(i) ELSE Acquainted(i)

IsIn(i) == table[i][i].status = "alive"

Init ==
    /\ NetInit
    /\ table  = [i \in Node |-> Fresh(i).table]
    /\ number = [i \in Node |-> Fresh(i).number]
    /\ target = [i \in Node |-> Fresh(i).target]
    /\ bag    = [i \in Node |-> Fresh(i).bag]
    /\ buffer = [i \in Node |-> Fresh(i).buffer]

Becomes(i, p) ==
    /\ table'  = [table EXCEPT ![i] = p.table]
    /\ number' = [number EXCEPT ![i] = p.number]
    /\ target' = [target EXCEPT ![i] = p.target]
    /\ bag'    = [bag EXCEPT ![i] = p.bag]
    /\ buffer' = [buffer EXCEPT ![i] = p.buffer]

\* What a handler of process i leaves: its state p, its effects, and the timers that are armed.
Result(p, effects, armed) == [p |-> p, effects |-> effects, armed |-> armed]

Does(i, f, r) == Run(i, f, r.effects, r.armed) /\ Becomes(i, r.p)
IsCut(i, f, r) == \E k \in Cuts(r.effects) : RunCut(i, f, r.effects, k) /\ Becomes(i, Fresh(i))

----------------------------------------------------------------------------
(* News *)

\* Process p with the table t.
Knowing(p, t) == [p EXCEPT !.table = t, !.buffer = Renewed(p.buffer, p.table, t)]

\* A timer runs for each member that is suspected.
Watching(armed, t) ==
    (armed \ {Suspicion[j] : j \in Node}) \cup {Suspicion[j] : j \in {k \in Node : t[k].status = "suspect"}}

\* An incarnation is saved before a message carries it.
Saved(i, t) ==
    IF t[i].incarnation = table[i][i].incarnation THEN << >> ELSE Save([incarnation |-> t[i].incarnation])

\* Process i takes the news of m.
Hearing(m) ==
    LET i == m.to
        t == Merged(i, table[i], m.news)
    IN Result(Knowing(Process(i), t), Saved(i, t), Watching(timers[i], t))

\* After r the process sends one message, Says(news).
Saying(r, Says(_)) ==
    [r EXCEPT !.p.buffer = Sent(@), !.effects = @ \o Says(NewsOf(r.p.table, r.p.buffer))]

----------------------------------------------------------------------------
(* Lives *)

\* The timers of a process that is in the group from now on.
Clock(i) == IF i \in Probers THEN {"Period"} ELSE {}

Wound(i) == IF i \in Joiners THEN {} ELSE Clock(i)

BootAt(i) == i \in unbooted /\ Does(i, flight, Result(Process(i), << >>, Wound(i)))

Boot == \E i \in Node : BootAt(i)

\* A process comes up again with an incarnation that it has not had.
Again(i) == IF disk[i] = << >> THEN 1 ELSE disk[i].incarnation + 1

Recovering(i) ==
    Result(Knowing(Fresh(i), [Fresh(i).table EXCEPT ![i].incarnation = Again(i)]),
           Save([incarnation |-> Again(i)]), Wound(i))

Recover == \E i \in Recoverable : Does(i, flight, Recovering(i))

CrashInRecover(who) == \E i \in who \cap Recoverable : IsCut(i, flight, Recovering(i))

Crash(i) == GoDown(i) /\ Becomes(i, Fresh(i))

----------------------------------------------------------------------------
(* Probes *)

\* The members that process i may ask for help, and those that it may probe.
Members(i) == {j \in Node \ {i} : table[i][j].status \in {"alive", "suspect"}}
Pinged(i) == IF KeepsPinging THEN {j \in Node \ {i} : table[i][j].status # "unknown"} ELSE Members(i)

Next(i) == (number[i] + 1) % Numbers

\* With times process i counts the periods.  After the last one it probes no more.
Counted(i) == IF Times = 0 THEN Process(i) ELSE [Process(i) EXCEPT !.table[i].incarnation = @ + 1]

Rewound(i) == IF Times > 0 /\ table[i][i].incarnation + 1 = Times THEN timers[i] \ {"Period"} ELSE timers[i]

\* The time of process i, in news that arise there: without times the incarnation n stays.
Now(i, n) == IF Times = 0 THEN n ELSE table[i][i].incarnation

\* The bag from which the next target comes: a full one if no member is left in it.
Filled(i) ==
    IF Bags = << >> \/ \E j \in Pinged(i) : bag[i][j] > 0 THEN bag[i] ELSE Bags[i]

\* The members that may be probed.  A weight says how likely a pick is: any of these may be picked.
Targets(i) == IF Bags = << >> THEN Pinged(i) ELSE {j \in Pinged(i) : Filled(i)[j] > 0}

\* The least weight in a full bag of process i.
Least(i) == Lowest({Bags[i][j] : j \in Node \ {i}})

\* The bag after a probe of member j, which takes the least weight off its own.
Taken(i, j) ==
    IF Bags = << >> THEN << >>
    ELSE [Filled(i) EXCEPT ![j] = IF @ > Least(i) THEN @ - Least(i) ELSE 0]

\* A probe of member j begins.
Probing(i, j) ==
    Saying(Result([Counted(i) EXCEPT !.number = Next(i), !.target = j, !.bag = Taken(i, j)], << >>,
                  Rewound(i) \cup {"Reply"}),
           LAMBDA news : Send([kind |-> "Ping", from |-> i, to |-> j, number |-> Next(i), news |-> news]))

\* No probe begins: the last one goes on, or no member is left.
Idle(i) == target[i] # None \/ Pinged(i) = {}

Beginnings(i) ==
    IF Idle(i) THEN {Result(Counted(i), << >>, Rewound(i))}
    ELSE {Probing(i, CHOOSE j \in T : TRUE) : T \in Picks(Targets(i), 1)}

PeriodAt(i) == Armed(i, "Period") /\ \E r \in Beginnings(i) : Does(i, flight, r)

TickPeriod == \E i \in Node : PeriodAt(i)

CrashInTickPeriod(who) == \E i \in who : Armed(i, "Period") /\ \E r \in Beginnings(i) : IsCut(i, flight, r)

\* No ACK has come: helpers are asked, in ascending order.
RECURSIVE Asking(_, _, _)
Asking(i, who, r) ==
    IF who = {} THEN r
    ELSE LET j == Lowest(who)
         IN Asking(i, who \ {j}, Saying(r, LAMBDA news :
                Send([kind |-> "PingReq", from |-> i, to |-> j, number |-> number[i], target |-> target[i],
                      news |-> news])))

Asks(i) ==
    LET begun == Result(Process(i), << >>, (timers[i] \ {"Reply"}) \cup {"End"})
    IN {Asking(i, T, begun) : T \in Picks(Members(i) \ {target[i]}, Helpers)}

OfProbe(i, m) ==
    /\ m.kind \in {"Ping", "Ack", "PingReq", "IndirectPing", "IndirectAck"} /\ m.number = number[i]
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

\* Process i suspects, or removes, the member with the entry e.
Judged(i, e, status) == [e EXCEPT !.status = status, !.incarnation = Now(i, @)]

\* The target has not answered.
Doubt(i, e) ==
    IF AtOnce THEN IF e.status = "dead" THEN e ELSE Judged(i, e, "dead")
    ELSE IF e.status = "alive" THEN Judged(i, e, "suspect") ELSE e

Ending(i) ==
    LET t == [table[i] EXCEPT ![target[i]] = Doubt(i, @)]
    IN Result(Knowing([Process(i) EXCEPT !.target = None], t), << >>, Watching(timers[i] \ {"End"}, t))

EndAt(i, early) == Armed(i, "End") /\ AwaitsEnd(i) = early /\ Does(i, flight, Ending(i))

TimeoutEnd   == \E i \in Node : EndAt(i, FALSE)
PrematureEnd == \E i \in Node : EndAt(i, TRUE)

\* A suspicion awaits news that would refute it.
AwaitsRefuted(i, j) ==
    Awaited(LAMBDA m :
        /\ m.to = i
        /\ \E e \in m.news : e.member = j /\ e.status = "alive" /\ e.incarnation > table[i][j].incarnation)

Removing(i, j) ==
    LET t == [table[i] EXCEPT ![j] = Judged(i, @, "dead")]
    IN Result(Knowing(Process(i), t), << >>, Watching(timers[i], t))

RemovalAt(i, j, early) ==
    Armed(i, Suspicion[j]) /\ AwaitsRefuted(i, j) = early /\ Does(i, flight, Removing(i, j))

TimeoutSuspicion   == \E i, j \in Node : RemovalAt(i, j, FALSE)
PrematureSuspicion == \E i, j \in Node : RemovalAt(i, j, TRUE)

----------------------------------------------------------------------------
(* Messages *)

Answering(m, news) ==
    Send([kind |-> "Ack", from |-> m.to, to |-> m.from, number |-> m.number, news |-> news])

\* A helper pings the target for the process that has asked. It keeps no state of the probe.
Helping(m, news) ==
    Send([kind |-> "IndirectPing", from |-> m.to, to |-> m.target, number |-> m.number, origin |-> m.from,
          news |-> news])

Confirming(m, news) ==
    Send([kind |-> "IndirectAck", from |-> m.to, to |-> m.from, number |-> m.number, origin |-> m.origin,
          news |-> news])

Relaying(m, news) ==
    Send([kind |-> "Ack", from |-> m.to, to |-> m.origin, number |-> m.number, news |-> news])

\* An ACK ends the probe of that number, unless it comes from a helper and brings its news only.
Acked(m) ==
    LET r == Hearing(m)
    IN IF target[m.to] = None \/ m.number # number[m.to] \/ (Refreshes /\ m.from # target[m.to]) THEN r
       ELSE [r EXCEPT !.p.target = None, !.armed = @ \ {"Reply", "End"}]

PingRun(m)         == Saying(Hearing(m), LAMBDA news : Answering(m, news))
AckRun(m)          == Acked(m)
PingReqRun(m)      == Saying(Hearing(m), LAMBDA news : Helping(m, news))
IndirectPingRun(m) == Saying(Hearing(m), LAMBDA news : Confirming(m, news))
IndirectAckRun(m)  == Saying(Hearing(m), LAMBDA news : Relaying(m, news))

\* A process outside of the group hears nothing.
Unheard(m) == Result(Process(m.to), << >>, timers[m.to])

MessageRun(m) ==
    CASE ~IsIn(m.to)             -> Unheard(m)
      [] m.kind = "Ping"         -> PingRun(m)
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

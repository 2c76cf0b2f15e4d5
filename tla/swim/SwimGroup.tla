----------------------------- MODULE SwimGroup ------------------------------
(***************************************************************************)
(* Joins and departures in SWIM.  A joiner that is told to enter asks a    *)
(* contact for the list, and is in the group from then on.  A process that *)
(* is told to leave tells some members, and does nothing any more.         *)
(***************************************************************************)
EXTENDS Swim

CONSTANT Leavers  \* the processes that the environment may tell to leave

ASSUME Leavers \subseteq Node

----------------------------------------------------------------------------
(* Joins *)

\* Process i, which has the table t, asks contact j for the list, and leaves these timers armed.
Joining(i, t, j, armed) ==
    Result(Knowing(Process(i), t), Send([kind |-> "Join", from |-> i, to |-> j, news |-> {t[i]}]), armed \cup {"Join"})

ToContacts(i, t, armed) == {Joining(i, t, CHOOSE j \in T : TRUE, armed) : T \in Picks(Contacts, 1)}

EnterAt(i) == i \in Ready /\ table[i][i].status = "unknown"

Enterings(i) == ToContacts(i, [table[i] EXCEPT ![i].status = "alive"], Clock(i))

EnterOf(i) == EnterAt(i) /\ \E r \in Enterings(i) : Does(i, flight, r)

Enter == \E i \in Node : EnterOf(i)

CrashInEnter(who) == \E i \in who : EnterAt(i) /\ \E r \in Enterings(i) : IsCut(i, flight, r)

\* The timer Join awaits the exchange with a contact.
AwaitsJoin(i) ==
    Awaited(LAMBDA m : (m.kind = "Join" /\ m.from = i) \/ (m.kind = "Joined" /\ m.to = i))

JoinAt(i, early) == Armed(i, "Join") /\ AwaitsJoin(i) = early

Rejoinings(i) == ToContacts(i, table[i], timers[i])

NoJoinedAt(i) == JoinAt(i, FALSE) /\ \E r \in Rejoinings(i) : Does(i, flight, r)

TimeoutJoin   == \E i \in Node : NoJoinedAt(i)
PrematureJoin == \E i \in Node : JoinAt(i, TRUE) /\ \E r \in Rejoinings(i) : Does(i, flight, r)

CrashInTimeoutJoin(who)   == \E i \in who : JoinAt(i, FALSE) /\ \E r \in Rejoinings(i) : IsCut(i, flight, r)
CrashInPrematureJoin(who) == \E i \in who : JoinAt(i, TRUE) /\ \E r \in Rejoinings(i) : IsCut(i, flight, r)

\* The whole table, also if the news of other messages are bounded.
Welcoming(m) ==
    LET r == Hearing(m)
    IN [r EXCEPT !.effects = @ \o Send([kind |-> "Joined", from |-> m.to, to |-> m.from,
                                       news |-> {r.p.table[j] : j \in Node}])]

Welcomed(m) == [Hearing(m) EXCEPT !.armed = @ \ {"Join"}]

----------------------------------------------------------------------------
(* Departures *)

\* Process i is removed in its own entry, and knows nothing else.
Gone(i) == [Alone(i) EXCEPT !.table[i] = Entry(i, "dead", table[i][i].incarnation)]

Leaving(i, who) ==
    Result(Gone(i), SendEach({[kind |-> "Left", from |-> i, to |-> j, news |-> {Gone(i).table[i]}] : j \in who}), {})

LeaveAt(i) == i \in Ready \cap Leavers /\ IsIn(i)

Leavings(i) == {Leaving(i, T) : T \in Picks(Members(i), IF Helpers = 0 THEN 1 ELSE Helpers)}

Leave == \E i \in Node : LeaveAt(i) /\ \E r \in Leavings(i) : Does(i, flight, r)

CrashInLeave(who) == \E i \in who : LeaveAt(i) /\ \E r \in Leavings(i) : IsCut(i, flight, r)

----------------------------------------------------------------------------
(* Messages *)

GroupRun(m) ==
    CASE ~IsIn(m.to)       -> Unheard(m)
      [] m.kind = "Join"   -> Welcoming(m)
      [] m.kind = "Joined" -> Welcomed(m)
      [] m.kind = "Left"   -> Hearing(m)

Meets(m)    == \E r \in {GroupRun(m)} : Does(m.to, Fewer(flight, m), r)
MeetsCut(m) == \E r \in {GroupRun(m)} : IsCut(m.to, Fewer(flight, m), r)

DeliverJoin   == \E m \in Deliverable("Join") : Meets(m)
DeliverJoined == \E m \in Deliverable("Joined") : Meets(m)
DeliverLeft   == \E m \in Deliverable("Left") : Meets(m)

CrashInDeliverJoin(who)   == \E m \in Deliverable("Join") : m.to \in who /\ MeetsCut(m)
CrashInDeliverJoined(who) == \E m \in Deliverable("Joined") : m.to \in who /\ MeetsCut(m)
=============================================================================

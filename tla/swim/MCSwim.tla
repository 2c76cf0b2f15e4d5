-------------------------------- MODULE MCSwim --------------------------------
(***************************************************************************)
(* SWIM within a budget, and its properties.  No line of the budget counts *)
(* periods: only a loss, a crash or an early timer begins a suspicion, so  *)
(* incarnations are bounded, and numbers of probes repeat.  Times end.     *)
(***************************************************************************)
EXTENDS SwimGroup, Fairness, Budget

mcvars == <<vars, spent>>

MCInit == Init /\ Unspent

MCBoot                 == Free /\ Boot
MCRecover              == Free /\ Recover
MCTickPeriod           == Free /\ TickPeriod
MCTimeoutReply         == Free /\ TimeoutReply
MCTimeoutEnd           == Free /\ TimeoutEnd
MCTimeoutSuspicion     == Free /\ TimeoutSuspicion
MCDeliverPing          == Free /\ DeliverPing
MCDeliverAck           == Free /\ DeliverAck
MCDeliverPingReq       == Free /\ DeliverPingReq
MCDeliverIndirectPing  == Free /\ DeliverIndirectPing
MCDeliverIndirectAck   == Free /\ DeliverIndirectAck
MCPrematureReply       == Spend({"premature"}) /\ PrematureReply
MCPrematureEnd         == Spend({"premature"}) /\ PrematureEnd
MCPrematureSuspicion   == Spend({"premature"}) /\ PrematureSuspicion
MCCrash                == Spend({"crash"}) /\ \E i \in MayCrash : Crash(i)
MCDropPing             == Spend({"loss"}) /\ DropOf("Ping")
MCDropAck              == Spend({"loss"}) /\ DropOf("Ack")
MCDropPingReq          == Spend({"loss"}) /\ DropOf("PingReq")
MCDropIndirectPing     == Spend({"loss"}) /\ DropOf("IndirectPing")
MCDropIndirectAck      == Spend({"loss"}) /\ DropOf("IndirectAck")
MCDuplicatePing        == Spend({"duplicate"}) /\ DuplicateOf("Ping")
MCDuplicateAck         == Spend({"duplicate"}) /\ DuplicateOf("Ack")
MCDuplicatePingReq     == Spend({"duplicate"}) /\ DuplicateOf("PingReq")
MCDuplicateIndirectPing == Spend({"duplicate"}) /\ DuplicateOf("IndirectPing")
MCDuplicateIndirectAck == Spend({"duplicate"}) /\ DuplicateOf("IndirectAck")
MCCrashInRecover       == Spend({"crashIn"}) /\ CrashInRecover(MayCrash)
MCCrashInTickPeriod    == Spend({"crashIn"}) /\ CrashInTickPeriod(MayCrash)
MCCrashInTimeoutReply  == Spend({"crashIn"}) /\ CrashInTimeoutReply(MayCrash)
MCCrashInPrematureReply == Spend({"crashIn", "premature"}) /\ CrashInPrematureReply(MayCrash)
MCCrashInDeliverPing   == Spend({"crashIn"}) /\ CrashInDeliverPing(MayCrash)
MCCrashInDeliverAck    == Spend({"crashIn"}) /\ CrashInDeliverAck(MayCrash)
MCCrashInDeliverPingReq == Spend({"crashIn"}) /\ CrashInDeliverPingReq(MayCrash)
MCCrashInDeliverIndirectPing == Spend({"crashIn"}) /\ CrashInDeliverIndirectPing(MayCrash)
MCCrashInDeliverIndirectAck == Spend({"crashIn"}) /\ CrashInDeliverIndirectAck(MayCrash)
MCEnter                == Free /\ Enter
MCLeave                == Free /\ Leave
MCTimeoutJoin          == Free /\ TimeoutJoin
MCDeliverJoin          == Free /\ DeliverJoin
MCDeliverJoined        == Free /\ DeliverJoined
MCDeliverLeft          == Free /\ DeliverLeft
MCPrematureJoin        == Spend({"premature"}) /\ PrematureJoin
MCDropJoin             == Spend({"loss"}) /\ DropOf("Join")
MCDuplicateJoin        == Spend({"duplicate"}) /\ DuplicateOf("Join")
MCDropJoined           == Spend({"loss"}) /\ DropOf("Joined")
MCDuplicateJoined      == Spend({"duplicate"}) /\ DuplicateOf("Joined")
MCDropLeft             == Spend({"loss"}) /\ DropOf("Left")
MCDuplicateLeft        == Spend({"duplicate"}) /\ DuplicateOf("Left")
MCCrashInEnter         == Spend({"crashIn"}) /\ CrashInEnter(MayCrash)
MCCrashInLeave         == Spend({"crashIn"}) /\ CrashInLeave(MayCrash)
MCCrashInTimeoutJoin   == Spend({"crashIn"}) /\ CrashInTimeoutJoin(MayCrash)
MCCrashInDeliverJoin   == Spend({"crashIn"}) /\ CrashInDeliverJoin(MayCrash)
MCCrashInDeliverJoined == Spend({"crashIn"}) /\ CrashInDeliverJoined(MayCrash)
MCCrashInPrematureJoin == Spend({"crashIn", "premature"}) /\ CrashInPrematureJoin(MayCrash)

MCNext ==
    \/ MCBoot \/ MCRecover \/ MCTickPeriod \/ MCTimeoutReply \/ MCTimeoutEnd \/ MCTimeoutSuspicion
    \/ MCDeliverPing \/ MCDeliverAck \/ MCDeliverPingReq \/ MCDeliverIndirectPing \/ MCDeliverIndirectAck
    \/ MCPrematureReply \/ MCPrematureEnd \/ MCPrematureSuspicion
    \/ MCCrash \/ MCDropPing \/ MCDropAck \/ MCDropPingReq \/ MCDropIndirectPing \/ MCDropIndirectAck
    \/ MCDuplicatePing \/ MCDuplicateAck \/ MCDuplicatePingReq \/ MCDuplicateIndirectPing
    \/ MCDuplicateIndirectAck
    \/ MCCrashInRecover \/ MCCrashInTickPeriod \/ MCCrashInTimeoutReply \/ MCCrashInPrematureReply
    \/ MCCrashInDeliverPing \/ MCCrashInDeliverAck \/ MCCrashInDeliverPingReq
    \/ MCCrashInDeliverIndirectPing \/ MCCrashInDeliverIndirectAck
    \/ MCEnter \/ MCLeave \/ MCTimeoutJoin \/ MCDeliverJoin \/ MCDeliverJoined \/ MCDeliverLeft
    \/ MCPrematureJoin \/ MCDropJoin \/ MCDuplicateJoin \/ MCDropJoined \/ MCDuplicateJoined \/ MCDropLeft
    \/ MCDuplicateLeft \/ MCCrashInEnter \/ MCCrashInLeave \/ MCCrashInTimeoutJoin \/ MCCrashInDeliverJoin
    \/ MCCrashInDeliverJoined \/ MCCrashInPrematureJoin

MCSpec == MCInit /\ [][MCNext]_mcvars

\* Fair are the steps of a prober, the deliveries of its PINGs, of the ACKs to them and of the messages of helpers, and
\* the steps and deliveries by which a joiner gets the list.
MCFairSpec ==
    /\ MCSpec
    /\ \A i \in Node : WF_mcvars(Free /\ BootAt(i))
    /\ \A i \in Probers :
        /\ WF_mcvars(Free /\ PeriodAt(i)) /\ WF_mcvars(Free /\ NoReplyAt(i)) /\ WF_mcvars(Free /\ EndAt(i, FALSE))
        /\ \A j \in Node \ {i} :
            /\ WF_mcvars(Free /\ RemovalAt(i, j, FALSE))
            /\ WF_mcvars(Free /\ Delivery("Ping", i, j, Hears))
            /\ WF_mcvars(Free /\ Delivery("Ack", j, i, Hears))
    /\ \A i \in Joiners :
        /\ WF_mcvars(Free /\ NoJoinedAt(i))
        /\ \A j \in Contacts :
            /\ WF_mcvars(Free /\ Delivery("Join", i, j, Meets))
            /\ WF_mcvars(Free /\ Delivery("Joined", j, i, Meets))
    /\ \A i \in Node : \A j \in Node \ {i} : \A kind \in {"PingReq", "IndirectPing", "IndirectAck"} :
        WF_mcvars(Free /\ Delivery(kind, i, j, Hears))

----------------------------------------------------------------------------
IsEntry(e) == e.status \in {"unknown", "alive", "suspect", "dead"} /\ e.incarnation \in Nat

IsTable(t) == DOMAIN t = Node /\ \A j \in Node : IsEntry(t[j]) /\ t[j].member = j

\* At most one entry of each process; of all processes if messages carry whole tables.
IsNews(m) ==
    /\ \A e \in m.news : IsEntry(e) /\ e.member \in Node
    /\ Cardinality({e.member : e \in m.news}) = Cardinality(m.news)
    /\ m.kind = "Joined" \/ (NewsMost = 0 /\ m.kind \notin {"Join", "Left"}) => Cardinality(m.news) = N

IsMessage(m) ==
    /\ m.from \in Node /\ m.to \in Node /\ IsNews(m)
    /\ \/ m.kind \in {"Join", "Joined", "Left"}
       \/ /\ m.kind \in {"Ping", "Ack", "PingReq", "IndirectPing", "IndirectAck"}
          /\ m.number \in 0..(Numbers - 1)
          /\ m.kind = "PingReq" => m.target \in Node
          /\ m.kind \in {"IndirectPing", "IndirectAck"} => m.origin \in Node

TypeOK ==
    /\ unbooted \subseteq alive /\ alive \subseteq Node
    /\ \A m \in DOMAIN flight : IsMessage(m) /\ flight[m] \in Nat \ {0}
    /\ timers \in [Node -> SUBSET ({"Period", "Reply", "End", "Join"} \cup {Suspicion[j] : j \in Node})]
    /\ \A i \in Node : disk[i] = << >> \/ disk[i].incarnation \in Nat \ {0}
    /\ \A i \in Node : IsTable(table[i]) /\ table[i][i].status # "suspect"
    /\ \A i \in Node : IF NewsMost = 0 THEN buffer[i] = << >> ELSE buffer[i] \in [Node -> 0..NewsSends]
    /\ number \in [Node -> 0..(Numbers - 1)] /\ target \in [Node -> Node \cup {None}]
    /\ IF Bags = << >> THEN bag = [i \in Node |-> << >>]
       ELSE \A i, j \in Node : bag[i][j] \in 0..Bags[i][j]

\* A timer runs for each member that is suspected, and one of the timers Reply and End while a probe goes on.
TimersSet ==
    \A i \in alive :
        /\ \A j \in Node : Suspicion[j] \in timers[i] <=> table[i][j].status = "suspect"
        /\ (target[i] # None) <=> ({"Reply", "End"} \cap timers[i] # {})
        /\ ~({"Reply", "End"} \subseteq timers[i])

\* The highest incarnation that process j may have sent.
Own(j) == IF j \in alive THEN table[j][j].incarnation ELSE IF disk[j] = << >> THEN 0 ELSE disk[j].incarnation

\* SW-4: no entry has a higher incarnation than its process has begun.  With times: no alive entry of a process that is
\* up has a later time than that process.
OwnIncarnation ==
    \A i \in alive : \A j \in Node :
        Times = 0 \/ (j \in alive /\ table[i][j].status = "alive") => table[i][j].incarnation <= Own(j)

\* The processes that are up and in the group: those that have joined, and have not left.
Group == {i \in alive : IsIn(i)}

\* SW-2: as long as nothing is lost, and no timer early, no process in the group is suspected, or removed.
Accurate == \A i, j \in Group : table[i][j].status \in {"alive", "unknown"}

\* No process in the group is removed.  SW-3 claims so of a process that answers; with losses it is false.
Kept == \A i, j \in Group : table[i][j].status # "dead"

\* With times a process is behind if its alive entries are too old to bring it back after it was removed.  No process in
\* the group that was removed is behind.
NoneBehind ==
    \A i, j \in Group :
        Times > 0 /\ table[i][j].status = "dead" => table[i][i].incarnation - table[j][j].incarnation <= 1 + Patience

\* SW-8: no message but JOINED carries more than NewsMost entries.
NewsBounded ==
    NewsMost > 0 => \A m \in DOMAIN flight : m.kind = "Joined" \/ Cardinality(m.news) <= NewsMost

\* SW-5: a member that was removed stays so, as long as the process that removed it is in the group.
ConfirmIsFinal ==
    [][\A i \in Group \cap Group' : \A j \in Node : table[i][j].status = "dead" => table'[i][j].status = "dead"]_vars

\* SW-7: a probe takes weight off the weight of its target in the bag, and off no other.  Only a probe that finds no
\* member in the bag fills it again.
ProbesInRounds ==
    [][Bags # << >> => \A i \in alive \cap alive' : (target[i] = None /\ target'[i] # None) =>
        LET t    == target'[i]
            over == \A j \in Pinged(i) : bag[i][j] = 0
            was  == IF over THEN Bags[i] ELSE bag[i]
        IN \A j \in Pinged(i) : IF j = t THEN bag'[i][j] < was[j] ELSE bag'[i][j] = was[j]]_vars

\* SW-4: an incarnation never falls.
IncarnationsGrow ==
    [][\A i \in alive \cap alive' : table[i][i].incarnation <= table'[i][i].incarnation]_vars

\* SW-1: in the end no process that is down, or has left, is in a prober's list.
Complete ==
    <>[](\A i \in Probers \cap Group : \A j \in Node \ Group : table[i][j].status \in {"unknown", "dead"})

\* SW-9: in the end each process in the group knows the incarnation of each other one, unless one has removed another,
\* or no prober or no contact is left.  Whole tables spread after any losses; bounded news may be lost.
Spread ==
    <>[](Kept /\ Group \cap Probers # {} /\ Group \cap Contacts # {} =>
            \A i, j \in Group : table[i][j].status # "unknown" /\ table[i][j].incarnation = Own(j))

\* If members that were removed are pinged, in the end no process in the group is missing from a prober's list.
Heals == KeepsPinging => <>[](\A i \in Probers \cap Group : \A j \in Group : table[i][j].status # "dead")

----------------------------------------------------------------------------
(* Reachability witnesses: each must fail, or its event never happens      *)

NeverSuspects == \A i \in alive : \A j \in Node : table[i][j].status # "suspect"
NeverRemoves == \A i \in alive : \A j \in Node \ {i} : table[i][j].status # "dead"
NeverRefutes == \A i \in alive : table[i][i].incarnation = 0
NeverJoins == Group \cap Joiners = {}
NeverLeaves == \A i \in alive : table[i][i].status # "dead"
NeverHelps == \A m \in DOMAIN flight : m.kind # "IndirectAck"
=============================================================================

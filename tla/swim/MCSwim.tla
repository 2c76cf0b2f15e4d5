-------------------------------- MODULE MCSwim --------------------------------
(***************************************************************************)
(* SWIM within a budget, and what must hold of it.  No line of the budget  *)
(* counts a period: tables and numbers are finite as long as suspicions    *)
(* are, and only a loss, a crash or a timer that is early begins one.      *)
(***************************************************************************)
EXTENDS Swim, Fairness, Budget

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

MCSpec == MCInit /\ [][MCNext]_mcvars

\* The steps of a prober are fair, and so are the deliveries of its PINGs, of the ACKs to them, and of the messages of
\* helpers.
MCFairSpec ==
    /\ MCSpec
    /\ \A i \in Node : WF_mcvars(Free /\ BootAt(i))
    /\ \A i \in Probers :
        /\ WF_mcvars(Free /\ PeriodAt(i)) /\ WF_mcvars(Free /\ NoReplyAt(i)) /\ WF_mcvars(Free /\ EndAt(i, FALSE))
        /\ \A j \in Node \ {i} :
            /\ WF_mcvars(Free /\ RemovalAt(i, j, FALSE))
            /\ WF_mcvars(Free /\ Delivery("Ping", i, j, Hears))
            /\ WF_mcvars(Free /\ Delivery("Ack", j, i, Hears))
    /\ \A i \in Node : \A j \in Node \ {i} : \A kind \in {"PingReq", "IndirectPing", "IndirectAck"} :
        WF_mcvars(Free /\ Delivery(kind, i, j, Hears))

----------------------------------------------------------------------------
IsEntry(e) == e.status \in {"alive", "suspect", "dead"} /\ e.incarnation \in Nat

IsTable(t) == DOMAIN t = Node /\ \A j \in Node : IsEntry(t[j])

IsMessage(m) ==
    /\ m.kind \in {"Ping", "Ack", "PingReq", "IndirectPing", "IndirectAck"}
    /\ m.from \in Node /\ m.to \in Node /\ m.number \in 0..(Numbers - 1) /\ IsTable(m.news)
    /\ m.kind = "PingReq" => m.target \in Node
    /\ m.kind \in {"IndirectPing", "IndirectAck"} => m.origin \in Node

TypeOK ==
    /\ unbooted \subseteq alive /\ alive \subseteq Node
    /\ \A m \in DOMAIN flight : IsMessage(m) /\ flight[m] \in Nat \ {0}
    /\ timers \in [Node -> SUBSET ({"Period", "Reply", "End"} \cup {Suspicion[j] : j \in Node})]
    /\ \A i \in Node : disk[i] = << >> \/ disk[i].incarnation \in Nat \ {0}
    /\ \A i \in Node : IsTable(table[i]) /\ table[i][i].status = "alive"
    /\ number \in [Node -> 0..(Numbers - 1)] /\ target \in [Node -> Node \cup {None}]
    /\ IF Bags = << >> THEN left = [i \in Node |-> << >>]
       ELSE \A i, j \in Node : left[i][j] \in 0..Bags[i][j]

\* A timer runs for each member that is suspected, and one of a probe's timers while it goes on.
TimersSet ==
    \A i \in alive :
        /\ \A j \in Node : Suspicion[j] \in timers[i] <=> table[i][j].status = "suspect"
        /\ (target[i] # None) <=> ({"Reply", "End"} \cap timers[i] # {})
        /\ ~({"Reply", "End"} \subseteq timers[i])

\* The highest incarnation that process j may have said.
Own(j) == IF j \in alive THEN table[j][j].incarnation ELSE IF disk[j] = << >> THEN 0 ELSE disk[j].incarnation

\* SW-4: no entry has a higher incarnation than its process has begun.
OwnIncarnation == \A i \in alive : \A j \in Node : table[i][j].incarnation <= Own(j)

\* SW-2: as long as nothing is lost, and no timer early, no process that is up is suspected, or removed.
Accurate == \A i, j \in alive : table[i][j].status = "alive"

\* No process that is up is removed.  SW-3 hopes so of one that answers; with losses it is false.
Kept == \A i, j \in alive : table[i][j].status # "dead"

\* SW-5: a member that was removed stays so.
ConfirmIsFinal ==
    [][\A i \in alive \cap alive' : \A j \in Node : table[i][j].status = "dead" => table'[i][j].status = "dead"]_vars

\* SW-4: an incarnation never falls.
IncarnationsGrow ==
    [][\A i \in alive \cap alive' : table[i][i].incarnation <= table'[i][i].incarnation]_vars

\* SW-1: in the end no process that is down is in a prober's list.
Complete == <>[](\A i \in Probers \cap alive : \A j \in Node \ alive : table[i][j].status = "dead")

----------------------------------------------------------------------------
(* Reachability witnesses: each must fail, or what it names never happened *)

NeverSuspects == \A i \in alive : \A j \in Node : table[i][j].status # "suspect"
NeverRemoves == \A i \in alive : \A j \in Node : table[i][j].status # "dead"
NeverRefutes == \A i \in alive : table[i][i].incarnation = 0
NeverHelps == \A m \in DOMAIN flight : m.kind # "IndirectAck"
=============================================================================

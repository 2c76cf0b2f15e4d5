------------------------------ MODULE MCVCube -------------------------------
(***************************************************************************)
(* vCube's election within a budget, what must hold of it, and what must   *)
(* come true of it at last.  No line of the budget counts a tick.          *)
(***************************************************************************)
EXTENDS VCube, Fairness, Budget

mcvars == <<vars, spent>>

MCInit == Init /\ Unspent

MCBoot                     == Free /\ Boot
MCRecover                  == Free /\ Recover
MCTickInterval             == Free /\ TickInterval
MCTimeoutInterval          == Free /\ TimeoutInterval
MCTimeoutTest              == Free /\ TimeoutTest
MCDeliverRequest           == Free /\ DeliverRequest
MCDeliverReply             == Free /\ DeliverReply
MCPrematureInterval        == Spend({"premature"}) /\ PrematureInterval
MCPrematureTest            == Spend({"premature"}) /\ PrematureTest
MCCrash                    == Spend({"crash"}) /\ \E i \in MayCrash : Crash(i)
MCDropRequest              == Spend({"loss"}) /\ DropRequest
MCDropReply                == Spend({"loss"}) /\ DropReply
MCDuplicateRequest         == Spend({"duplicate"}) /\ DuplicateRequest
MCDuplicateReply           == Spend({"duplicate"}) /\ DuplicateReply
MCCrashInBoot              == Spend({"crashIn"}) /\ CrashInBoot(MayCrash)
MCCrashInRecover           == Spend({"crashIn"}) /\ CrashInRecover(MayCrash)
MCCrashInTickInterval      == Spend({"crashIn"}) /\ CrashInTickInterval(MayCrash)
MCCrashInTimeoutInterval   == Spend({"crashIn"}) /\ CrashInTimeoutInterval(MayCrash)
MCCrashInTimeoutTest       == Spend({"crashIn"}) /\ CrashInTimeoutTest(MayCrash)
MCCrashInDeliverRequest    == Spend({"crashIn"}) /\ CrashInDeliverRequest(MayCrash)
MCCrashInDeliverReply      == Spend({"crashIn"}) /\ CrashInDeliverReply(MayCrash)
MCCrashInPrematureInterval == Spend({"crashIn", "premature"}) /\ CrashInPrematureInterval(MayCrash)
MCCrashInPrematureTest     == Spend({"crashIn", "premature"}) /\ CrashInPrematureTest(MayCrash)

MCNext ==
    \/ MCBoot \/ MCRecover \/ MCTickInterval \/ MCTimeoutInterval \/ MCPrematureInterval
    \/ MCDeliverRequest \/ MCDeliverReply \/ MCTimeoutTest \/ MCPrematureTest
    \/ MCCrash \/ MCDropRequest \/ MCDropReply \/ MCDuplicateRequest \/ MCDuplicateReply
    \/ MCCrashInBoot \/ MCCrashInRecover
    \/ MCCrashInTickInterval \/ MCCrashInTimeoutInterval \/ MCCrashInPrematureInterval
    \/ MCCrashInDeliverRequest \/ MCCrashInDeliverReply
    \/ MCCrashInTimeoutTest \/ MCCrashInPrematureTest

MCSpec == MCInit /\ [][MCNext]_mcvars

\* Fair are the boots, of which nobody has two, and that each process's round goes on.  A long
\* interval ends when nothing is in flight, which others may end again and again.  Nobody needs to
\* come up again.
MCFairSpec ==
    /\ MCSpec /\ WF_mcvars(MCBoot)
    /\ \A i \in Node : WF_mcvars(Free /\ GoesOn(i))
    /\ Interval = "long" => \A i \in Node : SF_mcvars(Free /\ EndAt(i))

----------------------------------------------------------------------------
Arrays ==
    [timestamps : [Node -> Nat], incarnations : [Node -> Nat \cup {Unknown}]]

Request == [kind : {"Request"}, from : Node, to : Node, life : Nat, nonce : 0..(Nonces - 1)]

IsReply(m) ==
    /\ [kind |-> "Request", from |-> m.from, to |-> m.to, life |-> m.life, nonce |-> m.nonce] \in Request
    /\ m.kind = "Reply"
    /\ [timestamps |-> m.timestamps, incarnations |-> m.incarnations] \in Arrays

TypeOK ==
    /\ unbooted \subseteq alive /\ alive \subseteq Node
    /\ \A m \in DOMAIN flight : (m \in Request \/ IsReply(m)) /\ flight[m] \in Nat \ {0}
    /\ timers \in [Node -> SUBSET {"Interval", "Test"}]
    /\ \A i \in Node :
        disk[i] = << >> \/ disk[i] \in [incarnation : Nat, count : Nat, leader : Node \cup {None}]
    /\ correct \in [Node -> SUBSET Node]
    /\ \A i \in Node : [timestamps |-> timestamps[i], incarnations |-> incarnations[i]] \in Arrays
    /\ leader \in [Node -> Node \cup {None}]
    /\ recovering \in [Node -> BOOLEAN]
    /\ count \in [Node -> Nat]
    /\ testing \in [Node -> Node \cup {None}]
    /\ ahead \in [Node -> SUBSET Node]
    /\ nonce \in [Node -> 0..(Nonces - 1)]
    /\ \A i \in Node : IF Interprets("frozen-replies") THEN frozen[i] \in Arrays ELSE frozen[i] = NothingFrozen

\* Whose timestamp is even is correct, and so is the process itself (VC-6).
Parity == \A i \in Ready : correct[i] = {i} \cup {q \in Node \ {i} : ~Odd(timestamps[i][q])}

SelfCorrect == \A i \in Ready : i \in correct[i]

\* Nobody has heard of an incarnation of a process that is not on that one's disk.
KnowsNoMore ==
    \A i \in Node : disk[i] # << >> => \A j \in Node : incarnations[j][i] <= disk[i].incarnation

\* What is on the disk of a process is what it has; the first leader need not be, if it is not stored.
Durable ==
    \A i \in Ready :
        /\ disk[i] # << >> /\ disk[i].incarnation = incarnations[i][i] /\ disk[i].count = count[i]
        /\ disk[i].leader = leader[i] \/ Interprets("leader-unstored")

----------------------------------------------------------------------------
(* Of steps *)

\* Who is up and has booted, before and after a step.
Staying == Ready \cap Ready'

\* Whoever comes up again is in a higher incarnation than ever before (W12).
IncarnationGrows ==
    [][\A i \in Node :
          /\ disk[i] # << >> => disk'[i] # << >> /\ disk'[i].incarnation >= disk[i].incarnation
          /\ i \in alive' \ alive =>
                disk'[i] # << >> /\ disk'[i].incarnation > OnDisk(i, disk[i]).incarnation]_vars

TimestampsGrow ==
    [][\A i \in Staying : \A q \in Node :
          timestamps'[i][q] >= timestamps[i][q] /\ incarnations'[i][q] >= incarnations[i][q]]_vars

\* Who is penalised comes after somebody whom it holds for correct (VC-21).
PenaltyDethrones ==
    [][\A i \in Staying :
          incarnations'[i][i] > incarnations[i][i] =>
              \E c \in correct'[i] \ {i} : incarnations'[i][c] # Unknown /\ Before(Process(i)', c, i)]_vars

\* Nobody is elected with an incarnation that it never had (Y8).
HeardLeads ==
    [][\A i \in Staying :
          leader'[i] \notin {leader[i], None} => incarnations'[i][leader'[i]] >= Incarnations[leader'[i]]]_vars

----------------------------------------------------------------------------
(* At last *)

Complete == \A i \in alive : correct[i] \subseteq alive

\* Whoever is up is held for correct, by itself too.
Trusted == \A i \in alive : alive \subseteq correct[i]

Accurate == \A i \in alive : leader[i] \in alive

Agree == \A i, j \in alive : leader[i] = leader[j]

\* It is the one of the least incarnation who is up, the lowest where there are several.
Leads(a) ==
    /\ a \in alive /\ disk[a] # << >>
    /\ \A b \in alive \ {a} :
        /\ disk[b] # << >>
        /\ \/ disk[a].incarnation < disk[b].incarnation
           \/ disk[a].incarnation = disk[b].incarnation /\ a < b

Least == \A i \in alive : Leads(leader[i])

CompleteAtLast == <>[]Complete
TrustedAtLast  == <>[]Trusted
AccurateAtLast == <>[]Accurate
AgreeAtLast    == <>[]Agree
LeastAtLast    == <>[]Least

----------------------------------------------------------------------------
(* Reachability witnesses: each must fail, or what it names never happened *)

NeverSuspects == \A i \in Ready : correct[i] = Node

NeverTrustsAgain == \A i, q \in Node : timestamps[i][q] = 0 \/ Odd(timestamps[i][q])

NeverElectsAnother == \A i \in Node : leader[i] \in {None, 0}

NeverCounts == \A i \in Node : count[i] = 0

\* Nobody's incarnation rises but in a recovery.
NeverPenalised == [][\A i \in Staying : incarnations'[i][i] <= incarnations[i][i]]_vars

\* A leader that comes up again for the last time that it may is never spared because it knows of
\* nobody else (V9).
NeverSkips ==
    [][\A i \in Staying :
          ~(recovering[i] /\ ~recovering'[i] /\ leader'[i] = i /\ Threshold > 0 /\ count[i] >= Threshold
            /\ Preferred(Process(i)', correct'[i] \ {i}) = None)]_vars
=============================================================================

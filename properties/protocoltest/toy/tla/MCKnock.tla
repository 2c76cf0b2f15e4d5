------------------------------ MODULE MCKnock ------------------------------
(***************************************************************************)
(* The door within a budget, and what must hold of it.                     *)
(***************************************************************************)
EXTENDS Knock, Budget

mcvars == <<vars, spent>>

MCInit == Init /\ Unspent

MCBoot           == Free /\ Boot
MCVisit          == Free /\ Visit
MCDeliverKnock   == Free /\ DeliverKnock
MCDeliverOpen    == Free /\ DeliverOpen
MCTimeoutAgain   == Free /\ TimeoutAgain
MCPrematureAgain == Spend({"premature"}) /\ PrematureAgain
MCCrash          == Spend({"crash"}) /\ \E i \in MayCrash : Crash(i)
MCRecover        == Free /\ Recover
MCDropKnock      == Spend({"loss"}) /\ DropKnock
MCDropOpen       == Spend({"loss"}) /\ DropOpen
MCDuplicateKnock == Spend({"duplicate"}) /\ DuplicateKnock
MCDuplicateOpen  == Spend({"duplicate"}) /\ DuplicateOpen
MCCrashInBoot           == Spend({"crashIn"}) /\ CrashInBoot(MayCrash)
MCCrashInVisit          == Spend({"crashIn"}) /\ CrashInVisit(MayCrash)
MCCrashInDeliverKnock   == Spend({"crashIn"}) /\ CrashInDeliverKnock(MayCrash)
MCCrashInTimeoutAgain   == Spend({"crashIn"}) /\ CrashInTimeoutAgain(MayCrash)
MCCrashInPrematureAgain == Spend({"crashIn", "premature"}) /\ CrashInPrematureAgain(MayCrash)

MCNext ==
    \/ MCBoot \/ MCVisit \/ MCDeliverKnock \/ MCDeliverOpen \/ MCTimeoutAgain \/ MCPrematureAgain
    \/ MCCrash \/ MCRecover \/ MCDropKnock \/ MCDropOpen \/ MCDuplicateKnock \/ MCDuplicateOpen
    \/ MCCrashInBoot \/ MCCrashInVisit \/ MCCrashInDeliverKnock \/ MCCrashInTimeoutAgain \/ MCCrashInPrematureAgain

MCSpec == MCInit /\ [][MCNext]_mcvars

Guests == Node \ {Host}

MCFairSpec ==
    /\ MCSpec
    /\ \A i \in Guests :
           /\ WF_mcvars(Free /\ Delivery("Knock", i, Host, Listens))
           /\ WF_mcvars(Free /\ Delivery("Open", Host, i, ComesIn))
           /\ WF_mcvars(Free /\ Calm /\ AgainAt(i))
    /\ \A i \in Node : WF_mcvars(Free /\ BootAt(i))

----------------------------------------------------------------------------
TypeOK ==
    /\ alive \subseteq Node
    /\ timers \in [Node -> SUBSET {"Again"}]
    /\ visiting \in [Node -> BOOLEAN]
    /\ inside \in [Node -> BOOLEAN]
    /\ heard \in [Node -> 0..Knocks]

\* Nobody is inside before the host has heard enough knocks.
OpensLate == Host \in alive /\ (\E i \in Node : inside[i]) => heard[Host] = Knocks

\* Reachability witness: must fail, or the door never opened.
NeverInside == \A i \in Node : ~inside[i]

HearsNoLess == heard'[Host] >= heard[Host]

\* Properties of steps are judged on those that change something other than what is spent.
\* What the host has heard never becomes less while it is up.
HeardGrows == [][HearsNoLess \/ Host \notin alive']_vars

\* What changes nothing but what is spent is no step, as where a guest knocks early and the host
\* is dead.
StepsChange == [][vars' # vars]_vars

\* From some time on everybody who has begun to knock is inside.
LetIn == <>[](\A i \in Node : visiting[i] => inside[i])

\* Reachability witness of HeardGrows: must fail, or the host never lost what it had heard.
NeverForgets == [][HearsNoLess]_vars
=============================================================================

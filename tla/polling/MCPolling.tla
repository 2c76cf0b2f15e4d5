----------------------------- MODULE MCPolling ------------------------------
(***************************************************************************)
(* Polling within a budget, and what must hold of it.                      *)
(***************************************************************************)
EXTENDS Polling

CONSTANTS
    MaxCrash,      \* how often a worker may crash between two handler runs,
    MaxCrashIn,    \* inside of one,
    MaxDrift,      \* a clock may move by a tick too many or too few,
    MaxLoss,       \* and a copy may get lost on its way to a process that is up
    MayCrash       \* the workers that may crash at all

ASSUME {MaxCrash, MaxCrashIn, MaxDrift, MaxLoss} \subseteq Nat /\ MayCrash \subseteq Worker

VARIABLE spent     \* how much of each line is gone

mcvars == <<vars, spent>>

Most == [crash |-> MaxCrash, crashIn |-> MaxCrashIn, drift |-> MaxDrift, loss |-> MaxLoss]

Free == UNCHANGED spent
Spend(line) == spent[line] < Most[line] /\ spent' = [spent EXCEPT ![line] = @ + 1]

MCInit == Init /\ spent = [line \in DOMAIN Most |-> 0]

MCBoot                 == Free /\ Boot
MCRecover              == Free /\ Recover
MCTickHear             == Free /\ TickHear
MCTickSlot             == Free /\ TickSlot
MCDeliverRequest       == Free /\ DeliverRequest
MCDeliverData          == Free /\ DeliverData
MCDeliverLookup        == Free /\ DeliverLookup
MCDeliverAnswer        == Free /\ DeliverAnswer
MCDeliverInsert        == Free /\ DeliverInsert
MCAdvance              == Free /\ Advance
MCAdvanceFast          == Spend("drift") /\ AdvanceFast
MCAdvanceSlow          == Spend("drift") /\ AdvanceSlow
MCCrash                == Spend("crash") /\ \E i \in MayCrash : Crash(i)
MCDropRequest          == Spend("loss") /\ DropRequest
MCDropData             == Spend("loss") /\ DropData
MCDropLookup           == Spend("loss") /\ DropLookup
MCDropAnswer           == Spend("loss") /\ DropAnswer
MCDropInsert           == Spend("loss") /\ DropInsert
MCCrashInTickSlot      == Spend("crashIn") /\ CrashInTickSlot(MayCrash)
MCCrashInDeliverData   == Spend("crashIn") /\ CrashInDeliverData(MayCrash)
MCCrashInDeliverAnswer == Spend("crashIn") /\ CrashInDeliverAnswer(MayCrash)

MCNext ==
    \/ MCBoot \/ MCRecover \/ MCTickHear \/ MCTickSlot
    \/ MCDeliverRequest \/ MCDeliverData \/ MCDeliverLookup \/ MCDeliverAnswer \/ MCDeliverInsert
    \/ MCAdvance \/ MCAdvanceFast \/ MCAdvanceSlow
    \/ MCCrash \/ MCDropRequest \/ MCDropData \/ MCDropLookup \/ MCDropAnswer \/ MCDropInsert
    \/ MCCrashInTickSlot \/ MCCrashInDeliverData \/ MCCrashInDeliverAnswer

MCSpec == MCInit /\ [][MCNext]_mcvars

----------------------------------------------------------------------------
Time == 0..(Horizon + Skew + MaxDrift)

TypeOK ==
    /\ unbooted \subseteq alive /\ alive \subseteq Node
    /\ \A m \in DOMAIN flight : Age(m) \in 0..MostAge /\ flight[m] \in Nat \ {0}
    /\ timers \in [Node -> SUBSET {Slot, Hear}] /\ timers = [i \in Node |-> DOMAIN left[i]]
    /\ heard \in [Node -> DOMAIN Divisions] /\ origin \in [Node -> Time]
    /\ \A i \in Node : (Slot \in timers[i]) = (i \in alive /\ due[i] > 0)
    /\ \A i \in Node : (arrivals[i] # {} \/ banned[i] # {} => i = Provider) /\ (rows[i] # {} => i = Store)
    /\ used \in [Node -> BOOLEAN] /\ \A i \in Node : i \notin Worker => ~used[i] /\ due[i] = 0

\* Equation (3): no more requests in a window than the rate allows.  It is judged of windows that end with a
\* request.  All others have no more, unless the rate is lowered.
Made(key) == {a \in arrivals[Provider] : Key[a.from] = key /\ InWindow(a.at, readings[Provider])}
Within(requests) ==
    (\E a \in requests : a.at = readings[Provider]) =>
        Cardinality(requests) * Divisions[heard[Provider]].slot <= Window
WindowKept == \A i \in Worker : Within(Made(Key[i]))

\* The provider accepts no more requests than that.
AcceptedWithin == \A i \in Worker : Within({a \in Made(Key[i]) : a.accepted})

\* Each request is accepted.
AllAccepted == \A a \in arrivals[Provider] : a.accepted

NoBan == banned[Provider] = {}

\* How long the shortest slots of a worker have been: the last slot that it has used may be of a division
\* before.
Length(i, d) == PeriodOf(i, d) \div Cardinality(Peers(i, d))
SlotOf(i) ==
    LET lengths == {Length(i, d) : d \in {e \in 0..heard[i] : IsIn(i, e)}}
    IN CHOOSE s \in lengths : \A t \in lengths : s <= t
Shorter(a, b) == IF a < b THEN a ELSE b

\* Of two workers with one key, the later begins its slot after the slot of the earlier, by the time of the
\* network: a request may take the slot less the jitter.
Elapsed(i) == readings[i] - slot[i]
Using == {i \in alive \cap Worker : used[i] /\ IsIn(i, heard[i])}
OneOwner ==
    \A i, j \in Using :
        (i # j /\ Key[i] = Key[j] /\ Elapsed(i) >= Elapsed(j)) =>
            Elapsed(i) - Elapsed(j) >= Shorter(SlotOf(i), SlotOf(j)) - Jitter

\* No record is stored twice.
OneRow == twice[IF Stores THEN Store ELSE Provider] = {}

\* Reachability witnesses.
NeverFull == \A i \in Worker : Cardinality(Made(Key[i])) < Allowed(heard[Provider])
NeverAllSwitched == \E i \in Hears : heard[i] + 1 \in DOMAIN Divisions
NeverStored == ~Stores \/ rows[Store] = {}
=============================================================================

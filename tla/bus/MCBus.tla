------------------------------- MODULE MCBus --------------------------------
(***************************************************************************)
(* The bus within a budget, and what must hold of it.                      *)
(***************************************************************************)
EXTENDS Bus

CONSTANTS
    MaxCrash, MaxCrashIn, MaxDuplicate, MaxLoss,
    MayCrash      \* the processes that may crash

ASSUME
    /\ {MaxCrash, MaxCrashIn, MaxDuplicate, MaxLoss} \subseteq Nat
    /\ MayCrash \subseteq Node

VARIABLE spent    \* how much of each line of the budget is gone

mcvars == <<vars, spent>>

Most == [crash |-> MaxCrash, crashIn |-> MaxCrashIn, duplicate |-> MaxDuplicate, loss |-> MaxLoss]

MCInit == Init /\ spent = [line \in DOMAIN Most |-> 0]

Spend(lines) ==
    /\ \A line \in lines : spent[line] < Most[line]
    /\ spent' = [line \in DOMAIN spent |-> spent[line] + IF line \in lines THEN 1 ELSE 0]

Free == UNCHANGED spent

MCJoin           == Free /\ Join
MCLeave          == Free /\ Leave
MCPublish        == Free /\ Publish
MCDeliverHello   == Free /\ DeliverHello
MCDeliverNews    == Free /\ DeliverNews
MCCrash          == Spend({"crash"}) /\ \E i \in MayCrash : Crash(i)
MCCrashInJoin    == Spend({"crashIn"}) /\ CrashInJoin(MayCrash)
MCCrashInPublish == Spend({"crashIn"}) /\ CrashInPublish(MayCrash)
MCDropHello      == Spend({"loss"}) /\ DropHello
MCDropNews       == Spend({"loss"}) /\ DropNews
MCDuplicateHello == Spend({"duplicate"}) /\ DuplicateHello
MCDuplicateNews  == Spend({"duplicate"}) /\ DuplicateNews

MCNext ==
    \/ MCJoin \/ MCLeave \/ MCPublish \/ MCDeliverHello \/ MCDeliverNews
    \/ MCCrash \/ MCCrashInJoin \/ MCCrashInPublish
    \/ MCDropHello \/ MCDropNews \/ MCDuplicateHello \/ MCDuplicateNews

MCSpec == MCInit /\ [][MCNext]_mcvars

----------------------------------------------------------------------------
Kept == [from : Publishers, n : 1..Items]

TypeOK ==
    /\ phase \in [Node -> {"out", "in", "left"}]
    /\ said \in [Node -> 0..Items]
    /\ met \in [Node -> SUBSET Listeners]
    /\ \A i \in Node : \A k \in DOMAIN log[i] : log[i][k] \in Kept

\* Nobody keeps an item after a newer one of its publisher, or twice.
PublisherOrder ==
    \A i \in Node : \A k, l \in DOMAIN log[i] :
        k < l /\ log[i][k].from = log[i][l].from => log[i][k].n < log[i][l].n

\* Of two items that two listeners have kept both have the same first.  Nothing promises
\* that where there are two publishers, whatever the order of the network.
Before(i, a, b) ==
    \E k, l \in DOMAIN log[i] : k < l /\ log[i][k] = a /\ log[i][l] = b
TotalOrder ==
    \A i, j \in Node : \A a, b \in Kept : a # b => ~(Before(i, a, b) /\ Before(j, b, a))

\* Whoever has kept anything has kept the same first.  The broken twin relies on that: it keeps
\* the first item that it hears, as if all heard the same one.
SameFirst == \A i, j \in Node : log[i] # << >> /\ log[j] # << >> => log[i][1] = log[j][1]

\* Reachability witnesses: must fail, or nobody keeps its own item, or lacks one.
NeverHearsItself == \A i \in Node : \A k \in DOMAIN log[i] : log[i][k].from # i
NeverLacks ==
    \A i \in Node : \A k \in DOMAIN log[i] :
        log[i][k].n > 1 => \E l \in DOMAIN log[i] : log[i][l] = [from |-> log[i][k].from, n |-> 1]
=============================================================================

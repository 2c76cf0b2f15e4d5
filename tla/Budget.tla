------------------------------- MODULE Budget -------------------------------
(***************************************************************************)
(* The lines of a budget that protocols have in common, for MC modules     *)
(* that need no others: an action that may happen any number of times is   *)
(* Free, and each other Spends.                                            *)
(*                                                                         *)
(*     mcvars == <<vars, spent>>                                           *)
(*     MCInit == Init /\ Unspent                                           *)
(*     MCDeliverAsk       == Free /\ DeliverAsk                            *)
(*     MCDropAsk          == Spend({"loss"}) /\ DropAsk                    *)
(*     MCCrash            == Spend({"crash"}) /\ \E i \in MayCrash :       *)
(*                                                   Crash(i)              *)
(*     MCCrashInPremature == Spend({"crashIn", "premature"}) /\ ...        *)
(*                                                                         *)
(* The same stands in spec/budget.go, as FaultLines and Budget.            *)
(***************************************************************************)
EXTENDS Net

CONSTANTS
    MaxCrash,      \* how often a process may crash between two handler runs,
    MaxCrashIn,    \* inside of one,
    MaxDuplicate,  \* how often there may be a second copy,
    MaxLoss,       \* a copy may get lost on its way to a process that is up,
    MaxPremature,  \* and a timer may fire early
    MayCrash       \* the processes that may crash at all

ASSUME
    /\ {MaxCrash, MaxCrashIn, MaxDuplicate, MaxLoss, MaxPremature} \subseteq Nat
    /\ MayCrash \subseteq Node

VARIABLE spent     \* how much of each line is gone

Most == [crash |-> MaxCrash, crashIn |-> MaxCrashIn, duplicate |-> MaxDuplicate,
         loss |-> MaxLoss, premature |-> MaxPremature]

Unspent == spent = [line \in DOMAIN Most |-> 0]

Spend(lines) ==
    /\ \A line \in lines : spent[line] < Most[line]
    /\ spent' = [line \in DOMAIN spent |-> spent[line] + IF line \in lines THEN 1 ELSE 0]

Free == UNCHANGED spent
=============================================================================

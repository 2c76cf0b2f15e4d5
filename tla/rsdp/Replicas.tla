------------------------------ MODULE Replicas ------------------------------
(***************************************************************************)
(* What the engine of the Replica State Discovery Protocol shares with its *)
(* reducers: who runs, how a replica compares addresses, lists of          *)
(* processes, and what is buffered, a sequence of records that have at     *)
(* least the fields from and data, a sequence with a part for each         *)
(* reducer.                                                                *)
(*                                                                         *)
(* The reducers themselves are the operators of the module Reducers.  A    *)
(* table that extends the folder of this module may bring a Reducers of    *)
(* its own, which takes the place of the one beside it.                    *)
(***************************************************************************)
EXTENDS Net

CONSTANTS
    Reducers,          \* the names of the reducers that run, a sequence
    Orders,            \* for each process, all of them in ascending order as it compares addresses
    Interpretations    \* where the paper is read in another way than the recommended one

AllInterpretations ==
    {"all-hellos-wait", "arrays", "close-last", "closed-batch", "closes-first", "counters-restart",
     "hello-carries", "hello-waits", "initial-unsanitised", "keeps-repeats", "leader-outside", "no-echo",
     "no-session-ids", "no-tombstones", "resync-waits", "silent", "tie-arrival", "tie-lexicographic", "unbound",
     "union"}

ASSUME
    /\ Len(Reducers) > 0
    /\ \A i \in Node : Len(Orders[i]) = N /\ {Orders[i][k] : k \in 1..N} = Node
    /\ Interpretations \subseteq AllInterpretations

Interprets(name) == name \in Interpretations

\* The value of F at e, which is evaluated once.  A LET is evaluated anew at each use inside
\* ENABLED, and so in every WF.
Bind(e, F(_)) == CHOOSE v \in {F(x) : x \in {e}} : TRUE

----------------------------------------------------------------------------
(* Lists of processes *)

Range(list) == {list[k] : k \in DOMAIN list}

Final(list) == IF list = << >> THEN None ELSE list[Len(list)]

Without(list, S) == SelectSeq(list, LAMBDA x : x \notin S)

\* Where process i has x in its order; 0 for nobody.
Rank(i, x) == IF x = None THEN 0 ELSE CHOOSE k \in 1..N : Orders[i][k] = x

\* The set as a list in ascending order.
Listed(i, S) == SelectSeq(Orders[i], LAMBDA x : x \in S)

\* The list in ascending order, with what is there twice.
RECURSIVE SortedFrom(_, _, _)
SortedFrom(i, list, k) ==
    IF k > N THEN << >> ELSE SelectSeq(list, LAMBDA x : x = Orders[i][k]) \o SortedFrom(i, list, k + 1)

Ranks(i, list) == [k \in DOMAIN list |-> Rank(i, list[k])]

\* Of two sequences of numbers a is less: it is where they differ first.
Less(a, b) ==
    \E k \in DOMAIN a \cap DOMAIN b : a[k] < b[k] /\ \A l \in 1..(k - 1) : a[l] = b[l]

\* Who has sent what is buffered, and what it says to reducer k.
Senders(buffer) == [x \in DOMAIN buffer |-> buffer[x].from]
Parts(buffer, k) == [x \in DOMAIN buffer |-> buffer[x].data[k]]

\* The view of nobody.
NoView == [members |-> << >>, leader |-> None]
=============================================================================

--------------------------- MODULE VCubeDetector ----------------------------
(***************************************************************************)
(* What a process of vCube knows of who is correct, and how it learns it:  *)
(* the clusters of Table 1 and lines 13 to 25 of Algorithm 1, as operators *)
(* on values.  A process is a record, here with the fields correct,        *)
(* timestamps and incarnations at least; what else it has is left alone.   *)
(***************************************************************************)
EXTENDS Net

CONSTANTS
    Size,              \* how many members the group has.  Each is a process of Net, or all are one
    Interpretations    \* where the paper is read in another way than the recommended one

AllInterpretations ==
    {"candidate-self", "count-kept", "count-reset-at-penalty", "equal-penalty", "fixed-timeout",
     "frozen-replies", "leader-unstored", "literal-merge", "scan", "self-leaves", "self-refutes",
     "zero-after-recover"}

ASSUME Size \in Nat \ {0} /\ Interpretations \subseteq AllInterpretations

Member == 0..(Size - 1)

Interprets(name) == name \in Interpretations

\* The value of F at e, which is evaluated once.  A LET is evaluated anew at each use inside
\* ENABLED, and so in every WF.
Bind(e, F(_)) == CHOOSE v \in {F(x) : x \in {e}} : TRUE

----------------------------------------------------------------------------
(* Clusters *)

\* d, the number of each process's clusters: log2 N, rounded up.
Dimension == CHOOSE d \in 0..Size : 2^d >= Size /\ (d > 0 => 2^(d - 1) < Size)

\* i xor 2^(s-1), the process across from i in the direction s of the hypercube.
Across(i, s) == IF (i \div 2^(s - 1)) % 2 = 0 THEN i + 2^(s - 1) ELSE i - 2^(s - 1)

\* c_{i,s} in the whole hypercube: who is across, and that one's clusters below s.
RECURSIVE Whole(_, _), Below(_, _)
Whole(i, s) == <<Across(i, s)>> \o Below(Across(i, s), s)
Below(i, s) == IF s = 1 THEN << >> ELSE Below(i, s - 1) \o Whole(i, s - 1)

\* Where N is no power of two, those of them that there are.
Clusters ==
    [i \in Member |-> [s \in 1..Dimension |-> SelectSeq(Whole(i, s), LAMBDA j : j < Size)]]

Members(i, s) == {Clusters[i][s][k] : k \in DOMAIN Clusters[i][s]}

\* The cluster of i in which j is.
ClusterWith(i, j) == CHOOSE s \in 1..Dimension : j \in Members(i, s)

\* The first of the sequence c that is in S, None if none is.
FirstOf(c, S) ==
    IF \A k \in DOMAIN c : c[k] \notin S THEN None
    ELSE c[CHOOSE k \in DOMAIN c : c[k] \in S /\ \A l \in 1..(k - 1) : c[l] \notin S]

\* Whom process i tests in its cluster s: those in whose own cluster it is the first that it holds
\* for correct (lines 13 to 15, V1, V2).
Assigned(p, i, s) ==
    IF Interprets("scan") THEN Members(i, s)
    ELSE {j \in Members(i, s) : FirstOf(Clusters[j][s], p.correct) = i}

----------------------------------------------------------------------------
(* Tests *)

Odd(timestamp) == timestamp % 2 = 1

Maximum(f, g) == [q \in Member |-> IF f[q] > g[q] THEN f[q] ELSE g[q]]

\* Whom the timestamps that were merged make correct or suspected (V3).  About itself a process
\* believes nobody (V4).
CorrectAfter(p, i, told) ==
    IF Interprets("literal-merge") THEN p.correct
    ELSE {q \in Member :
            IF told.timestamps[q] > p.timestamps[q] /\ (q # i \/ Interprets("self-leaves"))
            THEN ~Odd(told.timestamps[q]) ELSE q \in p.correct}

Refuted(i, timestamps) ==
    IF Interprets("self-refutes") /\ Odd(timestamps[i]) THEN [timestamps EXCEPT ![i] = @ + 1] ELSE timestamps

Merged(p, i, told) ==
    [p EXCEPT !.correct = CorrectAfter(p, i, told),
              !.timestamps = Refuted(i, Maximum(@, told.timestamps)),
              !.incarnations = Maximum(@, told.incarnations)]

\* Who has answered is correct.
Answered(p, j) ==
    IF Odd(p.timestamps[j]) THEN [p EXCEPT !.correct = @ \cup {j}, !.timestamps[j] = @ + 1] ELSE p

\* Process i has tested j, and the reply has told it these timestamps and incarnations.
Merge(p, i, j, told) == Bind(Merged(p, i, told), LAMBDA q : Answered(q, j))

\* Process j has not answered in time.
Suspect(p, j) ==
    IF Odd(p.timestamps[j]) THEN p ELSE [p EXCEPT !.correct = @ \ {j}, !.timestamps[j] = @ + 1]
=============================================================================

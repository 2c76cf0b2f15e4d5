-------------------------------- MODULE Token --------------------------------
(***************************************************************************)
(* A token goes round a ring of N processes.  Whoever has it passes it on; *)
(* process 0 may enter its critical section first.  The token may get lost *)
(* if MayLose says so, and then nothing is enabled any more.               *)
(***************************************************************************)
EXTENDS Integers

CONSTANTS N, MayLose

ASSUME N \in Nat \ {0} /\ MayLose \in BOOLEAN

VARIABLES
    holder,     \* who has the token; None where it is lost
    inside      \* whether process 0 is in its critical section

vars == <<holder, inside>>

None == -1

Init == holder = 0 /\ inside = FALSE

Enter == holder = 0 /\ ~inside /\ inside' = TRUE /\ UNCHANGED holder

Pass == holder # None /\ holder' = (holder + 1) % N /\ inside' = FALSE

Lose == MayLose /\ holder # None /\ ~inside /\ holder' = None /\ UNCHANGED inside

Next == Enter \/ Pass \/ Lose

Unfair == Init /\ [][Next]_vars
Weak == Unfair /\ WF_vars(Pass) /\ WF_vars(Enter)
Strong == Unfair /\ WF_vars(Pass) /\ SF_vars(Enter)

Arrives == <>(holder = N - 1)
Returns == []<>(holder = N - 1)
Enters == <>inside
EntersAgain == []<>inside
Rests == <>[]~inside
=============================================================================

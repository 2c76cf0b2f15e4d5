---- MODULE Small ----
(* One variable, four states, and a property for each way to fail. *)
EXTENDS Integers, TLC
CONSTANT Assumed
ASSUME Assumed
VARIABLE x

Init == x = 0 \/ x = 0   \* the same initial state, generated twice
Step == x < 3 /\ x' = x + 1
Back == x = 3 /\ x' = 0
Next == Step \/ Back
Spec == Init /\ [][Next]_x
Fair == Spec /\ WF_x(Next)
Ends == Init /\ [][Step]_x

Tagged == PrintT(<<"x", x>>)
Positive == x > 0
BelowTwo == x < 2
AlwaysBelowTwo == [](x < 2)
Absurd == x[1] = 2
Asserted == Assert(x < 2, "x is too big")
ReachesFive == <>(x = 5)
OnlyUp == [][x' > x]_x
Bound == x < 2
NeverHalves == [][FALSE]_(x \div 2)
====

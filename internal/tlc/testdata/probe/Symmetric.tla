---- MODULE Symmetric ----
(* Symmetry needs model values. *)
EXTENDS TLC
CONSTANT Id
VARIABLE chosen
Init == chosen = {}
Choose(i) == chosen' = chosen \cup {i}
Next == \E i \in Id : Choose(i)
Fair == Init /\ [][Next]_chosen /\ WF_chosen(Next)
All == <>(chosen = Id)
Sym == Permutations(Id)
====

---- MODULE Labels ----
(* How TLC names a step: it goes into definitions and quantifiers over constant
   sets, and stops at whatever depends on the state and at conjunctions. *)
EXTENDS Integers
CONSTANT S
VARIABLE x
Init == x = 0
Inner(m) == x = 0 /\ x' = m
ConstantSet == \E m \in S : Inner(m)          \* labelled Inner
InState(m) == x = 1 /\ x' = m + 10
StateSet == \E m \in {k \in S : k > x} : InState(m)   \* labelled StateSet
Base(m) == x = 2 /\ x' = 20 + m
Guarded(m) == x < 100 /\ Base(m)              \* labelled Guarded
Written == \E m \in S : x = 20 + m /\ x' = 30 \* labelled Written
Parts == (x = 30 /\ x' = 31) \/ (x = 30 /\ x' = 32)   \* labelled Parts, twice
Renamed == Parts                              \* labelled Parts
Next == ConstantSet \/ StateSet \/ (\E m \in S : Guarded(m)) \/ Written \/ Renamed
Spec == Init /\ [][Next]_x
OK == x < 100
====

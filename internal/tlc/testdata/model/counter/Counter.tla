---- MODULE Counter ----
(* Two counters that go up; one of them may be reset. *)
EXTENDS Shared
CONSTANTS Node, Max
VARIABLE count

Init == count = [n \in Node |-> 0]
Up(n) == count[n] < Max /\ count' = Bump(count, n)
Reset == count[0] = Max /\ count' = [count EXCEPT ![0] = 0]
Lose(n) == count[n] > Max /\ count' = [count EXCEPT ![n] = 0]

TypeOK == count \in [Node -> 0..Max]
====

---- MODULE Counter ----
(* Counters that go up, a message that is sent once, a switch: made to show how
   TLC prints values and names steps. It means nothing. *)
EXTENDS Integers, Sequences, TLC
CONSTANTS Node, Max
VARIABLES count, log, flight, name, odd, range, low
vars == <<count, log, flight, name, odd, range, low>>

Init == /\ count = [n \in Node |-> 0]
        /\ log = <<>>
        /\ flight = [m \in {} |-> 0]
        /\ name = "a\"b\\c"
        /\ odd \in BOOLEAN
        /\ range = {}
        /\ low = -1

Up(n) == /\ count[n] < Max
         /\ count' = [count EXCEPT ![n] = @ + 1]
         /\ UNCHANGED <<log, flight, name, odd, range, low>>
BadUp(n) == /\ count[n] < Max
            /\ count' = [count EXCEPT ![n] = @ + 7]
            /\ UNCHANGED <<log, flight, name, odd, range, low>>

Send == \E n \in Node :
          /\ log = <<>>
          /\ log' = <<[from |-> n, kind |-> "Query", body |-> {n, 5}]>>
          /\ flight' = ([from |-> n, kind |-> "a kind that makes TLC break the line"] :> 1) @@ flight
          /\ range' = 0..2
          /\ UNCHANGED <<count, name, odd, low>>

Dead == \E n \in Node : count[n] > Max + 3 /\ UNCHANGED vars
Flip == odd' = ~odd /\ UNCHANGED <<count, log, flight, name, range, low>>
Touch(n) == UNCHANGED vars

TypeOK == count \in [Node -> 0..Max]
Small == \A n \in Node : count[n] < Max
NoFlip == [][odd' = odd]_odd
====

------------------------------ MODULE Fairness ------------------------------
(***************************************************************************)
(* Weak fairness of each receiver, sender and kind by itself, for modules  *)
(* that state liveness.  Taken together under one condition, deliveries on *)
(* one link could go on for ever while a copy on another never arrives.    *)
(*                                                                         *)
(* The same stands in spec/fairness.go, for all pairs of processes.  What  *)
(* TLC takes doubles with each condition, so a module names the senders    *)
(* and receivers that there can be (what is never enabled is no condition) *)
(* and leaves what has more than some twelve of them to Go:                *)
(*                                                                         *)
(*     \A j \in Senders, i \in Receivers :                                 *)
(*         WF_mcvars(Free /\ Delivery("Query", j, i, Answers))             *)
(*     \A i \in Node : WF_mcvars(Free /\ Calm /\ RetryAt(i))               *)
(*                                                                         *)
(* The WF stands in the module itself: TLC reads no formula in which the   *)
(* subscript, or an action below WF, is an operator's parameter.           *)
(***************************************************************************)
EXTENDS Net

\* The delivery of a copy of the kind from j to i; Do(m) is the delivery of copy m.
Delivery(kind, j, i, Do(_)) == \E m \in {x \in Deliverable(kind) : x.from = j /\ x.to = i} : Do(m)
=============================================================================

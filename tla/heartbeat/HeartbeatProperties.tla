------------------------- MODULE HeartbeatProperties ------------------------
(***************************************************************************)
(* What must hold of the heartbeat protocol, and what must come true of it *)
(* at last, with and without discrete time.                                *)
(***************************************************************************)
EXTENDS Heartbeat

LocalTypeOK ==
    /\ unbooted \subseteq alive /\ alive \subseteq Node
    /\ timers \in [Node -> SUBSET ({"Beat"} \cup {Wait[j] : j \in Node})]
    /\ nonce \in [Node -> 0..(Nonces - 1)]
    /\ asked \in [Node -> SUBSET Node]
    /\ suspects \in [Node -> SUBSET Node]

\* What a message may be.
Messages ==
    [kind : {"Ask", "Answer"}, from : Node, to : Node, nonce : 0..(Nonces - 1)]
        \cup [kind : {"Here"}, from : Node, to : Node]

\* A process waits for whom it has asked.
WaitsForAsked == \A i, j \in Node : Wait[j] \in timers[i] <=> j \in asked[i]

NobodyDoubtsItself == \A i \in Node : i \notin asked[i] \cup suspects[i]

\* Reachability witnesses: must fail, or nobody was ever suspected, or trusted again.
NeverSuspects == \A i \in Node : suspects[i] = {}
NeverSuspectsTheLiving == \A i \in alive : suspects[i] \cap alive = {}

\* Nothing is left but what each beat begins.
Rests == Resting({"Ask", "Answer"}, {"Beat"} \cup {Wait[j] : j \in Node})

\* Who tells that it is up again is trusted as soon as everybody has been told; where nothing is
\* lost and no timeout premature.
TrustsTheLiving == Rests => NeverSuspectsTheLiving

\* Reachability witness of that: somebody is suspected and nobody has anything to tell.
NeverRestsSuspecting == Rests => NeverSuspects

\* Detectors are complete and accurate: they suspect those who are down, and nobody else.
Right == \A i \in Detectors \cap alive : suspects[i] = Node \ alive

RightAtLast == <>[]Right
=============================================================================

-------------------------------- MODULE Net --------------------------------
(***************************************************************************)
(* The network and the processes' lives, for every protocol: who is up,    *)
(* what is in flight, which timers are armed, what is on the disks.        *)
(*                                                                         *)
(* A message is a record with the fields kind, from and to.  The network   *)
(* is a bag: a function from messages to how many copies are in flight.    *)
(* Where it is ordered a message also has its place.                       *)
(* A handler's effects are a sequence made of Send, SendEach, Multicast    *)
(* and Save; they are carried out in order, and the process may crash      *)
(* between any two.                                                        *)
(*                                                                         *)
(* The same rules stand, written independently, in the Go packages spec    *)
(* and faults, and the graphs of all three are compared.                   *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, Sequences

LOCAL INSTANCE TLC

CONSTANTS
    N,         \* how many processes there are
    Failures,  \* "stop": who has crashed stays down, and copies to it are gone.  Else it may
               \* recover, with its disk.  "wait": copies to it stay, and may be lost; "vanish":
               \* they are gone, as under "stop"
    Boots,     \* whether each process that is there at the beginning has a first event, Boot
    Ordered    \* whether what one process sends to another arrives in the order of its sending

ASSUME
    /\ N \in Nat \ {0} /\ Failures \in {"stop", "wait", "vanish"}
    /\ Boots \in BOOLEAN /\ Ordered \in BOOLEAN

VARIABLES
    alive,     \* the processes that are up
    unbooted,  \* those of them that have not had their first event
    flight,    \* the bag of copies in flight
    timers,    \* for each process, the timers that are armed
    disk       \* for each process, the record saved last; << >> where none was

net == <<alive, unbooted, flight, timers, disk>>

Node == 0..(N - 1)
None == -1

Lowest(S) == IF S = {} THEN None ELSE CHOOSE i \in S : \A j \in S : i <= j

NetInit ==
    /\ alive = Node
    /\ unbooted = IF Boots THEN Node ELSE {}
    /\ flight = << >>
    /\ timers = [i \in Node |-> {}]
    /\ disk = [i \in Node |-> << >>]

----------------------------------------------------------------------------
(* Bags of messages *)

More(bag, m) ==
    IF m \in DOMAIN bag
    THEN [bag EXCEPT ![m] = @ + 1]
    ELSE [x \in DOMAIN bag \cup {m} |-> IF x = m THEN 1 ELSE bag[x]]

\* Where copies are ordered each has a place among those of its sender to its receiver, the
\* oldest 1.  A second copy has the place of the first.
Beside(bag, m) == {x \in DOMAIN bag : x.from = m.from /\ x.to = m.to}
Last(bag, m) == LET places == {x.place : x \in Beside(bag, m)}
                IN IF places = {} THEN 0 ELSE CHOOSE k \in places : \A l \in places : k >= l
Placed(bag, m) == IF Ordered THEN [place |-> Last(bag, m) + 1] @@ m ELSE m

\* The bag when no copy is in the place of m any more: the younger ones move up.
MovedUp(bag, m) ==
    LET Up(x) == IF x \in Beside(bag, m) /\ x.place > m.place THEN [x EXCEPT !.place = @ - 1] ELSE x
    IN [y \in {Up(x) : x \in DOMAIN bag} |-> bag[CHOOSE x \in DOMAIN bag : Up(x) = y]]

Fewer(bag, m) ==
    IF bag[m] > 1 THEN [bag EXCEPT ![m] = @ - 1]
    ELSE LET rest == [x \in DOMAIN bag \ {m} |-> bag[x]]
         IN IF Ordered THEN MovedUp(rest, m) ELSE rest

\* One more copy of each of them, the last of its sender's.
MoreOfAll(bag, msgs) ==
    LET new == {Placed(bag, m) : m \in msgs}
    IN [m \in DOMAIN bag \cup new |->
           (IF m \in DOMAIN bag THEN bag[m] ELSE 0) + (IF m \in new THEN 1 ELSE 0)]

----------------------------------------------------------------------------
(* Handlers *)

\* Unless copies wait nothing is put in for a process that is down.
Enters(m, up) == Failures = "wait" \/ m.to \in up

\* What the network and the disk of process i, given as [flight |-> bag, disk |-> record], are
\* after the effects from the k-th on.
RECURSIVE Carried(_, _, _, _)
Carried(w, up, effects, k) ==
    IF k > Len(effects) THEN w
    ELSE LET e == effects[k]
             next == IF e.do = "save"
                     THEN [w EXCEPT !.disk = e.record]
                     ELSE [w EXCEPT !.flight = MoreOfAll(@, {m \in e.msgs : Enters(m, up)})]
         IN Carried(next, up, effects, k + 1)

\* What becomes of the bag f and the disk of process i by these effects, a set of one element:
\* whoever takes it from there has a value.  A LET would be evaluated anew at each use inside
\* ENABLED, and so in every WF, which made liveness two to three times slower.
After(i, f, effects) ==
    {Carried([flight |-> f, disk |-> disk[i]], alive \cup {i}, es, 1) : es \in {effects}}

\* A handler run of process i to its end: it finds the bag f in the network, has
\* these effects, and leaves these timers armed.
Run(i, f, effects, armed) ==
    \E after \in After(i, f, effects) :
       /\ alive' = alive \cup {i}
       /\ unbooted' = unbooted \ {i}
       /\ flight' = after.flight
       /\ disk' = [disk EXCEPT ![i] = after.disk]
       /\ timers' = [timers EXCEPT ![i] = armed]

\* The bag without what a crash of process i takes along.
WithoutInbox(bag, i) ==
    IF Failures = "wait" THEN bag ELSE [m \in {x \in DOMAIN bag : x.to # i} |-> bag[m]]

\* A handler run of process i that is cut off after the first k effects by its
\* crash.
RunCut(i, f, effects, k) ==
    \E after \in After(i, f, SubSeq(effects, 1, k)) :
       /\ alive' = alive \ {i}
       /\ unbooted' = unbooted \ {i}
       /\ flight' = WithoutInbox(after.flight, i)
       /\ disk' = [disk EXCEPT ![i] = after.disk]
       /\ timers' = [timers EXCEPT ![i] = {}]

\* The crash points of a handler with these effects.
Cuts(effects) == 0..(Len(effects) - 1)

\* One message, one effect.
Send(m) == <<[do |-> "put", msgs |-> {m}]>>

\* Several messages to different processes, one effect each, in ascending order.
RECURSIVE SendEach(_)
SendEach(msgs) ==
    IF msgs = {} THEN << >>
    ELSE LET m == CHOOSE m \in msgs : \A other \in msgs : m.to <= other.to
         IN Send(m) \o SendEach(msgs \ {m})

\* One copy for each process, all in one effect.
Multicast(msgs) == <<[do |-> "put", msgs |-> msgs]>>

\* Copy(j) for each process j that is up and bound to the topic, the sender i as its handler
\* leaves it; all in one effect.  Each copy may be dropped by itself, unlike those of a
\* multicast: what tells them apart is which kinds the protocol has a Drop for.
Broadcast(i, IsBound(_), Copy(_)) ==
    <<[do |-> "put", msgs |-> {Copy(j) : j \in {x \in alive \cup {i} : IsBound(x)}}]>>

\* The whole record, durable at once.
Save(record) == <<[do |-> "save", record |-> record]>>

\* The sets that a handler may pick when it wants n members of S.
Picks(S, n) ==
    LET size == IF n < Cardinality(S) THEN n ELSE Cardinality(S)
    IN {T \in SUBSET S : Cardinality(T) = size}

----------------------------------------------------------------------------
(* What begins a handler run *)

\* The copies of a kind that are on their way to a process that is up.
Coming(kind) == {m \in DOMAIN flight : m.kind = kind /\ m.to \in alive}

\* The processes that a handler may run at: up, and past their first event.
Ready == alive \ unbooted

\* The copies of a kind that can be delivered.  A delivery always consumes the
\* copy: the handler runs in the network Fewer(flight, m).
Deliverable(kind) == {m \in Coming(kind) : m.to \in Ready /\ (Ordered => m.place = 1)}

\* A timer's firing is a fair timeout, unless a copy that it awaits is on its way
\* to a process that is up: then it is premature, a fault.  It is a set that is compared: of an
\* \E in an action TLC makes a successor for each witness, and counts them all.
Awaited(IsAwaited(_)) == {m \in DOMAIN flight : m.to \in alive /\ IsAwaited(m)} # {}

\* Nothing is in flight to a live process: whatever a timer awaits, it is a timeout.
Calm == \A m \in DOMAIN flight : m.to \notin alive

\* Nothing is left but what goes on for ever: copies of these kinds to live processes, and these
\* timers; nobody is still to boot.
Resting(kinds, routine) ==
    /\ unbooted = {}
    /\ \A m \in DOMAIN flight : m.to \in alive => m.kind \in kinds
    /\ \A i \in Node : timers[i] \subseteq routine

\* The processes that are down and may come up again.
Recoverable == IF Failures = "stop" THEN {} ELSE Node \ alive

Armed(i, timer) == i \in alive /\ timer \in timers[i]

\* The timer of that name for process j.  Who is armed for nobody has the name alone.
TimerOf(name, j) == name \o "(" \o ToString(j) \o ")"

----------------------------------------------------------------------------
(* What the environment does; each leaves the processes' local state alone, *)
(* except that a crash takes it                                             *)

Drop(kind) ==
    \E m \in Coming(kind) :
        flight' = Fewer(flight, m) /\ UNCHANGED <<alive, unbooted, timers, disk>>

Duplicate(kind) ==
    \E m \in Coming(kind) :
        flight' = More(flight, m) /\ UNCHANGED <<alive, unbooted, timers, disk>>

\* A copy to a process that is down may get lost.
Lose(kind) ==
    \E m \in DOMAIN flight :
        /\ m.kind = kind /\ m.to \notin alive
        /\ flight' = Fewer(flight, m) /\ UNCHANGED <<alive, unbooted, timers, disk>>

GoDown(i) ==
    /\ i \in alive
    /\ alive' = alive \ {i}
    /\ unbooted' = unbooted \ {i}
    /\ flight' = WithoutInbox(flight, i)
    /\ timers' = [timers EXCEPT ![i] = {}]
    /\ UNCHANGED disk
=============================================================================

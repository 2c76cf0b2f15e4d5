-------------------------------- MODULE Bus ---------------------------------
(***************************************************************************)
(* Publishers and listeners, of no paper: who has joined hears what is     *)
(* broadcast, as far as it is not lost, and keeps it.  It exercises lossy  *)
(* broadcasts to those who are bound at that moment, and copies that the   *)
(* network keeps in order or does not.                                     *)
(***************************************************************************)
EXTENDS Net

CONSTANTS
    Publishers, Items,   \* who publishes, and how many items each
    Listeners,           \* who may join, and leave again
    Keeps                \* which items a listener keeps: the "newer", or "all" in the order in
                         \* which they come, or the "first" alone

ASSUME
    /\ Failures = "stop" /\ ~Boots /\ Items \in Nat \ {0} /\ Keeps \in {"newer", "all", "first"}
    /\ Publishers \subseteq Node /\ Listeners \subseteq Node

VARIABLES
    phase,     \* of each process as a listener: "out", "in" or "left"
    said,      \* how many items each process has published
    met,       \* for each process, whose Hello it has heard
    log        \* for each process, what it has kept

local == <<phase, said, met, log>>
vars == <<alive, unbooted, flight, timers, disk, phase, said, met, log>>

Init ==
    /\ NetInit
    /\ phase = [i \in Node |-> "out"]
    /\ said = [i \in Node |-> 0]
    /\ met = [i \in Node |-> {}]
    /\ log = [i \in Node |-> << >>]

Forgets(i) ==
    /\ phase' = [phase EXCEPT ![i] = "out"]
    /\ said' = [said EXCEPT ![i] = 0]
    /\ met' = [met EXCEPT ![i] = {}]
    /\ log' = [log EXCEPT ![i] = << >>]

Listens(j) == phase[j] = "in"
Bound == {j \in alive : Listens(j)}

----------------------------------------------------------------------------
(* Listeners; who joins hears its own Hello, and who leaves has heard something *)

Greeting(i) ==
    Broadcast(i, LAMBDA j : Listens(j) \/ j = i, LAMBDA j : [kind |-> "Hello", from |-> i, to |-> j])

MayJoin(i) == i \in alive \cap Listeners /\ phase[i] = "out"

Join ==
    \E i \in Node : MayJoin(i) /\
        /\ Run(i, flight, Greeting(i), {})
        /\ phase' = [phase EXCEPT ![i] = "in"]
        /\ UNCHANGED <<said, met, log>>

CrashInJoin(who) ==
    \E i \in who : MayJoin(i) /\ \E k \in Cuts(Greeting(i)) : RunCut(i, flight, Greeting(i), k) /\ Forgets(i)

Leave ==
    \E i \in Bound : log[i] # << >> /\
        /\ Run(i, flight, << >>, {})
        /\ phase' = [phase EXCEPT ![i] = "left"]
        /\ UNCHANGED <<said, met, log>>

DeliverHello ==
    \E m \in Deliverable("Hello") :
        /\ Run(m.to, Fewer(flight, m), << >>, {})
        /\ met' = IF m.to \in Bound THEN [met EXCEPT ![m.to] = @ \cup {m.from}] ELSE met
        /\ UNCHANGED <<phase, said, log>>

IsStale(m) ==
    \/ Keeps = "first" /\ log[m.to] # << >>
    \/ Keeps = "newer" /\ \E k \in DOMAIN log[m.to] : log[m.to][k].from = m.from /\ log[m.to][k].n >= m.n

DeliverNews ==
    \E m \in Deliverable("News") :
        /\ Run(m.to, Fewer(flight, m), << >>, {})
        /\ log' = IF m.to \in Bound /\ ~IsStale(m)
                  THEN [log EXCEPT ![m.to] = Append(@, [from |-> m.from, n |-> m.n])]
                  ELSE log
        /\ UNCHANGED <<phase, said, met>>

----------------------------------------------------------------------------
(* Publishers *)

Saying(i) ==
    Broadcast(i, Listens, LAMBDA j : [kind |-> "News", from |-> i, to |-> j, n |-> said[i] + 1])

MaySay(i) == i \in alive \cap Publishers /\ said[i] < Items

Publish ==
    \E i \in Node : MaySay(i) /\
        /\ Run(i, flight, Saying(i), {})
        /\ said' = [said EXCEPT ![i] = @ + 1]
        /\ UNCHANGED <<phase, met, log>>

CrashInPublish(who) ==
    \E i \in who : MaySay(i) /\ \E k \in Cuts(Saying(i)) : RunCut(i, flight, Saying(i), k) /\ Forgets(i)

----------------------------------------------------------------------------
(* The environment *)

Crash(i) == GoDown(i) /\ Forgets(i)

DropHello      == Drop("Hello") /\ UNCHANGED local
DropNews       == Drop("News") /\ UNCHANGED local
DuplicateHello == Duplicate("Hello") /\ UNCHANGED local
DuplicateNews  == Duplicate("News") /\ UNCHANGED local
=============================================================================

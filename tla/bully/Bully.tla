-------------------------------- MODULE Bully --------------------------------
(***************************************************************************)
(* The bully election (Garcia-Molina 1982): who finds that the leader is   *)
(* down asks all processes of higher numbers; who is answered leaves it to *)
(* them, and who is not leads.  The constant Interpretations holds what is *)
(* read as printed; what stands in its place is a repair.                  *)
(*                                                                         *)
(* A handler is an operator from what process i has, a record, to what it  *)
(* has and does after it.                                                  *)
(***************************************************************************)
EXTENDS Net

CONSTANTS
    Detector,        \* how a process learns that its leader is down: "told" by Suspect, or by
                     \* "beats" of the leader that it misses
    Alarms,          \* whether there are false alarms, where it is told
    Start,           \* "cold": each begins an election at its boot; "warm": all follow the highest
    Most,            \* how often a process beats in a life, at most; 0 where that has no end
    Interpretations  \* "ignores-lower": a process does nothing where a lower one says that it leads;
                     \* "job-done": who was answered waits for ever; "no-epochs": there are none

ASSUME
    /\ Boots /\ Failures \in {"stop", "vanish"}
    /\ Detector \in {"told", "beats"} /\ Alarms \in BOOLEAN /\ Start \in {"cold", "warm"} /\ Most \in Nat
    /\ Interpretations \subseteq {"ignores-lower", "job-done", "no-epochs"}

VARIABLES
    phase,    \* for each process, "idle"; "asking" who is there; "waiting" for who leads
    leader,   \* for each process, whom it follows, perhaps itself; None while it holds an election
    epoch,    \* for each process, the highest that it knows of
    beaten    \* for each process, how often it has beaten, where that has an end

local == <<phase, leader, epoch, beaten>>
vars == <<alive, unbooted, flight, timers, disk, phase, leader, epoch, beaten>>

NoEpoch == -1

Init ==
    /\ NetInit
    /\ phase = [i \in Node |-> "idle"]
    /\ leader = [i \in Node |-> None]
    /\ epoch = [i \in Node |-> NoEpoch]
    /\ beaten = [i \in Node |-> 0]

Forgets(i) ==
    /\ phase' = [phase EXCEPT ![i] = "idle"]
    /\ leader' = [leader EXCEPT ![i] = None]
    /\ epoch' = [epoch EXCEPT ![i] = NoEpoch]
    /\ beaten' = [beaten EXCEPT ![i] = 0]

Interprets(reading) == reading \in Interpretations

Bare(kind, i, j) == [kind |-> kind, from |-> i, to |-> j]
Said(kind, i, j, e) == [kind |-> kind, from |-> i, to |-> j, epoch |-> e]

----------------------------------------------------------------------------
(* Handlers *)

\* What process i has, of its timers those of them that are armed.
Has(i, armed) ==
    [phase |-> phase[i], leader |-> leader[i], epoch |-> epoch[i], beaten |-> beaten[i],
     armed |-> armed, effects |-> << >>]

Does(p, effects) == [p EXCEPT !.effects = @ \o effects]
Tells(p, i, kind) == Does(p, SendEach({Said(kind, i, j, p.epoch) : j \in Node \ {i}}))

\* The clock of who leads runs as long as there are beats left.
Clock(p) == IF Detector = "beats" /\ (Most = 0 \/ p.beaten < Most) THEN {"Beat"} ELSE {}
Watch == IF Detector = "beats" THEN {"Fail"} ELSE {}

Follows(p, i, j) ==
    [p EXCEPT !.phase = "idle", !.leader = j, !.armed = IF i = j THEN Clock(p) ELSE Watch]

Saves(p) == IF Interprets("no-epochs") THEN p ELSE Does(p, Save([epoch |-> p.epoch]))

\* The next epoch of process i.
EpochOf(i, e) == CHOOSE x \in (e + 1)..(e + N) : x % N = i

Leads(p, i) ==
    LET next == IF Interprets("no-epochs") THEN p ELSE [p EXCEPT !.epoch = EpochOf(i, @)]
    IN Follows(Tells(Saves(next), i, "Coordinator"), i, i)

Begins(p, i) ==
    IF i = N - 1 THEN Leads(p, i)
    ELSE Does([p EXCEPT !.phase = "asking", !.leader = None, !.armed = {"Answer"}],
              SendEach({Said("Election", i, j, p.epoch) : j \in {x \in Node : x > i}}))

BeginsUnlessBegun(p, i) == IF p.phase = "idle" THEN Begins(p, i) ELSE p

\* A lower process j asks i: it misses the leader of epoch e.  If there is a later one, who leads says so.
Asked(p, i, j, e) ==
    IF p.leader = i /\ e < p.epoch THEN Does(p, Send(Said("Coordinator", i, j, p.epoch)))
    ELSE LET q == Does(p, Send(Bare("Answer", i, j)))
         IN IF e < p.epoch THEN q ELSE BeginsUnlessBegun([q EXCEPT !.epoch = e], i)

\* Process i hears that j leads.  Whose epoch is over is told so, where it is a higher one.
Hears(p, i, j, e) ==
    IF e < p.epoch
    THEN IF j > i /\ j # p.leader THEN Does(p, Send(Said("Election", i, j, p.epoch))) ELSE p
    ELSE IF j > i THEN Follows([p EXCEPT !.epoch = e], i, j)
    ELSE IF Interprets("ignores-lower") THEN p
    ELSE BeginsUnlessBegun([p EXCEPT !.epoch = e], i)

Booted(i) ==
    LET p == Has(i, {})
        q == IF Interprets("no-epochs") THEN p ELSE [p EXCEPT !.epoch = N - 1]
    IN IF Start = "cold" THEN Begins(p, i)
       ELSE Follows(IF i = N - 1 THEN Saves(q) ELSE q, i, N - 1)

Saved(i) == IF DOMAIN disk[i] = {} THEN NoEpoch ELSE disk[i].epoch
Recovered(i) == Begins([Has(i, {}) EXCEPT !.epoch = Saved(i)], i)

Beats(i) ==
    LET p == Has(i, {})
        q == [p EXCEPT !.beaten = IF Most > 0 THEN @ + 1 ELSE @]
    IN [Tells(q, i, "Beat") EXCEPT !.armed = Clock(q)]

\* What comes of a copy.
Received(m) ==
    LET i == m.to
        p == Has(i, timers[i])
    IN CASE m.kind = "Election" -> Asked(p, i, m.from, m.epoch)
         [] m.kind = "Answer" ->
                IF p.phase # "asking" THEN p
                ELSE [p EXCEPT !.phase = "waiting", !.armed = IF Interprets("job-done") THEN {} ELSE {"Coordinator"}]
         [] OTHER -> Hears(p, i, m.from, m.epoch)

\* What comes of a timer, and of an input.
Missed(i) == Begins(Has(i, {}), i)
Unanswered(i) == Leads(Has(i, {}), i)

----------------------------------------------------------------------------
(* Handler runs *)

\* Process i, which finds the bag f, has p after it; or crashes on the way.
Sets(i, f, p) ==
    /\ Run(i, f, p.effects, p.armed)
    /\ phase' = [phase EXCEPT ![i] = p.phase]
    /\ leader' = [leader EXCEPT ![i] = p.leader]
    /\ epoch' = [epoch EXCEPT ![i] = p.epoch]
    /\ beaten' = [beaten EXCEPT ![i] = p.beaten]

SetsCut(i, f, p) == \E k \in Cuts(p.effects) : RunCut(i, f, p.effects, k) /\ Forgets(i)

Takes(m) == \E p \in {Received(m)} : Sets(m.to, Fewer(flight, m), p)
TakesCut(kind, who) ==
    \E m \in Deliverable(kind) : m.to \in who /\ \E p \in {Received(m)} : SetsCut(m.to, Fewer(flight, m), p)

DeliverElection    == \E m \in Deliverable("Election") : Takes(m)
DeliverAnswer      == \E m \in Deliverable("Answer") : Takes(m)
DeliverCoordinator == \E m \in Deliverable("Coordinator") : Takes(m)
DeliverBeat        == \E m \in Deliverable("Beat") : Takes(m)

CrashInDeliverElection(who)    == TakesCut("Election", who)
CrashInDeliverCoordinator(who) == TakesCut("Coordinator", who)
CrashInDeliverBeat(who)        == TakesCut("Beat", who)

Boot == \E i \in unbooted : Sets(i, flight, Booted(i))
CrashInBoot(who) == \E i \in who \cap unbooted : SetsCut(i, flight, Booted(i))

Recover == \E i \in Recoverable : Sets(i, flight, Recovered(i))
CrashInRecover(who) == \E i \in who \cap Recoverable : SetsCut(i, flight, Recovered(i))

TickBeat == \E i \in Node : Armed(i, "Beat") /\ Sets(i, flight, Beats(i))
CrashInTickBeat(who) == \E i \in who : Armed(i, "Beat") /\ SetsCut(i, flight, Beats(i))

----------------------------------------------------------------------------
(* Inputs *)

\* Who follows another may be told that it is down, where it is; and falsely, where it is up.
MayBeTold(i) == i \in Ready /\ Detector = "told" /\ leader[i] \notin {None, i}

SuspectAt(i) == MayBeTold(i) /\ leader[i] \notin alive
AlarmAt(i) == Alarms /\ MayBeTold(i) /\ leader[i] \in alive

Suspect == \E i \in Node : SuspectAt(i) /\ Sets(i, flight, Missed(i))
CrashInSuspect(who) == \E i \in who : SuspectAt(i) /\ SetsCut(i, flight, Missed(i))

Alarm == \E i \in Node : AlarmAt(i) /\ Sets(i, flight, Missed(i))
CrashInAlarm(who) == \E i \in who : AlarmAt(i) /\ SetsCut(i, flight, Missed(i))

----------------------------------------------------------------------------
(* Silence *)

\* Who waits for an Answer waits for its own questions and what they bring, or for who leads; who
\* waits for a Coordinator for the elections of those above it, too; who follows for its leader.
AwaitsAnswer(i) ==
    Awaited(LAMBDA m :
        \/ m.kind = "Election" /\ m.from = i
        \/ m.kind \in {"Answer", "Coordinator"} /\ m.to = i)

AwaitsCoordinator(i) ==
    Awaited(LAMBDA m :
        \/ m.kind = "Election" /\ m.from >= i
        \/ m.kind = "Answer" /\ m.to >= i
        \/ m.kind = "Coordinator" /\ m.to = i)

AwaitsBeat(i) ==
    Awaited(LAMBDA m : m.kind \in {"Beat", "Coordinator"} /\ m.to = i /\ m.from = leader[i])

Unasked(i, awaits) == Armed(i, "Answer") /\ AwaitsAnswer(i) = awaits
Unled(i, awaits) == Armed(i, "Coordinator") /\ AwaitsCoordinator(i) = awaits
Unbeaten(i, awaits) == Armed(i, "Fail") /\ AwaitsBeat(i) = awaits

TimeoutAnswer   == \E i \in Node : Unasked(i, FALSE) /\ Sets(i, flight, Unanswered(i))
PrematureAnswer == \E i \in Node : Unasked(i, TRUE) /\ Sets(i, flight, Unanswered(i))
CrashInTimeoutAnswer(who)   == \E i \in who : Unasked(i, FALSE) /\ SetsCut(i, flight, Unanswered(i))
CrashInPrematureAnswer(who) == \E i \in who : Unasked(i, TRUE) /\ SetsCut(i, flight, Unanswered(i))

TimeoutCoordinator   == \E i \in Node : Unled(i, FALSE) /\ Sets(i, flight, Missed(i))
PrematureCoordinator == \E i \in Node : Unled(i, TRUE) /\ Sets(i, flight, Missed(i))
CrashInTimeoutCoordinator(who)   == \E i \in who : Unled(i, FALSE) /\ SetsCut(i, flight, Missed(i))
CrashInPrematureCoordinator(who) == \E i \in who : Unled(i, TRUE) /\ SetsCut(i, flight, Missed(i))

TimeoutFail   == \E i \in Node : Unbeaten(i, FALSE) /\ Sets(i, flight, Missed(i))
PrematureFail == \E i \in Node : Unbeaten(i, TRUE) /\ Sets(i, flight, Missed(i))
CrashInTimeoutFail(who)   == \E i \in who : Unbeaten(i, FALSE) /\ SetsCut(i, flight, Missed(i))
CrashInPrematureFail(who) == \E i \in who : Unbeaten(i, TRUE) /\ SetsCut(i, flight, Missed(i))

\* What goes on in the election of process i: its questions and the answers to them arrive, and its
\* patience ends.  Just one of these can happen at a time, but for old copies.
GoesOn(i) ==
    \/ \E m \in Deliverable("Election") : m.from = i /\ Takes(m)
    \/ \E m \in Deliverable("Answer") : m.to = i /\ Takes(m)
    \/ Unasked(i, FALSE) /\ Sets(i, flight, Unanswered(i))
    \/ Unled(i, FALSE) /\ Sets(i, flight, Missed(i))

----------------------------------------------------------------------------
(* The environment *)

Crash(i) == GoDown(i) /\ Forgets(i)

DropElection         == Drop("Election") /\ UNCHANGED local
DropAnswer           == Drop("Answer") /\ UNCHANGED local
DropCoordinator      == Drop("Coordinator") /\ UNCHANGED local
DropBeat             == Drop("Beat") /\ UNCHANGED local
DuplicateElection    == Duplicate("Election") /\ UNCHANGED local
DuplicateAnswer      == Duplicate("Answer") /\ UNCHANGED local
DuplicateCoordinator == Duplicate("Coordinator") /\ UNCHANGED local
DuplicateBeat        == Duplicate("Beat") /\ UNCHANGED local
=============================================================================

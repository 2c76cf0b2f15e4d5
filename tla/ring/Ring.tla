-------------------------------- MODULE Ring ---------------------------------
(***************************************************************************)
(* The election of Chang and Roberts (1979): each candidate sends a token  *)
(* round, which ends at a higher one, and whose token comes back has won.  *)
(* The ring skips who is down; rounds end old tokens.  The constant        *)
(* Interpretations holds what is read as printed, for a ring without       *)
(* faults; what stands in its place is a repair.                           *)
(*                                                                         *)
(* A handler is an operator from what process i has, a record, to what it  *)
(* has and does after it.                                                  *)
(***************************************************************************)
EXTENDS Net

CONSTANTS
    Direction,       \* "up": the successor of a process has the next number, or "down": that before
    Initiators,      \* who begins an election at its boot
    Detector,        \* how a process learns that its successor is down: "told", or by "beats"
    Alarms,          \* whether there are false alarms, where it is told
    Most,            \* how often a process probes, at most; 0 where that has no end
    Interpretations  \* "follows-lower": a process follows whoever is said to be elected;
                     \* "no-rounds": there are none

ASSUME
    /\ Boots /\ Failures = "stop"
    /\ Direction \in {"up", "down"} /\ Initiators \in SUBSET Node \ {{}}
    /\ Detector \in {"told", "beats"} /\ Alarms \in BOOLEAN /\ Most \in Nat
    /\ Interpretations \subseteq {"follows-lower", "no-rounds"}

VARIABLES
    next,      \* for each process, its successor; itself where it takes all others for down
    round,     \* for each process, the latest that it knows of
    best,      \* for each process, the highest for which it sent a token in that round, or None
    leader,    \* for each process, whom it follows; None as long as the round has none
    watching,  \* for each process, whether it waits for its successor to answer
    probed     \* for each process, how often it has probed, where that has an end

local == <<next, round, best, leader, watching, probed>>
vars == <<alive, unbooted, flight, timers, disk, next, round, best, leader, watching, probed>>

\* Where process j is, seen from i: 1 is its first successor, and N itself.
Place(i, j) ==
    LET d == (IF Direction = "up" THEN j - i ELSE i - j) % N IN IF d = 0 THEN N ELSE d

At(i, place) == CHOOSE j \in Node : Place(i, j) = place

Init ==
    /\ NetInit
    /\ next = [i \in Node |-> At(i, 1)]
    /\ round = [i \in Node |-> 0]
    /\ best = [i \in Node |-> None]
    /\ leader = [i \in Node |-> None]
    /\ watching = [i \in Node |-> FALSE]
    /\ probed = [i \in Node |-> 0]

Forgets(i) ==
    /\ next' = [next EXCEPT ![i] = At(i, 1)]
    /\ round' = [round EXCEPT ![i] = 0]
    /\ best' = [best EXCEPT ![i] = None]
    /\ leader' = [leader EXCEPT ![i] = None]
    /\ watching' = [watching EXCEPT ![i] = FALSE]
    /\ probed' = [probed EXCEPT ![i] = 0]

Interprets(reading) == reading \in Interpretations

----------------------------------------------------------------------------
(* Handlers *)

Has(i, armed) ==
    [next |-> next[i], round |-> round[i], best |-> best[i], leader |-> leader[i],
     watching |-> watching[i], probed |-> probed[i], armed |-> armed, effects |-> << >>]

Does(p, effects) == [p EXCEPT !.effects = @ \o effects]

Max(a, b) == IF a >= b THEN a ELSE b
Skips(p, i, j) == Place(i, j) < Place(i, p.next)

Passes(p, i, c) ==
    Does([p EXCEPT !.best = Max(@, c), !.armed = @ \cup {"Retry"}],
         Send([kind |-> "Token", from |-> i, to |-> p.next, round |-> p.round, candidate |-> c]))

Begins(p, i) ==
    Passes([p EXCEPT !.round = IF Interprets("no-rounds") THEN @ ELSE @ + 1, !.best = None, !.leader = None], i, i)

Tells(p, i) ==
    IF p.next = i THEN p
    ELSE Does(p, Send([kind |-> "Elected", from |-> i, to |-> p.next, round |-> p.round, leader |-> p.leader]))

Follows(p, i, l) == Tells([p EXCEPT !.leader = l, !.best = None, !.armed = @ \ {"Retry"}], i)

Tokened(p, i, r, c) ==
    LET isAnew == r > p.round \/ (Interprets("no-rounds") /\ p.leader # None)
        q == IF isAnew THEN [p EXCEPT !.round = r, !.best = None, !.leader = None] ELSE p
    IN IF r < p.round \/ q.leader # None THEN p
       ELSE IF c > i /\ (c > q.best \/ Interprets("no-rounds")) THEN Passes(q, i, c)
       ELSE IF c < i /\ q.best = None THEN Passes(q, i, i)
       ELSE IF c = i /\ (q.best = i \/ Interprets("no-rounds")) THEN Follows(q, i, i)
       ELSE q

IsNew(p, i, r, l) ==
    IF Interprets("no-rounds") THEN l \notin {i, p.leader}
    ELSE r > p.round \/ (r = p.round /\ l > p.leader)

ElectedOne(p, i, r, l) ==
    LET q == [p EXCEPT !.round = r]
    IN IF ~IsNew(p, i, r, l) THEN p
       ELSE IF (l < i /\ ~Interprets("follows-lower")) \/ Skips(p, i, l) THEN Begins(q, i)
       ELSE Follows(q, i, l)

\* The ring goes on at another successor; what went to the one before may be lost.
TurnsTo(p, i, j) ==
    LET q == [p EXCEPT !.next = j, !.watching = FALSE, !.armed = @ \ {"Fail"}]
    IN IF q.leader = None \/ Skips(q, i, q.leader) THEN Begins(q, i) ELSE Tells(q, i)

SkipsNext(p, i) == TurnsTo(p, i, At(i, Place(i, p.next) + 1))

Answered(p, i, j) ==
    IF j = p.next THEN [p EXCEPT !.watching = FALSE, !.armed = @ \ {"Fail"}]
    ELSE IF Skips(p, i, j) THEN TurnsTo(p, i, j)
    ELSE p

Probes(i) ==
    LET p == Has(i, timers[i] \ {"Probe"})
        q == [p EXCEPT !.probed = IF Most > 0 THEN @ + 1 ELSE @,
                       !.watching = p.next # i,
                       !.armed = @ \cup (IF p.next # i THEN {"Fail"} ELSE {})]
        asked == {j \in Node \ {i} : Place(i, j) <= Place(i, p.next)}
    IN Does([q EXCEPT !.armed = @ \cup (IF Most = 0 \/ q.probed < Most THEN {"Probe"} ELSE {})],
            SendEach({[kind |-> "Probe", from |-> i, to |-> j, round |-> p.round, leader |-> p.leader] : j \in asked}))

Booted(i) ==
    LET p == Has(i, IF Detector = "beats" THEN {"Probe"} ELSE {})
    IN IF i \in Initiators THEN Begins(p, i) ELSE p

\* What comes of a copy.
Received(m) ==
    LET i == m.to
        p == Has(i, timers[i])
    IN CASE m.kind = "Token" -> Tokened(p, i, m.round, m.candidate)
         [] m.kind = "Elected" -> ElectedOne(p, i, m.round, m.leader)
         [] m.kind = "Beat" -> Answered(p, i, m.from)
         [] OTHER ->
                LET q == Does(p, Send([kind |-> "Beat", from |-> i, to |-> m.from]))
                IN IF m.leader = None THEN q ELSE ElectedOne(q, i, m.round, m.leader)

\* What comes of a timer, which is no longer armed, and of an input.
Retried(i) == Begins(Has(i, timers[i] \ {"Retry"}), i)
Missed(i) == SkipsNext(Has(i, timers[i] \ {"Fail"}), i)

----------------------------------------------------------------------------
(* Handler runs *)

\* Process i, which finds the bag f, has p after it; or crashes on the way.
Sets(i, f, p) ==
    /\ Run(i, f, p.effects, p.armed)
    /\ next' = [next EXCEPT ![i] = p.next]
    /\ round' = [round EXCEPT ![i] = p.round]
    /\ best' = [best EXCEPT ![i] = p.best]
    /\ leader' = [leader EXCEPT ![i] = p.leader]
    /\ watching' = [watching EXCEPT ![i] = p.watching]
    /\ probed' = [probed EXCEPT ![i] = p.probed]

SetsCut(i, f, p) == \E k \in Cuts(p.effects) : RunCut(i, f, p.effects, k) /\ Forgets(i)

Takes(m) == \E p \in {Received(m)} : Sets(m.to, Fewer(flight, m), p)
TakesCut(kind, who) ==
    \E m \in Deliverable(kind) : m.to \in who /\ \E p \in {Received(m)} : SetsCut(m.to, Fewer(flight, m), p)

DeliverToken   == \E m \in Deliverable("Token") : Takes(m)
DeliverElected == \E m \in Deliverable("Elected") : Takes(m)
DeliverProbe   == \E m \in Deliverable("Probe") : Takes(m)
DeliverBeat    == \E m \in Deliverable("Beat") : Takes(m)

CrashInDeliverToken(who)   == TakesCut("Token", who)
CrashInDeliverElected(who) == TakesCut("Elected", who)
CrashInDeliverProbe(who)   == TakesCut("Probe", who)
CrashInDeliverBeat(who)    == TakesCut("Beat", who)

BootAt(i) == i \in unbooted /\ Sets(i, flight, Booted(i))
Boot == \E i \in Node : BootAt(i)
CrashInBoot(who) == \E i \in who \cap unbooted : SetsCut(i, flight, Booted(i))

TickProbe == \E i \in Node : Armed(i, "Probe") /\ Sets(i, flight, Probes(i))
CrashInTickProbe(who) == \E i \in who : Armed(i, "Probe") /\ SetsCut(i, flight, Probes(i))

----------------------------------------------------------------------------
(* Inputs *)

\* A process may be told that its successor is down, where it is, and falsely where it is not; and that
\* the nearest of those that it has skipped, and are up, is.
MayBeTold(i) == i \in Ready /\ Detector = "told"

SuspectAt(i) == MayBeTold(i) /\ next[i] # i /\ next[i] \notin alive
AlarmAt(i) == Alarms /\ MayBeTold(i) /\ next[i] # i /\ next[i] \in alive

Wrong(i) == {j \in alive : Place(i, j) < Place(i, next[i])}
FoundAt(i) == Alarms /\ MayBeTold(i) /\ Wrong(i) # {}
Nearest(i) == CHOOSE j \in Wrong(i) : \A k \in Wrong(i) : Place(i, j) <= Place(i, k)
Finds(i) == TurnsTo(Has(i, timers[i]), i, Nearest(i))
Told(i) == SkipsNext(Has(i, timers[i]), i)

SuspectOf(i) == SuspectAt(i) /\ Sets(i, flight, Told(i))
FoundOf(i) == FoundAt(i) /\ Sets(i, flight, Finds(i))

Suspect == \E i \in Node : SuspectOf(i)
Alarm   == \E i \in Node : AlarmAt(i) /\ Sets(i, flight, Told(i))
Found   == \E i \in Node : FoundOf(i)
CrashInSuspect(who) == \E i \in who : SuspectAt(i) /\ SetsCut(i, flight, Told(i))
CrashInAlarm(who)   == \E i \in who : AlarmAt(i) /\ SetsCut(i, flight, Told(i))
CrashInFound(who)   == \E i \in who : FoundAt(i) /\ SetsCut(i, flight, Finds(i))

----------------------------------------------------------------------------
(* Silence *)

\* An election goes on as long as a token of its round, or of a later one, is on its way, or word of who
\* leads; who watches its successor waits for its probe, and the answer to it.
AwaitsRetry(i) == Awaited(LAMBDA m : m.kind \in {"Token", "Elected"} /\ m.round >= round[i])
AwaitsBeat(i) ==
    Awaited(LAMBDA m :
        \/ m.kind = "Probe" /\ m.from = i /\ m.to = next[i]
        \/ m.kind = "Beat" /\ m.from = next[i] /\ m.to = i)

Late(i, awaits) == Armed(i, "Retry") /\ AwaitsRetry(i) = awaits
Silent(i, awaits) == Armed(i, "Fail") /\ AwaitsBeat(i) = awaits

RetryAt(i) == Late(i, FALSE) /\ Sets(i, flight, Retried(i))

TimeoutRetry   == \E i \in Node : RetryAt(i)
PrematureRetry == \E i \in Node : Late(i, TRUE) /\ Sets(i, flight, Retried(i))
CrashInTimeoutRetry(who)   == \E i \in who : Late(i, FALSE) /\ SetsCut(i, flight, Retried(i))
CrashInPrematureRetry(who) == \E i \in who : Late(i, TRUE) /\ SetsCut(i, flight, Retried(i))

TimeoutFail   == \E i \in Node : Silent(i, FALSE) /\ Sets(i, flight, Missed(i))
PrematureFail == \E i \in Node : Silent(i, TRUE) /\ Sets(i, flight, Missed(i))
CrashInTimeoutFail(who)   == \E i \in who : Silent(i, FALSE) /\ SetsCut(i, flight, Missed(i))
CrashInPrematureFail(who) == \E i \in who : Silent(i, TRUE) /\ SetsCut(i, flight, Missed(i))

----------------------------------------------------------------------------
(* The environment *)

Crash(i) == GoDown(i) /\ Forgets(i)

DropToken        == Drop("Token") /\ UNCHANGED local
DropElected      == Drop("Elected") /\ UNCHANGED local
DropProbe        == Drop("Probe") /\ UNCHANGED local
DropBeat         == Drop("Beat") /\ UNCHANGED local
DuplicateToken   == Duplicate("Token") /\ UNCHANGED local
DuplicateElected == Duplicate("Elected") /\ UNCHANGED local
DuplicateProbe   == Duplicate("Probe") /\ UNCHANGED local
DuplicateBeat    == Duplicate("Beat") /\ UNCHANGED local
=============================================================================

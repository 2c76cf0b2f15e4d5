----------------------------- MODULE FastBully ------------------------------
(***************************************************************************)
(* Fast Bully with substitutes: scores are gathered once, the best process *)
(* leads and names its substitutes, and at a failure the first live one    *)
(* takes over by a message to all others.  No paper specifies it; this is  *)
(* what Syvolovskyi and Lysechko (2025) say of it in two tables, and what  *)
(* makes it right besides: epochs, and that a better process claims again. *)
(*                                                                         *)
(* A handler is an operator that gives what process i is after it, its     *)
(* effects, and the timers that are armed then: Does carries it out, and   *)
(* Breaks only a part of it, in which the process crashes.                 *)
(***************************************************************************)
EXTENDS Net

CONSTANTS
    Scores,          \* for each process, its score; the smaller is the better
    Start,           \* "cold": nobody knows anything; "warm": all know what the best said first
    Detector,        \* "beats", "calm" (a beat comes where nothing is in flight) or "told"
    Interpretations  \* ways to read the paper in place of the recommended ones

ASSUME
    /\ Failures = "stop"
    /\ Scores \in [Node -> Nat]
    /\ Start \in {"cold", "warm"} /\ Detector \in {"beats", "calm", "told"}
    /\ Boots = (Start = "cold" \/ Detector # "told")
    /\ Interpretations \subseteq {"accepts-worse", "no-epochs", "regathers", "shared-epochs"}

VARIABLES
    gathering,    \* for each process, whether it gathers scores
    keys,         \* those that it has gathered, by process
    line,         \* the line of succession, the leader first; empty before anything is known
    leader,       \* whom it follows, None before it was told
    epoch,        \* the highest that it knows
    suspected,    \* those before it in the line of whom it was told that they are silent
    ignored       \* those whose Coordinator had an earlier epoch, or who gave way out of turn, as long as
                  \* its leader is not suspected

local == <<gathering, keys, line, leader, epoch, suspected, ignored>>
vars == <<alive, unbooted, flight, timers, disk, gathering, keys, line, leader, epoch, suspected, ignored>>

Unknown == -1
NoKeys == [j \in Node |-> Unknown]

----------------------------------------------------------------------------
(* Orders *)

\* Whether j comes before k by those scores: known ones first, then by score and number.
Precedes(ks, j, k) ==
    IF ks[j] = Unknown \/ ks[k] = Unknown
    THEN IF ks[j] = ks[k] THEN j < k ELSE ks[k] = Unknown
    ELSE ks[j] < ks[k] \/ (ks[j] = ks[k] /\ j < k)

Ranking(ks) == [n \in 1..N |-> CHOOSE k \in Node : Cardinality({j \in Node : Precedes(ks, j, k)}) = n - 1]

Place(l, i) == CHOOSE n \in 1..N : l[n] = i

\* Those who stand before process i in the line l.
Ahead(l, i) == IF l = << >> THEN {} ELSE {l[n] : n \in 1..(Place(l, i) - 1)}

\* The line when i takes over: those before it come last.
Successor(l, i) == SubSeq(l, Place(l, i), N) \o SubSeq(l, 1, Place(l, i) - 1)

\* The smallest epoch of process i that is greater than e.
EpochAfter(e, i) ==
    IF "no-epochs" \in Interpretations THEN 0
    ELSE IF "shared-epochs" \in Interpretations THEN e + 1
    ELSE CHOOSE x \in (e + 1)..(e + N) : x % N = i

----------------------------------------------------------------------------
(* Processes *)

Fresh(i) ==
    LET first == Ranking(Scores)
    IN IF Start = "cold"
       THEN [gathering |-> FALSE, keys |-> NoKeys, line |-> << >>, leader |-> None, epoch |-> 0,
             suspected |-> {}, ignored |-> {}]
       ELSE [gathering |-> FALSE, keys |-> NoKeys, line |-> first, leader |-> first[1],
             epoch |-> EpochAfter(0, first[1]), suspected |-> {}, ignored |-> {}]

Init ==
    /\ NetInit
    /\ gathering = [i \in Node |-> Fresh(i).gathering]
    /\ keys = [i \in Node |-> Fresh(i).keys]
    /\ line = [i \in Node |-> Fresh(i).line]
    /\ leader = [i \in Node |-> Fresh(i).leader]
    /\ epoch = [i \in Node |-> Fresh(i).epoch]
    /\ suspected = [i \in Node |-> Fresh(i).suspected]
    /\ ignored = [i \in Node |-> Fresh(i).ignored]

Is(i) == [gathering |-> gathering[i], keys |-> keys[i], line |-> line[i], leader |-> leader[i],
          epoch |-> epoch[i], suspected |-> suspected[i], ignored |-> ignored[i]]

Becomes(i, p) ==
    /\ gathering' = [gathering EXCEPT ![i] = p.gathering]
    /\ keys' = [keys EXCEPT ![i] = p.keys]
    /\ line' = [line EXCEPT ![i] = p.line]
    /\ leader' = [leader EXCEPT ![i] = p.leader]
    /\ epoch' = [epoch EXCEPT ![i] = p.epoch]
    /\ suspected' = [suspected EXCEPT ![i] = p.suspected]
    /\ ignored' = [ignored EXCEPT ![i] = p.ignored]

\* Process i carries out a handler that finds the bag f in the network.
Does(i, f, handler) ==
    \E h \in {handler} : Run(i, f, h.effects, h.armed) /\ Becomes(i, h.p)

Breaks(i, f, handler) ==
    \E h \in {handler} : \E k \in Cuts(h.effects) :
        RunCut(i, f, h.effects, k) /\ Becomes(i, Fresh(i))

Quietly(p, armed) == [p |-> p, effects |-> << >>, armed |-> armed]

\* A timer that there is where there are beats.
OfBeats(timer) == IF Detector = "told" THEN {} ELSE {timer}

ToOthers(i, Copy(_)) == SendEach({Copy(j) : j \in Node \ {i}})

Score(i, j) == [kind |-> "Score", from |-> i, to |-> j, key |-> Scores[i]]
Collect(i, j, e) == [kind |-> "Collect", from |-> i, to |-> j, epoch |-> e]
Says(kind, i, j, e, l) ==
    [kind |-> kind, from |-> i, to |-> j, epoch |-> e, key |-> Scores[i], substitutes |-> Tail(l)]

----------------------------------------------------------------------------
(* What handlers have in common: p is what process i is, armed its timers  *)

\* It leads, with the line l.
Claims(p, i, l, armed) ==
    LET e == EpochAfter(p.epoch, i)
    IN [p |-> [gathering |-> FALSE, keys |-> NoKeys, line |-> l, leader |-> i, epoch |-> e,
               suspected |-> {}, ignored |-> {}],
        effects |-> ToOthers(i, LAMBDA j : Says("Coordinator", i, j, e, l)),
        armed |-> (armed \ {"Gather", "Wait"}) \cup OfBeats("Beat")]

\* It gathers scores, and asks for them by these copies.
Gathers(p, i, Asking(_), armed) ==
    [p |-> [p EXCEPT !.gathering = TRUE, !.keys = [NoKeys EXCEPT ![i] = Scores[i]], !.suspected = {}],
     effects |-> ToOthers(i, Asking),
     armed |-> (armed \ {"Wait"}) \cup {"Gather"}]

\* All are silent who stand before it.
Succeeds(p, i, armed) ==
    IF "regathers" \in Interpretations
    THEN Gathers(p, i, LAMBDA j : Collect(i, j, p.epoch), armed)
    ELSE Claims(p, i, Successor(p.line, i), armed)

\* It tells those who were ignored of the epoch of a leader that is silent.
Answers(p, i, armed) ==
    IF p.line = << >> THEN Quietly(p, armed)
    ELSE IF p.line[1] \notin p.suspected THEN Quietly(p, armed)
    ELSE [p |-> [p EXCEPT !.ignored = {}],
          effects |-> SendEach({[kind |-> "Newer", from |-> i, to |-> j, epoch |-> p.epoch] : j \in p.ignored}),
          armed |-> armed]

----------------------------------------------------------------------------
(* Boots, and the end of gathering *)

Booting(i) ==
    IF Start = "cold" THEN Gathers(Is(i), i, LAMBDA j : Score(i, j), timers[i])
    ELSE Quietly(Is(i), timers[i] \cup {IF leader[i] = i THEN "Beat" ELSE "Wait"})

Boot == \E i \in unbooted : Does(i, flight, Booting(i))
CrashInBoot(who) == \E i \in who \cap unbooted : Breaks(i, flight, Booting(i))

Gathered(i) ==
    LET order == Ranking(keys[i])
        armed == timers[i] \ {"Gather"}
    IN IF order[1] = i THEN Claims(Is(i), i, order, armed)
       ELSE Quietly([Is(i) EXCEPT !.gathering = FALSE, !.keys = NoKeys,
                                  !.line = IF @ = << >> THEN order ELSE @],
                    armed \cup OfBeats("Wait"))

\* Who gathers waits for scores, and for its own asking.
AwaitsScores(i) ==
    Awaited(LAMBDA m : (m.kind = "Score" /\ m.to = i) \/ (m.kind = "Collect" /\ m.from = i))

GatheredAt(i) == Armed(i, "Gather") /\ ~AwaitsScores(i) /\ Does(i, flight, Gathered(i))

TimeoutGather == \E i \in Node : GatheredAt(i)
PrematureGather == \E i \in Node : Armed(i, "Gather") /\ AwaitsScores(i) /\ Does(i, flight, Gathered(i))
CrashInTimeoutGather(who) ==
    \E i \in who : Armed(i, "Gather") /\ ~AwaitsScores(i) /\ Breaks(i, flight, Gathered(i))
CrashInPrematureGather(who) ==
    \E i \in who : Armed(i, "Gather") /\ AwaitsScores(i) /\ Breaks(i, flight, Gathered(i))

----------------------------------------------------------------------------
(* Messages *)

Notes(m) ==
    LET p == Is(m.to)
    IN Quietly(IF p.gathering THEN [p EXCEPT !.keys[m.from] = m.key] ELSE p, timers[m.to])

ScoreComes(m) == Does(m.to, Fewer(flight, m), Notes(m))

DeliverScore == \E m \in Deliverable("Score") : ScoreComes(m)

\* Who leads claims again where it is told of a later reign than its own.
Learns(m) ==
    LET i == m.to
    IN IF leader[i] = i /\ m.epoch > epoch[i]
       THEN Claims([Is(i) EXCEPT !.epoch = m.epoch], i, line[i], timers[i])
       ELSE Quietly(Is(i), timers[i])

Tells(m) == [Learns(m) EXCEPT !.effects = Send(Score(m.to, m.from)) \o @]

CollectComes(m) == Does(m.to, Fewer(flight, m), Tells(m))

DeliverCollect == \E m \in Deliverable("Collect") : CollectComes(m)
CrashInDeliverCollect(who) ==
    \E m \in Deliverable("Collect") : m.to \in who /\ Breaks(m.to, Fewer(flight, m), Tells(m))

Better(m) == m.key < Scores[m.to] \/ (m.key = Scores[m.to] /\ m.from < m.to)

\* The leader of process i, where another follows it out of turn: it may be there still.
GaveWay(i, j) ==
    IF Detector # "told" \/ "no-epochs" \in Interpretations \/ j \in Ahead(line[i], i) THEN {}
    ELSE {leader[i]} \ {None, i}

\* What a process makes of it that another says it leads.
Hears(m) ==
    LET i == m.to
        p == [Is(i) EXCEPT !.epoch = m.epoch]
    IN IF m.epoch < epoch[i]
       THEN IF m.kind = "Coordinator" /\ leader[i] \notin {i, m.from} /\ Detector = "told"
            THEN Answers([Is(i) EXCEPT !.ignored = @ \cup {m.from}], i, timers[i])
            ELSE Quietly(Is(i), timers[i])
       ELSE IF Better(m) \/ "accepts-worse" \in Interpretations
       THEN Quietly([gathering |-> FALSE, keys |-> NoKeys, line |-> <<m.from>> \o m.substitutes,
                     leader |-> m.from, epoch |-> m.epoch, suspected |-> {},
                     ignored |-> (ignored[i] \cup GaveWay(i, m.from)) \ {m.from}],
                    (timers[i] \ {"Gather", "Beat"}) \cup OfBeats("Wait"))
       ELSE IF p.gathering THEN Quietly(p, timers[i])
       ELSE Claims(p, i, Successor(p.line, i), timers[i])

LeaderComes(m) == Does(m.to, Fewer(flight, m), Hears(m))

DeliverCoordinator == \E m \in Deliverable("Coordinator") : LeaderComes(m)
DeliverBeat == \E m \in Deliverable("Beat") : LeaderComes(m)
CrashInDeliver(kind, who) ==
    \E m \in Deliverable(kind) : m.to \in who /\ Breaks(m.to, Fewer(flight, m), Hears(m))
CrashInDeliverCoordinator(who) == CrashInDeliver("Coordinator", who)
CrashInDeliverBeat(who) == CrashInDeliver("Beat", who)

NewerComes(m) == Does(m.to, Fewer(flight, m), Learns(m))

DeliverNewer == \E m \in Deliverable("Newer") : NewerComes(m)
CrashInDeliverNewer(who) ==
    \E m \in Deliverable("Newer") : m.to \in who /\ Breaks(m.to, Fewer(flight, m), Learns(m))

----------------------------------------------------------------------------
(* Silence *)

\* Whom process i may be told of.
Watched(i) ==
    IF Detector = "told" /\ i \in Ready /\ ~gathering[i] THEN Ahead(line[i], i) \ suspected[i] ELSE {}

Suspecting(i, j) ==
    LET p == [Is(i) EXCEPT !.suspected = @ \cup {j}]
    IN IF Ahead(p.line, i) \subseteq p.suspected THEN Succeeds(p, i, timers[i]) ELSE Answers(p, i, timers[i])

SuspectAt(i) == \E j \in Watched(i) \ alive : Does(i, flight, Suspecting(i, j))

Suspect == \E i \in Node : SuspectAt(i)
Alarm == \E i \in Node : \E j \in Watched(i) \cap alive : Does(i, flight, Suspecting(i, j))
CrashInSuspect(who) == \E i \in who : \E j \in Watched(i) \ alive : Breaks(i, flight, Suspecting(i, j))
CrashInAlarm(who) == \E i \in who : \E j \in Watched(i) \cap alive : Breaks(i, flight, Suspecting(i, j))

Waited(i) == Succeeds(Is(i), i, timers[i] \ {"Wait"})

AwaitsBeats(i) == Awaited(LAMBDA m : m.kind \in {"Beat", "Coordinator"} /\ m.to = i)

TimeoutWait == \E i \in Node : Armed(i, "Wait") /\ ~AwaitsBeats(i) /\ Does(i, flight, Waited(i))
PrematureWait == \E i \in Node : Armed(i, "Wait") /\ AwaitsBeats(i) /\ Does(i, flight, Waited(i))
CrashInTimeoutWait(who) ==
    \E i \in who : Armed(i, "Wait") /\ ~AwaitsBeats(i) /\ Breaks(i, flight, Waited(i))
CrashInPrematureWait(who) ==
    \E i \in who : Armed(i, "Wait") /\ AwaitsBeats(i) /\ Breaks(i, flight, Waited(i))

----------------------------------------------------------------------------
(* Beats *)

Beating(i) ==
    [p |-> Is(i), effects |-> ToOthers(i, LAMBDA j : Says("Beat", i, j, epoch[i], line[i])),
     armed |-> timers[i]]

\* A beat waits for nothing but under Calm, and there for everything.
Waits == Detector = "calm" /\ ~Calm

TimeoutBeat == \E i \in Node : ~Waits /\ Armed(i, "Beat") /\ Does(i, flight, Beating(i))
PrematureBeat == \E i \in Node : Waits /\ Armed(i, "Beat") /\ Does(i, flight, Beating(i))
CrashInTimeoutBeat(who) == \E i \in who : ~Waits /\ Armed(i, "Beat") /\ Breaks(i, flight, Beating(i))
CrashInPrematureBeat(who) == \E i \in who : Waits /\ Armed(i, "Beat") /\ Breaks(i, flight, Beating(i))

----------------------------------------------------------------------------
(* The environment *)

Crash(i) == GoDown(i) /\ Becomes(i, Fresh(i))

DropScore            == Drop("Score") /\ UNCHANGED local
DropCollect          == Drop("Collect") /\ UNCHANGED local
DropCoordinator      == Drop("Coordinator") /\ UNCHANGED local
DropBeat             == Drop("Beat") /\ UNCHANGED local
DropNewer            == Drop("Newer") /\ UNCHANGED local
DuplicateScore       == Duplicate("Score") /\ UNCHANGED local
DuplicateCollect     == Duplicate("Collect") /\ UNCHANGED local
DuplicateCoordinator == Duplicate("Coordinator") /\ UNCHANGED local
DuplicateBeat        == Duplicate("Beat") /\ UNCHANGED local
DuplicateNewer       == Duplicate("Newer") /\ UNCHANGED local
=============================================================================

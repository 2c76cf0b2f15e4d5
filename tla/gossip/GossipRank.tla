----------------------------- MODULE GossipRank ------------------------------
(***************************************************************************)
(* Whom a process of the Gossip election ranks and follows: its score of   *)
(* what it knows (formula 1), its ranking, and what follows where that     *)
(* changes.  A process is a record, as Fresh in module Gossip is.  What a  *)
(* handler does is a record too, its run: the process after it as p, its   *)
(* effects so far, the timers that are armed then, and what it tells to    *)
(* whom it picks in the end.                                               *)
(***************************************************************************)
EXTENDS Net

CONSTANTS
    Latencies, Powers,  \* what each process measures of itself at first
    Weights,            \* w1, w2 and w3, on 0..2, in lowest terms
    LatencyScale,       \* what the criteria are divided by
    PowerScale,
    Quorum,             \* how many must be known under "claim-when-known"
    Detector,           \* how failures are noticed: "beats" that do not come, or processes are "told"
    Interpretations     \* where the paper is read in another way than the recommended one

AllInterpretations ==
    {"announce", "claim-at-start", "claim-when-known", "dead-returns", "dedup-drops", "early-timeout",
     "id-summand", "local-normalisers", "master-beats", "no-cache", "no-epochs", "no-floor", "no-step-back",
     "raw-milliseconds", "raw-seconds", "shared-epochs"}

ASSUME
    /\ {Latencies, Powers} \subseteq [Node -> Nat] /\ Weights \in [0..2 -> Nat]
    /\ {LatencyScale, PowerScale} \subseteq Nat \ {0} /\ Quorum \in 1..N
    /\ Detector \in {"beats", "told"} /\ Interpretations \subseteq AllInterpretations

Interprets(name) == name \in Interpretations

\* The value of F at e, which is evaluated once.  A LET is evaluated anew at each use inside
\* ENABLED, and so in every WF.
Bind(e, F(_)) == CHOOSE v \in {F(x) : x \in {e}} : TRUE

MaxOf(S) == CHOOSE x \in S : \A y \in S : x >= y

Others(i) == Node \ {i}

\* The timer of the heartbeats of process j.
Wait == [j \in Node |-> TimerOf("Wait", j)]

----------------------------------------------------------------------------
(* Rankings *)

Unknown == [version |-> 0, latency |-> 0, power |-> 0]

Knows(p, j) == p.records[j].version > 0

\* Whom process i may rank.
Candidates(p, i) == {i} \cup {j \in Node : Knows(p, j) /\ j \notin p.suspected}

\* A criterion of which the maximum is 0 counts nothing.
AtLeastOne(x) == IF x = 0 THEN 1 ELSE x

\* What the criteria and the number are divided by where these are ranked.
Scale(p, C) ==
    [latency |-> CASE Interprets("raw-milliseconds")  -> 1000
                   [] Interprets("raw-seconds")       -> 1000000
                   [] Interprets("local-normalisers") -> AtLeastOne(MaxOf({p.records[j].latency : j \in C}))
                   [] OTHER -> LatencyScale,
     power   |-> IF Interprets("local-normalisers") THEN AtLeastOne(MaxOf({p.records[j].power : j \in C}))
                 ELSE PowerScale,
     id      |-> IF Interprets("local-normalisers") THEN MaxOf(C) + 1 ELSE N]

\* The sum of the weighted terms, times all three divisors.
Score(p, s, j) ==
    Weights[0] * p.records[j].latency * s.power * s.id
    + Weights[1] * p.records[j].power * s.latency * s.id
    + (IF Weights[2] = 0 THEN 0 ELSE Weights[2] * (j + 1) * s.latency * s.power)

Scores(p, C) == Bind(Scale(p, C), LAMBDA s : [j \in C |-> Score(p, s, j)])

Ranks(p, j) == \E k \in DOMAIN p.ranking : p.ranking[k] = j

Place(p, j) == IF Ranks(p, j) THEN CHOOSE k \in DOMAIN p.ranking : p.ranking[k] = j ELSE N + 1 + j

\* Of two with the same score a comes first.
Breaks(p, a, b) == IF Interprets("id-summand") THEN Place(p, a) < Place(p, b) ELSE a < b

Before(p, score, a, b) == score[a] < score[b] \/ (score[a] = score[b] /\ a # b /\ Breaks(p, a, b))

\* These in the order of their keys.
InOrder(p, C, score) ==
    [k \in 1..Cardinality(C) |-> CHOOSE j \in C : Cardinality({x \in C : Before(p, score, x, j)}) = k - 1]

RankingOf(p, i) ==
    Bind(Candidates(p, i), LAMBDA C : Bind(Scores(p, C), LAMBDA score : InOrder(p, C, score)))

----------------------------------------------------------------------------
(* Following and claiming *)

Told(run, effects) == [run EXCEPT !.effects = @ \o effects]
Arms(run, timer)   == [run EXCEPT !.armed = @ \cup {timer}]
Stops(run, timer)  == [run EXCEPT !.armed = @ \ {timer}]

MasterBeats == Interprets("master-beats")
AllBeat     == Detector = "beats" /\ ~MasterBeats

\* The first epoch above e under which process i may act.
NextEpoch(i, e) ==
    CASE Interprets("no-epochs")     -> 0
      [] Interprets("shared-epochs") -> e + 1
      [] OTHER -> CHOOSE x \in (e + 1)..(e + N) : x % N = i

BeatOf(i, j, e)  == [kind |-> "Beat", from |-> i, to |-> j, epoch |-> e]
ClaimOf(i, j, e) == [kind |-> "Claim", from |-> i, to |-> j, epoch |-> e]

Beating(i, e) == SendEach({BeatOf(i, j, e) : j \in Others(i)})

Claiming(run, i) ==
    Bind(NextEpoch(i, run.p.epoch), LAMBDA e :
        Told([run EXCEPT !.p.epoch = e, !.p.reign = e],
             (IF Interprets("announce") THEN SendEach({ClaimOf(i, j, e) : j \in Others(i)}) ELSE << >>)
             \o (IF MasterBeats THEN Beating(i, e) ELSE << >>)))

\* Process i follows j from now on, be it itself.
Following(run, i, j) ==
    Bind([run EXCEPT !.p.leader = j, !.p.beating = FALSE,
                     !.armed = IF MasterBeats THEN @ \ {Wait[k] : k \in {run.p.leader} \cap Node} ELSE @], LAMBDA r :
        IF j = i THEN Claiming(r, i)
        ELSE [r EXCEPT !.p.reign = 0,
                       !.armed = IF MasterBeats \/ Detector = "beats" THEN @ \cup {Wait[j]} ELSE @])

KnowsQuorum(p) == Cardinality({j \in Node : Knows(p, j)}) >= Quorum

Leading(run, i) ==
    Bind([run EXCEPT !.p.settled = @ \/ (Interprets("claim-when-known") /\ KnowsQuorum(run.p))], LAMBDA r :
        IF ~r.p.settled THEN [r EXCEPT !.p.leader = None]
        ELSE IF Head(r.p.ranking) = r.p.leader \/ (Interprets("no-step-back") /\ r.p.leader = i) THEN r
        ELSE Following(r, i, Head(r.p.ranking)))

Reranked(run, i) == Bind([run EXCEPT !.p.ranking = RankingOf(run.p, i)], LAMBDA r : Leading(r, i))
=============================================================================

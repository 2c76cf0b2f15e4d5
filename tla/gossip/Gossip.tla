------------------------------- MODULE Gossip --------------------------------
(***************************************************************************)
(* The Gossip election of Syvolovskyi and Lysechko (2025).  Each process   *)
(* publishes what it measures of itself, and records go from neighbour to  *)
(* neighbour.  Everybody ranks all whom it knows, module GossipRank, and   *)
(* follows the first.  Who falls silent is not ranked any more, and the    *)
(* next one acts at once.                                                  *)
(***************************************************************************)
EXTENDS GossipRank

CONSTANTS
    Edges,       \* the links over which records go, sets of two
    Fanout,      \* how many neighbours a record is sent to; 0, all of them
    TTL,         \* how many hops it goes at most
    Technique,   \* how records spread
    Every,       \* how many rounds there are from one Digest to the next
    Start,       \* what is known at the beginning: "cold", nothing of others, "warm", all first versions
    Origins,     \* who publishes,
    Versions,    \* how many versions; 0, without end
    Beats,       \* how often each clock ticks; 0, without end
    Measures     \* what processes may measure of themselves later

ASSUME
    /\ Boots /\ ~Ordered /\ Failures = "stop"
    /\ Edges \subseteq SUBSET Node /\ (\A e \in Edges : Cardinality(e) = 2) /\ Fanout \in Nat
    /\ TTL \in Nat \ {0} /\ Technique \in {"forward", "rounds", "push", "anti-entropy", "push-pull"}
    /\ Every \in Nat \ {0} /\ Start \in {"cold", "warm"} /\ Origins \subseteq Node
    /\ Versions \in Nat /\ Beats \in Nat /\ Measures \subseteq [who : Node, latency : Nat, power : Nat]

VARIABLES
    records,     \* for each process, what it knows of each; Unknown where nothing
    seen,        \* for each, the newest version of each origin that was passed on to it, with its best TTL
    suspected,   \* for each, whom it holds for dead
    ranking,     \* for each, the master and then the substitutes
    settled,     \* whether it may claim, and follow
    leader,      \* whom it follows
    epoch,       \* the highest that it has heard of
    reign,       \* that under which it acts, 0 where it does not
    rounds,      \* how many there were since its last Digest
    beats,       \* how often its clock has ticked, where these have an end
    pending,     \* for each, by origin, the TTL of what it is to pass on in its next round
    beating,     \* where the master alone beats: whether this one has, since it is followed
    measured     \* what it has measured of itself last

local == <<records, seen, suspected, ranking, settled, leader, epoch, reign, rounds, beats, pending, beating, measured>>
vars == <<alive, unbooted, flight, timers, disk,
          records, seen, suspected, ranking, settled, leader, epoch, reign, rounds, beats, pending, beating, measured>>

First(j)  == [version |-> 1, latency |-> Latencies[j], power |-> Powers[j]]
Unseen    == [version |-> 0, ttl |-> 0]
Metrics(r) == [latency |-> r.latency, power |-> r.power]

\* What process i knows before its first event at a cold start.
Alone(i) ==
    [records |-> [j \in Node |-> IF j = i THEN First(i) ELSE Unknown], seen |-> [j \in Node |-> Unseen],
     suspected |-> {}, ranking |-> <<i>>, settled |-> FALSE, leader |-> None, epoch |-> 0, reign |-> 0,
     rounds |-> 0, beats |-> 0, pending |-> [j \in Node |-> 0], beating |-> FALSE, measured |-> Metrics(First(i))]

Informed(i) ==
    [Alone(i) EXCEPT
        !.records = [j \in Node |-> First(j)],
        !.seen = [j \in Node |-> IF j = i \/ Interprets("no-cache") THEN Unseen ELSE [version |-> 1, ttl |-> TTL]],
        !.ranking = << >>]

\* And at a warm one.
Acquainted(i) ==
    Bind([Informed(i) EXCEPT !.ranking = RankingOf(Informed(i), i)], LAMBDA p :
        Bind(NextEpoch(Head(p.ranking), 0), LAMBDA e :
            [p EXCEPT !.settled = TRUE, !.leader = Head(p.ranking), !.epoch = e,
                      !.reign = IF Head(p.ranking) = i THEN e ELSE 0,
                      !.beating = MasterBeats /\ Head(p.ranking) # i]))

Fresh == [i \in Node |-> IF Start = "cold" THEN Alone(i) ELSE Acquainted(i)]

Init ==
    /\ NetInit
    /\ records   = [i \in Node |-> Fresh[i].records]
    /\ seen      = [i \in Node |-> Fresh[i].seen]
    /\ suspected = [i \in Node |-> Fresh[i].suspected]
    /\ ranking   = [i \in Node |-> Fresh[i].ranking]
    /\ settled   = [i \in Node |-> Fresh[i].settled]
    /\ leader    = [i \in Node |-> Fresh[i].leader]
    /\ epoch     = [i \in Node |-> Fresh[i].epoch]
    /\ reign     = [i \in Node |-> Fresh[i].reign]
    /\ rounds    = [i \in Node |-> Fresh[i].rounds]
    /\ beats     = [i \in Node |-> Fresh[i].beats]
    /\ pending   = [i \in Node |-> Fresh[i].pending]
    /\ beating   = [i \in Node |-> Fresh[i].beating]
    /\ measured  = [i \in Node |-> Fresh[i].measured]

Process(i) ==
    [records |-> records[i], seen |-> seen[i], suspected |-> suspected[i], ranking |-> ranking[i],
     settled |-> settled[i], leader |-> leader[i], epoch |-> epoch[i], reign |-> reign[i],
     rounds |-> rounds[i], beats |-> beats[i], pending |-> pending[i], beating |-> beating[i],
     measured |-> measured[i]]

Becomes(i, p) ==
    /\ records'   = [records EXCEPT ![i] = p.records]
    /\ seen'      = [seen EXCEPT ![i] = p.seen]
    /\ suspected' = [suspected EXCEPT ![i] = p.suspected]
    /\ ranking'   = [ranking EXCEPT ![i] = p.ranking]
    /\ settled'   = [settled EXCEPT ![i] = p.settled]
    /\ leader'    = [leader EXCEPT ![i] = p.leader]
    /\ epoch'     = [epoch EXCEPT ![i] = p.epoch]
    /\ reign'     = [reign EXCEPT ![i] = p.reign]
    /\ rounds'    = [rounds EXCEPT ![i] = p.rounds]
    /\ beats'     = [beats EXCEPT ![i] = p.beats]
    /\ pending'   = [pending EXCEPT ![i] = p.pending]
    /\ beating'   = [beating EXCEPT ![i] = p.beating]
    /\ measured'  = [measured EXCEPT ![i] = p.measured]

----------------------------------------------------------------------------
(* Handler runs *)

Begun(i) == [p |-> Process(i), effects |-> << >>, armed |-> timers[i], told |-> << >>, whom |-> {}]

\* In the end some of these are told these bodies, messages to nobody yet.
Spread(run, whom, bodies) == [run EXCEPT !.whom = whom, !.told = bodies]

\* Whom a run may pick.
Picked(run) ==
    IF run.told = << >> \/ Fanout = 0 THEN {run.whom} ELSE Picks(run.whom, Fanout)

\* All of the bodies to each of the set, ascending.
RECURSIVE ToEach(_, _)
ToEach(bodies, S) ==
    IF S = {} THEN << >>
    ELSE [k \in DOMAIN bodies |-> Send([bodies[k] EXCEPT !.to = Lowest(S)])[1]] \o ToEach(bodies, S \ {Lowest(S)})

\* The run r of process i in the network f to its end, or cut off by a crash after k effects.
Does(i, f, r) ==
    \E S \in Picked(r) : Run(i, f, r.effects \o ToEach(r.told, S), r.armed) /\ Becomes(i, r.p)

IsCut(i, f, r) ==
    \E S \in Picked(r) : \E effects \in {r.effects \o ToEach(r.told, S)} : \E k \in Cuts(effects) :
        RunCut(i, f, effects, k) /\ Becomes(i, Fresh[i])

----------------------------------------------------------------------------
(* Records *)

Neighbours(i) == {j \in Node : {i, j} \in Edges}

Record(p, j) ==
    [origin |-> j, version |-> p.records[j].version, latency |-> p.records[j].latency, power |-> p.records[j].power]

GossipOf(i, r, ttl) == [kind |-> "Gossip", from |-> i, to |-> None, record |-> r, ttl |-> ttl]

\* A set of processes as a sequence, ascending.
Ascending(S) == [k \in 1..Cardinality(S) |-> CHOOSE j \in S : Cardinality({x \in S : x < j}) = k - 1]

RecordsOf(p, S) == LET list == Ascending(S) IN [k \in DOMAIN list |-> Record(p, list[k])]

View(p, i) == RecordsOf(p, Candidates(p, i))

\* Who is not suspected any more is waited for, where everybody beats.
Lifted(run, j) ==
    IF j \notin run.p.suspected THEN run
    ELSE [run EXCEPT !.p.suspected = @ \ {j}, !.armed = IF AllBeat THEN @ \cup {Wait[j]} ELSE @]

IsNews(p, i, r) == r.origin # i /\ r.version > p.records[r.origin].version

\* Process i keeps the record r, which is news.
Stored(run, r) ==
    Bind(Lifted(run, r.origin), LAMBDA x :
        [x EXCEPT !.p.records[r.origin] = [version |-> r.version, latency |-> r.latency, power |-> r.power],
                  !.armed = IF AllBeat /\ ~Knows(run.p, r.origin) THEN @ \cup {Wait[r.origin]} ELSE @])

\* Those of a sequence of records, no two of one origin, that are news.
RECURSIVE StoredAll(_, _, _)
StoredAll(run, i, list) ==
    IF list = << >> THEN run
    ELSE Bind(IF IsNews(run.p, i, Head(list)) THEN Stored(run, Head(list)) ELSE run,
              LAMBDA r : StoredAll(r, i, Tail(list)))

Informing(run, i, list) ==
    IF \E k \in DOMAIN list : IsNews(run.p, i, list[k])
    THEN Bind(StoredAll(run, i, list), LAMBDA r : Reranked(r, i))
    ELSE run

\* A copy says nothing that has come before with at least its TTL, or under "dedup-drops" at all.
IsDuplicate(p, m) ==
    /\ ~Interprets("no-cache")
    /\ LET best == p.seen[m.record.origin]
       IN \/ m.record.version < best.version
          \/ m.record.version = best.version /\ (Interprets("dedup-drops") \/ m.ttl <= best.ttl)

Cached(run, m) ==
    IF Interprets("no-cache") THEN run
    ELSE [run EXCEPT !.p.seen[m.record.origin] = [version |-> m.record.version, ttl |-> m.ttl]]

\* What is passed on, at once or in the next round.
PassedOn(run, m, news) ==
    IF Technique = "rounds"
    THEN [run EXCEPT !.p.pending[m.record.origin] = IF news \/ m.ttl - 1 > @ THEN m.ttl - 1 ELSE @]
    ELSE IF m.ttl = 1 THEN run
    ELSE Spread(run, Neighbours(m.to) \ {m.from, m.record.origin},
                <<GossipOf(m.to, m.record, m.ttl - 1)>>)

HearsGossip(m) ==
    IF m.record.origin = m.to \/ IsDuplicate(Process(m.to), m) THEN Begun(m.to)
    ELSE Bind(Informing(Cached(Begun(m.to), m), m.to, <<m.record>>), LAMBDA r :
             PassedOn(r, m, IsNews(Process(m.to), m.to, m.record)))

\* Who asks is told what it lacks.
HearsDigest(m) ==
    Bind({j \in Candidates(Process(m.to), m.to) \ {m.from} : records[m.to][j].version > m.versions[j]}, LAMBDA lacks :
        IF lacks = {} THEN Begun(m.to)
        ELSE Told(Begun(m.to), Send([kind |-> "Missing", from |-> m.to, to |-> m.from,
                                     records |-> RecordsOf(Process(m.to), lacks)])))

HearsMissing(m) == Informing(Begun(m.to), m.to, m.records)

ViewOf(i, j, p, answer) == [kind |-> "View", from |-> i, to |-> j, records |-> View(p, i), answer |-> answer]

HearsView(m) ==
    Bind(Informing(Begun(m.to), m.to, m.records), LAMBDA r :
        IF m.answer THEN Told(r, Send(ViewOf(m.to, m.from, r.p, FALSE))) ELSE r)

----------------------------------------------------------------------------
(* Boots and rounds *)

MayPublish(p, i) == i \in Origins /\ (Versions = 0 \/ p.records[i].version < Versions)

GoesOn(p, i) == Technique # "forward" \/ MayPublish(p, i)

RoundAgain(run, i) == IF GoesOn(run.p, i) THEN Arms(run, "Gossip") ELSE run

PassesOn == Technique \notin {"push", "push-pull"}

\* At a cold start.
Rising(run, i) ==
    Bind(Reranked([run EXCEPT !.p.settled = Interprets("claim-at-start")], i), LAMBDA r :
        Bind(IF i \in Origins /\ PassesOn
             THEN Spread(r, Neighbours(i), <<GossipOf(i, Record(r.p, i), TTL)>>) ELSE r, LAMBDA x :
            IF Interprets("claim-at-start") \/ Interprets("claim-when-known") THEN x ELSE Arms(x, "Settle")))

\* Those whose heartbeats process i waits for from the beginning.
WaitedFor(p, i) ==
    IF Detector = "told" THEN {} ELSE IF MasterBeats THEN {p.leader} \ {i, None} ELSE Candidates(p, i) \ {i}

Booting(i) ==
    Bind(IF Start = "cold" THEN Rising(Begun(i), i) ELSE Begun(i), LAMBDA run :
        RoundAgain([run EXCEPT !.armed = @ \cup (IF Interprets("dead-returns") THEN {"Refresh"} ELSE {})
                                           \cup (IF Detector = "beats" THEN {"Beat"} ELSE {})
                                           \cup {Wait[j] : j \in WaitedFor(run.p, i)}], i))

\* The next version of the own record.
Published(run, i) ==
    Bind([version |-> run.p.records[i].version + 1, latency |-> run.p.measured.latency,
          power |-> run.p.measured.power], LAMBDA record :
        Bind([run EXCEPT !.p.records[i] = record], LAMBDA r :
            IF Metrics(run.p.records[i]) = run.p.measured THEN r ELSE Reranked(r, i)))

\* What is passed on where that is done in rounds, by origins ascending.
Due(p, i) ==
    LET list == Ascending({j \in Node : p.pending[j] > 0})
    IN [k \in DOMAIN list |-> GossipOf(i, Record(p, list[k]), p.pending[list[k]])]

DigestOf(p, i) ==
    [kind |-> "Digest", from |-> i, to |-> None, versions |-> [j \in Node |-> p.records[j].version]]

\* The round, in which news is what it has published.
Spreading(run, i, news) ==
    CASE Technique = "forward" -> Spread(run, Neighbours(i), news)
      [] Technique = "rounds"  ->
            Spread([run EXCEPT !.p.pending = [j \in Node |-> 0]], Neighbours(i), news \o Due(run.p, i))
      [] Technique = "anti-entropy" ->
            Bind([run EXCEPT !.p.rounds = (@ + 1) % Every], LAMBDA r :
                Spread(r, Neighbours(i), IF r.p.rounds = 0 THEN Append(news, DigestOf(r.p, i)) ELSE news))
      [] OTHER -> Spread(run, Neighbours(i), <<ViewOf(i, None, run.p, Technique = "push-pull")>>)

EndsRound(i) ==
    Bind(Stops(Begun(i), "Gossip"), LAMBDA run :
        IF MayPublish(run.p, i)
        THEN Bind(Published(run, i), LAMBDA r :
                 RoundAgain(Spreading(r, i, <<GossipOf(i, Record(r.p, i), TTL)>>), i))
        ELSE RoundAgain(Spreading(run, i, << >>), i))

Settles(i) == Reranked([Stops(Begun(i), "Settle") EXCEPT !.p.settled = TRUE], i)

Refreshes(i) == Reranked(Begun(i), i)

----------------------------------------------------------------------------
(* Failures *)

\* Process j is not ranked any more.
Evicted(run, j) ==
    IF Interprets("no-floor")
    THEN [run EXCEPT !.p.records[j] = Unknown, !.p.pending[j] = 0, !.armed = @ \ {Wait[j]}]
    ELSE [run EXCEPT !.p.suspected = @ \cup {j}, !.armed = @ \ {Wait[j]}]

RECURSIVE EvictedAll(_, _)
EvictedAll(run, S) ==
    IF S = {} THEN run ELSE Bind(Evicted(run, Lowest(S)), LAMBDA r : EvictedAll(r, S \ {Lowest(S)}))

Suspecting(run, i, j) ==
    IF ~Knows(run.p, j) \/ j \in run.p.suspected THEN run
    ELSE IF ~Interprets("dead-returns") THEN Reranked(Evicted(run, j), i)
    ELSE IF Head(run.p.ranking) = j THEN Leading([run EXCEPT !.p.ranking = Tail(@)], i)
    ELSE run

\* The master has been heard, where it alone beats.
Heard(run, j) ==
    IF ~MasterBeats \/ run.p.leader # j THEN run
    ELSE Bind([run EXCEPT !.p.beating = TRUE], LAMBDA r :
             IF Detector = "told" THEN Stops(r, Wait[j]) ELSE Arms(r, Wait[j]))

Trusting(run, i, j) ==
    Bind(IF j \in run.p.suspected THEN Reranked(Lifted(run, j), i) ELSE run, LAMBDA r : Heard(r, j))

HighestOf(p, e) == IF e > p.epoch /\ ~Interprets("no-epochs") THEN e ELSE p.epoch

HearsBeat(m) ==
    Bind([Begun(m.to) EXCEPT !.p.epoch = HighestOf(Process(m.to), m.epoch)], LAMBDA run :
        IF ~Knows(run.p, m.from) THEN run
        ELSE Bind(Trusting(run, m.to, m.from), LAMBDA r : IF AllBeat THEN Arms(r, Wait[m.from]) ELSE r))

\* Those of a ranking who stand before process j, but i itself.
StandBefore(list, i, j) ==
    {list[k] : k \in {x \in DOMAIN list : list[x] # i /\ \E y \in DOMAIN list : list[y] = j /\ x < y}}

\* Who is better than somebody who claims must be dead.
Obeying(run, i, j) ==
    IF Interprets("dead-returns")
    THEN Bind(StandBefore(run.p.ranking, i, j), LAMBDA S :
             Leading([run EXCEPT !.p.ranking = SelectSeq(@, LAMBDA k : k \notin S)], i))
    ELSE Bind(Lifted(run, j), LAMBDA r :
             Reranked(EvictedAll(r, StandBefore(RankingOf(r.p, i), i, j)), i))

HearsClaim(m) ==
    Bind([Begun(m.to) EXCEPT !.p.epoch = HighestOf(Process(m.to), m.epoch)], LAMBDA run :
        IF /\ run.p.epoch > epoch[m.to] /\ run.p.settled /\ Knows(run.p, m.from)
           /\ run.p.leader \notin {m.from, m.to}
        THEN Obeying(run, m.to, m.from) ELSE run)

Ticking(i) ==
    Bind([Begun(i) EXCEPT !.p.beats = IF Beats = 0 THEN 0 ELSE @ + 1], LAMBDA run :
        Bind(IF Beats # 0 /\ run.p.beats = Beats THEN Stops(run, "Beat") ELSE run, LAMBDA r :
            IF MasterBeats /\ run.p.leader # i THEN r ELSE Told(r, Beating(i, r.p.reign))))

----------------------------------------------------------------------------
(* Boots and deliveries as actions *)

Boot == \E i \in unbooted : \E r \in {Booting(i)} : Does(i, flight, r)

CrashInBoot(who) == \E i \in who \cap unbooted : \E r \in {Booting(i)} : IsCut(i, flight, r)

Hears(m) ==
    CASE m.kind = "Gossip"  -> HearsGossip(m)
      [] m.kind = "Beat"    -> HearsBeat(m)
      [] m.kind = "Claim"   -> HearsClaim(m)
      [] m.kind = "Digest"  -> HearsDigest(m)
      [] m.kind = "Missing" -> HearsMissing(m)
      [] m.kind = "View"    -> HearsView(m)

Takes(kind) == \E m \in Deliverable(kind) : \E r \in {Hears(m)} : Does(m.to, Fewer(flight, m), r)

TakesCut(kind, who) ==
    \E m \in Deliverable(kind) : m.to \in who /\ \E r \in {Hears(m)} : IsCut(m.to, Fewer(flight, m), r)

DeliverGossip  == Takes("Gossip")
DeliverBeat    == Takes("Beat")
DeliverClaim   == Takes("Claim")
DeliverDigest  == Takes("Digest")
DeliverMissing == Takes("Missing")
DeliverView    == Takes("View")

CrashInDeliverGossip(who)  == TakesCut("Gossip", who)
CrashInDeliverBeat(who)    == TakesCut("Beat", who)
CrashInDeliverClaim(who)   == TakesCut("Claim", who)
CrashInDeliverDigest(who)  == TakesCut("Digest", who)
CrashInDeliverMissing(who) == TakesCut("Missing", who)
CrashInDeliverView(who)    == TakesCut("View", who)

----------------------------------------------------------------------------
(* Timers as actions *)

\* A timer that is no process's awaits everything, but where processes beat for ever, and something is
\* always on its way.
IsEarly == Detector = "told" /\ Awaited(LAMBDA m : TRUE)

RoundAt(i)      == Armed(i, "Gossip") /\ \E r \in {EndsRound(i)} : Does(i, flight, r)
RoundCutAt(i)   == Armed(i, "Gossip") /\ \E r \in {EndsRound(i)} : IsCut(i, flight, r)
SettleAt(i)     == Armed(i, "Settle") /\ \E r \in {Settles(i)} : Does(i, flight, r)
SettleCutAt(i)  == Armed(i, "Settle") /\ \E r \in {Settles(i)} : IsCut(i, flight, r)
RefreshAt(i)    == Armed(i, "Refresh") /\ \E r \in {Refreshes(i)} : Does(i, flight, r)

TimeoutGossip    == ~IsEarly /\ \E i \in Node : RoundAt(i)
PrematureGossip  == IsEarly /\ \E i \in Node : RoundAt(i)
TimeoutSettle    == ~IsEarly /\ \E i \in Node : SettleAt(i)
PrematureSettle  == IsEarly /\ \E i \in Node : SettleAt(i)
TimeoutRefresh   == ~IsEarly /\ \E i \in Node : RefreshAt(i)
PrematureRefresh == IsEarly /\ \E i \in Node : RefreshAt(i)

CrashInTimeoutGossip(who)    == ~IsEarly /\ \E i \in who : RoundCutAt(i)
CrashInPrematureGossip(who)  == IsEarly /\ \E i \in who : RoundCutAt(i)
CrashInTimeoutSettle(who)    == ~IsEarly /\ \E i \in who : SettleCutAt(i)
CrashInPrematureSettle(who)  == IsEarly /\ \E i \in who : SettleCutAt(i)

\* Where processes are told, a master that is up beats on, though the beats after its first are left out.
BeatsOn(j) == Detector = "told" /\ j \in alive /\ leader[j] = j

\* What process i waits for while Wait[j] runs.
AwaitsBeat(i, j) == IF BeatsOn(j) THEN TRUE ELSE Awaited(LAMBDA m : m.kind = "Beat" /\ m.from = j /\ m.to = i)

Misses(i, j) == Suspecting(Stops(Begun(i), Wait[j]), i, j)

MissAt(i, j)    == Armed(i, Wait[j]) /\ \E r \in {Misses(i, j)} : Does(i, flight, r)
MissCutAt(i, j) == Armed(i, Wait[j]) /\ \E r \in {Misses(i, j)} : IsCut(i, flight, r)

SilentAt(i, j) == Armed(i, Wait[j]) /\ ~AwaitsBeat(i, j) /\ MissAt(i, j)

TimeoutWait   == \E i, j \in Node : SilentAt(i, j)
PrematureWait == \E i, j \in Node : Armed(i, Wait[j]) /\ AwaitsBeat(i, j) /\ MissAt(i, j)

CrashInTimeoutWait(who) ==
    \E i \in who : \E j \in Node : Armed(i, Wait[j]) /\ ~AwaitsBeat(i, j) /\ MissCutAt(i, j)
CrashInPrematureWait(who) ==
    \E i \in who : \E j \in Node : Armed(i, Wait[j]) /\ AwaitsBeat(i, j) /\ MissCutAt(i, j)

TickAt(i)    == Armed(i, "Beat") /\ \E r \in {Ticking(i)} : Does(i, flight, r)
TickCutAt(i) == Armed(i, "Beat") /\ \E r \in {Ticking(i)} : IsCut(i, flight, r)

TickBeat            == \E i \in Node : TickAt(i)
CrashInTickBeat(who) == \E i \in who : TickCutAt(i)

----------------------------------------------------------------------------
(* What processes are told *)

\* Whom process i may be told to be silent.
Doubtful(i) ==
    {j \in Others(i) :
        /\ Detector = "told" /\ records[i][j].version > 0 /\ j \notin suspected[i]
        /\ Interprets("dead-returns") => Head(ranking[i]) = j
        /\ MasterBeats => leader[i] = j /\ beating[i]}

SuspectAt(i)    == \E j \in Doubtful(i) \ alive : \E r \in {Suspecting(Begun(i), i, j)} : Does(i, flight, r)
SuspectCutAt(i) == \E j \in Doubtful(i) \ alive : \E r \in {Suspecting(Begun(i), i, j)} : IsCut(i, flight, r)
AlarmAt(i)      == \E j \in Doubtful(i) \cap alive : \E r \in {Suspecting(Begun(i), i, j)} : Does(i, flight, r)
AlarmCutAt(i)   == \E j \in Doubtful(i) \cap alive : \E r \in {Suspecting(Begun(i), i, j)} : IsCut(i, flight, r)

Forgivable(i) == IF Detector = "told" THEN suspected[i] \cap alive ELSE {}

TrustAt(i)    == \E j \in Forgivable(i) : \E r \in {Trusting(Begun(i), i, j)} : Does(i, flight, r)
TrustCutAt(i) == \E j \in Forgivable(i) : \E r \in {Trusting(Begun(i), i, j)} : IsCut(i, flight, r)

Suspect == \E i \in Ready : SuspectAt(i)
Alarm   == \E i \in Ready : AlarmAt(i)
Trust   == \E i \in Ready : TrustAt(i)

CrashInSuspect(who) == \E i \in who \cap Ready : SuspectCutAt(i)
CrashInAlarm(who)   == \E i \in who \cap Ready : AlarmCutAt(i)
CrashInTrust(who)   == \E i \in who \cap Ready : TrustCutAt(i)

Measure ==
    \E x \in Measures :
        /\ x.who \in Ready /\ Metrics(x) # measured[x.who]
        /\ \E r \in {[Begun(x.who) EXCEPT !.p.measured = Metrics(x)]} : Does(x.who, flight, r)

----------------------------------------------------------------------------
(* The environment *)

Crash(i) == GoDown(i) /\ Becomes(i, Fresh[i])

DropGossip  == Drop("Gossip") /\ UNCHANGED local
DropBeat    == Drop("Beat") /\ UNCHANGED local
DropClaim   == Drop("Claim") /\ UNCHANGED local
DropDigest  == Drop("Digest") /\ UNCHANGED local
DropMissing == Drop("Missing") /\ UNCHANGED local
DropView    == Drop("View") /\ UNCHANGED local

DuplicateGossip  == Duplicate("Gossip") /\ UNCHANGED local
DuplicateBeat    == Duplicate("Beat") /\ UNCHANGED local
DuplicateClaim   == Duplicate("Claim") /\ UNCHANGED local
DuplicateDigest  == Duplicate("Digest") /\ UNCHANGED local
DuplicateMissing == Duplicate("Missing") /\ UNCHANGED local
DuplicateView    == Duplicate("View") /\ UNCHANGED local
=============================================================================

------------------------------ MODULE Failover -------------------------------
(***************************************************************************)
(* The failover topologies (section 4) on the engine.  Processes check     *)
(* each other's health by a clock.  In a mutual topology all are replicas  *)
(* of one cluster; whoever misses a member begins a session, and whom it   *)
(* elects acts (4.1).  Else the last processes are observers of the        *)
(* others, the workers: a single one appoints another worker when it       *)
(* misses the one that acts (4.2); several are the replicas of a cluster   *)
(* and begin a session then, and when they have agreed their leader        *)
(* appoints (4.3).                                                         *)
(*                                                                         *)
(* A run has beside what it has in Rsdp what the process has found of the  *)
(* others, w.                                                              *)
(***************************************************************************)
EXTENDS Rsdp

CONSTANTS
    Topology,      \* "mutual", "observer", or "observers"
    Watchers,      \* how many observers there are; they are the last processes
    LeaderOnly     \* whether only the one that acts is checked, for small models

ASSUME
    /\ Boots /\ ~Cold /\ Failures = "stop" /\ Leavers = {} /\ Injections = << >> /\ LeaderOnly \in BOOLEAN
    /\ Topology \in {"mutual", "observer", "observers"} /\ Watchers \in 0..(N - 1)
    /\ (Topology = "mutual") = (Watchers = 0) /\ (Topology = "observer" => Watchers = 1)
    /\ Reducers[1] \in Elections

VARIABLES
    asked,      \* for each process, those whose answer to a health check it awaits
    suspects,   \* those who did not answer the last one; nobody where it is mutual
    leader,     \* the worker that acts, as far as the process has heard; None where it is mutual
    term        \* the number of its appointment

found == <<asked, suspects, leader, term>>
allvars == <<alive, unbooted, flight, timers, disk,
             on, life, number, debating, statuses, shares, next, due, closes, hellos, again, injected, lives, gone,
             values, told, asked, suspects, leader, term>>

IsMutual == Topology = "mutual"

Workers  == 0..(N - Watchers - 1)
Checkers == IF IsMutual THEN Node ELSE Node \ Workers

\* Those that never are replicas.
Outside == {i \in Node : Settled[i] = NoView}

GreatestOf(S) == Final(Listed(0, S))

\* What a process has found before its first event, and while it is down.
Nothing ==
    [asked |-> {}, suspects |-> {}, leader |-> IF IsMutual THEN None ELSE GreatestOf(Workers), term |-> 0]

FailoverInit ==
    /\ Init
    /\ asked    = [i \in Node |-> Nothing.asked]
    /\ suspects = [i \in Node |-> Nothing.suspects]
    /\ leader   = [i \in Node |-> Nothing.leader]
    /\ term     = [i \in Node |-> Nothing.term]

Found(i) == [asked |-> asked[i], suspects |-> suspects[i], leader |-> leader[i], term |-> term[i]]

Finds(i, w) ==
    /\ asked'    = [asked EXCEPT ![i] = w.asked]
    /\ suspects' = [suspects EXCEPT ![i] = w.suspects]
    /\ leader'   = [leader EXCEPT ![i] = w.leader]
    /\ term'     = [term EXCEPT ![i] = w.term]

\* Beside a step of Rsdp: nobody finds anything, and who goes down forgets.
Kept == UNCHANGED found

Forgotten ==
    /\ asked'    = [i \in Node |-> IF i \in alive' THEN asked[i] ELSE Nothing.asked]
    /\ suspects' = [i \in Node |-> IF i \in alive' THEN suspects[i] ELSE Nothing.suspects]
    /\ leader'   = [i \in Node |-> IF i \in alive' THEN leader[i] ELSE Nothing.leader]
    /\ term'     = [i \in Node |-> IF i \in alive' THEN term[i] ELSE Nothing.term]

Started(i) == [p |-> Process(i), w |-> Found(i), effects |-> << >>, armed |-> timers[i]]

Goes(i, f, r) == Does(i, f, r) /\ Finds(i, r.w)
GoesCut(i, f, r) == IsCut(i, f, r) /\ Finds(i, Nothing)

\* The view of process i, by the first reducer.
Seen(i) == values[i][1]

----------------------------------------------------------------------------
(* Who acts *)

Acts(i) == IF IsMutual THEN on[i] /\ Seen(i).leader = i ELSE i \in Workers /\ leader[i] = i

\* The greatest of the workers that are not suspected acts from now on, and everybody is told.
Appointing(run, i) ==
    Bind(GreatestOf(Workers \ run.w.suspects), LAMBDA j :
        IF j = None THEN run
        ELSE With([run EXCEPT !.w.leader = j, !.w.term = @ + 1],
                  Broadcast(i, LAMBDA k : TRUE, LAMBDA k :
                      [kind |-> "Appoint", from |-> i, to |-> k, term |-> run.w.term + 1, leader |-> j])))

\* Another session begins, unless one is going on: DEBATES, or the window in which what it found is
\* to be taken.
SessionBegun(run, i) == IF run.p.shares # << >> THEN run ELSE Resynced(run, i)

----------------------------------------------------------------------------
(* Health checks *)

Ack == [j \in Node |-> TimerOf("Ack", j)]

Rising(i) == [Booting(i) EXCEPT !.armed = @ \cup IF i \in Checkers THEN {"Probe"} ELSE {}]

Rise == \E i \in unbooted : Kept /\ \E r \in {Rising(i)} : Does(i, flight, r)

\* Whom process i asks at a beat of its clock, but for those whose answer it awaits.
Watched(i) ==
    LET whom   == IF IsMutual THEN Range(Seen(i).members) \ {i} ELSE Workers
        acting == IF IsMutual THEN Seen(i).leader ELSE leader[i]
    IN (IF LeaderOnly THEN whom \cap {acting} ELSE whom) \ asked[i]

Asking(i) ==
    Bind(Watched(i), LAMBDA whom :
        [Started(i) EXCEPT !.w.asked = @ \cup whom,
                           !.effects = SendEach({[kind |-> "Probe", from |-> i, to |-> j] : j \in whom}),
                           !.armed = @ \cup {Ack[j] : j \in whom}])

\* The clock stays armed.
TickProbeAt(i) == Armed(i, "Probe") /\ \E r \in {Asking(i)} : Goes(i, flight, r)

TickProbe == \E i \in Node : TickProbeAt(i)

CrashInTickProbe(who) == \E i \in who : Armed(i, "Probe") /\ \E r \in {Asking(i)} : GoesCut(i, flight, r)

\* Everybody answers.
AnswerRun(m) == With(Started(m.to), Send([kind |-> "Ack", from |-> m.to, to |-> m.from]))

IsChecked(m) == \E r \in {AnswerRun(m)} : Goes(m.to, Fewer(flight, m), r)

DeliverProbe == \E m \in Deliverable("Probe") : IsChecked(m)

CrashInDeliverProbe(who) ==
    \E m \in Deliverable("Probe") : m.to \in who /\ \E r \in {AnswerRun(m)} : GoesCut(m.to, Fewer(flight, m), r)

Trusting(m) ==
    [Started(m.to) EXCEPT !.w.asked = @ \ {m.from}, !.w.suspects = @ \ {m.from}, !.armed = @ \ {Ack[m.from]}]

Trusts(m) == \E r \in {Trusting(m)} : Goes(m.to, Fewer(flight, m), r)

DeliverAck == \E m \in Deliverable("Ack") : Trusts(m)

\* Of two appointments of one term all take the same.
IsNewer(m) == m.term > term[m.to] \/ (m.term = term[m.to] /\ m.leader > leader[m.to])

Appointed(m) == [Started(m.to) EXCEPT !.w = IF IsNewer(m) THEN [@ EXCEPT !.leader = m.leader, !.term = m.term] ELSE @]

TakesAppoint(m) == \E r \in {Appointed(m)} : Goes(m.to, Fewer(flight, m), r)

DeliverAppoint == \E m \in Deliverable("Appoint") : TakesAppoint(m)

----------------------------------------------------------------------------
(* Silence *)

\* An answer is awaited as long as the question is on its way, or the answer.  So are the SHAREs of the
\* process itself: health checks are further apart than a session takes.
AwaitsAck(i, j) ==
    Awaited(LAMBDA m : \/ m.kind = "Probe" /\ m.from = i /\ m.to = j
                       \/ m.kind = "Ack" /\ m.from = j /\ m.to = i
                       \/ m.kind = "Share" /\ m.from = i)

Missing(i, j) ==
    [Started(i) EXCEPT !.w.asked = @ \ {j}, !.w.suspects = IF IsMutual THEN @ ELSE @ \cup {j}, !.armed = @ \ {Ack[j]}]

Missed(i, j) ==
    Bind(Missing(i, j), LAMBDA run :
        IF j \notin (IF IsMutual THEN Range(Seen(i).members) ELSE {leader[i]}) THEN run
        ELSE IF Topology = "observer" THEN Appointing(run, i)
        ELSE SessionBegun(run, i))

GivesUp(i, j)    == \E r \in {Missed(i, j)} : Goes(i, flight, r)
GivesUpCut(i, j) == \E r \in {Missed(i, j)} : GoesCut(i, flight, r)

TimeoutAckOf(i, j) == Armed(i, Ack[j]) /\ ~AwaitsAck(i, j) /\ GivesUp(i, j)

TimeoutAck   == \E i, j \in Node : TimeoutAckOf(i, j)
PrematureAck == \E i, j \in Node : Armed(i, Ack[j]) /\ AwaitsAck(i, j) /\ GivesUp(i, j)

CrashInTimeoutAck(who) ==
    \E i \in who : \E j \in Node : Armed(i, Ack[j]) /\ ~AwaitsAck(i, j) /\ GivesUpCut(i, j)
CrashInPrematureAck(who) ==
    \E i \in who : \E j \in Node : Armed(i, Ack[j]) /\ AwaitsAck(i, j) /\ GivesUpCut(i, j)

----------------------------------------------------------------------------
(* Sessions end *)

\* A batch is taken.  If observers have agreed now their leader appoints another worker where it misses
\* the one that acts.
Agreed(run, i) ==
    IF /\ Topology = "observers" /\ ~run.p.debating /\ run.p.values[1].leader = i
       /\ run.w.leader \in run.w.suspects
    THEN Appointing(run, i) ELSE run

Of(i, run) == [p |-> run.p, w |-> Found(i), effects |-> run.effects, armed |-> run.armed]

WindowEnded(i)  == Bind(Of(i, ShareOver(i)), LAMBDA run : Agreed(run, i))
DebatesEnded(i) == Bind(Of(i, StatusOver(i)), LAMBDA run : IF due[i] THEN Agreed(run, i) ELSE run)

TakesShares(i)      == \E r \in {WindowEnded(i)} : Goes(i, flight, r)
TakesSharesCut(i)   == \E r \in {WindowEnded(i)} : GoesCut(i, flight, r)
TakesStatuses(i)    == \E r \in {DebatesEnded(i)} : Goes(i, flight, r)
TakesStatusesCut(i) == \E r \in {DebatesEnded(i)} : GoesCut(i, flight, r)

\* The windows of Rsdp, with what follows.
StatusEndsAt(i) == Armed(i, "Status") /\ ~AwaitsStatus(i) /\ TakesStatuses(i)
ShareEndsAt(i)  == Armed(i, "Share") /\ ~AwaitsShare(i) /\ TakesShares(i)

StatusEnds      == \E i \in Node : StatusEndsAt(i)
StatusEndsEarly == \E i \in Node : Armed(i, "Status") /\ AwaitsStatus(i) /\ TakesStatuses(i)
ShareEnds       == \E i \in Node : ShareEndsAt(i)
ShareEndsEarly  == \E i \in Node : Armed(i, "Share") /\ AwaitsShare(i) /\ TakesShares(i)

CrashInStatusEnds(who)      == \E i \in who : Armed(i, "Status") /\ ~AwaitsStatus(i) /\ TakesStatusesCut(i)
CrashInStatusEndsEarly(who) == \E i \in who : Armed(i, "Status") /\ AwaitsStatus(i) /\ TakesStatusesCut(i)
CrashInShareEnds(who)       == \E i \in who : Armed(i, "Share") /\ ~AwaitsShare(i) /\ TakesSharesCut(i)
CrashInShareEndsEarly(who)  == \E i \in who : Armed(i, "Share") /\ AwaitsShare(i) /\ TakesSharesCut(i)

----------------------------------------------------------------------------
(* The environment *)

DropProbe        == Drop("Probe") /\ UNCHANGED <<local, found>>
DropAck          == Drop("Ack") /\ UNCHANGED <<local, found>>
DropAppoint      == Drop("Appoint") /\ UNCHANGED <<local, found>>
DuplicateProbe   == Duplicate("Probe") /\ UNCHANGED <<local, found>>
DuplicateAck     == Duplicate("Ack") /\ UNCHANGED <<local, found>>
DuplicateAppoint == Duplicate("Appoint") /\ UNCHANGED <<local, found>>
=============================================================================

----------------------------- MODULE Heartbeat ------------------------------
(***************************************************************************)
(* A small failure detection of no paper: at each beat of its clock a      *)
(* detector asks the others whether they are there, and suspects whoever   *)
(* does not answer.  It exercises what periodic protocols need: a clock    *)
(* that ticks for ever, timers for a peer, awaited answers, and each       *)
(* failure model.                                                          *)
(***************************************************************************)
EXTENDS Net

CONSTANTS
    Detectors,    \* who asks; everybody answers
    Nonces,       \* how many there are; after the last comes 0
    Learns        \* how a process learns that who is suspected is there: "by asking" everybody,
                  \* "when told" by who comes up again, or in the broken twin "never"

ASSUME Boots /\ Detectors \in SUBSET Node \ {{}} /\ Nonces \in Nat \ {0, 1} /\ Learns \in {"by asking", "when told", "never"}

VARIABLES
    nonce,        \* for each process, that of its last round
    asked,        \* for each process, those whose Answer it awaits
    suspects      \* for each process, those who did not answer when they were asked last

local == <<nonce, asked, suspects>>
vars == <<alive, unbooted, flight, timers, disk, nonce, asked, suspects>>

Init ==
    /\ NetInit
    /\ nonce = [i \in Node |-> 0]
    /\ asked = [i \in Node |-> {}]
    /\ suspects = [i \in Node |-> {}]

Message(kind, i, j, n) == [kind |-> kind, from |-> i, to |-> j, nonce |-> n]

Wait == [j \in Node |-> TimerOf("Wait", j)]

Forgets(i) ==
    /\ nonce' = [nonce EXCEPT ![i] = 0]
    /\ asked' = [asked EXCEPT ![i] = {}]
    /\ suspects' = [suspects EXCEPT ![i] = {}]

----------------------------------------------------------------------------
(* Beats *)

Clock(i) == IF i \in Detectors THEN {"Beat"} ELSE {}

Boot == \E i \in unbooted : Run(i, flight, << >>, Clock(i)) /\ UNCHANGED local

HereOf(i, j) == [kind |-> "Here", from |-> i, to |-> j]

Telling(i) == IF Learns = "when told" THEN Multicast({HereOf(i, j) : j \in Node}) ELSE << >>

Recover == \E i \in Recoverable : Run(i, flight, Telling(i), Clock(i)) /\ UNCHANGED local

CrashInRecover(who) ==
    \E i \in who \cap Recoverable : \E k \in Cuts(Telling(i)) :
        RunCut(i, flight, Telling(i), k) /\ UNCHANGED local

\* Whom a process asks at a beat: nobody as long as its last round is not over.
Round(i) ==
    IF asked[i] # {} THEN {}
    ELSE (Node \ {i}) \ (IF Learns = "by asking" THEN {} ELSE suspects[i])

Next(i) == IF asked[i] # {} THEN nonce[i] ELSE (nonce[i] + 1) % Nonces

Asking(i) == SendEach({Message("Ask", i, j, Next(i)) : j \in Round(i)})

BeatAt(i) ==
    /\ Armed(i, "Beat")
    /\ Run(i, flight, Asking(i), timers[i] \cup {Wait[j] : j \in Round(i)})
    /\ nonce' = [nonce EXCEPT ![i] = Next(i)]
    /\ asked' = [asked EXCEPT ![i] = @ \cup Round(i)]
    /\ UNCHANGED suspects

TickBeat == \E i \in Node : BeatAt(i)

CrashInTickBeat(who) ==
    \E i \in who : Armed(i, "Beat") /\ \E k \in Cuts(Asking(i)) :
        RunCut(i, flight, Asking(i), k) /\ Forgets(i)

----------------------------------------------------------------------------
(* Answers *)

Answering(m) == Send(Message("Answer", m.to, m.from, m.nonce))

Answers(m) == Run(m.to, Fewer(flight, m), Answering(m), timers[m.to]) /\ UNCHANGED local

DeliverAsk == \E m \in Deliverable("Ask") : Answers(m)

CrashInDeliverAsk(who) ==
    \E m \in Deliverable("Ask") : m.to \in who /\ \E k \in Cuts(Answering(m)) :
        RunCut(m.to, Fewer(flight, m), Answering(m), k) /\ Forgets(m.to)

\* An Answer to an earlier round says nothing.
Counts(m) == m.from \in asked[m.to] /\ m.nonce = nonce[m.to]

Trusts(m) ==
    /\ Run(m.to, Fewer(flight, m), << >>, timers[m.to] \ {Wait[m.from]})
    /\ asked' = [asked EXCEPT ![m.to] = @ \ {m.from}]
    /\ suspects' = [suspects EXCEPT ![m.to] = @ \ {m.from}]
    /\ UNCHANGED nonce

Hears(m) ==
    IF Counts(m) THEN Trusts(m)
    ELSE Run(m.to, Fewer(flight, m), << >>, timers[m.to]) /\ UNCHANGED local

DeliverAnswer == \E m \in Deliverable("Answer") : Hears(m)
DeliverHere   == \E m \in Deliverable("Here") : Trusts(m)

----------------------------------------------------------------------------
(* Silence *)

\* What process i waits for while Wait[j] runs: its own Ask of this round, and the Answer to it.
Awaits(i, j) ==
    Awaited(LAMBDA m :
        /\ \/ m.kind = "Ask" /\ m.from = i /\ m.to = j
           \/ m.kind = "Answer" /\ m.from = j /\ m.to = i
        /\ m.nonce = nonce[i])

IsSilent(i, j) ==
    /\ Run(i, flight, << >>, timers[i] \ {Wait[j]})
    /\ asked' = [asked EXCEPT ![i] = @ \ {j}]
    /\ suspects' = [suspects EXCEPT ![i] = @ \cup {j}]
    /\ UNCHANGED nonce

TimeoutOf(i, j) == Armed(i, Wait[j]) /\ ~Awaits(i, j) /\ IsSilent(i, j)

TimeoutWait   == \E i, j \in Node : TimeoutOf(i, j)
PrematureWait == \E i, j \in Node : Armed(i, Wait[j]) /\ Awaits(i, j) /\ IsSilent(i, j)

----------------------------------------------------------------------------
(* The environment *)

Crash(i) == GoDown(i) /\ Forgets(i)

DropAsk         == Drop("Ask") /\ UNCHANGED local
DropAnswer      == Drop("Answer") /\ UNCHANGED local
DuplicateAsk    == Duplicate("Ask") /\ UNCHANGED local
DuplicateAnswer == Duplicate("Answer") /\ UNCHANGED local
LoseAsk         == Lose("Ask") /\ UNCHANGED local
LoseAnswer      == Lose("Answer") /\ UNCHANGED local
DuplicateHere   == Duplicate("Here") /\ UNCHANGED local
LoseHere        == Lose("Here") /\ UNCHANGED local
=============================================================================

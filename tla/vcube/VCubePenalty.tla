---------------------------- MODULE VCubePenalty ----------------------------
(***************************************************************************)
(* How a process of vCube elects, what it keeps on its disk, how it comes  *)
(* up again, and the penalty of a leader that fails again and again: lines *)
(* 1 to 8 and 26 to 40 of Algorithm 1, as operators on values.  A process  *)
(* is the record that Fresh is.  What a handler does is a record too, its  *)
(* run: the process after it as p, and its effects; what else a run has is *)
(* left alone.                                                             *)
(***************************************************************************)
EXTENDS VCubeDetector

CONSTANTS
    Threshold,       \* how often in sequence a leader fails before it is penalised; 0 or less: never is
    Incarnations     \* those with which processes begin, known to all

ASSUME Threshold \in Int /\ Incarnations \in [Member -> Nat]

\* The incarnation of which nobody has told.
Unknown == -1

----------------------------------------------------------------------------
(* What a reply tells *)

NothingFrozen == [timestamps |-> << >>, incarnations |-> << >>]

\* The process at the beginning of a round (V11).
RoundBegun(p) ==
    IF Interprets("frozen-replies")
    THEN [p EXCEPT !.frozen = [timestamps |-> p.timestamps, incarnations |-> p.incarnations]]
    ELSE p

\* What the process tells who tests it, a record of timestamps and incarnations.
Told(p) ==
    IF Interprets("frozen-replies") THEN p.frozen
    ELSE [timestamps |-> p.timestamps, incarnations |-> p.incarnations]

----------------------------------------------------------------------------
(* Elections *)

Record(p, i) == [incarnation |-> p.incarnations[i], count |-> p.count, leader |-> p.leader]

Stored(run, i) == [run EXCEPT !.effects = @ \o Save(Record(run.p, i))]

\* Of two processes a is preferred: it has the lower incarnation, or the same and the lower id.
Before(p, a, b) ==
    \/ p.incarnations[a] < p.incarnations[b]
    \/ p.incarnations[a] = p.incarnations[b] /\ a < b

Heard(p) == {q \in Member : p.incarnations[q] # Unknown}

\* The one of S that is preferred, None if none was heard of.
Preferred(p, S) ==
    IF S \cap Heard(p) = {} THEN None
    ELSE CHOOSE a \in S \cap Heard(p) : \A b \in (S \cap Heard(p)) \ {a} : Before(p, a, b)

\* The count is not of this leadership any more.
Cleared(run, i) ==
    IF run.p.leader # i /\ run.p.count > 0
    THEN Bind([run EXCEPT !.p.count = 0], LAMBDA r : Stored(r, i))
    ELSE run

\* Whose incarnation the penalty exceeds: the leader's that would be without i (V9).
Candidate(p, i) ==
    IF Preferred(p, p.correct \ {i}) = None /\ Interprets("candidate-self") THEN i
    ELSE Preferred(p, p.correct \ {i})

IsPenalised(p, i) ==
    p.leader = i /\ Threshold > 0 /\ p.count >= Threshold /\ Candidate(p, i) # None

\* Line 39 (V8), and whether the count begins anew (V7).
Penalised(p, i) ==
    [p EXCEPT
        !.incarnations[i] = p.incarnations[Candidate(p, i)] + (IF Interprets("equal-penalty") THEN 0 ELSE 1),
        !.count = IF Interprets("count-kept") THEN @ ELSE 0]

\* Lines 34 to 42, where the process has come up again since it elected last.
CheckPenalty(run, i) ==
    IF IsPenalised(run.p, i)
    THEN Bind([run EXCEPT !.p = Penalised(run.p, i)], LAMBDA r : Stored(r, i))
    ELSE Cleared(run, i)

Elected(p, i) ==
    Bind([p EXCEPT !.leader = Preferred(p, p.correct)],
         LAMBDA q : Stored([p |-> q, effects |-> << >>], i))

\* Every leader but oneself clears the count, or (V7) one that a process finds when it comes up.
ClearsAlways == ~Interprets("count-kept") /\ ~Interprets("count-reset-at-penalty")

\* Lines 26 to 33: what process i does at the end of a round.
CheckLeader(p, i) ==
    Bind(Elected(p, i), LAMBDA elected :
    Bind(IF ClearsAlways THEN Cleared(elected, i) ELSE elected, LAMBDA cleared :
    Bind(IF p.recovering THEN CheckPenalty(cleared, i) ELSE cleared, LAMBDA penalised :
        [penalised EXCEPT !.p.recovering = FALSE])))

----------------------------------------------------------------------------
(* The beginnings of lives *)

\* A process before its first event, and while it is down.
Fresh ==
    RoundBegun(
        [correct      |-> {},
         timestamps   |-> [q \in Member |-> 0],
         incarnations |-> [q \in Member |-> Unknown],
         leader       |-> None,
         recovering   |-> FALSE,
         count        |-> 0,
         testing      |-> None,
         ahead        |-> {},
         nonce        |-> 0,
         frozen       |-> NothingFrozen])

\* Lines 1 to 8: the run of process i's first boot.  Its first leader is stored, too (V6).
Booted(i) ==
    Bind([Fresh EXCEPT !.correct = Member, !.incarnations = Incarnations, !.leader = 0], LAMBDA p :
        [p |-> RoundBegun(p),
         effects |-> Save([Record(p, i) EXCEPT
                            !.leader = IF Interprets("leader-unstored") THEN None ELSE @])])

\* What is on the disk of process i, or would be if it had ever booted.
OnDisk(i, record) ==
    IF record = << >> THEN [incarnation |-> Incarnations[i], count |-> 0, leader |-> None] ELSE record

\* Who comes up again knows its own incarnation, and of the others nothing (Y8).
Alone(i, incarnation) ==
    [q \in Member |-> IF q = i THEN incarnation ELSE IF Interprets("zero-after-recover") THEN 0 ELSE Unknown]

Restored(i, stored) ==
    RoundBegun(
        [Fresh EXCEPT
            !.correct = Member, !.incarnations = Alone(i, stored.incarnation + 1),
            !.leader = stored.leader, !.recovering = TRUE, !.count = stored.count])

\* A leader that comes up again has failed once more in sequence.
Counted(run, i) ==
    IF run.p.leader = i
    THEN Bind([run EXCEPT !.p.count = @ + 1], LAMBDA r : Stored(r, i))
    ELSE run

\* The run of process i when it comes up again with that record on its disk, << >> if there is none.
Recovered(i, record) ==
    Bind(OnDisk(i, record), LAMBDA stored :
    Bind(Restored(i, stored), LAMBDA p :
    Bind(Stored([p |-> p, effects |-> << >>], i), LAMBDA run :
        Counted(run, i))))
=============================================================================

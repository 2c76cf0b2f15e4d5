---------------------------- MODULE VCubeRounds -----------------------------
(***************************************************************************)
(* vCube's election without a network: a test is one step, in which the    *)
(* tested member replies or does not.  Members fail, come up again, and    *)
(* suspect others falsely between any two steps.  The whole group is one   *)
(* process of Net, and all of it one value, of which the actions make the  *)
(* next.  Beside the members and their disks it has the history that the   *)
(* properties need.                                                        *)
(***************************************************************************)
EXTENDS VCubePenalty

CONSTANTS
    Grain,         \* what a step is: "round", a whole round of everybody, with replies as of its
                   \* beginning; "process", a whole round of one member; "test", its next test
    Barrier,       \* whether nobody begins a round before all have ended the one before
    Fails,         \* how often members may fail,
    Returns,       \* come up again,
    Suspicions,    \* and falsely suspect another
    MayFail,       \* who may fail
    Flapping,      \* who may fail and come up again before anybody tests it, as often as it likes;
    Cap            \* its incarnation does not go beyond that

ASSUME
    /\ N = 1 /\ ~Boots /\ Grain \in {"round", "process", "test"} /\ Barrier \in BOOLEAN
    /\ Fails \in Nat /\ Returns \in Nat /\ Suspicions \in Nat /\ Cap \in Nat
    /\ MayFail \subseteq Member /\ Flapping \subseteq Member
    /\ Interpretations \cap {"fixed-timeout", "frozen-replies"} = {}

VARIABLE group    \* for the one process, the group

vars == <<alive, unbooted, flight, timers, disk, group>>

\* The group as it is.
G == group[0]

Least(a, b) == IF a < b THEN a ELSE b

\* What there is of a process where there are no messages.
Known(p) ==
    [correct |-> p.correct, timestamps |-> p.timestamps, incarnations |-> p.incarnations,
     leader |-> p.leader, recovering |-> p.recovering, count |-> p.count,
     testing |-> p.testing, ahead |-> p.ahead]

\* What is on the disk after a run.
Saved(run) == run.effects[Len(run.effects)].record

Beginning ==
    [up      |-> Member,
     members |-> [i \in Member |-> Known(Booted(i).p)],
     disks   |-> [i \in Member |-> Saved(Booted(i))],
     doubts  |-> [i \in Member |-> {}],    \* whose next test fails though it is up
     todo    |-> {},                       \* under a barrier, who is still to end its round
     tests   |-> 0,                        \* how many there were in this testing round, or the last
     since   |-> 0,                        \* by round, how many since something happened; d+1 at most
     failed  |-> [i \in Member |-> 0],     \* how often as the stored leader, in sequence
     paid    |-> << >>,                    \* who was penalised, the last three
     left    |-> [fails |-> Fails, returns |-> Returns, suspicions |-> Suspicions]]

Init == NetInit /\ group = [i \in Node |-> Beginning]

\* The group is then h, which is bound to a value first.
Becomes(h) == (\E v \in {h} : group' = [i \in Node |-> v]) /\ UNCHANGED net

----------------------------------------------------------------------------
(* Tests.  Here h is a group *)

\* The member with the first test of its clusters from s on, or without one.
Towards(m, i, s) ==
    Bind({t \in s..Dimension : Assigned(m, i, t) # {}}, LAMBDA open :
    Bind(Lowest(open), LAMBDA t :
        IF t = None THEN [m EXCEPT !.testing = None, !.ahead = {}]
        ELSE Bind(Assigned(m, i, t), LAMBDA assigned :
             Bind(FirstOf(Clusters[i][t], assigned), LAMBDA j :
                 [m EXCEPT !.testing = j, !.ahead = assigned \ {j}]))))

\* The member after a test, with the next one.
Further(m, i, rest) ==
    Bind(ClusterWith(i, m.testing), LAMBDA s :
        IF rest = {} THEN Towards(m, i, s + 1)
        ELSE Bind(FirstOf(Clusters[i][s], rest), LAMBDA j :
                 [m EXCEPT !.testing = j, !.ahead = rest \ {j}]))

\* The member after the test of whom it tests, who replies or does not.
Tested(m, i, replies, told) ==
    IF replies
    THEN Bind(Merge(m, i, m.testing, told), LAMBDA n :
             Further(n, i, IF Interprets("scan") THEN {} ELSE n.ahead))
    ELSE Bind(Suspect(m, m.testing), LAMBDA n : Further(n, i, n.ahead))

LastThree(s) == IF Len(s) > 3 THEN SubSeq(s, Len(s) - 2, Len(s)) ELSE s

\* Whether the incarnation of member i has risen, as by a penalty.
Rises(m, n, i) == n.incarnations[i] > m.incarnations[i]

\* The group after member i has elected, when it knew m.
Elects(h, i, m) ==
    Bind(CheckLeader(m, i), LAMBDA run :
        [h EXCEPT !.members[i] = run.p,
                  !.disks[i] = Saved(run),
                  !.paid = IF Rises(m, run.p, i) THEN LastThree(Append(@, i)) ELSE @,
                  !.failed[i] = IF Rises(m, run.p, i) \/ run.p.leader # i THEN 0 ELSE @])

Knows(h, i, m) == IF m.testing = None THEN Elects(h, i, m) ELSE [h EXCEPT !.members[i] = m]

\* The group after the next test of member i, the first of a round if there is none.  After the
\* last it elects.  Replying are the members as they reply.
NextTest(h, i, replying) ==
    Bind(IF h.members[i].testing = None THEN Towards(h.members[i], i, 1) ELSE h.members[i], LAMBDA m :
        IF m.testing = None THEN Elects(h, i, m)
        ELSE Bind(Told(replying[m.testing]), LAMBDA told :
             Bind(Tested(m, i, m.testing \in h.up \ h.doubts[i], told), LAMBDA n :
             Bind([h EXCEPT !.doubts[i] = @ \ {m.testing}, !.tests = @ + 1], LAMBDA k : Knows(k, i, n)))))

RECURSIVE WholeRound(_, _, _)
WholeRound(h, i, replying) ==
    Bind(NextTest(h, i, replying), LAMBDA k :
        IF k.members[i].testing = None THEN k ELSE WholeRound(k, i, replying))

RECURSIVE WholeRounds(_, _, _)
WholeRounds(h, who, replying) ==
    IF who = {} THEN h
    ELSE Bind(Lowest(who), LAMBDA i :
         Bind(WholeRound(h, i, replying), LAMBDA k :
         Bind(who \ {i}, LAMBDA others : WholeRounds(k, others, replying))))

----------------------------------------------------------------------------
(* Steps *)

\* A round of everybody, in which nothing is told on.
Round ==
    /\ Grain = "round" /\ G.up # {}
    /\ Becomes(Bind([G EXCEPT
            !.tests = 0,
            !.since = IF \A i \in Member : G.doubts[i] = {} THEN Least(@ + 1, Dimension + 1) ELSE 0],
           LAMBDA h : Bind(h.members, LAMBDA replying : WholeRounds(h, h.up, replying))))

\* The group when member i begins to go on, when it has gone on, and when that has ended the round.
Opened(h) == IF Barrier /\ h.todo = {} THEN [h EXCEPT !.todo = h.up, !.tests = 0] ELSE h

Gone(h, i) ==
    Bind(h.members, LAMBDA replying :
        IF Grain = "process" THEN WholeRound(h, i, replying) ELSE NextTest(h, i, replying))

Ended(h, i) ==
    [h EXCEPT !.todo = IF h.members[i].testing = None THEN @ \ {i} ELSE @,
              !.tests = IF Barrier THEN @ ELSE 0]

GoAt(i) ==
    /\ Grain # "round" /\ i \in G.up /\ (G.todo = {} \/ i \in G.todo)
    /\ Becomes(Bind(Opened(G), LAMBDA h : Bind(Gone(h, i), LAMBDA k : Ended(k, i))))

Go == \E i \in Member : GoAt(i)

----------------------------------------------------------------------------
(* What goes wrong, and what is well again *)

Happened(h) == [h EXCEPT !.since = 0, !.tests = IF h.todo = {} THEN 0 ELSE @]

Most == IF Threshold > 0 THEN Threshold ELSE 0

Without(h, i) ==
    [h EXCEPT !.up = @ \ {i},
              !.todo = @ \ {i},
              !.members[i] = Known(Fresh),
              !.doubts[i] = {},
              !.failed[i] = IF h.disks[i].leader = i THEN Least(@ + 1, Most) ELSE @]

\* What member i finds on its disk.
Found(h, i) ==
    IF i \in Flapping THEN [h.disks[i] EXCEPT !.incarnation = Least(@, Cap - 1)] ELSE h.disks[i]

With(h, i) ==
    Bind(Recovered(i, Found(h, i)), LAMBDA run :
        [h EXCEPT !.up = @ \cup {i}, !.members[i] = Known(run.p), !.disks[i] = Saved(run)])

Fail ==
    \E i \in MayFail :
        /\ i \in G.up /\ G.left.fails > 0
        /\ Becomes(Bind([Happened(G) EXCEPT !.left.fails = @ - 1], LAMBDA h : Without(h, i)))

Return ==
    \E i \in Member :
        /\ i \notin G.up /\ G.left.returns > 0
        /\ Becomes(Bind([Happened(G) EXCEPT !.left.returns = @ - 1], LAMBDA h : With(h, i)))

FlapAt(i) ==
    /\ i \in Flapping /\ i \in G.up
    /\ Becomes(Bind(Happened(G), LAMBDA h : Bind(Without(h, i), LAMBDA k : With(k, i))))

Flap == \E i \in Member : FlapAt(i)

FalselySuspects(i, j) ==
    /\ {i, j} \subseteq G.up /\ i # j /\ j \notin G.doubts[i] /\ G.left.suspicions > 0
    /\ Becomes([Happened(G) EXCEPT !.left.suspicions = @ - 1, !.doubts[i] = @ \cup {j}])

FalseSuspicion == \E i, j \in Member : FalselySuspects(i, j)
=============================================================================

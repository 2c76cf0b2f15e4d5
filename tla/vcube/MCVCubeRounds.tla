--------------------------- MODULE MCVCubeRounds ----------------------------
(***************************************************************************)
(* vCube's election without a network: what must hold of it, what must     *)
(* come true of it at last, and what must be reachable.  There is no       *)
(* budget: what goes wrong is bounded in the group itself.                 *)
(***************************************************************************)
EXTENDS VCubeRounds

CONSTANT MayCrash    \* of the one process that is the group: nobody

VARIABLE spent       \* nothing

mcvars == <<vars, spent>>

MCInit == Init /\ spent = << >>

Free == UNCHANGED spent

MCRound   == Free /\ Round
MCGo      == Free /\ Go
MCFail    == Free /\ Fail
MCReturn  == Free /\ Return
MCFlap    == Free /\ Flap
MCSuspect == Free /\ FalseSuspicion

MCNext == MCRound \/ MCGo \/ MCFail \/ MCReturn \/ MCFlap \/ MCSuspect

MCSpec == MCInit /\ [][MCNext]_mcvars

\* Rounds go on: all together, or those of each member by themselves.  Who is flapping goes on, too,
\* or fails again.
Goers == IF Grain = "round" THEN {0} ELSE Member

GoesOn(i) == IF Grain = "round" THEN Round ELSE GoAt(i) \/ FlapAt(i)

MCFairSpec == MCSpec /\ \A i \in Goers : WF_mcvars(Free /\ GoesOn(i))

----------------------------------------------------------------------------
Knowledge ==
    [correct : SUBSET Member, timestamps : [Member -> Nat], incarnations : [Member -> Nat \cup {Unknown}],
     leader : Member \cup {None}, recovering : BOOLEAN, count : Nat,
     testing : (IF Grain = "test" THEN Member ELSE {}) \cup {None}, ahead : SUBSET Member]

TypeOK ==
    /\ alive = Node /\ unbooted = {} /\ flight = << >>
    /\ G.up \subseteq Member /\ G.todo \subseteq G.up
    /\ \A i \in Member :
        /\ G.members[i] \in Knowledge
        /\ G.members[i].testing # i /\ (G.members[i].testing = None => G.members[i].ahead = {})
        /\ G.disks[i] \in [incarnation : Nat, count : Nat, leader : Member \cup {None}]
        /\ G.doubts[i] \subseteq Member \ {i}
    /\ G.tests \in Nat /\ G.since \in 0..(Dimension + 1)
    /\ G.failed \in [Member -> 0..Most]
    /\ Len(G.paid) <= 3 /\ \A k \in DOMAIN G.paid : G.paid[k] \in Member
    /\ G.left \in [fails : 0..Fails, returns : 0..Returns, suspicions : 0..Suspicions]

\* Whose timestamp is even is correct, and so is the member itself (VC-6).
Parity ==
    \A i \in G.up :
        G.members[i].correct = {i} \cup {q \in Member \ {i} : ~Odd(G.members[i].timestamps[q])}

\* Nobody has heard of an incarnation of a member that is not on that one's disk.
KnowsNoMore == \A i, j \in Member : G.members[j].incarnations[i] <= G.disks[i].incarnation

\* What is on the disk of a member is what it has.
Durable ==
    \A i \in G.up :
        /\ G.disks[i].incarnation = G.members[i].incarnations[i] /\ G.disks[i].count = G.members[i].count
        /\ G.disks[i].leader = G.members[i].leader \/ Interprets("leader-unstored")

\* There are at most N log2 N tests in a testing round (VC-3).
TestsBound == G.tests <= Size * Dimension

\* Everybody who is up knows who is.
Right == \A i \in G.up : G.members[i].correct = G.up

\* When all do each member is assigned to one member in each of its clusters in which anybody is up
\* (VC-3).
OneTester ==
    Right => \A j \in Member : \A s \in 1..Dimension :
        Members(j, s) \cap G.up # {} =>
            Cardinality({i \in Members(j, s) \cap G.up : j \in Assigned(G.members[i], i, s)}) = 1

\* They do when nothing has happened for d rounds (VC-4).
Latency == Grain = "round" /\ G.since >= Dimension => Right

\* Of two members that are up a is preferred, by what is on their disks.
Precedes(h, a, b) ==
    \/ h.disks[a].incarnation < h.disks[b].incarnation
    \/ h.disks[a].incarnation = h.disks[b].incarnation /\ a < b

IsLeast(h, a) == a \in h.up /\ \A b \in h.up \ {a} : Precedes(h, a, b)

\* Everybody follows whom it should (VC-11): then, or one round later.
LeastLeads == \A i \in G.up : IsLeast(G, G.members[i].leader)

LeadsInTime   == Grain = "round" /\ G.since >= Dimension => LeastLeads
LeadsOneLater == Grain = "round" /\ G.since >= Dimension + 1 => LeastLeads

----------------------------------------------------------------------------
(* Of steps *)

\* Who is up before and after a step, and cannot have come up with it.
Staying == (G.up \cap G'.up) \ Flapping

PaysNow(i) == Rises(G.members[i], G'.members[i], i)

\* Whoever comes up again is in a higher incarnation than ever before (W12).
IncarnationGrows ==
    [][\A i \in Member :
          /\ G'.disks[i].incarnation >= G.disks[i].incarnation
          /\ i \in G'.up \ G.up => G'.disks[i].incarnation > G.disks[i].incarnation]_vars

TimestampsGrow ==
    [][\A i \in Staying : \A q \in Member :
          /\ G'.members[i].timestamps[q] >= G.members[i].timestamps[q]
          /\ G'.members[i].incarnations[q] >= G.members[i].incarnations[q]]_vars

\* Who is penalised comes after somebody whom it holds for correct (VC-21).
PenaltyDethrones ==
    [][\A i \in Staying : PaysNow(i) => Preferred(G'.members[i], G'.members[i].correct) # i]_vars

\* Nobody is penalised that has not failed often enough in sequence as the leader (Y4).
Earned == [][\A i \in Staying : PaysNow(i) => G.failed[i] >= Threshold]_vars

\* Who comes up again, has failed often enough and is the least of all who are up is penalised, or
\* its count is kept (Y8).
Punished ==
    [][\A i \in Staying :
          /\ G.members[i].recovering /\ ~G'.members[i].recovering
          /\ Threshold > 0 /\ G.failed[i] >= Threshold /\ IsLeast(G, i)
          => PaysNow(i) \/ G'.members[i].count >= Threshold]_vars

\* Nobody is elected with an incarnation that it never had (Y8).
HeardLeads ==
    [][\A i \in Staying :
          G'.members[i].leader \notin {G.members[i].leader, None} =>
              G'.members[i].incarnations[G'.members[i].leader] >= Incarnations[G'.members[i].leader]]_vars

----------------------------------------------------------------------------
(* At last: of those who are up and not flapping, whom the paper calls     *)
(* correct                                                                 *)

Stable == G.up \ Flapping

CompleteAtLast == <>[](\A i \in Stable : G.members[i].correct \subseteq G.up)
TrustedAtLast  == <>[](\A i \in Stable : Stable \subseteq G.members[i].correct)
AccurateAtLast == <>[](\A i \in Stable : G.members[i].leader \in G.up)
AgreeAtLast    == <>[](\A i, j \in Stable : G.members[i].leader = G.members[j].leader)
LeastAtLast    == <>[](\A i \in Stable : IsLeast(G, G.members[i].leader))

----------------------------------------------------------------------------
(* Reachability witnesses: each must fail, or what it names never happened *)

NeverSuspects == \A i \in G.up : G.members[i].correct = Member

NeverElectsAnother == \A i \in G.up : G.members[i].leader \in {None, 0}

NeverPenalised == G.paid = << >>

\* No member pays two of three penalties.
NeverPenalisedTwice == \A k, l \in DOMAIN G.paid : k # l => G.paid[k] # G.paid[l]

\* There are no three penalties of A, of B, and of A again.
NeverPaysInTurn == ~(Len(G.paid) = 3 /\ G.paid[1] = G.paid[3] /\ G.paid[1] # G.paid[2])

\* Nobody who rightly suspects another is talked out of it (Y7).
NeverOverridden ==
    [][\A i \in Staying : \A q \in Member \ (G.up \cup G'.up) :
          q \in G'.members[i].correct => q \in G.members[i].correct]_vars

\* Who is penalised comes after somebody else who is up, in truth (Y9).
NeverInVain == [][\A i \in Staying : PaysNow(i) => ~IsLeast(G', i)]_vars
=============================================================================

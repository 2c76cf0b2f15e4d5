---------------------------- MODULE MCCoordination ----------------------------
(***************************************************************************)
(* The rate limit (Kotov 2025, equation 10) on the engine of RSDP: what    *)
(* must hold of what the replicas hold, with a side channel that hands     *)
(* values to each replica, one after the other and to one replica at a     *)
(* time.                                                                   *)
(***************************************************************************)
EXTENDS MCRsdp

MCInject == Free /\ Inject

MCNextInjected ==
    \/ MCNext \/ MCInject

MCInjectedSpec == MCInit /\ [][MCNextInjected]_mcvars

\* Each process goes on by itself, and takes what the side channel has for it.
MCFairInjectedSpec ==
    /\ MCInjectedSpec
    /\ \A i \in Node : WF_mcvars(Free /\ GoesOn(i)) /\ WF_mcvars(Free /\ InjectAt(i))

----------------------------------------------------------------------------
\* A session has ended, and nothing is on its way any more.
Synchronised == Quiet /\ \E i \in On : number[i] > 0

\* Then all replicas hold the same limit.
Agrees == Synchronised => Same

\* What the side channel has handed to a replica.
Given(i) == {Injections[x].data : x \in 1..injected[i]}

\* The limit that was set last, of those that replicas have observed or been handed, and the limits observed most often.
SetLast(v) ==
    \A i \in On : \A w \in {Limits[i]} \cup Given(i) : w.setAt < v.setAt \/ (w.setAt = v.setAt /\ w.slot <= v.slot)

SeenMost(v) ==
    \A i \in On : Cardinality({j \in On : Limits[j] = Limits[i]}) <= Cardinality({j \in On : Limits[j] = v})

\* No replica holds a limit that was never set.
HeldWasSet ==
    \A i \in On : \A k \in DOMAIN Reducers :
        values[i][k] \in {NoLimit} \cup Range(Limits) \cup {Injections[x].data : x \in DOMAIN Injections}

\* B-10: the new limit is the one that is held.
NewestHeld == Synchronised => \A i \in On : \A k \in DOMAIN Reducers : SetLast(values[i][k])

\* B-11: the limit that most replicas have observed is.
MostHeld == Synchronised => \A i \in On : \A k \in DOMAIN Reducers : SeenMost(values[i][k])

\* No replica goes back to a limit that was set before.
NeverOlder ==
    [][\A i \in Node : \A k \in DOMAIN Reducers :
          i \in On /\ i \in On' /\ life[i] = life'[i] => values[i][k].setAt <= values'[i][k].setAt]_vars

\* What the side channel has handed to a replica it holds, or what comes later on that channel.
TakesInjected ==
    [][\A i \in Node :
          injected[i] < injected'[i] =>
              \E x \in injected'[i]..Len(Injections) : \E k \in DOMAIN Reducers :
                  /\ Reducers[k] = Injections[injected'[i]].reducer /\ Injections[x].reducer = Reducers[k]
                  /\ values'[i][k] = Injections[x].data]_vars

\* At last the new limit is held, and stays.
Converges == <>[](\A i \in On : \A k \in DOMAIN Reducers : SetLast(values[i][k]))

----------------------------------------------------------------------------
(* Reachability witnesses: each must fail, or what it names never happened *)

NeverTakes == \A i \in Node : injected[i] = 0

NeverRevises == ~Synchronised \/ \A i \in On : \A k \in DOMAIN Reducers : values[i][k] = Limits[i]
=============================================================================

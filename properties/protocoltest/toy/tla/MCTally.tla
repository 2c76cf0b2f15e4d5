------------------------------ MODULE MCTally ------------------------------
(***************************************************************************)
(* The host's tally alone, without guests, messages and timers.            *)
(***************************************************************************)
EXTENDS Net

CONSTANTS Knocks, MaxCrash, MayCrash

VARIABLES
    heard,        \* how many knocks were heard
    spent         \* how much of each line of the budget is gone

mcvars == <<net, heard, spent>>

MCInit == NetInit /\ heard = [i \in Node |-> 0] /\ spent = [crash |-> 0]

MCHear ==
    \E i \in alive :
        /\ heard[i] < Knocks
        /\ Run(i, flight, << >>, timers[i])
        /\ heard' = [heard EXCEPT ![i] = @ + 1]
        /\ UNCHANGED spent

MCCrash ==
    \E i \in MayCrash :
        /\ spent.crash < MaxCrash
        /\ GoDown(i)
        /\ heard' = [heard EXCEPT ![i] = 0]
        /\ spent' = [crash |-> spent.crash + 1]

MCNext == MCHear \/ MCCrash

MCSpec == MCInit /\ [][MCNext]_mcvars

----------------------------------------------------------------------------
TypeOK == heard \in [Node -> 0..Knocks]

\* Reachability witness: must fail, or the tally never had enough.
NeverEnough == \A i \in Node : heard[i] < Knocks
=============================================================================

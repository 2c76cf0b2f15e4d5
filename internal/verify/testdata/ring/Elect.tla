-------------------------------- MODULE Elect --------------------------------
(***************************************************************************)
(* An election on a ring, after Chang and Roberts: a candidate sends its   *)
(* number round, swallows higher ones and gives up at lower ones; whose    *)
(* number comes back wins.  A candidate may forget that it is one, as one  *)
(* does that crashes and comes back; what becomes then of its number when  *)
(* that comes back is Own: "relay" sends it round again, for ever, because *)
(* nobody will take it out; "swallow" takes it out, and there it ends;     *)
(* "win" is right.                                                         *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS N, Starters, Forgets, Own

Node == 0..(N - 1)

ASSUME N \in Nat \ {0, 1} /\ Starters \subseteq Node /\ Forgets \in Nat
ASSUME Own \in {"relay", "swallow", "win"}

VARIABLES
    role,       \* asleep, candidate, passive or leader
    mail,       \* for each process, the numbers on their way to it, in order
    forgot      \* how often a candidate forgot

vars == <<role, mail, forgot>>

Init ==
    /\ role = [i \in Node |-> "asleep"]
    /\ mail = [i \in Node |-> << >>]
    /\ forgot = 0

After(i) == (i + 1) % N

Become(i, r) == role' = [role EXCEPT ![i] = r]

Start(i) ==
    /\ i \in Starters /\ role[i] = "asleep"
    /\ Become(i, "candidate")
    /\ mail' = [mail EXCEPT ![After(i)] = Append(@, i)]
    /\ UNCHANGED forgot

Forget(i) ==
    /\ forgot < Forgets /\ role[i] = "candidate"
    /\ Become(i, "passive")
    /\ forgot' = forgot + 1
    /\ UNCHANGED mail

\* TLC would count a step twice for which both parts of a disjunction are true.
Wins(i, m) == m = i /\ IF Own = "win" THEN TRUE ELSE role[i] = "candidate"

Stops(i, m) ==
    \/ role[i] = "candidate" /\ m > i
    \/ role[i] = "leader"
    \/ role[i] = "passive" /\ m = i /\ Own = "swallow"

Win(i) ==
    /\ mail[i] # << >> /\ Wins(i, Head(mail[i]))
    /\ Become(i, "leader")
    /\ mail' = [mail EXCEPT ![i] = Tail(@)]
    /\ UNCHANGED forgot

Swallow(i) ==
    /\ mail[i] # << >> /\ ~Wins(i, Head(mail[i])) /\ Stops(i, Head(mail[i]))
    /\ mail' = [mail EXCEPT ![i] = Tail(@)]
    /\ UNCHANGED <<role, forgot>>

Relay(i) ==
    /\ mail[i] # << >> /\ ~Wins(i, Head(mail[i])) /\ ~Stops(i, Head(mail[i]))
    /\ Become(i, "passive")
    /\ mail' = [mail EXCEPT ![i] = Tail(@), ![After(i)] = Append(@, Head(mail[i]))]
    /\ UNCHANGED forgot

Next == \E i \in Node : Start(i) \/ Forget(i) \/ Win(i) \/ Swallow(i) \/ Relay(i)

Unfair == Init /\ [][Next]_vars
Fair ==
    /\ Unfair
    /\ WF_vars(\E i \in Node : Start(i))
    /\ \A i \in Node : WF_vars(Win(i) \/ Swallow(i) \/ Relay(i))

Leader == \E i \in Node : role[i] = "leader"

Elected == <>Leader
Settled == <>[]Leader
=============================================================================

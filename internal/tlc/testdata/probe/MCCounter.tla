---- MODULE MCCounter ----
(* Wrappers with the prefix MC, as our model-checking modules have them. *)
EXTENDS Counter
VARIABLES spent
mcvars == <<vars, spent>>
Nodes == 0..1

MCInit == Init /\ spent = [Up |-> 0]
MCUp(n) == Up(n) /\ spent' = [spent EXCEPT !.Up = @ + 1]
MCSend == Send /\ UNCHANGED spent
MCDead == Dead /\ UNCHANGED spent
MCFlip == Flip /\ UNCHANGED spent
MCTouch(n) == Touch(n) /\ UNCHANGED spent

MCNext == \/ \E n \in Node : MCUp(n)
          \/ MCSend
          \/ MCDead
          \/ MCFlip
MCSpec == MCInit /\ [][MCNext]_mcvars /\ WF_mcvars(MCFlip)

\* The set of this quantifier depends on the state, so TLC names no action.
MCNamelessNext == MCNext \/ \E n \in {m \in Node : count[m] > 0} : MCTouch(n)
MCNameless == MCInit /\ [][MCNamelessNext]_mcvars

\* A disjunct that is written out has no name either.
MCInlineNext == MCNext \/ (odd /\ UNCHANGED mcvars)
MCInline == MCInit /\ [][MCInlineNext]_mcvars
====

------------------------------ MODULE SwimNews ------------------------------
(***************************************************************************)
(* What SWIM's processes know of members, and which of it a message        *)
(* carries: the whole table of its sender, as in Medley, or a bounded      *)
(* number of entries that are news, as in SWIM.                            *)
(***************************************************************************)
EXTENDS Net

CONSTANTS
    Returns,      \* whether a member that was removed comes back with a higher incarnation; else never
    NewsMost,     \* how many entries a message carries at most, b; 0, the whole table
    NewsSends     \* how often a process sends an entry after it has changed; 0 if messages carry whole tables

ASSUME
    /\ Returns \in BOOLEAN /\ {NewsMost, NewsSends} \subseteq Nat
    /\ (NewsMost = 0) <=> (NewsSends = 0)

Entry(j, s, n) == [member |-> j, status |-> s, incarnation |-> n]

\* Entry new of a member replaces entry old.
Beats(new, old) ==
    LET later == new.incarnation > old.incarnation
        same == new.incarnation = old.incarnation
        isOut == old.status = "dead"
    IN IF "unknown" \in {new.status, old.status} THEN new.status # "unknown" /\ old.status = "unknown"
       ELSE CASE new.status = "alive"   -> later /\ (~isOut \/ Returns)
              [] new.status = "suspect" -> (later /\ (~isOut \/ Returns)) \/ (same /\ old.status = "alive")
              [] new.status = "dead"    -> IF Returns THEN later \/ (same /\ ~isOut) ELSE ~isOut

\* News that a process is suspected, or removed, in its own incarnation.
IsRefuted(new, own) ==
    /\ new.status = "suspect" \/ (new.status = "dead" /\ Returns)
    /\ new.incarnation >= own.incarnation

\* What process i knows of a process after an entry of it that is news.
Better(i, new, old) ==
    IF new.member # i THEN IF Beats(new, old) THEN new ELSE old
    ELSE IF IsRefuted(new, old) THEN Entry(i, "alive", new.incarnation + 1) ELSE old

\* The table t of process i after news, a set of entries.
Merged(i, t, news) ==
    [j \in Node |-> IF \E e \in news : e.member = j
                    THEN Better(i, CHOOSE e \in news : e.member = j, t[j]) ELSE t[j]]

----------------------------------------------------------------------------
(* The buffer: how often each entry is still to be sent.  It is empty if    *)
(* messages carry whole tables.                                             *)

NothingDue == IF NewsMost = 0 THEN << >> ELSE [j \in Node |-> 0]

\* Entries that have changed from table t to table u are news.
Renewed(due, t, u) == [j \in DOMAIN due |-> IF u[j] = t[j] THEN due[j] ELSE NewsSends]

\* Entry j is sent before entry k: it was sent less often or, if as often, is that of a lower process.
GoesBefore(due, j, k) == due[j] > due[k] \/ (due[j] = due[k] /\ j < k)

\* Those whose entries the next message carries.
Chosen(due) ==
    {j \in DOMAIN due : due[j] > 0 /\ Cardinality({k \in DOMAIN due : GoesBefore(due, k, j)}) < NewsMost}

NewsOf(t, due) == {t[j] : j \in IF NewsMost = 0 THEN Node ELSE Chosen(due)}

\* The buffer after one more message.
Sent(due) == [j \in DOMAIN due |-> IF j \in Chosen(due) THEN due[j] - 1 ELSE due[j]]
=============================================================================

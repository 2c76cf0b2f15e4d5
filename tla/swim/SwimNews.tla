------------------------------ MODULE SwimNews ------------------------------
(***************************************************************************)
(* What SWIM's processes know of members, and which entries a message      *)
(* carries: the whole table of its sender, as in Medley, or a bounded      *)
(* number of entries that are news, as in SWIM.                            *)
(***************************************************************************)
EXTENDS Net

CONSTANTS
    Returns,      \* whether a member that was removed comes back with a higher incarnation; else never
    NewsMost,     \* how many entries a message carries at most, b; 0, the whole table
    NewsSends,    \* how often a process sends an entry after it has changed; 0 if messages carry whole tables
    Times,        \* how many periods a process counts; 0 if entries carry incarnations, and not times
    Patience      \* for how many periods a member is suspected

ASSUME
    /\ Returns \in BOOLEAN /\ {NewsMost, NewsSends} \subseteq Nat
    /\ (NewsMost = 0) <=> (NewsSends = 0)
    /\ {Times, Patience} \subseteq Nat
    /\ Times > 0 => Returns /\ NewsMost = 0

\* With Times the incarnation n of an entry is the period in which its news arose: of an alive entry by the count of
\* process j, else by the count of the process that suspects or removes it.  No process refutes a suspicion then.
Entry(j, s, n) == [member |-> j, status |-> s, incarnation |-> n]

\* With times entry new replaces entry old at the time now: the later news does.
IsLater(new, old, now) ==
    LET later == new.incarnation > old.incarnation
    IN CASE old.status = "unknown" -> new.status # "unknown"
         [] new.status = "unknown" -> FALSE
         [] new.status = "alive"   -> later /\ (old.status = "dead" => now - new.incarnation <= 1 + Patience)
         [] new.status = "suspect" -> later /\ old.status = "alive"
         [] new.status = "dead"    -> later \/ old.status = "suspect"

\* Entry new of a member replaces entry old.
Beats(new, old) ==
    LET later == new.incarnation > old.incarnation
        same == new.incarnation = old.incarnation
        isOut == old.status = "dead"
    IN IF "unknown" \in {new.status, old.status} THEN new.status # "unknown" /\ old.status = "unknown"
       ELSE CASE new.status = "alive"   -> later /\ (~isOut \/ Returns)
              [] new.status = "suspect" -> (later /\ (~isOut \/ Returns)) \/ (same /\ old.status = "alive")
              [] new.status = "dead"    -> IF Returns THEN later \/ (same /\ ~isOut) ELSE ~isOut

\* A process refutes news that it is suspected, or removed, in its own incarnation or a later one.
IsRefuted(new, own) ==
    /\ new.status = "suspect" \/ (new.status = "dead" /\ Returns)
    /\ new.incarnation >= own.incarnation

\* What process i, at the time now, knows of a process after an entry of it that is news.
Better(i, now, new, old) ==
    IF new.member # i THEN IF (IF Times > 0 THEN IsLater(new, old, now) ELSE Beats(new, old)) THEN new ELSE old
    ELSE IF Times = 0 /\ IsRefuted(new, old) THEN Entry(i, "alive", new.incarnation + 1) ELSE old

\* The table t of process i after news, a set of entries.
Merged(i, t, news) ==
    [j \in Node |-> IF \E e \in news : e.member = j
                    THEN Better(i, t[i].incarnation, CHOOSE e \in news : e.member = j, t[j]) ELSE t[j]]

----------------------------------------------------------------------------
(* The buffer: how often each entry is still to be sent.  It is empty if   *)
(* messages carry whole tables.                                            *)

EmptyBuffer == IF NewsMost = 0 THEN << >> ELSE [j \in Node |-> 0]

\* The buffer after table t has become table u: entries that have changed are news.
Renewed(buffer, t, u) == [j \in DOMAIN buffer |-> IF u[j] = t[j] THEN buffer[j] ELSE NewsSends]

\* Entry j is sent before entry k: it was sent less often, or as often and belongs to a lower process.
GoesBefore(buffer, j, k) == buffer[j] > buffer[k] \/ (buffer[j] = buffer[k] /\ j < k)

\* The processes whose entries the next message carries.
Chosen(buffer) ==
    {j \in DOMAIN buffer : buffer[j] > 0 /\ Cardinality({k \in DOMAIN buffer : GoesBefore(buffer, k, j)}) < NewsMost}

NewsOf(t, buffer) == {t[j] : j \in IF NewsMost = 0 THEN Node ELSE Chosen(buffer)}

\* The buffer after one more message.
Sent(buffer) == [j \in DOMAIN buffer |-> IF j \in Chosen(buffer) THEN buffer[j] - 1 ELSE buffer[j]]
=============================================================================

------------------------------ MODULE Reducers ------------------------------
(***************************************************************************)
(* The reducers of the rate limit (Kotov, "Cluster state coordination      *)
(* reducers based on RSDP", 2025, equation 10), as operators on values, in *)
(* the place of those of the paper on RSDP: the newest value by            *)
(* timestamps, and popular vote.  Both take values from a side channel.    *)
(*                                                                         *)
(* A value is a limit, a record of slot, 1/R in milliseconds, and setAt,   *)
(* when it was set; 0 stands for no value.                                 *)
(***************************************************************************)
EXTENDS Replicas

CONSTANTS
    Limits,        \* for each process, the limit that it has observed
    Set,           \* whether (10) is a set, as it is printed, in which equal values of several replicas are one (b9)
    Overwrites,    \* whether the newest of what others tell replaces what is held, also if that is newer
    TiesStay       \* whether timestamps alone are compared, so that of two that were set together each stays (b10)

RateLimits == {"newest-limit", "voted-limit"}

\* None of them elects.
Elections == {}

ASSUME
    /\ \A k \in DOMAIN Reducers : Reducers[k] \in RateLimits
    /\ {Set, Overwrites, TiesStay} \subseteq BOOLEAN

NoLimit == [slot |-> 0, setAt |-> 0]

\* Limit a was set before b or, of two that were set together, allows more requests.
Older(a, b) == a.setAt < b.setAt \/ (~TiesStay /\ a.setAt = b.setAt /\ a.slot < b.slot)

Newer(a, b) == IF Older(a, b) THEN b ELSE a

\* The newest of a and those of the list from place x on.
RECURSIVE NewestOf(_, _, _)
NewestOf(a, list, x) == IF x > Len(list) THEN a ELSE NewestOf(Newer(a, list[x]), list, x + 1)

\* What is voted for most often, of several the newest.  Of a set nothing is there twice.
Votes(list, v) == IF Set THEN 1 ELSE Cardinality({x \in DOMAIN list : list[x] = v})

Leading(list) == {v \in Range(list) : \A w \in Range(list) : Votes(list, w) <= Votes(list, v)}

MostVoted(list) ==
    CHOOSE v \in Leading(list) :
        \A w \in Leading(list) : w.setAt < v.setAt \/ (w.setAt = v.setAt /\ w.slot <= v.slot)

Agreed(r, own, list) ==
    IF list = << >> THEN IF r = "newest-limit" THEN own ELSE NoLimit
    ELSE IF r = "voted-limit" THEN MostVoted(list)
    ELSE NewestOf(IF Overwrites THEN NoLimit ELSE own, list, 1)

----------------------------------------------------------------------------
(* The methods of reducer r at process i                                   *)

Beginning(r) == NoLimit

FromView(r, i, view) == Limits[i]

CurrentState(r, i, own) ==
    IF r = "newest-limit" THEN Newer(own, Limits[i]) ELSE IF own = NoLimit THEN Limits[i] ELSE own

AggregateState(k, i, own, gone, statuses) == Agreed(Reducers[k], own, Parts(statuses, k))

AggregateShareState(k, i, own, gone, shares) == Agreed(Reducers[k], own, Parts(shares, k))

Sanitized(r, i, aggregate) == aggregate.setAt > 0

ShouldReload(r, own, aggregate) == own # aggregate

Normalized(r, i, own) == own

AggregateCloseState(r, own, closers) == own

InjectState(r, own, data) == IF r = "newest-limit" /\ ~Overwrites THEN Newer(own, data) ELSE data

----------------------------------------------------------------------------
IsValue(r, v) == DOMAIN v = {"slot", "setAt"} /\ {v.slot, v.setAt} \subseteq Nat

IsCurrent(r, v) == IsValue(r, v) /\ v.setAt > 0

IsTold(r, v) == IsValue(r, v)
=============================================================================

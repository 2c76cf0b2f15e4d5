------------------------------ MODULE Reducers ------------------------------
(***************************************************************************)
(* The state reducers of the Replica State Discovery Protocol (Toliupa,    *)
(* Kotov, Buchyk, Boiko and Shtanenko, IT&I 2024), as operators on values: *)
(* leader election by the latest source of truth, by popular vote and by   *)
(* ranked vote (section 3.1), and the members (section 2.4).  The value of *)
(* an election is a view, a record of the members, a sequence in ascending *)
(* order, and the leader, None for nobody; that of the members is a record *)
(* of a sequence.                                                          *)
(***************************************************************************)
EXTENDS Replicas

Elections == {"latest", "popular", "ranked"}

ASSUME \A k \in DOMAIN Reducers : Reducers[k] \in Elections \cup {"members"}

----------------------------------------------------------------------------
(* Views *)

\* The view of these members in which the greatest leads.
ViewOf(list) == [members |-> list, leader |-> Final(list)]

\* What process i finds of the answers to its HELLO (a8, a11).
FoundView(i, own, gone, statuses) ==
    ViewOf(IF Interprets("union") THEN Listed(i, Range(Senders(statuses)) \cup (Range(own.members) \ gone))
           ELSE IF Interprets("arrays") THEN SortedFrom(i, Senders(statuses), 1)
           ELSE Listed(i, Range(Senders(statuses))))

\* A view that was shared without those who have left.  The list stays as it was sent.
Stripped(view, gone) ==
    [members |-> Without(view.members, gone),
     leader  |-> IF view.leader \in gone /\ ~Interprets("leader-outside")
                 THEN Final(Without(view.members, gone)) ELSE view.leader]

\* Popular vote: how process i compares view v of those that were shared, the greatest wins (a9).
Often(views, v) == Cardinality({x \in DOMAIN views : views[x] = v})
First(views, v) == CHOOSE x \in DOMAIN views : views[x] = v /\ \A y \in 1..(x - 1) : views[y] # v

Weight(i, views, v) ==
    IF Interprets("tie-arrival") THEN <<Often(views, v), 0 - First(views, v)>>
    ELSE IF Interprets("tie-lexicographic")
    THEN <<Often(views, v)>> \o Ranks(i, v.members) \o <<0, Rank(i, v.leader)>>
    ELSE <<Often(views, v), Len(v.members), Rank(i, v.leader)>> \o Ranks(i, v.members)

MostPopular(i, views) ==
    CHOOSE v \in Range(views) : \A w \in Range(views) \ {v} : Less(Weight(i, views, w), Weight(i, views, v))

\* Ranked vote: what lists from their place k on give to x.  The best is at the end of a list.
RECURSIVE PointsOf(_, _, _), Points(_, _, _)
PointsOf(x, list, k) ==
    IF k > Len(list) THEN 0 ELSE (IF list[k] = x THEN 2^(k - 1) ELSE 0) + PointsOf(x, list, k + 1)
Points(x, views, k) ==
    IF k > Len(views) THEN 0 ELSE PointsOf(x, views[k].members, 1) + Points(x, views, k + 1)

BestRanked(i, views) ==
    LET all == UNION {Range(views[x].members) : x \in DOMAIN views}
    IN [members |-> Listed(i, all),
        leader  |-> IF all = {} THEN None
                    ELSE CHOOSE x \in all : \A y \in all \ {x} :
                             Less(<<Points(y, views, 1), Rank(i, y)>>, <<Points(x, views, 1), Rank(i, x)>>)]

\* What process i finds in the views that were shared.
DecidedView(r, i, own, gone, shared) ==
    Bind([x \in DOMAIN shared |-> Stripped(shared[x], gone)], LAMBDA views :
        IF Interprets("union")
        THEN ViewOf(Listed(i, (Range(own.members) \ gone) \cup UNION {Range(views[x].members) : x \in DOMAIN views}))
        ELSE IF r = "latest" THEN Final(views)
        ELSE IF r = "popular" THEN MostPopular(i, views)
        ELSE BestRanked(i, views))

\* The view without those who have left (a15).
LeftView(r, own, closers) ==
    Bind(Without(own.members, closers), LAMBDA rest :
        IF r = "ranked" /\ Interprets("close-last") /\ rest # << >>
        THEN [members |-> rest, leader |-> rest[1]] ELSE ViewOf(rest))

----------------------------------------------------------------------------
(* The methods of reducer r at process i, which has the value own, and of  *)
(* whom it knows who is gone                                               *)

Beginning(r) == IF r = "members" THEN [members |-> << >>] ELSE NoView

\* What process i begins with that an earlier session has left that view.
FromView(r, i, view) == IF r = "members" THEN [members |-> view.members] ELSE view

CurrentState(r, i, own) == IF r = "members" /\ Interprets("union") THEN own ELSE "nothing"

\* Reducer k of those that run.
AggregateState(k, i, own, gone, statuses) ==
    IF Reducers[k] # "members" THEN FoundView(i, own, gone, statuses)
    ELSE [members |->
            Listed(i, Range(Senders(statuses)) \cup
                      IF ~Interprets("union") THEN {}
                      ELSE (Range(own.members) \cup
                            UNION {Range(statuses[x].data[k].members) : x \in DOMAIN statuses}) \ gone)]

AggregateShareState(k, i, own, gone, shares) ==
    IF Reducers[k] # "members" THEN DecidedView(Reducers[k], i, own, gone, Parts(shares, k))
    ELSE [members |->
            Listed(i, ((IF Interprets("union") THEN Range(own.members) ELSE {}) \cup
                       UNION {Range(shares[x].data[k].members) : x \in DOMAIN shares}) \ gone)]

\* Whether an aggregate is valid (a12).
Sanitized(r, i, aggregate) ==
    /\ i \in Range(aggregate.members)
    /\ r \in Elections =>
          \/ aggregate.leader \in Range(aggregate.members)
          \/ Interprets("leader-outside") /\ aggregate.leader # None

\* Whether a client is to be told of it (a11).
ShouldReload(r, own, aggregate) ==
    \/ IF Interprets("arrays") THEN own.members # aggregate.members
       ELSE Range(own.members) # Range(aggregate.members)
    \/ r \in Elections /\ own.leader # aggregate.leader

\* What a client is told.
Normalized(r, i, own) ==
    IF r = "members" THEN own
    ELSE IF own.leader = None THEN "no leader"
    ELSE IF own.leader = i THEN "leads" ELSE "follows"

AggregateCloseState(r, own, closers) ==
    IF r = "members" THEN [members |-> Without(own.members, closers)] ELSE LeftView(r, own, closers)
\* No side channel hands a value to an election, or to the members.
InjectState(r, own, data) == own

----------------------------------------------------------------------------
(* What a value of reducer r, a STATUS of it and what its client is told   *)
(* may be                                                                  *)

IsList(list) == \A x \in DOMAIN list : list[x] \in Node

IsValue(r, v) ==
    IF r = "members" THEN DOMAIN v = {"members"} /\ IsList(v.members)
    ELSE DOMAIN v = {"members", "leader"} /\ IsList(v.members) /\ v.leader \in Node \cup {None}

IsCurrent(r, v) == IF r = "members" /\ Interprets("union") THEN IsValue(r, v) ELSE v = "nothing"

IsTold(r, v) == IF r = "members" THEN IsValue(r, v) ELSE v \in {"no leader", "leads", "follows"}
=============================================================================

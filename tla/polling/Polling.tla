------------------------------ MODULE Polling -------------------------------
(***************************************************************************)
(* Workers that poll a provider in slots, as the reducers of Kotov (2025)  *)
(* divide the time among them: equations (3), (4) and (7) to (9).  The     *)
(* provider allows a number of requests in a sliding window.  With a store *)
(* the workers look a record up before they insert it.                     *)
(*                                                                         *)
(* The provider is the first process after the workers, and the store the  *)
(* one after the provider.  All times are ticks.  b1 to b8 are the numbers *)
(* of what the paper leaves open.                                          *)
(***************************************************************************)
EXTENDS TimedNet

CONSTANTS
    Workers,    \* the number of workers
    Window,     \* T, the length of the sliding window
    Closed,     \* whether a window includes its beginning (b1)
    Printed,    \* whether a request is accepted under (4) as printed (b3)
    Attempts,   \* whether refused requests count, too (b4)
    Bans,       \* whether the provider refuses all requests after it has refused one
    Safe,       \* whether slots are T/floor(RT) apart, with room for the jitter, and not 1/R
    Jitter,     \* the most ticks by which a request may arrive after its slot begins, if Safe
    Period,     \* a static period, 0 for that of (8)
    Whole,      \* whether a group has the period of all workers, as (9) is printed (b8)
    OwnOrigin,  \* whether a worker counts slots from its own start (b7)
    Agreed,     \* whether a new division is adopted at an instant that it names
    Silence,    \* for how long a worker is silent after it hears of a new division
    Key,        \* for each worker, the key by which the provider counts its requests
    Place,      \* for each worker, the place of each id in the order in which it sorts ids (b6)
    Divisions,  \* what the processes hear, from 0 on: for each division the view of each worker,
                \* the slot 1/R, when each process hears it, and from when on it is adopted
    Collect,    \* the length of a collection interval
    Stores,     \* whether there is a store
    Unique      \* whether its records are unique

ASSUME
    /\ Boots /\ Workers \in Nat \ {0} /\ N = Workers + (IF Stores THEN 2 ELSE 1)
    /\ {Window, Collect} \subseteq Nat \ {0} /\ {Jitter, Period, Silence} \subseteq Nat
    /\ {Closed, Printed, Attempts, Bans, Safe, Whole, OwnOrigin, Agreed, Stores, Unique} \subseteq BOOLEAN

VARIABLES
    heard,      \* for each process, the division that it has heard of last,
    origin,     \* from when on it counts slots,
    quiet,      \* until when it is silent,
    due,        \* when its next slot begins, 0 for none,
    used,       \* whether it has used a slot,
    slot,       \* and when the last slot that it has used began;
    arrivals,   \* the requests that the provider has in its window,
    banned,     \* and the keys that it has banned;
    rows,       \* the intervals with a record in the store,
    twice       \* and the intervals with more than one

local == <<heard, origin, quiet, due, used, slot, arrivals, banned, rows, twice>>
vars == <<alive, unbooted, flight, timers, disk, readings, left, steady,
          heard, origin, quiet, due, used, slot, arrivals, banned, rows, twice>>

Worker == 0..(Workers - 1)
Provider == Workers
Store == Workers + 1
Hears == 0..Workers    \* the processes that hear of divisions

Fresh(i) ==
    [heard |-> 0, origin |-> 0, quiet |-> 0, due |-> 0, used |-> FALSE, slot |-> 0,
     arrivals |-> {}, banned |-> {}, rows |-> {}, twice |-> {}]

Init ==
    /\ TimedInit
    /\ heard = [i \in Node |-> 0] /\ origin = [i \in Node |-> 0] /\ quiet = [i \in Node |-> 0]
    /\ due = [i \in Node |-> 0] /\ used = [i \in Node |-> FALSE] /\ slot = [i \in Node |-> 0]
    /\ arrivals = [i \in Node |-> {}] /\ banned = [i \in Node |-> {}]
    /\ rows = [i \in Node |-> {}] /\ twice = [i \in Node |-> {}]

At(i) ==
    [heard |-> heard[i], origin |-> origin[i], quiet |-> quiet[i], due |-> due[i], used |-> used[i],
     slot |-> slot[i], arrivals |-> arrivals[i], banned |-> banned[i], rows |-> rows[i], twice |-> twice[i]]

Becomes(i, l) ==
    /\ heard' = [heard EXCEPT ![i] = l.heard]
    /\ origin' = [origin EXCEPT ![i] = l.origin]
    /\ quiet' = [quiet EXCEPT ![i] = l.quiet]
    /\ due' = [due EXCEPT ![i] = l.due]
    /\ used' = [used EXCEPT ![i] = l.used]
    /\ slot' = [slot EXCEPT ![i] = l.slot]
    /\ arrivals' = [arrivals EXCEPT ![i] = l.arrivals]
    /\ banned' = [banned EXCEPT ![i] = l.banned]
    /\ rows' = [rows EXCEPT ![i] = l.rows]
    /\ twice' = [twice EXCEPT ![i] = l.twice]

Slot == "Slot"
Hear == "Hear"

----------------------------------------------------------------------------
(* Timeframe division: equations (7) to (9) *)

View(i, d) == Divisions[d].views[i]
Peers(i, d) == {j \in View(i, d) : Key[j] = Key[i]}
Rank(i, d) == Cardinality({j \in Peers(i, d) : Place[i][j] < Place[i][i]})

\* floor(RT): the requests that a window allows.
Allowed(d) == Window \div Divisions[d].slot

Spacing(d) ==
    IF ~Safe THEN Divisions[d].slot
    ELSE IF Closed THEN (Window + Jitter) \div Allowed(d) + 1
    ELSE (Window + Jitter + Allowed(d) - 1) \div Allowed(d)

\* (8), in a group or, as (9) is printed, among all.
PeriodOf(i, d) ==
    IF Period > 0 THEN Period
    ELSE Cardinality(IF Whole THEN View(i, d) ELSE Peers(i, d)) * Spacing(d)

\* How long after the origin the first slot of a worker begins: (7), (9).
Offset(i, d) == (PeriodOf(i, d) * Rank(i, d)) \div Cardinality(Peers(i, d))

IsIn(i, d) == i \in View(i, d)

\* The first slot of a worker in a division that begins after t.
FirstAfter(i, d, o, t) ==
    LET base == o + Offset(i, d)
        p == PeriodOf(i, d)
    IN base + ((t - base) \div p + 1) * p

Later(s, t) == IF s > t THEN s ELSE t

\* When the next slot of a worker begins, after t; 0 if it has none.  A division that names the
\* instant at which it is adopted takes over from the one before it then.
NextSlot(i, l, t) ==
    LET new == Divisions[l.heard]
        waits == Agreed /\ l.heard > 0
        from == Later(t, l.quiet - 1)
        old == IF waits /\ IsIn(i, l.heard - 1) THEN FirstAfter(i, l.heard - 1, l.origin, from) ELSE 0
    IN  IF old > 0 /\ old < new.adopt THEN old
        ELSE IF ~IsIn(i, l.heard) THEN 0
        ELSE FirstAfter(i, l.heard, l.origin, IF waits THEN Later(from, new.adopt - 1) ELSE from)

----------------------------------------------------------------------------
(* Hearing of divisions *)

\* The last division of which a process hears up to t.
HeardBy(i, t) ==
    CHOOSE d \in DOMAIN Divisions :
        /\ d = 0 \/ Divisions[d].at[i] <= t
        /\ \A e \in DOMAIN Divisions : e > d => Divisions[e].at[i] > t

\* The timers of a process in local state l at t: the next slot, and the next division.
Waits(i, l, t) ==
    [x \in {y \in {Slot} : l.due > 0} \cup {y \in {Hear} : i \in Hears /\ l.heard + 1 \in DOMAIN Divisions} |->
        IF x = Slot THEN l.due - t ELSE Divisions[l.heard + 1].at[i] - t]

Planned(i, l, t) == IF i \in Worker THEN [l EXCEPT !.due = NextSlot(i, l, t)] ELSE l

Hushed(i, l, t) == IF i \in Worker /\ Silence > 0 /\ l.heard > 0 THEN [l EXCEPT !.quiet = t + Silence] ELSE l

Begun(i) ==
    LET t == readings[i]
        l == [Fresh(i) EXCEPT !.heard = IF i \in Hears THEN HeardBy(i, t) ELSE 0,
                              !.origin = IF OwnOrigin /\ i \in Worker THEN t ELSE 0]
    IN Planned(i, Hushed(i, l, Divisions[l.heard].at[i]), t)

Boot == \E i \in unbooted : TimedRun(i, flight, << >>, Waits(i, Begun(i), readings[i])) /\ Becomes(i, Begun(i))

Recover == \E i \in Recoverable : TimedRun(i, flight, << >>, Waits(i, Begun(i), readings[i])) /\ Becomes(i, Begun(i))

Told(i) ==
    LET l == [At(i) EXCEPT !.heard = Later(@, HeardBy(i, readings[i]))]
    IN Planned(i, IF l.heard > heard[i] THEN Hushed(i, l, readings[i]) ELSE l, readings[i])

TickHear == \E i \in Node :
    /\ Due(i, Hear)
    /\ TimedRun(i, flight, << >>, Waits(i, Told(i), readings[i]))
    /\ Becomes(i, Told(i))

----------------------------------------------------------------------------
(* Requests *)

\* A worker that is too late leaves its slot unused.
Missed(i) == readings[i] < due[i] \/ (Safe /\ readings[i] > due[i] + Jitter)

Requesting(i) ==
    IF Missed(i) THEN << >> ELSE Send([kind |-> "Request", from |-> i, to |-> Provider, slot |-> due[i]])

Requested(i) ==
    Planned(i, IF Missed(i) THEN At(i) ELSE [At(i) EXCEPT !.used = TRUE, !.slot = due[i]], readings[i])

TickSlot == \E i \in Node :
    /\ Due(i, Slot)
    /\ TimedRun(i, flight, Requesting(i), Waits(i, Requested(i), readings[i]))
    /\ Becomes(i, Requested(i))

CrashInTickSlot(who) == \E i \in who :
    /\ Due(i, Slot)
    /\ \E k \in Cuts(Requesting(i)) : TimedRunCut(i, flight, Requesting(i), k) /\ Becomes(i, Fresh(i))

\* A window that ends at t.
InWindow(at, t) == IF Closed THEN at >= t - Window ELSE at > t - Window

Counted(key, t) ==
    {a \in arrivals[Provider] : Key[a.from] = key /\ InWindow(a.at, t) /\ (Attempts \/ a.accepted)}

Accepts(m) ==
    LET t == readings[Provider]
        n == Cardinality(Counted(Key[m.from], t))
        rate == Divisions[heard[Provider]].slot
    IN  /\ Key[m.from] \notin banned[Provider]
        /\ IF Printed THEN n * rate < Window ELSE (n + 1) * rate <= Window

Answered(m) ==
    LET t == readings[Provider]
        new == [from |-> m.from, slot |-> m.slot, at |-> t, accepted |-> Accepts(m)]
    IN [At(Provider) EXCEPT
           !.arrivals = {a \in @ : InWindow(a.at, t)} \cup {new},
           !.banned = IF Bans /\ ~Accepts(m) THEN @ \cup {Key[m.from]} ELSE @]

Interval == readings[Provider] \div Collect

Answering(m) ==
    IF ~(Stores /\ Accepts(m)) THEN << >>
    ELSE Send([kind |-> "Data", from |-> Provider, to |-> m.from, interval |-> Interval])

DeliverRequest == \E m \in TimedDeliverable("Request") :
    /\ TimedRun(m.to, Fewer(flight, m), Answering(m), left[m.to])
    /\ Becomes(m.to, Answered(m))

----------------------------------------------------------------------------
(* Records *)

Asking(m) == Send([kind |-> "Lookup", from |-> m.to, to |-> Store, interval |-> m.interval])

DeliverData == \E m \in TimedDeliverable("Data") :
    TimedRun(m.to, Fewer(flight, m), Asking(m), left[m.to]) /\ UNCHANGED local

CrashInDeliverData(who) == \E m \in TimedDeliverable("Data") :
    /\ m.to \in who
    /\ \E k \in Cuts(Asking(m)) : TimedRunCut(m.to, Fewer(flight, m), Asking(m), k) /\ Becomes(m.to, Fresh(m.to))

Telling(m) == Send([kind |-> "Answer", from |-> Store, to |-> m.from, interval |-> m.interval,
                    found |-> m.interval \in rows[Store]])

DeliverLookup == \E m \in TimedDeliverable("Lookup") :
    TimedRun(m.to, Fewer(flight, m), Telling(m), left[m.to]) /\ UNCHANGED local

Inserting(m) ==
    IF m.found THEN << >> ELSE Send([kind |-> "Insert", from |-> m.to, to |-> Store, interval |-> m.interval])

DeliverAnswer == \E m \in TimedDeliverable("Answer") :
    TimedRun(m.to, Fewer(flight, m), Inserting(m), left[m.to]) /\ UNCHANGED local

CrashInDeliverAnswer(who) == \E m \in TimedDeliverable("Answer") :
    /\ m.to \in who
    /\ \E k \in Cuts(Inserting(m)) : TimedRunCut(m.to, Fewer(flight, m), Inserting(m), k) /\ Becomes(m.to, Fresh(m.to))

Inserted(m) ==
    [At(Store) EXCEPT
        !.rows = @ \cup {m.interval},
        !.twice = IF m.interval \in rows[Store] /\ ~Unique THEN @ \cup {m.interval} ELSE @]

DeliverInsert == \E m \in TimedDeliverable("Insert") :
    TimedRun(m.to, Fewer(flight, m), << >>, left[m.to]) /\ Becomes(m.to, Inserted(m))

----------------------------------------------------------------------------
(* Time, and the environment *)

TimePasses(moves) == Passes(moves, LAMBDA m : m) /\ UNCHANGED local

Advance     == TimePasses(Alike)
AdvanceFast == \E j \in Node : TimePasses(Fast(j))
AdvanceSlow == \E j \in Node : TimePasses(Slow(j))

Crash(i) == TimedGoDown(i) /\ Becomes(i, Fresh(i))

Lost(kind) == TimedDrop(kind) /\ UNCHANGED local
DropRequest == Lost("Request")
DropData    == Lost("Data")
DropLookup  == Lost("Lookup")
DropAnswer  == Lost("Answer")
DropInsert  == Lost("Insert")
=============================================================================

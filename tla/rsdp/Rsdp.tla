-------------------------------- MODULE Rsdp --------------------------------
(***************************************************************************)
(* The engine of the Replica State Discovery Protocol (section 2): a       *)
(* replica discovers the others in a session of DEBATES, tells all what it *)
(* has found in a SHARE, and takes what is shared in a window for its      *)
(* state, as Reducers says; who leaves says so in a CLOSE.  Each replica   *)
(* has a mutex, which DEBATES holds, and for which the other phases wait.  *)
(* Replicas crash and come up again, leave and join again.                 *)
(*                                                                         *)
(* What a handler does is a record, its run: the replica p after it, its   *)
(* effects, and the timers that are armed then.  Those of other modules on *)
(* top of this one are left alone.                                         *)
(***************************************************************************)
EXTENDS Reducers

CONSTANTS
    Cold,          \* whether all boot together, and each begins a session
    Settled,       \* for each process, the view that it begins with; without members: it is no replica yet
    Leavers,       \* who may leave,
    Rejoins,       \* and how often they may start again; if at all they stay the last time
    Resyncers,     \* who may be told to begin further sessions,
    Resyncs,       \* how many in each life
    Sessions,      \* how many numbers of sessions there are; after the last comes 0
    Links,         \* for each process, the processes that it has links from; it has one from itself
    Syncs,         \* whether sessions are repeated by a clock
    Injections     \* what a side channel hands to each replica in each life, a sequence of records of reducer and data

ASSUME
    /\ Failures # "wait" /\ ~Ordered
    /\ {Cold, Syncs} \subseteq BOOLEAN
    /\ \A i \in Node : Range(Settled[i].members) \subseteq Node /\ (Cold => Settled[i] = NoView)
    /\ Leavers \subseteq Node /\ Resyncers \subseteq Node /\ Links \in [Node -> SUBSET Node]
    /\ \A x \in DOMAIN Injections : Injections[x].reducer \in Range(Reducers)
    /\ {Rejoins, Resyncs} \subseteq Nat /\ Sessions \in Nat /\ Sessions > 1 /\ Sessions > Resyncs

VARIABLES
    on,         \* whether it is a replica: started, and not left
    life,       \* the life in which it is or was last, -1 before its first
    number,     \* that of its last session in this life
    debating,   \* whether DEBATES is going on: it holds the mutex
    statuses,   \* the answers to its HELLO, ascending by sender
    shares,     \* the SHAREs of the window that is open, or that has ended and is due
    next,       \* those that wait for the next window
    due,        \* whether the window has ended while the mutex was held
    closes,     \* the CLOSEs that wait for the mutex, ascending by sender and life
    hellos,     \* the HELLOs that wait for it, ascending
    again,      \* whether a resynchronisation waits for it
    injected,   \* how many values of the side channel it has taken in this life
    lives,      \* for each process the highest life of it that was heard of
    gone,       \* those that were closed in that life
    values,     \* the reducers' values
    told        \* what the client was told of each last

local == <<on, life, number, debating, statuses, shares, next, due, closes, hellos, again, injected, lives, gone,
           values, told>>
vars == <<alive, unbooted, flight, timers, disk,
          on, life, number, debating, statuses, shares, next, due, closes, hellos, again, injected, lives, gone,
          values, told>>

----------------------------------------------------------------------------
(* Replicas *)

\* Process i when it is no replica, and knows nothing but the life that it was in last.
Off(i, n) ==
    [on |-> FALSE, life |-> n, number |-> 0, debating |-> FALSE, statuses |-> << >>, shares |-> << >>,
     next |-> << >>, due |-> FALSE, closes |-> << >>, hellos |-> << >>, again |-> FALSE, injected |-> 0,
     lives |-> [j \in Node |-> 0], gone |-> {},
     values |-> [k \in DOMAIN Reducers |-> Beginning(Reducers[k])],
     told |-> [k \in DOMAIN Reducers |-> Normalized(Reducers[k], i, Beginning(Reducers[k]))]]

\* Each process before its first event, and while it is down.
Fresh ==
    [i \in Node |->
        IF Settled[i].members = << >> THEN Off(i, -1)
        ELSE [Off(i, 0) EXCEPT
                !.on = TRUE,
                !.values = [k \in DOMAIN Reducers |-> FromView(Reducers[k], i, Settled[i])],
                !.told = [k \in DOMAIN Reducers |-> Normalized(Reducers[k], i, FromView(Reducers[k], i, Settled[i]))]]]

Init ==
    /\ NetInit
    /\ on       = [i \in Node |-> Fresh[i].on]
    /\ life     = [i \in Node |-> Fresh[i].life]
    /\ number   = [i \in Node |-> Fresh[i].number]
    /\ debating = [i \in Node |-> Fresh[i].debating]
    /\ statuses = [i \in Node |-> Fresh[i].statuses]
    /\ shares   = [i \in Node |-> Fresh[i].shares]
    /\ next     = [i \in Node |-> Fresh[i].next]
    /\ due      = [i \in Node |-> Fresh[i].due]
    /\ closes   = [i \in Node |-> Fresh[i].closes]
    /\ hellos   = [i \in Node |-> Fresh[i].hellos]
    /\ again    = [i \in Node |-> Fresh[i].again]
    /\ injected = [i \in Node |-> Fresh[i].injected]
    /\ lives    = [i \in Node |-> Fresh[i].lives]
    /\ gone     = [i \in Node |-> Fresh[i].gone]
    /\ values   = [i \in Node |-> Fresh[i].values]
    /\ told     = [i \in Node |-> Fresh[i].told]

Process(i) ==
    [on |-> on[i], life |-> life[i], number |-> number[i], debating |-> debating[i],
     statuses |-> statuses[i], shares |-> shares[i], next |-> next[i], due |-> due[i],
     closes |-> closes[i], hellos |-> hellos[i], again |-> again[i], injected |-> injected[i],
     lives |-> lives[i], gone |-> gone[i], values |-> values[i], told |-> told[i]]

Becomes(i, p) ==
    /\ on'       = [on EXCEPT ![i] = p.on]
    /\ life'     = [life EXCEPT ![i] = p.life]
    /\ number'   = [number EXCEPT ![i] = p.number]
    /\ debating' = [debating EXCEPT ![i] = p.debating]
    /\ statuses' = [statuses EXCEPT ![i] = p.statuses]
    /\ shares'   = [shares EXCEPT ![i] = p.shares]
    /\ next'     = [next EXCEPT ![i] = p.next]
    /\ due'      = [due EXCEPT ![i] = p.due]
    /\ closes'   = [closes EXCEPT ![i] = p.closes]
    /\ hellos'   = [hellos EXCEPT ![i] = p.hellos]
    /\ again'    = [again EXCEPT ![i] = p.again]
    /\ injected' = [injected EXCEPT ![i] = p.injected]
    /\ lives'    = [lives EXCEPT ![i] = p.lives]
    /\ gone'     = [gone EXCEPT ![i] = p.gone]
    /\ values'   = [values EXCEPT ![i] = p.values]
    /\ told'     = [told EXCEPT ![i] = p.told]

\* The run of process i that has done nothing yet; and the run r in the network f to its end, or cut
\* off by a crash.
Begun(i) == [p |-> Process(i), effects |-> << >>, armed |-> timers[i]]

Does(i, f, r) == Run(i, f, r.effects, r.armed) /\ Becomes(i, r.p)
IsCut(i, f, r) == \E k \in Cuts(r.effects) : RunCut(i, f, r.effects, k) /\ Becomes(i, Fresh[i])

With(run, effects) == [run EXCEPT !.effects = @ \o effects]

\* Process j, as it is, hears what is broadcast: it is a replica, or will be when it boots (a2).
Hears(j) == on[j] \/ (Cold /\ life[j] < 0 /\ ~Interprets("unbound"))

\* Copy(j) for whoever hears, process i itself as p.
ToReplicas(i, p, Copy(_)) == Broadcast(i, LAMBDA j : IF j = i THEN p.on ELSE Hears(j), Copy)

----------------------------------------------------------------------------
(* Sessions *)

\* What messages say of a life (a5).
Sent(n) == IF Interprets("counters-restart") THEN 0 ELSE n

Session(p) == [life |-> Sent(p.life), number |-> p.number]

\* The current states of the reducers at process i, and the data of a HELLO, which is empty but for b11.
Current(i, p) == [k \in DOMAIN Reducers |-> CurrentState(Reducers[k], i, p.values[k])]

HelloData(i, p) == IF Interprets("hello-carries") THEN Current(i, p) ELSE << >>

\* The mutex is free, and held from now on.
Begin(run, i) ==
    With([run EXCEPT !.p.debating = TRUE, !.p.statuses = << >>, !.armed = @ \cup {"Status"}],
         ToReplicas(i, run.p, LAMBDA j :
            [kind |-> "Hello", from |-> i, to |-> j, session |-> Session(run.p), data |-> HelloData(i, run.p)]))

\* Another session begins, unless one is going on.
Resynced(run, i) ==
    IF run.p.debating THEN [run EXCEPT !.p.again = @ \/ Interprets("resync-waits")]
    ELSE Bind([run EXCEPT !.p.number = (@ + 1) % Sessions], LAMBDA r : Begin(r, i))

Wound(run) == IF Syncs THEN [run EXCEPT !.armed = @ \cup {"Sync"}] ELSE run

\* A life begins, with nothing known, and in it the first session.
Living(i, n) ==
    Bind(Wound([p |-> [Off(i, n) EXCEPT !.on = TRUE],
                effects |-> IF n > 0 THEN Save([life |-> n]) ELSE << >>, armed |-> timers[i]]),
         LAMBDA run : Begin(run, i))

Leaving(i) ==
    With([Begun(i) EXCEPT !.p = Off(i, life[i]), !.armed = @ \ {"Status", "Share", "Sync"}],
         ToReplicas(i, Off(i, life[i]), LAMBDA j : [kind |-> "Close", from |-> i, to |-> j, life |-> Sent(life[i])]))

\* Process j was heard of in life n.
Heard(p, j, n) == IF n > p.lives[j] THEN [p EXCEPT !.lives[j] = n, !.gone = @ \ {j}] ELSE p

RECURSIVE HeardAll(_, _)
HeardAll(p, all) ==
    IF all = << >> THEN p ELSE Bind(Heard(p, all[1].of, all[1].life), LAMBDA q : HeardAll(q, Tail(all)))

----------------------------------------------------------------------------
(* Buffers *)

\* What is buffered in ascending order of senders; what is of one sender stays in its order.
RECURSIVE BySender(_, _)
BySender(buffer, j) ==
    IF j = N THEN << >> ELSE SelectSeq(buffer, LAMBDA x : x.from = j) \o BySender(buffer, j + 1)

\* A sender's second replaces its first.
Others(buffer, x) == IF Interprets("keeps-repeats") THEN buffer ELSE SelectSeq(buffer, LAMBDA y : y.from # x.from)

Answered(buffer, x) == BySender(Append(Others(buffer, x), x), 0)

\* Just two reducers depend on the order in which SHAREs arrive.  Where ties of a popular vote go by
\* arrival it is kept.  Else they are ascending by sender, but where the latest counts that is at the
\* end, and alone if nobody looks at the others.
Runs(r) == r \in Range(Reducers)

LatestAlone == Reducers = <<"latest">> /\ ~Interprets("keeps-repeats") /\ ~Interprets("union")

Arrived(buffer, x) ==
    IF Runs("popular") /\ Interprets("tie-arrival") THEN Append(Others(buffer, x), x)
    ELSE IF LatestAlone THEN <<x>>
    ELSE IF Runs("latest") THEN Append(BySender(Others(buffer, x), 0), x)
    ELSE BySender(Append(Others(buffer, x), x), 0)

\* What waits, ascending by Key, with x, each once.
Waiting(list, x, Key(_)) ==
    SelectSeq(list, LAMBDA y : Less(Key(y), Key(x))) \o <<x>> \o SelectSeq(list, LAMBDA y : Less(Key(x), Key(y)))

WithHello(list, x) == Waiting(list, x, LAMBDA y : <<y.from, y.session.life, y.session.number>>)
WithClose(list, x) == Waiting(list, x, LAMBDA y : <<y.from, y.life>>)

\* Of those who have answered, the lives that are not their first.
RECURSIVE LivesOf(_, _)
LivesOf(buffer, j) ==
    IF j = N THEN << >>
    ELSE LET heard == {buffer[x].life : x \in {y \in DOMAIN buffer : buffer[y].from = j}} \ {0}
         IN (IF heard = {} THEN << >>
             ELSE <<[of |-> j, life |-> CHOOSE n \in heard : \A m \in heard : m <= n]>>) \o LivesOf(buffer, j + 1)

----------------------------------------------------------------------------
(* Phases: the run r of process i goes on *)

\* The reducers get new values; those that tell have the client told of what is another (a14).
Valued(run, i, new, tells) ==
    [run EXCEPT
        !.p.values = new,
        !.p.told = [k \in DOMAIN Reducers |->
                       IF tells[k] /\ new[k] # run.p.values[k] THEN Normalized(Reducers[k], i, new[k]) ELSE @[k]]]

AllTell == [k \in DOMAIN Reducers |-> ~Interprets("silent")]

\* The end of DEBATES: a reducer that knows nothing takes what is aggregated for its first value
\* (A-12), and what is aggregated is shared.
Aggregates(p, i) ==
    [k \in DOMAIN Reducers |-> AggregateState(k, i, p.values[k], p.gone, p.statuses)]

IsFirst(p, i, k, aggregate) ==
    /\ p.values[k] = Beginning(Reducers[k])
    /\ \/ Sanitized(Reducers[k], i, aggregate)
       \/ Interprets("initial-unsanitised") /\ p.statuses # << >>

Initialised(run, i, found) ==
    Valued(run, i, [k \in DOMAIN Reducers |-> IF IsFirst(run.p, i, k, found[k]) THEN found[k] ELSE run.p.values[k]],
           AllTell)

Sharing(p, i, found) ==
    IF p.statuses = << >> THEN << >>
    ELSE ToReplicas(i, p, LAMBDA j :
            [kind |-> "Share", from |-> i, to |-> j, life |-> Sent(p.life),
             lives |-> LivesOf(p.statuses, 0), data |-> found])

\* The batch is taken, as far as it is valid.
Batch(run, i) ==
    Bind([k \in DOMAIN Reducers |->
            AggregateShareState(k, i, run.p.values[k], run.p.gone, run.p.shares)], LAMBDA found :
    Bind([k \in DOMAIN Reducers |-> Sanitized(Reducers[k], i, found[k])], LAMBDA valid :
        [Valued(run, i, [k \in DOMAIN Reducers |-> IF valid[k] THEN found[k] ELSE run.p.values[k]],
                [k \in DOMAIN Reducers |->
                    ~Interprets("silent")
                    \/ (valid[k] /\ ShouldReload(Reducers[k], run.p.values[k], found[k]))])
         EXCEPT !.p.shares = << >>]))

\* These have left, but for those of lives that have been succeeded.
RECURSIVE Closers(_, _)
Closers(p, all) ==
    IF all = << >> THEN [lives |-> p.lives, who |-> {}]
    ELSE LET c == all[Len(all)]
             before == Closers(p, SubSeq(all, 1, Len(all) - 1))
         IN IF c.life < before.lives[c.from] THEN before
            ELSE [lives |-> [before.lives EXCEPT ![c.from] = c.life], who |-> before.who \cup {c.from}]

Closed(run, i, all) ==
    Bind(Closers(run.p, all), LAMBDA c :
        IF c.who = {} THEN run
        ELSE Valued([run EXCEPT !.p.lives = c.lives,
                                !.p.gone = IF Interprets("no-tombstones") THEN @ ELSE @ \cup c.who],
                    i, [k \in DOMAIN Reducers |-> AggregateCloseState(Reducers[k], run.p.values[k], c.who)], AllTell))

----------------------------------------------------------------------------
(* The mutex is free *)

Answer(i, p, hello) ==
    Send([kind |-> "Status", from |-> i, to |-> hello.from, session |-> hello.session, life |-> Sent(p.life),
          data |-> Current(i, p)])

RECURSIVE Answers(_, _, _)
Answers(i, p, all) == IF all = << >> THEN << >> ELSE Answer(i, p, all[1]) \o Answers(i, p, Tail(all))

HellosFreed(run, i) == With([run EXCEPT !.p.hellos = << >>], Answers(i, run.p, run.p.hellos))

\* The batch that is due is taken; what waits for the next window opens it.
SharesFreed(run, i) ==
    IF ~run.p.due THEN run
    ELSE Bind(Batch(run, i), LAMBDA r :
            [r EXCEPT !.p.due = FALSE, !.p.shares = r.p.next, !.p.next = << >>,
                      !.armed = IF r.p.next = << >> THEN @ ELSE @ \cup {"Share"}])

ClosesFreed(run, i) == Closed([run EXCEPT !.p.closes = << >>], i, run.p.closes)

Freed(run, i) ==
    Bind(HellosFreed(run, i), LAMBDA a :
    Bind(IF Interprets("closes-first") THEN ClosesFreed(a, i) ELSE SharesFreed(a, i), LAMBDA b :
    Bind(IF Interprets("closes-first") THEN SharesFreed(b, i) ELSE ClosesFreed(b, i), LAMBDA c :
        IF c.p.again THEN Resynced([c EXCEPT !.p.again = FALSE], i) ELSE c)))

DebatesOver(run, i) ==
    Bind(Aggregates(run.p, i), LAMBDA found :
    Bind(With(Initialised(run, i, found), Sharing(run.p, i, found)), LAMBDA r :
        Freed([r EXCEPT !.p.statuses = << >>, !.p.debating = FALSE], i)))

WindowOver(run, i) == IF run.p.debating THEN [run EXCEPT !.p.due = TRUE] ELSE Batch(run, i)

----------------------------------------------------------------------------
(* Lives begin and end *)

Booting(i) == IF Cold THEN Living(i, 0) ELSE IF on[i] THEN Wound(Begun(i)) ELSE Begun(i)

BootAt(i) == i \in unbooted /\ \E r \in {Booting(i)} : Does(i, flight, r)

Boot == \E i \in Node : BootAt(i)

CrashInBoot(who) == \E i \in who \cap unbooted : \E r \in {Booting(i)} : IsCut(i, flight, r)

\* Who never has stored a life comes up in the second.
Recovering(i) == Living(i, IF disk[i] = << >> THEN 1 ELSE disk[i].life + 1)

Recover == \E i \in Recoverable : \E r \in {Recovering(i)} : Does(i, flight, r)

CrashInRecover(who) == \E i \in who \cap Recoverable : \E r \in {Recovering(i)} : IsCut(i, flight, r)

MayStart(i) == i \in Ready /\ ~on[i] /\ life[i] < Rejoins

Start == \E i \in Node : MayStart(i) /\ \E r \in {Living(i, life[i] + 1)} : Does(i, flight, r)

CrashInStart(who) == \E i \in who : MayStart(i) /\ \E r \in {Living(i, life[i] + 1)} : IsCut(i, flight, r)

MayLeave(i) == i \in Ready \cap Leavers /\ on[i] /\ (Rejoins = 0 \/ life[i] < Rejoins)

Leave == \E i \in Node : MayLeave(i) /\ \E r \in {Leaving(i)} : Does(i, flight, r)

CrashInLeave(who) == \E i \in who : MayLeave(i) /\ \E r \in {Leaving(i)} : IsCut(i, flight, r)

MayResync(i) == i \in Ready \cap Resyncers /\ on[i] /\ number[i] < Resyncs

Resync == \E i \in Node : MayResync(i) /\ \E r \in {Resynced(Begun(i), i)} : Does(i, flight, r)

MayTake(i) == i \in Ready /\ on[i] /\ injected[i] < Len(Injections)

\* The next value of the side channel goes to its reducer, at once: nothing waits for the mutex.
Taking(i) ==
    Bind(Injections[injected[i] + 1], LAMBDA given :
        Valued([Begun(i) EXCEPT !.p.injected = @ + 1], i,
               [k \in DOMAIN Reducers |->
                   IF Reducers[k] = given.reducer THEN InjectState(Reducers[k], values[i][k], given.data)
                   ELSE values[i][k]],
               AllTell))

InjectAt(i) == MayTake(i) /\ \E r \in {Taking(i)} : Does(i, flight, r)

Inject == \E i \in Node : InjectAt(i)

CrashInResync(who) == \E i \in who : MayResync(i) /\ \E r \in {Resynced(Begun(i), i)} : IsCut(i, flight, r)

----------------------------------------------------------------------------
(* Messages *)

IsOwn(m) == m.from = m.to

\* A process that is no replica ignores all messages, a replica the messages of processes that it has no link from.
Ignores(m) == ~on[m.to] \/ ~(IsOwn(m) \/ m.from \in Links[m.to])

Hearing(m, j, n) == [Begun(m.to) EXCEPT !.p = Heard(@, j, n)]

\* Under the mutex a HELLO is answered too, or it waits (a4).
Waits(run, m) ==
    run.p.debating /\ (Interprets("all-hellos-wait") \/ (Interprets("hello-waits") /\ ~IsOwn(m)))

Greeted(run, m) ==
    Bind([from |-> m.from, session |-> m.session], LAMBDA hello :
        IF Waits(run, m) THEN [run EXCEPT !.p.hellos = WithHello(@, hello)]
        ELSE With(run, Answer(m.to, run.p, hello)))

\* In a session that goes on a HELLO that carries a state counts as an answer.
Introduced(run, m) ==
    IF ~Interprets("hello-carries") \/ ~run.p.debating THEN run
    ELSE [run EXCEPT !.p.statuses =
            Answered(@, [from |-> m.from, session |-> Session(run.p), life |-> m.session.life, data |-> m.data])]

HelloRun(m) ==
    IF Ignores(m) \/ (Interprets("no-echo") /\ IsOwn(m)) THEN Begun(m.to)
    ELSE Bind(Hearing(m, m.from, m.session.life), LAMBDA run :
         Bind(Introduced(run, m), LAMBDA r : Greeted(r, m)))

Greets(m)    == \E r \in {HelloRun(m)} : Does(m.to, Fewer(flight, m), r)
GreetsCut(m) == \E r \in {HelloRun(m)} : IsCut(m.to, Fewer(flight, m), r)

DeliverHello == \E m \in Deliverable("Hello") : Greets(m)

CrashInDeliverHello(who) == \E m \in Deliverable("Hello") : m.to \in who /\ GreetsCut(m)

\* An answer counts in the session that it answers (a5).
Counts(p, m) == p.debating /\ (m.session = Session(p) \/ Interprets("no-session-ids"))

StatusRun(m) ==
    IF Ignores(m) THEN Begun(m.to)
    ELSE Bind(Hearing(m, m.from, m.life), LAMBDA run :
        IF ~Counts(run.p, m) THEN run
        ELSE [run EXCEPT !.p.statuses =
                Answered(@, [from |-> m.from, session |-> m.session, life |-> m.life, data |-> m.data])])

Learns(m) == \E r \in {StatusRun(m)} : Does(m.to, Fewer(flight, m), r)

DeliverStatus == \E m \in Deliverable("Status") : Learns(m)

\* The first SHARE of a batch opens the window.  What comes when it has ended joins the batch, or
\* waits for the next (a6).
Buffered(run, share) ==
    IF run.p.due /\ Interprets("closed-batch") THEN [run EXCEPT !.p.next = Arrived(@, share)]
    ELSE [run EXCEPT !.p.shares = Arrived(@, share), !.armed = IF run.p.due THEN @ ELSE @ \cup {"Share"}]

ShareRun(m) ==
    IF Ignores(m) \/ (Interprets("no-echo") /\ IsOwn(m)) THEN Begun(m.to)
    ELSE Bind(Hearing(m, m.from, m.life), LAMBDA run :
         Bind([run EXCEPT !.p = HeardAll(@, m.lives)], LAMBDA r :
            Buffered(r, [from |-> m.from, life |-> m.life, data |-> m.data])))

Gathers(m) == \E r \in {ShareRun(m)} : Does(m.to, Fewer(flight, m), r)

DeliverShare == \E m \in Deliverable("Share") : Gathers(m)

CloseRun(m) ==
    IF Ignores(m) \/ IsOwn(m) THEN Begun(m.to)
    ELSE IF debating[m.to]
    THEN [Begun(m.to) EXCEPT !.p.closes = WithClose(@, [from |-> m.from, life |-> m.life])]
    ELSE Closed(Begun(m.to), m.to, <<[from |-> m.from, life |-> m.life]>>)

Misses(m) == \E r \in {CloseRun(m)} : Does(m.to, Fewer(flight, m), r)

DeliverClose == \E m \in Deliverable("Close") : Misses(m)

----------------------------------------------------------------------------
(* Timers *)

\* The window of STATUS awaits one's own HELLO, to whomever it goes, and any STATUS; that of SHARE
\* awaits any SHARE.
AwaitsStatus(i) ==
    Awaited(LAMBDA m : (m.kind = "Hello" /\ m.from = i) \/ (m.kind = "Status" /\ m.to = i))

AwaitsShare(i) == Awaited(LAMBDA m : m.kind = "Share" /\ m.to = i)

StatusOver(i) == Bind([Begun(i) EXCEPT !.armed = @ \ {"Status"}], LAMBDA run : DebatesOver(run, i))

EndsDebates(i)    == \E r \in {StatusOver(i)} : Does(i, flight, r)
EndsDebatesCut(i) == \E r \in {StatusOver(i)} : IsCut(i, flight, r)

TimeoutStatusAt(i) == Armed(i, "Status") /\ ~AwaitsStatus(i) /\ EndsDebates(i)

TimeoutStatus   == \E i \in Node : TimeoutStatusAt(i)
PrematureStatus == \E i \in Node : Armed(i, "Status") /\ AwaitsStatus(i) /\ EndsDebates(i)

CrashInTimeoutStatus(who)   == \E i \in who : Armed(i, "Status") /\ ~AwaitsStatus(i) /\ EndsDebatesCut(i)
CrashInPrematureStatus(who) == \E i \in who : Armed(i, "Status") /\ AwaitsStatus(i) /\ EndsDebatesCut(i)

ShareOver(i) == Bind([Begun(i) EXCEPT !.armed = @ \ {"Share"}], LAMBDA run : WindowOver(run, i))

EndsWindow(i) == \E r \in {ShareOver(i)} : Does(i, flight, r)

TimeoutShareAt(i) == Armed(i, "Share") /\ ~AwaitsShare(i) /\ EndsWindow(i)

TimeoutShare   == \E i \in Node : TimeoutShareAt(i)
PrematureShare == \E i \in Node : Armed(i, "Share") /\ AwaitsShare(i) /\ EndsWindow(i)

\* The clock stays armed.
SyncRun(i) == Resynced(Begun(i), i)

TickSyncAt(i) == Armed(i, "Sync") /\ \E r \in {SyncRun(i)} : Does(i, flight, r)

TickSync == \E i \in Node : TickSyncAt(i)

CrashInTickSync(who) == \E i \in who : Armed(i, "Sync") /\ \E r \in {SyncRun(i)} : IsCut(i, flight, r)

----------------------------------------------------------------------------
(* The environment *)

Crash(i) == GoDown(i) /\ Becomes(i, Fresh[i])

DropHello       == Drop("Hello") /\ UNCHANGED local
DropStatus      == Drop("Status") /\ UNCHANGED local
DropShare       == Drop("Share") /\ UNCHANGED local
DropClose       == Drop("Close") /\ UNCHANGED local
DuplicateHello  == Duplicate("Hello") /\ UNCHANGED local
DuplicateStatus == Duplicate("Status") /\ UNCHANGED local
DuplicateShare  == Duplicate("Share") /\ UNCHANGED local
DuplicateClose  == Duplicate("Close") /\ UNCHANGED local
=============================================================================

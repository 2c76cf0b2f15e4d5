------------------------------- MODULE VCube --------------------------------
(***************************************************************************)
(* The hierarchical adaptive leader election of Rodrigues, Freitas,        *)
(* Fulber-Garcia and Duarte (LADC 2024), test by test and message by       *)
(* message.  At each interval a process tests, cluster after cluster and   *)
(* one after another, whom VCubeDetector assigns to it: it sends a REQUEST *)
(* and awaits the REPLY, or the test's timeout.  Then it elects, as        *)
(* VCubePenalty says.  Processes crash and come up again.                  *)
(***************************************************************************)
EXTENDS VCubePenalty

CONSTANTS
    Interval,    \* "free": a clock that may tick at any time; "long": a timer, early while anything is
                 \* on its way
    Nonces       \* how many there are; after the last comes 0

\* If copies waited for who is down its tests would pile up.
ASSUME Boots /\ Size = N /\ Failures # "wait" /\ Interval \in {"free", "long"} /\ Nonces \in Nat \ {0}

VARIABLES
    correct,         \* for each process, those that it does not suspect
    timestamps,      \* for each, how often each process became suspected or correct for it
    incarnations,    \* for each, each process's incarnation; Unknown where nobody has told
    leader,          \* whom it elected last
    recovering,      \* whether it has elected nobody since it came up again
    count,           \* how often it has recovered in sequence from failing as the leader
    testing,         \* whom it tests, None between two rounds
    ahead,           \* whom of the same cluster it is still to test
    nonce,           \* that of its last test
    frozen           \* what it replies with, where replies are frozen

local == <<correct, timestamps, incarnations, leader, recovering, count, testing, ahead, nonce, frozen>>
vars == <<alive, unbooted, flight, timers, disk,
          correct, timestamps, incarnations, leader, recovering, count, testing, ahead, nonce, frozen>>

Init ==
    /\ NetInit
    /\ correct      = [i \in Node |-> Fresh.correct]
    /\ timestamps   = [i \in Node |-> Fresh.timestamps]
    /\ incarnations = [i \in Node |-> Fresh.incarnations]
    /\ leader       = [i \in Node |-> Fresh.leader]
    /\ recovering   = [i \in Node |-> Fresh.recovering]
    /\ count        = [i \in Node |-> Fresh.count]
    /\ testing      = [i \in Node |-> Fresh.testing]
    /\ ahead        = [i \in Node |-> Fresh.ahead]
    /\ nonce        = [i \in Node |-> Fresh.nonce]
    /\ frozen       = [i \in Node |-> Fresh.frozen]

Process(i) ==
    [correct |-> correct[i], timestamps |-> timestamps[i], incarnations |-> incarnations[i],
     leader |-> leader[i], recovering |-> recovering[i], count |-> count[i],
     testing |-> testing[i], ahead |-> ahead[i], nonce |-> nonce[i], frozen |-> frozen[i]]

Becomes(i, p) ==
    /\ correct'      = [correct EXCEPT ![i] = p.correct]
    /\ timestamps'   = [timestamps EXCEPT ![i] = p.timestamps]
    /\ incarnations' = [incarnations EXCEPT ![i] = p.incarnations]
    /\ leader'       = [leader EXCEPT ![i] = p.leader]
    /\ recovering'   = [recovering EXCEPT ![i] = p.recovering]
    /\ count'        = [count EXCEPT ![i] = p.count]
    /\ testing'      = [testing EXCEPT ![i] = p.testing]
    /\ ahead'        = [ahead EXCEPT ![i] = p.ahead]
    /\ nonce'        = [nonce EXCEPT ![i] = p.nonce]
    /\ frozen'       = [frozen EXCEPT ![i] = p.frozen]

----------------------------------------------------------------------------
(* Handler runs: records as in VCubePenalty, with the timers that are      *)
(* armed.  Each is bound to a value before it is used.                     *)

Begun(i) == [p |-> Process(i), effects |-> << >>, armed |-> timers[i]]

\* The run r of process i in the network f to its end, or cut off by a crash after k effects.
Does(i, f, r) == Run(i, f, r.effects, r.armed) /\ Becomes(i, r.p)
IsCut(i, f, r) == \E k \in Cuts(r.effects) : RunCut(i, f, r.effects, k) /\ Becomes(i, Fresh)

\* The test of process j, with these still ahead.
Test(run, i, j, others) ==
    LET n == (run.p.nonce + 1) % Nonces
        request == [kind |-> "Request", from |-> i, to |-> j, life |-> run.p.incarnations[i], nonce |-> n]
    IN [run EXCEPT !.p.testing = j, !.p.ahead = others, !.p.nonce = n,
                   !.effects = @ \o Send(request), !.armed = @ \cup {"Test"}]

TestFirst(run, i, s, assigned) ==
    Bind(FirstOf(Clusters[i][s], assigned), LAMBDA j : Test(run, i, j, assigned \ {j}))

End(run, i) ==
    Bind(CheckLeader(run.p, i), LAMBDA election :
        [run EXCEPT !.p = [election.p EXCEPT !.testing = None, !.ahead = {}],
                    !.effects = @ \o election.effects])

\* The round goes on with cluster s, or with the first after it of which somebody is assigned.
Cluster(run, i, s) ==
    Bind(Lowest({t \in s..Dimension : Assigned(run.p, i, t) # {}}), LAMBDA t :
        IF t = None THEN End(run, i)
        ELSE Bind(Assigned(run.p, i, t), LAMBDA assigned : TestFirst(run, i, t, assigned)))

\* After a test.
Next(run, i) ==
    Bind(ClusterWith(i, run.p.testing), LAMBDA s :
        IF run.p.ahead # {} THEN TestFirst(run, i, s, run.p.ahead) ELSE Cluster(run, i, s + 1))

----------------------------------------------------------------------------
(* Boots and recoveries *)

Up(run) == [p |-> run.p, effects |-> run.effects, armed |-> {"Interval"}]

BootAt(i) == i \in unbooted /\ \E r \in {Up(Booted(i))} : Does(i, flight, r)

Boot == \E i \in Node : BootAt(i)

CrashInBoot(who) == \E i \in who \cap unbooted : \E r \in {Up(Booted(i))} : IsCut(i, flight, r)

Recover == \E i \in Recoverable : \E r \in {Up(Recovered(i, disk[i]))} : Does(i, flight, r)

CrashInRecover(who) ==
    \E i \in who \cap Recoverable : \E r \in {Up(Recovered(i, disk[i]))} : IsCut(i, flight, r)

----------------------------------------------------------------------------
(* Intervals *)

\* The interval is armed again.  A round begins unless one is going on.
Round(i) ==
    IF testing[i] # None THEN Begun(i)
    ELSE Bind([Begun(i) EXCEPT !.p = RoundBegun(@)], LAMBDA run : Cluster(run, i, 1))

Fires(i)    == Armed(i, "Interval") /\ \E r \in {Round(i)} : Does(i, flight, r)
FiresCut(i) == Armed(i, "Interval") /\ \E r \in {Round(i)} : IsCut(i, flight, r)

\* What an interval that is long awaits is everything.
IsEarly == Awaited(LAMBDA m : TRUE)

TickAt(i) == Interval = "free" /\ Fires(i)
EndAt(i)  == Interval = "long" /\ ~IsEarly /\ Fires(i)

TickInterval      == \E i \in Node : TickAt(i)
TimeoutInterval   == \E i \in Node : EndAt(i)
PrematureInterval == Interval = "long" /\ IsEarly /\ \E i \in Node : Fires(i)

CrashInTickInterval(who)      == Interval = "free" /\ \E i \in who : FiresCut(i)
CrashInTimeoutInterval(who)   == Interval = "long" /\ ~IsEarly /\ \E i \in who : FiresCut(i)
CrashInPrematureInterval(who) == Interval = "long" /\ IsEarly /\ \E i \in who : FiresCut(i)

----------------------------------------------------------------------------
(* Requests and replies *)

\* Whatever it is doing, a process tells what it knows.
Replying(m) ==
    Bind(Told(Process(m.to)), LAMBDA told :
        [Begun(m.to) EXCEPT !.effects =
            Send([kind |-> "Reply", from |-> m.to, to |-> m.from, life |-> m.life, nonce |-> m.nonce,
                  timestamps |-> told.timestamps, incarnations |-> told.incarnations])])

Replies(m) == \E r \in {Replying(m)} : Does(m.to, Fewer(flight, m), r)

DeliverRequest == \E m \in Deliverable("Request") : Replies(m)

CrashInDeliverRequest(who) ==
    \E m \in Deliverable("Request") :
        m.to \in who /\ \E r \in {Replying(m)} : IsCut(m.to, Fewer(flight, m), r)

\* A message of the test that process i has open, to it or from it.
IsOfTest(i, m) == m.life = incarnations[i][i] /\ m.nonce = nonce[i]

\* A reply to another test says nothing.
Counts(m) == m.from = testing[m.to] /\ IsOfTest(m.to, m)

\* Under "scan" one who answers is enough of a cluster (V2).
Learned(i, j, told) ==
    Bind(Merge(Process(i), i, j, told), LAMBDA p : IF Interprets("scan") THEN [p EXCEPT !.ahead = {}] ELSE p)

Hearing(m) ==
    IF ~Counts(m) THEN Begun(m.to)
    ELSE Bind([Begun(m.to) EXCEPT !.p = Learned(m.to, m.from, m), !.armed = @ \ {"Test"}],
              LAMBDA run : Next(run, m.to))

Hears(m) == \E r \in {Hearing(m)} : Does(m.to, Fewer(flight, m), r)

DeliverReply == \E m \in Deliverable("Reply") : Hears(m)

CrashInDeliverReply(who) ==
    \E m \in Deliverable("Reply") :
        m.to \in who /\ \E r \in {Hearing(m)} : IsCut(m.to, Fewer(flight, m), r)

----------------------------------------------------------------------------
(* Silence *)

\* What process i awaits while it tests: its own REQUEST, and the REPLY to it.
Awaits(i) ==
    Awaited(LAMBDA m :
        /\ \/ m.kind = "Request" /\ m.from = i /\ m.to = testing[i]
           \/ m.kind = "Reply" /\ m.from = testing[i] /\ m.to = i
        /\ IsOfTest(i, m))

GivingUp(i) ==
    Bind([Begun(i) EXCEPT !.p = Suspect(@, testing[i]), !.armed = @ \ {"Test"}],
         LAMBDA run : Next(run, i))

GivesUp(i)    == \E r \in {GivingUp(i)} : Does(i, flight, r)
GivesUpCut(i) == \E r \in {GivingUp(i)} : IsCut(i, flight, r)

TimeoutAt(i) == Armed(i, "Test") /\ ~Awaits(i) /\ GivesUp(i)

TimeoutTest   == \E i \in Node : TimeoutAt(i)
PrematureTest == \E i \in Node : Armed(i, "Test") /\ Awaits(i) /\ GivesUp(i)

CrashInTimeoutTest(who)   == \E i \in who : Armed(i, "Test") /\ ~Awaits(i) /\ GivesUpCut(i)
CrashInPrematureTest(who) == \E i \in who : Armed(i, "Test") /\ Awaits(i) /\ GivesUpCut(i)

----------------------------------------------------------------------------
(* The environment *)

Crash(i) == GoDown(i) /\ Becomes(i, Fresh)

DropRequest      == Drop("Request") /\ UNCHANGED local
DropReply        == Drop("Reply") /\ UNCHANGED local
DuplicateRequest == Duplicate("Request") /\ UNCHANGED local
DuplicateReply   == Duplicate("Reply") /\ UNCHANGED local

\* What goes on about process i once it has booted: its clock begins rounds, its requests and the
\* replies to them arrive, and its tests time out.  But for copies of earlier tests one of these at
\* most is enabled at a time.
GoesOn(i) ==
    \/ testing[i] = None /\ TickAt(i)
    \/ \E m \in {x \in Deliverable("Request") : x.from = i} : Replies(m)
    \/ \E m \in {x \in Deliverable("Reply") : x.to = i} : Hears(m)
    \/ TimeoutAt(i)
=============================================================================

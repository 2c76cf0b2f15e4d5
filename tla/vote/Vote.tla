-------------------------------- MODULE Vote --------------------------------
(***************************************************************************)
(* A small protocol of no paper: candidates ask voters, and a voter votes  *)
(* once; who has enough votes tells everybody.  It exercises what the      *)
(* elections over crash-stop cannot: disks, recovery, a handler with two   *)
(* effects and a crash between them, copies for a process that is down.    *)
(*                                                                         *)
(* Each handler is an operator that gives its effects; the action carries  *)
(* all of them out, its CrashIn twin only the first k.                     *)
(***************************************************************************)
EXTENDS Net

CONSTANTS
    Candidates, Voters,
    Ask           \* how many votes a candidate needs, and asks for at a time

ASSUME
    /\ Failures = "wait"
    /\ Candidates \subseteq Node /\ Voters \subseteq Node
    /\ Ask \in 1..Cardinality(Voters)

VARIABLES
    asked,        \* candidates that have begun to ask
    votes,        \* for each candidate, who voted for it
    choice,       \* for each voter, whom it votes for
    winner        \* for each process, who told it last that it has won

local == <<asked, votes, choice, winner>>
vars == <<alive, unbooted, flight, timers, disk, asked, votes, choice, winner>>

Init ==
    /\ NetInit
    /\ asked = [i \in Node |-> FALSE]
    /\ votes = [i \in Node |-> {}]
    /\ choice = [i \in Node |-> None]
    /\ winner = [i \in Node |-> None]

AskOf(i, j) == [kind |-> "Ask", from |-> i, to |-> j]
VoteOf(i, j) == [kind |-> "Vote", from |-> i, to |-> j]
WonOf(i, j) == [kind |-> "Won", from |-> i, to |-> j]

\* A crash takes all that is not on disk.
Forgets(i) ==
    /\ asked' = [asked EXCEPT ![i] = FALSE]
    /\ votes' = [votes EXCEPT ![i] = {}]
    /\ choice' = [choice EXCEPT ![i] = None]
    /\ winner' = [winner EXCEPT ![i] = None]

----------------------------------------------------------------------------
(* Candidates *)

Asks(i, T) == SendEach({AskOf(i, j) : j \in T})

Targets(i) == Picks(Voters \ votes[i], Ask - Cardinality(votes[i]))

Starts(i) == i \in alive /\ i \in Candidates /\ ~asked[i]

Start ==
    \E i \in Node : Starts(i) /\ \E T \in Targets(i) :
        /\ Run(i, flight, Asks(i, T), timers[i] \cup {"Retry"})
        /\ asked' = [asked EXCEPT ![i] = TRUE]
        /\ UNCHANGED <<votes, choice, winner>>

CrashInStart(who) ==
    \E i \in who : Starts(i) /\ \E T \in Targets(i) : \E k \in Cuts(Asks(i, T)) :
        RunCut(i, flight, Asks(i, T), k) /\ Forgets(i)

Retry ==
    \E i \in Node : Armed(i, "Retry") /\ \E T \in Targets(i) :
        Run(i, flight, Asks(i, T), timers[i]) /\ UNCHANGED local

CrashInRetry(who) ==
    \E i \in who : Armed(i, "Retry") /\ \E T \in Targets(i) : \E k \in Cuts(Asks(i, T)) :
        RunCut(i, flight, Asks(i, T), k) /\ Forgets(i)

TimeoutRetry == Calm /\ Retry
PrematureRetry == ~Calm /\ Retry
CrashInTimeoutRetry(who) == Calm /\ CrashInRetry(who)
CrashInPrematureRetry(who) == ~Calm /\ CrashInRetry(who)

\* A vote counts while the candidate still needs one; the last that it needs
\* makes it the winner.
Counts(m) == asked[m.to] /\ Cardinality(votes[m.to]) < Ask
Wins(m) == Counts(m) /\ Cardinality(votes[m.to] \cup {m.from}) = Ask
Declares(m) == IF Wins(m) THEN Multicast({WonOf(m.to, j) : j \in Node}) ELSE << >>

DeliverVote ==
    \E m \in Deliverable("Vote") :
        LET i == m.to
        IN /\ Run(i, Fewer(flight, m), Declares(m), IF Wins(m) THEN timers[i] \ {"Retry"} ELSE timers[i])
           /\ votes' = IF Counts(m) THEN [votes EXCEPT ![i] = @ \cup {m.from}] ELSE votes
           /\ UNCHANGED <<asked, choice, winner>>

CrashInDeliverVote(who) ==
    \E m \in Deliverable("Vote") : m.to \in who /\ \E k \in Cuts(Declares(m)) :
        RunCut(m.to, Fewer(flight, m), Declares(m), k) /\ Forgets(m.to)

----------------------------------------------------------------------------
(* Everybody *)

DeliverWon ==
    \E m \in Deliverable("Won") :
        /\ Run(m.to, Fewer(flight, m), << >>, timers[m.to])
        /\ winner' = [winner EXCEPT ![m.to] = m.from]
        /\ UNCHANGED <<asked, votes, choice>>

----------------------------------------------------------------------------
(* Voters *)

\* The choice is on disk before anybody hears of it.
Answer(i, c) ==
    IF choice[i] = None THEN Save([for |-> c]) \o Send(VoteOf(i, c))
    ELSE IF choice[i] = c THEN Send(VoteOf(i, c))
    ELSE << >>

DeliverAsk ==
    \E m \in Deliverable("Ask") :
        /\ Run(m.to, Fewer(flight, m), Answer(m.to, m.from), timers[m.to])
        /\ choice' = IF choice[m.to] = None THEN [choice EXCEPT ![m.to] = m.from] ELSE choice
        /\ UNCHANGED <<asked, votes, winner>>

CrashInDeliverAsk(who) ==
    \E m \in Deliverable("Ask") : m.to \in who /\ \E k \in Cuts(Answer(m.to, m.from)) :
        RunCut(m.to, Fewer(flight, m), Answer(m.to, m.from), k) /\ Forgets(m.to)

\* A voter that comes up again tells its vote again.
Saved(i) == DOMAIN disk[i] # {}
Retelling(i) == IF Saved(i) THEN Send(VoteOf(i, disk[i].for)) ELSE << >>

Recover ==
    \E i \in Recoverable :
        /\ Run(i, flight, Retelling(i), {})
        /\ choice' = IF Saved(i) THEN [choice EXCEPT ![i] = disk[i].for] ELSE choice
        /\ UNCHANGED <<asked, votes, winner>>

CrashInRecover(who) ==
    \E i \in who \cap Recoverable : \E k \in Cuts(Retelling(i)) :
        RunCut(i, flight, Retelling(i), k) /\ UNCHANGED local

----------------------------------------------------------------------------
(* The environment *)

Crash(i) == GoDown(i) /\ Forgets(i)

\* Won is a multicast, and no copy of a multicast is dropped.
DropAsk       == Drop("Ask") /\ UNCHANGED local
DropVote      == Drop("Vote") /\ UNCHANGED local
DuplicateAsk  == Duplicate("Ask") /\ UNCHANGED local
DuplicateVote == Duplicate("Vote") /\ UNCHANGED local
DuplicateWon  == Duplicate("Won") /\ UNCHANGED local
LoseAsk       == Lose("Ask") /\ UNCHANGED local
LoseVote      == Lose("Vote") /\ UNCHANGED local
LoseWon       == Lose("Won") /\ UNCHANGED local
=============================================================================

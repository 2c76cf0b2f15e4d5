// Package ctolerant is the executable specification of the c-tolerant elections
// of Wang and Gupta, "Churn-Tolerant Leader Election Protocols" (ICDCS 2023):
// small, deliberately naive, and equal to the TLA+ module of the same name,
// action by action.
//
// It states Base, Optimistic, Preferred and Hybrid (Algorithms 1 to 4) as one kernel: an
// initiator asks k = c+f+1 processes for the x lowest and the y unhealthiest that they
// know, unites the answers of c+1 of them, decides for the lowest that nobody reports,
// and awaits the LEADER of the one that it chose. Where everybody is reported it begins
// again with x+1 and y-1. Base and Optimistic have x = 1 and y = 0; Base and Preferred
// decide once, Optimistic and Hybrid with every answer.
//
// Where the paper can be read in several ways the facts sheet numbers the interpretations, D1
// to D22 (D23, whether one that has announced itself is trusted, is ours), and
// words.Interpretation names those on which a counterexample turns. Two need no name: D6, whom a
// resend asks, is any choice here, so both interpretations are covered; D5, how long timers run, is
// not seen without time.
//
// The membership may change (membership.go): lists forget and learn, processes join and leave.
// Several processes may initiate (rivals.go); the lowest prevails.
//
// What the paper needs and does not state (S1 to S8 of the facts sheet), as it
// is met here: S1 a list holds its owner (words.Config checks it); S2 and S3,
// lists long enough and lacking a process at most c times, are the caller's
// choice within c, counted over the run; S4, dead processes leave every list, is the fair
// input Purge; S5, the lowest stays and no lower joins, belongs to budget and configuration; S6
// holds for any choice of targets, because at least f+1 are asked that have not answered; S7
// is the budget on premature timeouts; S8 is the rule.
//
// The package must not import impl/ctolerant, which is written from the paper
// independently. Start reading at [Handlers].
package ctolerant

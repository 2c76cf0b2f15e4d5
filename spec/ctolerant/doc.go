// Package ctolerant is the executable specification of the c-tolerant elections
// of Wang and Gupta, "Churn-Tolerant Leader Election Protocols" (ICDCS 2023):
// small, slow-witted on purpose, and equal to the TLA+ module of the same name,
// action by action.
//
// It states Base and Optimistic (Algorithms 1 and 2). The four protocols have one
// kernel: an initiator asks k = c+f+1 processes for candidates, unites the answers of
// c+1 of them, decides, and awaits the LEADER of the one that it chose. These two ask
// for the one lowest process (X = 1); Base decides once, Optimistic with every answer.
//
// What the paper needs and does not state (S1 to S8 of the facts sheet), as it
// is met here: S1 a list holds its owner (words.Config checks it); S2 and S3,
// lists long enough and lacking a process at most c times, are the caller's
// choice within c; S4, dead processes leave every list, is the fair input Purge;
// S5, the initiator does not crash, belongs to the budget; S6 holds for any
// choice of targets, because at least f+1 are asked that have not answered; S7
// is the budget on premature timeouts; S8 is the rule.
//
// The package must not import impl/ctolerant, which is written from the paper
// independently. Start reading at [Election].
package ctolerant

// Package baseline implements three alternatives to the Base protocol of Wang and
// Gupta, "Churn-Tolerant Leader Election Protocols" (ICDCS 2023), to measure the
// paper's claims against: SelfCount and Adaptive elect the same process with fewer
// messages (Theorem 3 says that nobody can), and LocalHash does without any message,
// which is right only where all lists are equal. They speak the words of the
// c-tolerant elections and have one initiator. Nobody is meant to deploy them.
//
// The package must not import spec/ctolerant or impl/ctolerant: what it refutes is
// measured beside them, in properties/ctolerant/paper. Start reading at
// [NewSelfCount].
package baseline

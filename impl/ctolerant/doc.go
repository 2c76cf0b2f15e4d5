// Package ctolerant implements the c-tolerant leader elections of Wang and Gupta,
// "Churn-Tolerant Leader Election Protocols" (ICDCS 2023), as one would deploy
// them over a weakly consistent membership service: Base, Optimistic, Preferred
// and Hybrid (Algorithms 1 to 4). One Node runs any of them, as its configuration
// says: Preferred and Hybrid ask for the x lowest and the y unhealthiest processes,
// and Base and Optimistic do the same with x = 1 and y = 0.
//
// The package must not import spec/ctolerant, the executable specification that
// it is compared with. Start reading at [New].
package ctolerant

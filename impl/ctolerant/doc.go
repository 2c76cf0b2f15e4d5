// Package ctolerant implements the c-tolerant leader elections of Wang and Gupta,
// "Churn-Tolerant Leader Election Protocols" (ICDCS 2023), as one would deploy
// them over a weakly consistent membership service. Today they are Base (Algorithm
// 1) and Optimistic (Algorithm 2): one Node runs either, as its configuration says.
//
// The package must not import spec/ctolerant, the executable specification that
// it is compared with. Start reading at [New].
package ctolerant

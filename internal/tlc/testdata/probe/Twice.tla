---- MODULE Twice ----
(* Takes OK from two modules: only the parser of modules says so. *)
EXTENDS Labels, Again
====

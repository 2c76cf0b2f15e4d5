---- MODULE Shared ----
(* At the root of the file system, where modules of all protocols stand. *)
EXTENDS Integers
Bump(f, n) == [f EXCEPT ![n] = @ + 1]
====

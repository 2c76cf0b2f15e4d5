---- MODULE Again ----
EXTENDS Integers
OK == TRUE
====

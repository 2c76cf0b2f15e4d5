package tlc

// warmModule says nothing of anything: a run of it has TLC load the classes that most cases
// need, for sets, bags, records, recursion, and a dump.
const warmModule = `-------------------------------- MODULE Warm --------------------------------
EXTENDS Integers, FiniteSets, Sequences, TLC

CONSTANT N

VARIABLES full, bag, path

vars == <<full, bag, path>>

Node == 0..(N - 1)

RECURSIVE Sum(_)
Sum(S) == IF S = {} THEN 0 ELSE LET i == CHOOSE i \in S : \A j \in S : i <= j IN i + Sum(S \ {i})

ASSUME N \in Nat /\ PrintT(<<"constants", [N |-> N]>>)

Init == full = [i \in Node |-> {}] /\ bag = << >> /\ path = << >>

Fill(i) ==
    LET m == [kind |-> "Fill", to |-> i]
    IN /\ full[i] = {}
       /\ full' = [full EXCEPT ![i] = @ \cup {m}]
       /\ bag' = [x \in DOMAIN bag \cup {m} |-> IF x = m THEN 1 ELSE bag[x]]
       /\ path' = Append(path, i)

Empty ==
    \E m \in {x \in DOMAIN bag : bag[x] > 0} :
        /\ full' = [full EXCEPT ![m.to] = {}]
        /\ bag' = [x \in DOMAIN bag \ {m} |-> bag[x]]
        /\ path' = Tail(path)

Fills == \E i \in Node : Fill(i)

Next == Fills \/ Empty

Spec == Init /\ [][Next]_vars

TypeOK ==
    /\ full \in [Node -> SUBSET [kind : {"Fill"}, to : Node]]
    /\ Cardinality(DOMAIN bag) = Len(path)
    /\ Sum({path[k] : k \in DOMAIN path}) <= Sum(Node)
=============================================================================
`

const warmCfg = `SPECIFICATION Spec
CONSTANT N = 2
INVARIANT TypeOK
CHECK_DEADLOCK FALSE
`

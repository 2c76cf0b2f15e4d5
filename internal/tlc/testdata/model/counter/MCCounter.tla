---- MODULE MCCounter ----
EXTENDS Counter
MCUp(n) == Up(n)
MCLose(n) == Lose(n)
MCNext == (\E n \in Node : MCUp(n)) \/ Reset \/ (\E n \in Node : MCLose(n))
MCSpec == Init /\ [][MCNext]_count /\ \A n \in Node : WF_count(MCUp(n))

NeverFull == \A n \in Node : count[n] < Max
OneFills == <>(count[1] = Max)
ZeroStays == <>[](count[0] = Max)
OnlyUp == [][\A n \in Node : count'[n] >= count[n]]_count
====

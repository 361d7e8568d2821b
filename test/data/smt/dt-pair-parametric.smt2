; status: sat
(declare-datatypes ((Pair 2)) ((par (A B) ((pair (left A) (right B))))))
(declare-const p (Pair Int Bool))
(assert (> (left p) 3))(assert (right p))
(check-sat)

; status: unsat
(declare-const m Int)
(assert (forall ((x Int)) (<= x m)))
(check-sat)

; status: unsat
(declare-const x Int)
(assert (< (abs x) 0))
(check-sat)

; status: unsat
(declare-const x Int)
(assert (< (* x x) 0))
(check-sat)

; status: sat unsat
(declare-const x Int)(assert (> x 3))
(check-sat)
(assert (< x 3))
(check-sat)

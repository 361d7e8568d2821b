; status: unsat
(declare-const x Int)
(assert (< x 0))(assert (> x 0))(minimize x)
(check-sat)

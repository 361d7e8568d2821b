; status: unsat
(set-logic QF_LIA)
(declare-const x Int)(assert (> x 5))(assert (< x 6))
(check-sat)

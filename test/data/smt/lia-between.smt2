; status: sat
(set-logic QF_LIA)
(declare-const x Int)(assert (> x 5))(assert (< x 7))
(check-sat)

; status: sat
(set-logic QF_NRA)
(declare-const x Real)
(assert (= (- (* x x x) (* 2 x)) 5))(assert (> x 2))
(check-sat)

; status: unsat
(set-logic QF_LRA)
(declare-const x Real)(declare-const y Real)
(assert (<= (+ x (* 2 y)) 4))(assert (>= (+ (* 2 x) y) 9))(assert (>= y 1))(assert (<= x 3))
(check-sat)

; status: sat
(set-logic QF_LRA)
(declare-const x Real)(declare-const y Real)
(assert (and (< 0.0 x) (< x 0.5) (= (+ x y) 1.0)))
(check-sat)

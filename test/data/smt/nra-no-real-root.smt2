; status: unsat
(set-logic QF_NRA)
(declare-const x Real)
(assert (= (+ (* x x) x 1.0) 0.0))
(check-sat)

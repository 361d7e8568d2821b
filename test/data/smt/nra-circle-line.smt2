; status: unsat
(set-logic QF_NRA)
(declare-const x Real)(declare-const y Real)
(assert (= (+ (* x x) (* y y)) 1.0))(assert (> (+ x y) 1.5))
(check-sat)

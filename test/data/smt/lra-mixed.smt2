; status: unsat
(set-logic QF_LIRA)
(declare-const x Real)(declare-const n Int)
(assert (= x (to_real n)))(assert (< 0.0 x 1.0))
(check-sat)

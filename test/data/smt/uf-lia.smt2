; status: unsat
(set-logic QF_UFLIA)
(declare-fun f (Int) Int)(declare-const x Int)(declare-const y Int)
(assert (<= x y))(assert (<= y x))(assert (not (= (f x) (f y))))
(check-sat)

; status: unsat
(set-logic QF_IDL)
(declare-const a Int)(declare-const b Int)(declare-const c Int)
(assert (< (- a b) (- 1)))(assert (< (- b c) 0))(assert (< (- c a) 2))
(check-sat)

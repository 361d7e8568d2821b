; status: sat
(set-logic QF_IDL)
(declare-const a Int)(declare-const b Int)(declare-const c Int)
(assert (>= (- b a) 3))(assert (>= (- c b) 2))(assert (<= (- c a) 6))
(check-sat)

; status: sat
(set-logic QF_NIA)
(declare-const a Int)(declare-const b Int)(declare-const c Int)
(assert (and (< 0 a 30) (< 0 b 30) (< 0 c 30)))(assert (= (+ (* a a) (* b b)) (* c c)))
(check-sat)

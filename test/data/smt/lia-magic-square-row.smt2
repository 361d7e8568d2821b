; status: sat
(declare-const a Int)(declare-const b Int)(declare-const c Int)
(assert (distinct a b c))(assert (and (<= 1 a 9) (<= 1 b 9) (<= 1 c 9)))(assert (= (+ a b c) 15))
(check-sat)

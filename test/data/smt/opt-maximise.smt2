; status: sat
(declare-const x Int)(declare-const y Int)
(assert (and (<= 0 x 10) (<= 0 y 10) (<= (+ x y) 12)))(maximize (+ (* 2 x) y))
(check-sat)(get-objectives)

; status: sat
(declare-const x Int)(declare-const y Int)
(assert (= (+ (* 6 x) (* 10 y) ) 4))(assert (> x 100))
(check-sat)

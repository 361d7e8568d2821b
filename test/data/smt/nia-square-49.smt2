; status: sat
(declare-const x Int)
(assert (= (* x x) 49))(assert (> x 0))
(check-sat)

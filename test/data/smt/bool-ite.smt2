; status: sat
(declare-const p Bool)(declare-const x Int)
(assert (= x (ite p 3 (- 3))))(assert (< x 0))
(check-sat)

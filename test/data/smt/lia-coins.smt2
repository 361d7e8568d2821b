; status: sat
(declare-const n Int)(declare-const d Int)(declare-const q Int)
(assert (and (>= n 0) (>= d 0) (>= q 0)))
(assert (= (+ (* 5 n) (* 10 d) (* 25 q)) 65))(assert (= (+ n d q) 5))
(check-sat)

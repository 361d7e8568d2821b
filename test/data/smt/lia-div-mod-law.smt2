; status: unsat
(declare-const a Int)(declare-const b Int)
(assert (> b 0))(assert (< b 50))(assert (< (- 50) a 50))
(assert (not (= a (+ (* b (div a b)) (mod a b)))))(assert (= b 7))
(check-sat)

; status: unsat
(declare-const x Int)
(assert (= (* x x) 50))(assert (<= (- 10) x 10))
(check-sat)

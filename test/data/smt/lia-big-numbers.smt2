; status: unsat
(declare-const x Int)
(assert (= (* 2 x) 340282366920938463463374607431768211457))
(check-sat)

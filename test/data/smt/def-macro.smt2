; status: unsat
(define-fun max2 ((a Int) (b Int)) Int (ite (> a b) a b))
(declare-const x Int)(declare-const y Int)
(assert (not (>= (max2 x y) x)))
(check-sat)

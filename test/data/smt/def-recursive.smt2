; status: unsat
(define-fun-rec fact ((n Int)) Int (ite (<= n 0) 1 (* n (fact (- n 1)))))
(assert (not (= (fact 6) 720)))
(check-sat)

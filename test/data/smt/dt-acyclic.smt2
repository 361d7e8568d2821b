; status: unsat
(declare-datatypes ((Lst 0)) (((nil) (cons (hd Int) (tl Lst)))))
(declare-const l Lst)
(assert (= l (cons 1 l)))
(check-sat)

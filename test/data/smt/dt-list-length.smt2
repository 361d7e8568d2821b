; status: sat
(declare-datatypes ((Lst 0)) (((nil) (cons (hd Int) (tl Lst)))))
(declare-const l Lst)
(assert ((_ is cons) l))(assert (= (hd l) 4))(assert ((_ is nil) (tl l)))
(check-sat)

; status: sat
(declare-fun f (Int Int) Int)
(assert (= (f 1 2) 3))(assert (= (f 2 1) 4))
(check-sat)(get-value ((f 1 2) (f 2 1)))

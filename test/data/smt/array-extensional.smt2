; status: sat
(declare-const a (Array Int Int))(declare-const b (Array Int Int))
(assert (not (= a b)))(assert (= (select a 0) (select b 0)))
(check-sat)

; status: unsat
(declare-sort P 0)(declare-fun drinks (P) Bool)
(assert (not (exists ((x P)) (=> (drinks x) (forall ((y P)) (drinks y))))))
(check-sat)

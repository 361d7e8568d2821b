; status: unsat
(set-logic LRA)
(assert (not (forall ((x Real) (y Real)) (=> (< x y) (exists ((z Real)) (and (< x z) (< z y)))))))
(check-sat)

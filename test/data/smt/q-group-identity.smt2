; status: unsat
;a left identity that is a right identity too is unique
(declare-sort G 0)(declare-fun op (G G) G)(declare-const e G)(declare-const f G)
(assert (forall ((x G)) (and (= (op e x) x) (= (op x e) x))))(assert (forall ((x G)) (and (= (op f x) x) (= (op x f) x))))(assert (not (= e f)))
(check-sat)

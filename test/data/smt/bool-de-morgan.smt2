; status: unsat
(declare-const p Bool)(declare-const q Bool)
(assert (not (= (not (and p q)) (or (not p) (not q)))))
(check-sat)

; status: unsat
(set-logic QF_BV)
(declare-const x (_ BitVec 16))
(assert (not (= x (concat ((_ extract 15 8) x) ((_ extract 7 0) x)))))
(check-sat)

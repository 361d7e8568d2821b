; status: unsat
(set-logic QF_BV)
(declare-const x (_ BitVec 64))
(assert (not (= (bvshl x (_ bv3 64)) (bvmul x (_ bv8 64)))))
(check-sat)

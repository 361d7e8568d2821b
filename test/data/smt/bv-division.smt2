; status: unsat
(set-logic QF_BV)
(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))
(assert (not (= y #x00)))(assert (not (= x (bvadd (bvmul y (bvudiv x y)) (bvurem x y)))))
(check-sat)

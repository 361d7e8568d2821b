; status: sat
(set-logic QF_BV)
(declare-const a (_ BitVec 16))(declare-const b (_ BitVec 16))
(define-fun wide ((v (_ BitVec 16))) (_ BitVec 17) ((_ zero_extend 1) v))
(assert (not (= (wide (bvlshr (bvadd a b) #x0001)) (bvlshr (bvadd (wide a) (wide b)) (_ bv1 17)))))
(check-sat)

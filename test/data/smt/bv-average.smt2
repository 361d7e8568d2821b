; status: unsat
;(a & b) + ((a ^ b) >> 1) never overflows
(set-logic QF_BV)
(declare-const a (_ BitVec 16))(declare-const b (_ BitVec 16))
(define-fun wide ((v (_ BitVec 16))) (_ BitVec 17) ((_ zero_extend 1) v))
(define-fun avg () (_ BitVec 16) (bvadd (bvand a b) (bvlshr (bvxor a b) #x0001)))
(assert (not (= (wide avg) (bvlshr (bvadd (wide a) (wide b)) (_ bv1 17)))))
(check-sat)

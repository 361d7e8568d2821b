; status: unsat
(set-logic QF_BV)
(declare-const x (_ BitVec 8))
(define-fun pow2 () Bool (or (= x #x01) (= x #x02) (= x #x04) (= x #x08) (= x #x10) (= x #x20) (= x #x40) (= x #x80)))
(assert (not (= x #x00)))(assert (not (= pow2 (= (bvand x (bvsub x #x01)) #x00))))
(check-sat)

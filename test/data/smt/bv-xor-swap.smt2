; status: unsat
(set-logic QF_BV)
(declare-const a (_ BitVec 32))(declare-const b (_ BitVec 32))
(define-fun x () (_ BitVec 32) (bvxor a b))
(assert (not (and (= (bvxor x a) b) (= (bvxor x b) a))))
(check-sat)

; status: sat
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 5 11))
(define-fun one () (_ FloatingPoint 5 11) ((_ to_fp 5 11) RNE 1.0))
(assert (fp.isNormal x))(assert (fp.gt x one))(assert (fp.eq (fp.add RNE x one) x))
(check-sat)

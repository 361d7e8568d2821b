; status: unsat
;0.1 + 0.2 = 0.3 fails in binary64
(assert (fp.eq (fp.add RNE ((_ to_fp 11 53) RNE 0.1) ((_ to_fp 11 53) RNE 0.2)) ((_ to_fp 11 53) RNE 0.3)))
(check-sat)

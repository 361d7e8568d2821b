; status: sat
(set-logic QF_BV)
(declare-const x (_ BitVec 32))
(assert (= (bvneg x) x))(assert (not (= x #x00000000)))
(check-sat)

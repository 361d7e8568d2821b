; status: unsat
(set-logic QF_UF)
(declare-sort U 0)(declare-fun f (U) U)(declare-const a U)
(assert (= (f (f (f a))) a))(assert (= (f (f (f (f (f a))))) a))(assert (not (= (f a) a)))
(check-sat)

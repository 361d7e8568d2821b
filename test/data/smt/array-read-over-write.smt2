; status: unsat
(set-logic QF_AUFLIA)
(declare-const a (Array Int Int))(declare-const i Int)(declare-const j Int)
(assert (not (= i j)))(assert (not (= (select (store a i 7) j) (select a j))))
(check-sat)

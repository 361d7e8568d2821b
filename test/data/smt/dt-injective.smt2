; status: unsat
(declare-datatypes ((Nat 0)) (((zero) (succ (pred Nat)))))
(declare-const a Nat)(declare-const b Nat)
(assert (= (succ a) (succ b)))(assert (not (= a b)))
(check-sat)

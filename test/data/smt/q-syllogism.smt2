; status: unsat
(declare-sort Thing 0)(declare-fun man (Thing) Bool)(declare-fun mortal (Thing) Bool)(declare-const socrates Thing)
(assert (forall ((t Thing)) (=> (man t) (mortal t))))(assert (man socrates))(assert (not (mortal socrates)))
(check-sat)

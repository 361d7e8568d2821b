; status: unsat sat
(declare-const p Bool)(declare-const q Bool)(assert (=> p q))
(check-sat-assuming (p (not q)))
(check-sat-assuming (p q))

; status: unsat unsat sat
(declare-const p Bool)(push 2)(assert p)(push)(assert (not p))
(check-sat)
(check-sat)
(pop 3)
(check-sat)

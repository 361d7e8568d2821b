; status: sat unsat sat
(declare-const x Int)(assert (> x 0))
(check-sat)
(push)(assert (< x 0))
(check-sat)
(pop)
(check-sat)

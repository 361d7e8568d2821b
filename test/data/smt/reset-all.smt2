; status: unsat sat
(declare-const x Int)(assert (< x x))
(check-sat)
(reset)
(declare-const x Bool)(assert x)
(check-sat)

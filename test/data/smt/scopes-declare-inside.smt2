; status: sat sat
(push)(declare-const x Int)(assert (= x 1))
(check-sat)
(pop)
(declare-const x Bool)(assert x)
(check-sat)

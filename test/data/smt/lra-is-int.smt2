; status: sat
(declare-const x Real)
(assert (is_int (* 2.0 x)))(assert (not (is_int x)))(assert (< 0.0 x 1.0))
(check-sat)

; status: sat
(declare-const x Real)
(assert (and (> x 5.0) (< x 6.0)))
(check-sat)

; status: unsat
(declare-const a Real)(declare-const b Real)
(assert (and (>= a 0) (>= b 0)))(assert (< (* (+ a b) (+ a b)) (* 4 a b)))
(check-sat)

; status: unsat
;the remainder is never negative in SMT-LIB
(declare-const x Int)
(assert (< (mod x (- 3)) 0))
(check-sat)

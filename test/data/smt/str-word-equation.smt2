; status: unsat
(declare-const x String)
(assert (= (str.++ "a" x) (str.++ x "b")))
(check-sat)

; status: unsat
(declare-const x Int)(declare-const y Int)(declare-const z Int)
(assert (> (+ x y) z))(assert (<= (+ x y) z))
(check-sat)

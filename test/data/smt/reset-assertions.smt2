; status: unsat sat
(declare-const x Int)(assert (< x x))
(check-sat)
(reset-assertions)(declare-const z Int)
(assert (= z 3))
(check-sat)

; status: unsat
(set-option :produce-unsat-cores true)
(declare-const x Int)
(assert (! (> x 5) :named low))(assert (! (< x 3) :named high))(assert (! (> x (- 9)) :named idle))
(check-sat)(get-unsat-core)

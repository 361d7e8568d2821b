; status: unsat
(declare-const s String)
(assert (str.contains s "xyz"))(assert (< (str.len s) 3))
(check-sat)

; status: unsat
(declare-const s String)
(assert (str.prefixof "ab" s))(assert (str.suffixof "c" s))(assert (= (str.len s) 2))
(check-sat)

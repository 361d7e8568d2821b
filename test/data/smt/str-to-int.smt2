; status: sat
(declare-const s String)
(assert (= (str.to_int s) 42))(assert (= (str.len s) 3))
(check-sat)

; status: sat
(declare-const s (Seq Int))
(assert (= (seq.len s) 2))(assert (= (seq.nth s 0) 7))
(check-sat)

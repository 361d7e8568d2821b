; status: sat
(declare-const s String)
(assert (= (str.replace s "a" "b") "bcd"))(assert (not (= s "bcd")))
(check-sat)

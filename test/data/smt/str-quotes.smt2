; status: sat
(declare-const s String)
(assert (= s "he said ""yes"" (ok)"))
(check-sat)

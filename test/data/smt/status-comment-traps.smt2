; status: sat
; (check-sat) in a comment, "quote | bar
(set-info :source |text with (check-sat) and "quotes"|)
(declare-const x Int)
(echo "(assert false)")
(check-sat)

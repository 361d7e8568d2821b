; status: unsat
(declare-const a String)(declare-const b String)
(assert (not (= (str.len (str.++ a b)) (+ (str.len a) (str.len b)))))
(check-sat)

; status: sat
(declare-const s String)
(assert (str.in_re s (re.++ (re.+ (re.range "a" "c")) (str.to_re "-") (re.* (re.range "0" "9")))))(assert (= (str.len s) 5))
(check-sat)

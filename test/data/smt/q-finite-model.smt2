; status: sat
(declare-datatypes ((Day 0)) (((mo) (tu) (we))))(declare-fun next (Day) Day)
(assert (forall ((d Day)) (not (= (next d) d))))(assert (forall ((d Day)) (= (next (next (next d))) d)))
(check-sat)

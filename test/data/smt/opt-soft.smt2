; status: sat
(declare-const p Bool)(declare-const q Bool)
(assert (not (and p q)))(assert-soft p :weight 2)(assert-soft q :weight 1)
(check-sat)

; status: sat
(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)
(assert (xor a b c))(assert (not (and a b c)))
(check-sat)(get-model)

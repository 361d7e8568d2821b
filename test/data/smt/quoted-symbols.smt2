; status: sat
(declare-const |a (strange) name| Int)(declare-const ~ok!@ Bool)
(assert (> |a (strange) name| 2))(assert ~ok!@)
(check-sat)

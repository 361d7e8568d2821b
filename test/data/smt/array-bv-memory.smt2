; status: sat
(set-logic QF_ABV)
(declare-const m (Array (_ BitVec 8) (_ BitVec 8)))(declare-const p (_ BitVec 8))
(assert (= (concat (select m (bvadd p #x01)) (select m p)) #xbeef))
(check-sat)

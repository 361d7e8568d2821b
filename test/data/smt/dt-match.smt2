; status: unsat
(declare-datatypes ((Tree 0)) (((leaf (val Int)) (node (l Tree) (r Tree)))))
(declare-const t Tree)
(assert (not (match t (((leaf v) true) ((node a b) (not ((_ is leaf) t)))))))
(check-sat)

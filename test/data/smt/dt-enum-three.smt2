; status: unsat
(declare-datatypes ((Colour 0)) (((red) (green) (blue))))
(declare-const a Colour)(declare-const b Colour)(declare-const c Colour)(declare-const d Colour)
(assert (distinct a b c d))
(check-sat)

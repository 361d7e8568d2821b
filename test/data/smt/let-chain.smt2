; status: sat
(declare-const x Int)
(assert (let ((a (+ x 1))) (let ((b (* 2 a))) (= b 10))))
(check-sat)

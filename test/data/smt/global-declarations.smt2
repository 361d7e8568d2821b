; status: sat
(set-option :global-declarations true)
(push)(declare-const x Int)(pop)(assert (= x 4))
(check-sat)

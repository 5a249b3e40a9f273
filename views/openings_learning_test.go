package views

// learningOpenings are how the views of that tab begin.
func learningOpenings() map[string][2]string {
	return map[string][2]string{
		"losses": {"Yes, up to |z| = 50: the barrier hinge losses of right and flipped label sum to 100, so on average the best model stays best.",
			"The price: beyond z = 50 the loss is 200 times as steep and no longer symmetric; no privacy is spent here."},
		"risk": {"Yes, on average over the flips: noisy labels pick the best of the 50 models and rank ≈ 100 % of the pairs of models as clean labels do.",
			"Stated ε = 1.00 is an actual ε of 0.500: an attacker who sees a label is right at most 62.2 % of the time (50 % is guessing)."},
		"race": {"The barrier hinge loss learns the truth in this one training: AUC ≈ 0.940 on true labels; the logistic loss has ≈ 0.813 and memorises flips.",
			"Stated ε = 1.00 is an actual ε of 0.500: an attacker who sees a label is right at most 62.2 % of the time (50 % is guessing)."},
		"boundary": {"Furthest for the neural net (logistic): ≈ 17.0 % change class; least for logistic regression: ≈ 3.29 %, but its recall falls from ≈ 0.780 to ≈ 0.566.",
			"Stated ε = 2.00 is an actual ε of 1.00: an attacker who sees a label is right at most 73.1 % of the time (50 % is guessing)."},
		"learning": {"The barrier hinge loss still reaches AUC 0.90 at stated ε = 1.00 with 95 % confidence; of the ε tried, the logistic loss needs 3.00.",
			"Stated ε = 1.00 is an actual ε of 0.500: an attacker who sees a label is right at most 62.2 % of the time (50 % is guessing)."},
	}
}

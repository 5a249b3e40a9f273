package views

// learningOpenings are how the views of that tab begin.
func learningOpenings() map[string][2]string {
	return map[string][2]string{
		"losses": {"Yes, for margins within ±50: the barrier hinge losses of right and flipped label sum to 100, so on average the best model stays best.",
			"The price: beyond z = 50 the loss is 200 times as steep and no longer symmetric; no privacy is spent here."},
		"losses?show=models": {"Yes, on average over the flips: noisy labels pick the best of the 50 models and order ≈ 100 % of all pairs as clean labels do.",
			"Only 0.500 of stated ε = 1.00 is spent: an attacker who sees a label is right at most 62.2 % of the time (50 % is guessing)."},
		"race": {"The barrier hinge loss learns the truth in this one training: AUC ≈ 0.940 on true labels; the logistic loss has ≈ 0.813 and memorises flips.",
			"Only 0.500 of stated ε = 1.00 is spent: an attacker who sees a label is right at most 62.2 % of the time (50 % is guessing)."},
		"boundary": {"Furthest for the net with logistic loss: ≈ 17.0 % change class; least for logistic regression: ≈ 3.30 %, but its recall falls ≈ 0.780 → ≈ 0.566.",
			"Only 1.00 of stated ε = 2.00 is spent: an attacker who sees a label is right at most 73.1 % of the time (50 % is guessing)."},
		"learning": {"Down to stated ε = 1.00 with the barrier hinge loss, 3.00 with the logistic loss: the smallest ε tried at which AUC reaches 0.90 with 95 % confidence.",
			"Only 0.500 of stated ε = 1.00 is spent: an attacker who sees a label is right at most 62.2 % of the time (50 % is guessing)."},
	}
}

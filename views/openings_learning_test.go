package views

// learningOpenings are how the views of that tab begin.
func learningOpenings() map[string][2]string {
	return map[string][2]string{
		"losses": {"Yes, for margins z up to ±50: there the losses of z and of −z add up to 100, so on average flips do not change which model is best.",
			"The price: beyond z = 50 the loss is 200 times as steep and no longer symmetric; no privacy is spent here."},
		"risk": {"Yes, on average over the flips: noisy labels pick the best of the 50 models and rank ≈ 100 % of the pairs of models as clean labels do.",
			"An attacker who sees a label is right about the true one at most 62.2 % of the time (50 % is guessing)."},
		"race": {"Barrier hinge learns the truth in this one training: AUC ≈ 0.940 on true labels; the logistic loss has ≈ 0.813 and memorises flips.",
			"An attacker who sees a label is right about the true one at most 62.2 % of the time (50 % is guessing)."},
		"boundary": {"Furthest for Random forest: AUC ≈ 0.957 → ≈ 0.827; Logistic regression keeps ≈ 0.978, but its recall falls ≈ 0.780 → ≈ 0.566.",
			"At ε = 2.00 (actual 1.00) an attacker who sees a label is right about it at most 73.1 % of the time (50 % is guessing)."},
		"learning": {"Down to stated ε = 1.00 with Barrier hinge (AUC ≈ 0.940), to 3.00 with the logistic loss; below that, AUC 0.90 lacks 95 % confidence.",
			"At stated ε = 1.00, these 1,000 labels teach like ≈ 60.0 clean ones; an attacker is right at most 62.2 % (guessing: 50 %)."},
	}
}

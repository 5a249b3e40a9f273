package views

// learningOpenings returns the opening leads of that tab's views.
func learningOpenings() map[string][2]string {
	return map[string][2]string{
		"losses": {"Yes, for margins within ±50: the barrier hinge losses of right and flipped label always add up to 100, so on average the best stays best.",
			"The price: beyond z = 50 the loss is 200 times as steep and no longer symmetric."},
		"losses?show=models": {"Yes, on average over the flips: noisy labels pick the best of the 50 models and order ≈ 100 % of all pairs as clean labels do.",
			"An attacker is right about one label at most 62.2 % of the time (a coin toss: 50 %)."},
		"race": {"The barrier hinge loss learns the truth in this one training: AUC ≈ 0.940 on true labels; the logistic loss has ≈ 0.813 and memorises flips.",
			"An attacker is right about one label at most 62.2 % of the time (a coin toss: 50 %)."},
		"boundary": {"≈ 17.0 % of records change class with the net with logistic loss; with logistic regression ≈ 3.30 %, but its recall falls ≈ 0.780 → ≈ 0.566.",
			"An attacker is right about one label at most 73.1 % of the time (a coin toss: 50 %)."},
		"learning": {"Down to ε = 0.500 with the barrier hinge loss, 1.50 with the logistic loss: the smallest ε tried at which AUC reaches 0.90 with 95 % confidence.",
			"An attacker is right about one label at most 62.2 % of the time (a coin toss: 50 %)."},
	}
}

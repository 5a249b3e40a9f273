package views

// learningOpenings are how the views of that tab begin.
func learningOpenings() map[string][2]string {
	return map[string][2]string{
		"losses": {"Yes, for scores with |z| ≤ 50: there ℓ(z) + ℓ(−z) = 100, so on average flips do not change which score is best.",
			"The price: beyond z = 50 the loss is 200 times as steep and no longer symmetric; no privacy is spent here."},
		"risk": {"Yes, on average over the flips: noisy labels order ≈ 100 % of all pairs of the 50 models as clean ones do.",
			"An attacker who sees a label is right about the true one at most 62.2 % of the time (50 % is guessing)."},
	}
}

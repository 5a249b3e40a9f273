package views

// noiseOpenings are how the views of that tab begin.
func noiseOpenings() map[string][2]string {
	return map[string][2]string{
		"noise": {"Practically tied: noise optimised for |x| and staircase, expected error 0.960 at ε = 1.00, δ = 10^-6; Laplace has 1.00.",
			"An attacker choosing between two neighbouring tables is right at most 72.0 % of the time (50 % is guessing)."},
		"frontier": {"An expected error of ≤ 0.960 at ε = 1.00 and δ = 10^-6; truncated Laplace needs ε = 1.05 for that error.",
			"An attacker choosing between two neighbouring tables is right at most 72.0 % of the time (50 % is guessing)."},
		"shifts": {"Because one person makes no result more than e^ε = 2.72 times as likely, plus a probability of 10^-6: ε = 1.00, δ = 10^-6 allow that.",
			"An attacker choosing between two neighbouring tables is right at most 72.0 % of the time (50 % is guessing)."},
		"rounds": {"By trial and repair, in 6 rounds: the last noise is private at ε = 1.00, δ = 10^-6, with expected error 0.961.",
			"An attacker choosing between two neighbouring tables is right at most 71.6 % of the time (50 % is guessing)."},
		"ranges": {"Yes: over a range of 2.00 the expected error is 0.467, 17.6 % below any single noise's 0.567.",
			"An attacker is right 77.0 % of the time (one noise 75.9 %, guessing 50 %)."},
		"bayes": {"It errs on ≈ 4.38 % of unseen records with Gaussian noise at ε = 2.00 for the whole fit; without noise on ≈ 2.64 %.",
			"An attacker is right at most 59.9 % of the time (50 % is guessing); if every answer spent that ε, at least 86.8 %."},
		"coordinates": {"It reaches an error of ≈ 15.9 % after 200 noisy gradients at ε = 1.00 in all; without noise ≈ 11.9 %.",
			"An attacker is right at most 55.3 % of the time (50 % is guessing); if every answer spent that ε, at least 97.0 %."},
	}
}

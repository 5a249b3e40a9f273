package views

// noiseOpenings returns the opening leads of that tab's views.
func noiseOpenings() map[string][2]string {
	return map[string][2]string{
		"noise": {"Staircase noise, or the optimised one: mean error 0.960 at ε = 1.00, δ = 10^-6, practically the least of those compared.",
			"An attacker is right about which of two records is in the table, with Staircase noise, at most 73.1 % of the time (a coin toss: 50 %)."},
		"proof": {"Because even one person's worst change (by 1.00) makes no event more than 2.72 times as likely, plus one in a million.",
			"An attacker is right about which of two records is in the table at most 72.0 % of the time (a coin toss: 50 %)."},
		"ranges": {"Yes: noise of its own for each of 4 parts of the range cuts the mean error by 21.9 %, from 0.967 to 0.755.",
			"An attacker is right about which of two records is in the table at most 71.6 % of the time (a coin toss: 50 %)."},
		"bayes": {"Naive Bayes gets ≈ 4.38 % of unseen records wrong with Gaussian noise (another may be as good) at ε = 2.00 for the whole fit; ≈ 2.64 % without noise.",
			"An attacker is right about which of two records is in the table at most 59.9 % of the time (a coin toss: 50 %)."},
		"coordinates": {"Private coordinate descent gets ≈ 15.9 % of unseen records wrong at ε = 1.00 in all, after 100 rounds of 2 gradients; ≈ 11.9 % without noise.",
			"An attacker is right about which of two records is in the table at most 55.3 % of the time (a coin toss: 50 %)."},
	}
}

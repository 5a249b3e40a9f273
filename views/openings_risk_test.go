package views

// riskOpenings are how the views of that tab begin.
func riskOpenings() map[string][2]string {
	return map[string][2]string{
		"attack": {"At most 11.7 % of the members are found if 1.00 % of the others are falsely named (guessing finds 1.00 %); ε ≤ 5.20 after 10,000 steps.",
			"An attacker asking whether you took part is right at most 71.3 % of the time (50 % is guessing)."},
		"profile": {"By cost staircase noise, expected error 0.960 at ε = 1.00, δ = 1.00e-5; by what it gives away Gaussian noise, with 2.98.",
			"An attacker choosing between two neighbouring tables is right at most 72.0 %, with Gaussian 55.3 % (guessing: 50 %)."},
	}
}

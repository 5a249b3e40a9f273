package views

// riskOpenings are how the views of that tab begin.
func riskOpenings() map[string][2]string {
	return map[string][2]string{
		"attack": {"At most 11.7 % of the members are found if 1.00 % of the others are falsely named (guessing finds 1.00 %); ε ≤ 5.20 after 10,000 steps.",
			"An attacker asking whether you took part is right at most 71.3 % of the time (50 % is guessing)."},
		"digits": {"No: ≈ 66.4 % of 1,000 answers of 0.00 can never come from 1.00, so that no ε holds.",
			"An attacker who looks at all digits is right ≈ 82.8 % of the time; ε = 1.00 would allow 73.1 %."},
		"profile": {"At the same ε = 1.00, δ = 10^-5 staircase noise is cheapest, expected error 0.960; safest is Gaussian noise, at 2.98.",
			"An attacker choosing between two neighbouring tables is right at most 72.0 %, with Gaussian 55.3 % (guessing: 50 %)."},
	}
}

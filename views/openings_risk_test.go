package views

// riskOpenings returns the opening leads of that tab's views.
func riskOpenings() map[string][2]string {
	return map[string][2]string{
		"attack": {"At most 11.7 % of those who took part are found, if 1.00 % of the others may be named wrongly (guessing finds 1.00 %).",
			"An attacker is right about whether you took part at most 71.3 % of the time (a coin toss: 50 %)."},
		"digits": {"No: ≈ 66.4 % of 1,000 answers betray that the value was 0.00, not 1.00: their last digits cannot come from 1.00.",
			"An attacker is right about which of two values somebody sent ≈ 82.9 % of the time (a coin toss: 50 %)."},
		"profile": {"Gaussian noise is best if nobody may be exposed outright: mean error 1.04 where an attacker is right 65 % of the time (a coin toss: 50 %).",
			"With optimised noise it is ≤ 0.828, but 29.5 % of the time the answer exposes the record outright."},
	}
}

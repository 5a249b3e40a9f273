package views

// labelOpenings returns the opening leads of that tab's views.
func labelOpenings() map[string][2]string {
	return map[string][2]string{
		"flips": {"About 65 of 240 labels flip (26.9 %; standard deviation 6.87).",
			"An attacker is right about one label at most 73.1 % of the time (a coin toss: 50 %)."},
		"flips?show=outcomes": {"Yes: all 64 possible outcomes for 6 labels are exactly as likely as when each flips on its own with probability 26.9 %.",
			"An attacker is right about one label at most 73.1 % of the time (a coin toss: 50 %)."},
		"success?preset=score-start": {"Yes, almost surely: with probability 99.5 % at least half of the 100 labels stay correct.",
			"An attacker is right about one label at most 62.2 % of the time (a coin toss: 50 %)."},
		"success": {"Yes, if even is compared with even: 83.0 % at n = 40, 83.3 % at 42; at 41 no tie is possible (78.9 %).",
			"An attacker is right about one label at most 56.2 % of the time (a coin toss: 50 %)."},
		"success?preset=budget-start": {"ε = 2.18: then at most 20 of 100 labels flip, with probability at least 99.9 %; Hoeffding's bound needs 4.25.",
			"An attacker is right about one label at most 89.8 % of the time (a coin toss: 50 %)."},
	}
}

package views

// labelOpenings are how the views of that tab begin.
func labelOpenings() map[string][2]string {
	return map[string][2]string{
		"flips": {"About 91 of 240 (37.8 %), give or take 8; this draw flipped 76: only 2.91 % of all draws flip so few.",
			"An attacker who sees a published label is right about the true one at most 62.2 % of the time (50 % is guessing)."},
		"identity": {"Yes: all 64 possible outcomes for 6 labels are exactly as likely as when each flips on its own with probability 37.8 %.",
			"So ε = 1.00 is really 0.500: an attacker who sees a label is right at most 62.2 % of the time, not 73.1 % (50 % is guessing)."},
		"score": {"Yes, almost surely: with probability 99.5 % at least half of the 100 labels stay correct.",
			"They teach like ≈ 6.00 clean ones; an attacker who sees one is right at most 62.2 % of the time (50 % is guessing)."},
		"success": {"Mostly: at least half stay correct with probability 83.0 % at n = 40, 83.3 % at 42, but 78.9 % at 41, where no tie is possible.",
			"At every n an attacker who sees a label is right at most 56.2 % of the time (50 % is guessing)."},
		"budget": {"Stated ε = 4.36 (actual 2.18): then at most 20 of 100 labels flip, with probability at least 99.9 %.",
			"An attacker who sees a label is then right at most 89.8 % of the time (50 % is guessing); the paper's bound asks for ε = 8.49."},
	}
}

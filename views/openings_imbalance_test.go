package views

// imbalanceOpenings returns the opening leads of that tab's views.
func imbalanceOpenings() map[string][2]string {
	return map[string][2]string{
		"bagging": {"No: each record is picked with chance 8.55 %, and then not protected at all: δ is 8.55 %, where it should be far below 1/n = 0.00894 %.",
			"About 957 of 11,183 people may be exposed; as most are not, an attacker is right at most 54.3 % of the time (a coin toss: 50 %)."},
		"anatomy": {"0.777 of ε = 1.00 is left for the noise by the tighter proof, 0.554 by the published one; the rest pays for how far one record bends the fit.",
			"An attacker is right about which of two records is in the table at most 73.1 % of the time (a coin toss: 50 %)."},
		"weights": {"No clear difference at ε = 1.00 (G-mean: public threshold ≈ 89.9 %, public weights ≈ 89.3 %); doing neither gives ≈ 75.1 %.",
			"An attacker is right about which of two records is in the table at most 73.1 % of the time (a coin toss: 50 %)."},
		"approaches": {"Public threshold: G-mean ≈ 89.9 % at ε = 1.00, but 4 others cannot be ruled out; without privacy, weighted logistic reaches ≈ 91.9 %.",
			"An attacker is right about which of two records is in the table at most 73.1 % of the time (a coin toss: 50 %)."},
		"network": {"Yes: G-mean ≈ 89.7 % at ε = 1.00 after 500 steps; no clear gain over a linear model with a public threshold (≈ 91.0 %).",
			"An attacker is right about whether you took part at most 54.7 % of the time (a coin toss: 50 %)."},
		"synthetic": {"6.80 % of rows would have to change to match mine, on average over attributes (a fresh sample of mine: 3.42 %); rare class: 16.8 %, mine 14.6 %.",
			"An attacker is right about which of two records is in the table at most 54.8 % of the time (a coin toss: 50 %)."},
		"copies": {"Every copy costs the whole ε once more: with 3 copies one record is 4 rows, so its ε is ≤ 4.00 instead of 1.00.",
			"Little protection: an attacker is right about whether you took part at most 98.2 % of the time (a coin toss: 50 %)."},
		"threshold": {"γ = 0.863 gives the best F1 (59.9 %), and 1.08 the best accuracy; γ is 0 at the majority's mean, 1 at the minority's.",
			"An attacker is right about which of two values a record has at most 55.3 % of the time (a coin toss: 50 %)."},
		"run": {"Less than it seems: ε is between 6.00 and 20.6, not 1.14, as batches were shuffled and an accountant assumes that each record is drawn by chance anew.",
			"An attacker is right about whether you took part at least 65.7 % and at most 96.1 % of the time (a coin toss: 50 %)."},
	}
}

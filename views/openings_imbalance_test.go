package views

// imbalanceOpenings are how the views of that tab begin.
func imbalanceOpenings() map[string][2]string {
	return map[string][2]string{
		"bagging": {"No: each record is drawn with probability 8.55 %, and then nothing hides it; δ = 8.55 % should be far below 1 in 11,183.",
			"About 957 of 11,183 people may be exposed outright; over all, an attacker is right at most 54.3 % of the time (50 % is guessing)."},
		"anatomy": {"0.777 of ε = 1.00 is left for noise; with such noise ≈ 99.0 % of the records keep their prediction, on average over 30 draws.",
			"An attacker choosing between two records is right at most 73.1 % of the time (50 % is guessing)."},
		"weights": {"Either: at ε = 1.00 G-mean is ≈ 89.9 % with a moved threshold, ≈ 89.3 % with weights; doing neither gives ≈ 75.1 %.",
			"With weights 1,000 records count like ≈ 200; an attacker is right about a record at most 73.1 % of the time (guessing: 50 %)."},
		"approaches": {"Public threshold or DP-SGD network: G-mean ≈ 89.9 % at ε = 1.00, too near to tell; without privacy plain weighted has ≈ 91.9 %.",
			"An attacker is right at most 73.1 % of the time (50 % is guessing); picking the best one here costs further ε, not counted."},
		"network": {"Yes, but no better: G-mean ≈ 91.1 % at ε = 1.00 after 500 steps, a tie with a linear model with a public threshold (≈ 90.6 %).",
			"An attacker is right at most 54.7 % of the time (50 % is guessing); ≈ 24.8 % of the gradients are clipped."},
		"synth": {"Within 6.80 points on average, 12.2 points at worst; the rare class has 16.8 % of the synthetic rows, 14.6 % of mine.",
			"An attacker is right at most 54.8 % of the time (50 % is guessing); noise per cell: 22.2 records."},
		"copies": {"A full ε per copy: with 3 copies one record is 4 rows, so its ε is ≤ 4.00 instead of 1.00.",
			"Little protection: an attacker is right about a record at most 98.2 % of the time, not 73.1 %; a public weight keeps ε = 1.00."},
		"threshold": {"At γ = 0.863 for F1 (59.9 %), 1.08 for accuracy, 0.50 for balanced accuracy, from the majority's mean (0) to the minority's (1).",
			"Private at ε = 1.00 it scatters by 0.110 sd; an attacker is right about a value at most 55.3 % of the time (50 % is guessing)."},
		"budget-sum": {"ε ≤ 5.20 after 10,000 steps, above your limit of 2.00: up to 1,725 steps are safe, or noise σ = 2.13 is enough.",
			"An attacker asking whether you took part is right at most 71.3 % of the time (50 % is guessing)."},
	}
}

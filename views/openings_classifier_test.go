package views

// classifierOpenings are how the views of that tab begin.
func classifierOpenings() map[string][2]string {
	return map[string][2]string{
		"choose": {
			"Piecewise (PM): ε = 4.04 per feature (8.07 in total) keeps “stroke” with probability 90 %; Randomised resp. (RR) needs 6.33.",
			"Little protection at 8.07 in total: an attacker choosing between two people is right at most 97.8 % of the time."},
		"map": {
			"Anywhere in age 71.5–100 years and bmi 0–29.9 kg/m² it is proven to stay “stroke”; at least 85.4 % of noisy records land there.",
			"ε = 8.00 in all, little protection: an attacker choosing between two people is right at most 97.7 % of the time."},
		"utility": {
			"Not quite: at ε = 4.00 per feature the prediction stays “stroke” with probability 89.9 % (target 90 %); 4.04 is the least that reaches it.",
			"ε = 8.00 in all, little protection: an attacker choosing between two people is right at most 97.7 % of the time."},
		"population": {
			"80 of these 100 simulated people keep their prediction with probability 90 % or more; least often those predicted “stroke”: 72.4 % on average.",
			"ε = 8.00 in all, little protection: an attacker choosing between two people is right at most 97.7 % of the time."},
		"recommend": {
			"Piecewise (PM), ε = 9.17 in total (4.59 each): enough, with 95 % confidence, to keep predictions 90 % of the time on average.",
			"Worst-off: 31.3 % of the time; little protection: an attacker choosing between two people is right at most 98.7 % of the time."},
	}
}

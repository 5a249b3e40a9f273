package views

// classifierOpenings returns the opening leads of that tab's views.
func classifierOpenings() map[string][2]string {
	return map[string][2]string{
		"recommend?preset=choose-stroke-forest": {
			"Piecewise (PM): ε = 4.04 per feature keeps “stroke” with probability 90 %; Randomised resp. (RR) needs 6.33.",
			"Little protection: an attacker is right about which of two people sent them at most 97.8 % of the time (a coin toss: 50 %)."},
		"map": {
			"“stroke” is proven to stay anywhere in age 71.5–100 years and bmi 0–29.9 kg/m²; at least 85.4 % of noisy records land there.",
			"Little protection: an attacker is right about which of two people sent them at most 97.7 % of the time (a coin toss: 50 %)."},
		"utility": {
			"No: at ε = 3.00 per feature the prediction stays “stroke” with probability 82.8 % (target 90 %); 4.04 is the least that reaches it.",
			"An attacker is right about which of two people sent them at most 94.4 % of the time (a coin toss: 50 %)."},
		"population": {
			"80 of these 100 simulated people keep their prediction at least 90 % of the time; worst off are the 15 predicted “stroke”, at 72.4 % on average.",
			"Little protection: an attacker is right about which of two people sent them at most 97.7 % of the time (a coin toss: 50 %)."},
		"recommend": {
			"Piecewise (PM), tied with Square wave (SW): ε = 4.59 per feature keeps predictions 90 % of the time on average, with 95 % confidence.",
			"Little protection: an attacker is right about which of two people sent them at most 98.7 % of the time (a coin toss: 50 %)."},
	}
}

package views

// mechanismOpenings returns the opening leads of that tab's views.
func mechanismOpenings() map[string][2]string {
	return map[string][2]string{
		"survey": {"± 4.67 points if 30 % would say yes: 2,000 people answer, a coin changes 26.9 % of the answers (ε = 1.00), and nobody sees a true one.",
			"An attacker is right about one person's answer at most 73.1 % of the time (a coin toss: 50 %). ± 3 takes ε = 1.77, or 1.88 if 50 % say yes."},
		"concentration": {"A clear hint: shown one answer, an attacker picks the right one of 0.30 and 0.70 at most 69.7 % of the time (a coin toss: 50 %).",
			"The price: answers scatter by 0.254 (standard deviation)."},
		"compare": {"Piecewise (PM): 85.3 % of its answers land within 0.30 of x = 0.50 (chance: 60.0 %), 2.58 points ahead of Square wave (SW).",
			"An attacker is right about which of two values somebody sent at most 88.1 % of the time (a coin toss: 50 %)."},
		"compare?preset=middle": {"Square wave (SW) at ε = 2.00, tolerance 0.10 (63.9 % land within). On ≈ 66.9 % of the map the next is less than a point behind.",
			"An attacker is right about which of two values somebody sent at most 88.1 % of the time (a coin toss: 50 %)."},
	}
}

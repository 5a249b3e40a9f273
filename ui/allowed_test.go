package ui

import "testing"

// On a small page what ε and δ alone would allow stands beside the attacker's share of right guesses, where the two differ;
// where it has no room the answers keep their order.
func TestWhatIsAllowedStandsBesideTheAttacker(t *testing.T) {
	for _, c := range []struct{ address, row string }{
		{"run?preset=start", "ε, all steps ≤ 5.20   attacker right ≤ 71.3 %; ε and δ allow 99.5 %"},
		{"success?preset=score-start", "at least half correct = 99.5 %   worth in clean labels ≈ 6        +13 readings"},
	} {
		drive(t, c.address, 80, 24, colourless).shows(c.row)
	}
}

package privacy

// TellingShare bounds the share of answers that tell an attacker as much as ε allows, or more. right is how often the best
// guess between two equally likely values is right, and allowed how often it may be under (ε, δ), which is (e^ε + δ)/(1 + e^ε).
// After a telling answer a guess is right with probability at least p = e^ε/(1 + e^ε), and after any other with at least 1/2,
// so that right ≥ 1/2 + share·(p - 1/2). It is 1 where that says nothing.
func TellingShare(right, allowed, delta float64) float64 {
	p := (allowed - delta) / (1 - delta)
	if !(p > 0.5) {
		return 1
	}
	return min((right-0.5)/(p-0.5), 1)
}

package binomial_test

import (
	"fmt"

	"dpscope/engine/num/binomial"
)

// A tail that one minus the distribution function would lose.
func Example() {
	flips := binomial.FromLogOdds(1e9, 0.5) // chance 1/(1+e^½) = 0.3775 each
	tails := flips.Tails(5e8)
	fmt.Printf("ln Pr(more than half) = %.6f\n", tails.LogAbove)

	low, high := binomial.Interval(5, 1000, 0.05)
	fmt.Printf("5 of 1000: between %.6f and %.6f\n", low, high)
	// Output:
	// ln Pr(more than half) = -30929813.774833
	// 5 of 1000: between 0.001625 and 0.011629
}

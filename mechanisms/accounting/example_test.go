package accounting_test

import (
	"context"
	"fmt"

	"dpscope/mechanisms/accounting"
)

// Ten thousand noisy steps of gradient descent, each on a hundredth of the records.
func Example() {
	run := accounting.Run{Step: accounting.Step{Rate: 0.01, Deviation: 1.1}, Steps: 10_000}
	bounds, err := run.Losses(context.Background(), 1e-5, accounting.Fine)
	if err != nil {
		fmt.Println(err)
		return
	}
	order := run.Renyi(1e-5)
	fmt.Printf("by claims %.0f, by order %.2f of divergence %.2f, by the loss itself %.2f\n",
		run.Basic(1e-5), order.Order, order.Epsilon, bounds.High)
	// Output: by claims 7949, by order 4.67 of divergence 5.63, by the loss itself 5.19
}

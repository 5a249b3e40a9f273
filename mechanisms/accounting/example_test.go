package accounting_test

import (
	"context"
	"fmt"

	"dpscope/mechanisms/accounting"
)

// Ten thousand noisy steps of gradient descent, each on a hundredth of the records.
func Example() {
	run := accounting.NormalSteps(0.01, 1.1, 10_000)
	for _, by := range []accounting.Accountant{accounting.Claims{}, accounting.Orders{}, accounting.Losses{Accuracy: accounting.Fine}} {
		epsilon, err := by.Price(context.Background(), run, 1e-5)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %.2f\n", by.Name(), epsilon.High)
	}
	// Output:
	// basic composition: 7949.41
	// Rényi divergence: 5.63
	// the privacy loss distribution: 5.19
}

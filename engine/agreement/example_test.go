package agreement_test

import (
	"context"
	"fmt"

	"dpscope/engine/agreement"
	"dpscope/learners/linear"
	"dpscope/mechanisms"
)

// How often does a linear classifier keep its answer when both features are
// perturbed by the piecewise mechanism with ε = 4 each?
func Example() {
	ctx := context.Background()
	region, err := agreement.Prepare(ctx, agreement.Question{
		Classifier: &linear.Linear{Weights: []float64{3, -1}, Bias: -0.5},
		Record:     []float64{0.6, 0.4},
		Private:    []int{0, 1},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	pm, err := mechanisms.Piecewise{}.WithEpsilon(4)
	if err != nil {
		fmt.Println(err)
		return
	}
	laws := region.Laws(pm)
	radius, _ := region.Radius(ctx, agreement.UnitInterval)
	box, _ := region.LargestBox(ctx, laws, agreement.UnitInterval)
	exact, _ := region.Exact(ctx, laws)
	fmt.Printf("class %d, radius %.3f\n", region.Class, radius.Value)
	fmt.Printf("certified: at least %.4f, on [%.4f, 1] x [0, %.4f]\n", box.Mass, box.Sides[0].Low, box.Sides[1].High)
	fmt.Printf("exactly %.4f\n", exact.Value)
	// Output:
	// class 1, radius 0.225
	// certified: at least 0.9323, on [0.5000, 1] x [0, 1.0000]
	// exactly 0.9588
}

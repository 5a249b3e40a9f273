package mechanisms_test

import (
	"fmt"

	"dpscope/engine/param"
	"dpscope/mechanisms"
)

// Which share of private answers lands within 0.3 of the truth, and what does the mechanism promise?
func Example() {
	kind, err := mechanisms.All.Find("pm")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := kind.New(param.Values{}.With(mechanisms.Epsilon, 2))
	if err != nil {
		fmt.Println(err)
		return
	}
	law := m.At(0.5)
	fmt.Printf("%.6f inside, %.6f outside\n", law.Mass(0.2, 0.8), law.Outside(0.2, 0.8))
	fmt.Println(m.Guarantee().Claim())
	fmt.Println("audited loss", m.Loss())
	// Output:
	// 0.852848 inside, 0.147152 outside
	// ε-LDP with ε = 2.00, for any two values of [0, 1]
	// audited loss 2
}

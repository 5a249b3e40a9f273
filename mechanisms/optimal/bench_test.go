package optimal

import (
	"fmt"
	"testing"

	"dpscope/mechanisms/central"
)

// The cost of a slider's move: cold, and warm after ε has moved by 5 %.
func BenchmarkSolve(b *testing.B) {
	for _, c := range []struct {
		name string
		p    Problem
	}{
		{"symmetric", Problem{Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: 25, Reach: 50}},
		{"square", Problem{Epsilon: 1, Delta: 0.2, Loss: central.Square{}, Steps: 25, Reach: 50}},
		{"asymmetric", Problem{Epsilon: 1, Delta: 0.2, Loss: doubled, Steps: 25, Reach: 50}},
		{"points", Problem{Epsilon: 1, Delta: 0.1, Also: Points{{0, 0.35}, {3, 0.002}}, Loss: absolute, Steps: 14, Reach: 70}},
		{"eps5", Problem{Epsilon: 5, Delta: 0.05, Loss: absolute, Steps: 25, Reach: 50}},
		{"symmetric", Problem{Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: 50, Reach: 100}},
		{"symmetric", Problem{Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: 125, Reach: 250}},
	} {
		name := fmt.Sprintf("%s/N=%d", c.name, c.p.Cells())
		b.Run(name+"/cold", func(b *testing.B) {
			for b.Loop() {
				if _, err := Solve(b.Context(), c.p, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/warm", func(b *testing.B) {
			before, err := Solve(b.Context(), c.p, nil)
			if err != nil {
				b.Fatal(err)
			}
			moved := c.p
			moved.Epsilon *= 1.05
			for b.Loop() {
				if _, err := Solve(b.Context(), moved, before.Events); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

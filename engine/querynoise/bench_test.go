package querynoise

import (
	"testing"

	"dpscope/engine/work"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
)

// The cost of a move of a slider before a law is shown: its steps at ε = 1 are a tenth, and at μ = 1 a hundredth.
func BenchmarkLive(b *testing.B) {
	points, err := optimal.ReadPoints("5:1e-6,0:0.3")
	if err != nil {
		b.Fatal(err)
	}
	plain := func(q *Question, i int) { q.Epsilon = 1 + 0.1*float64(i%5) }
	for name, c := range map[string]struct {
		loss central.Loss
		move func(q *Question, i int)
	}{
		"symmetric": {absolute, plain}, "asymmetric": {central.Slopes{Below: 1, Above: 2}, plain},
		"points": {absolute, func(q *Question, i int) { q.Epsilon, q.Also = 1+0.1*float64(i%5), points }},
		"below": {absolute, func(q *Question, i int) {
			if q.Below, err = optimal.Below(1+0.01*float64(i%5), 1e-3); err != nil {
				b.Fatal(err)
			}
		}},
	} {
		b.Run(name, func(b *testing.B) {
			ctx := work.WithStarts(b.Context(), &work.WarmStarts{})
			q := Question{Epsilon: 1, Delta: 0.2, Sensitivity: 1, Loss: c.loss}
			for i := 0; b.Loop(); i++ {
				c.move(&q, i)
				if _, _, found, err := q.Live(ctx); err != nil || !found {
					b.Fatal(found, err)
				}
			}
		})
	}
}

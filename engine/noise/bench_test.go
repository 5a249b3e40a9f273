package noise

import (
	"testing"

	"dpscope/engine/work"
	"dpscope/mechanisms/central"
)

// What a move of a slider costs before there is a law to be seen: its steps at ε = 1
// are a tenth.
func BenchmarkLive(b *testing.B) {
	for name, loss := range map[string]central.Loss{"symmetric": absolute, "asymmetric": central.Slopes{Below: 1, Above: 2}} {
		b.Run(name, func(b *testing.B) {
			ctx := work.WithStarts(b.Context(), &work.Starts{})
			q := Question{Epsilon: 1, Delta: 0.2, Sensitivity: 1, Loss: loss}
			for i := 0; b.Loop(); i++ {
				q.Epsilon = 1 + 0.1*float64(i%5)
				if _, _, found, err := q.Live(ctx); err != nil || !found {
					b.Fatal(found, err)
				}
			}
		})
	}
}

package mechanisms

import (
	"math/rand/v2"
	"testing"

	"dpscope/engine/param"
)

// sink keeps results alive.
var sink float64

func eachKind(b *testing.B, run func(b *testing.B, m Mechanism)) {
	for _, kind := range All.Kinds {
		m, err := kind.New(param.Values{}.With(Epsilon, 0.7))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(kind.Name, func(b *testing.B) {
			b.ReportAllocs()
			run(b, m)
		})
	}
}

// One mass, the law being there: at most 1 µs.
func BenchmarkMass(b *testing.B) {
	eachKind(b, func(b *testing.B, m Mechanism) {
		law := m.At(0.37)
		for b.Loop() {
			sink += law.Mass(0.2, 0.6)
		}
	})
}

// One law from another ε: at most 1 µs, 4 µs for the analytic Gaussian.
func BenchmarkLaw(b *testing.B) {
	eachKind(b, func(b *testing.B, m Mechanism) {
		budgeted, can := m.(EpsilonSettable)
		if !can {
			b.Skip("it is made anew for each budget")
		}
		epsilon := 0.1
		for b.Loop() {
			if epsilon += 1e-7; epsilon > 1 {
				epsilon = 0.1
			}
			other, err := budgeted.WithEpsilon(epsilon)
			if err != nil {
				b.Fatal(err)
			}
			sink += other.At(0.37).Density(0.4)
		}
	})
}

// One draw.
func BenchmarkSample(b *testing.B) {
	eachKind(b, func(b *testing.B, m Mechanism) {
		law, rng := m.At(0.37), rand.New(rand.NewPCG(1, 2))
		for b.Loop() {
			sink += law.Sample(rng)
		}
	})
}

// A million bins cost as much as a hundred.
func BenchmarkMassOfManyBins(b *testing.B) {
	for _, name := range []string{"exponential", "krr"} {
		kind, _ := All.Find(name)
		m, err := kind.New(param.Values{}.With(Bins, 1000001))
		if err != nil {
			b.Fatal(err)
		}
		law, rng := m.At(0.37), rand.New(rand.NewPCG(1, 2))
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				sink += law.Mass(0.2, 0.6) + law.Mean() + law.Variance() + law.Sample(rng)
			}
		})
	}
}

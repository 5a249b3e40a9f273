package binomial

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

var sink float64

func BenchmarkTails(b *testing.B) {
	for _, n := range []float64{100, 1e4, 1e6, 1e9, 1e12} {
		b.Run(fmt.Sprintf("n=%g", n), func(b *testing.B) {
			l := FromLogOdds(n, 0.5)
			for b.Loop() {
				sink += l.Tails(l.Mode()).Below
			}
		})
	}
}

func BenchmarkLaw(b *testing.B) {
	for b.Loop() {
		sink += FromLogOdds(1e6, 0.5).P
	}
}

func BenchmarkLogProb(b *testing.B) {
	l := FromLogOdds(1e6, 0.5)
	for b.Loop() {
		sink += l.LogProb(378000)
	}
}

func BenchmarkLeastLogOdds(b *testing.B) {
	for _, n := range []float64{100, 1e6, 1e12} {
		b.Run(fmt.Sprintf("n=%g", n), func(b *testing.B) {
			for b.Loop() {
				sink += LeastLogOdds(n, n/5, Level{Below: 0.999, Above: 0.001})
			}
		})
	}
}

func BenchmarkBins(b *testing.B) {
	for _, n := range []float64{1e4, 1e9, 1e12} {
		b.Run(fmt.Sprintf("n=%g", n), func(b *testing.B) {
			for b.Loop() {
				l := FromLogOdds(n, 0.5)
				from, to := l.Visible(20)
				sink += l.Bins(from, to, 400)[0].Prob
			}
		})
	}
}

func BenchmarkSample(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []float64{100, 1e6, 1e12} {
		b.Run(fmt.Sprintf("n=%g", n), func(b *testing.B) {
			l := FromLogOdds(n, 0.5)
			for b.Loop() {
				sink += l.Sample(rng)
			}
		})
	}
}

package accounting

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
)

// Moments by panels equal those of a fine sum over all answers, to the promised error, at any height, exponent, noise and rate;
// and the omitted answers are as rare as promised.
func TestPlacesTellMoments(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 18))
	compared := 0
	settings := effort.Scale(12, 50, 2000)
	for range settings {
		step := Step{Rate: math.Exp(-9 * rng.Float64()), Deviation: math.Exp(math.Log(0.3) + rng.Float64()*math.Log(100))}
		run := Run{step, math.Round(math.Exp(10 * rng.Float64()))}
		s := run.begin(side(rng.IntN(2)), math.Exp(-25*rng.Float64()-3))
		on := circle{theta: s.near * (0.3 + rng.Float64())}
		highest := 50 * rng.Float64() * s.near
		in, found := s.cover(on, highest, 2000)
		if !found {
			continue
		}
		compared++
		p := s.law.places(in)
		u := highest * rng.Float64()
		got := complex(0, 0)
		for i, loss := range p.losses {
			got += complex(p.weights[i], 0) * cmplx.Exp(complex(0, u*loss))
		}
		want, whole := complex(0, 0), 0.0
		const steps = 100_000 // Simpson's sum of the law as it stands in its definition
		width := (s.law.high - s.law.low) / steps
		for i := range steps + 1 {
			x := s.law.low + float64(i)*width
			without := math.Exp(-x * x / (2 * step.Deviation * step.Deviation))
			with := (1-step.Rate)*without + step.Rate*math.Exp(-(x-1)*(x-1)/(2*step.Deviation*step.Deviation))
			here, loss := with, math.Log(with)-math.Log(without)
			if s.from == added {
				here, loss = without, math.Log(without)-math.Log(with)
			}
			switch {
			case i == 0 || i == steps:
				here /= 3
			case i%2 == 1:
				here *= 4. / 3
			default:
				here *= 2. / 3
			}
			weight := here * math.Exp(on.theta*loss-in.log)
			whole += weight
			want += complex(weight, 0) * cmplx.Exp(complex(0, u*loss))
		}
		doubt := 1e-9 + 1e-12*u // of the fine sum
		if off := cmplx.Abs(got - want/complex(whole, 0)); off > p.wrong+p.slope*u+doubt {
			t.Errorf("%+v, side %d, θ = %g, u = %g: off by %g, promised %g", step, s.from, on.theta, u, off, p.wrong+p.slope*u)
		}
		whole *= width / (step.Deviation * math.Sqrt(2*math.Pi))
		if off := math.Abs(p.log - in.log - math.Log(whole)); off > 1e-9 {
			t.Errorf("%+v, side %d, θ = %g: the whole is off by %g", step, s.from, on.theta, off)
		}
	}
	if compared < settings/2 {
		t.Errorf("%d moments compared", compared)
	}
}

// Turned step by step or at once is the same.
func TestTurned(t *testing.T) {
	p := places{losses: []float64{-0.3, 0.01, 4}, weights: []float64{0.5, 0.3, 0.2}}
	for n, got := range p.turned(0.37, 5*again) {
		want := complex(0, 0)
		for i, loss := range p.losses {
			want += complex(p.weights[i], 0) * cmplx.Exp(complex(0, 0.37*float64(n)*loss))
		}
		if cmplx.Abs(got-want) > 4*again*unit {
			t.Fatalf("at %d: %v, want %v", n, got, want)
		}
	}
}

// Omitted answers are as rare as promised.
func TestLawLeavesOutNoMore(t *testing.T) {
	for _, s := range []Step{{0.01, 1.1}, {1e-4, 0.3}, {0.9, 30}} {
		for _, lost := range []float64{1e-3, 1e-9, 1e-40} {
			for _, from := range []side{removed, added} {
				l := s.law(from, lost)
				beyond := func(x float64) float64 { return math.Erfc(x/(s.Deviation*math.Sqrt2)) / 2 }
				out := beyond(-l.low) + beyond(l.high)
				if from == removed {
					out = (1-s.Rate)*out + s.Rate*(beyond(1-l.low)+beyond(l.high-1))
				}
				if out > lost {
					t.Errorf("%+v, side %d: %g is left out, and %g may be", s, from, out, lost)
				}
			}
		}
	}
}

package accounting

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Places that are passed over hold nothing of a moment, and those that are not are a few
// thousand, however far the order, the noise and the rate are from the ordinary.
func TestMomentsLeaveOutNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 8))
	compared := 0
	for range 400 {
		s := Step{Rate: math.Exp(-14 * rng.Float64()), Deviation: math.Exp(math.Log(0.01) + rng.Float64()*math.Log(1e6))}
		theta := math.Exp(-20 + 40*rng.Float64())
		if rng.IntN(3) == 0 {
			theta = -theta
		}
		for _, from := range []side{removed, added} {
			order := theta + 1 // of P against Q
			if from == added {
				order = -theta
			}
			met, most := 0, math.Inf(-1)
			s.points(from, theta, func(p point) {
				met++
				most = max(most, p.logWeight+order*p.log)
			}, func() float64 { return most })
			if met > 25_000 {
				t.Errorf("%+v, side %d, θ = %g: %d places", s, from, theta, met)
			}
			step, low, high := s.step(order), -s.left(-min(order, 0))-12*s.Deviation, max(order, 1)+12*s.Deviation
			if high-low > 30_000*step { // one by one that takes long
				continue
			}
			sum := 0.0
			for i := math.Floor(low / step); i*step <= high; i++ {
				x := i * step
				sum += math.Exp(order*s.loss(x) - x*x/(2*s.Deviation*s.Deviation) + math.Log(step/(s.Deviation*math.Sqrt(2*math.Pi))) - most)
			}
			want, got := most+math.Log(sum), s.logMoment(from, theta)
			if compared++; !(math.Abs(got-want) <= 1e-13*max(1, math.Abs(want), math.Abs(most))) {
				t.Errorf("%+v, side %d, θ = %g: %v of some places, %v of all", s, from, theta, got, want)
			}
		}
	}
	if compared < 200 {
		t.Errorf("%d moments compared", compared)
	}
}

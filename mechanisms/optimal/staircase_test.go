package optimal

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/mechanisms/central"
)

// byCells returns V at a shift by sums over cells far narrower than the steps, and its possible error: the mass of cells that
// contain an edge, or a moved one.
func byCells(law Law, epsilon, shift float64) (sum, within float64) {
	const width = 1.0 / 1024
	low, high := law.Support()
	for x := low - 1; x < high+1; x += width {
		sum += max(0, law.Density(x+width/2)-math.Exp(epsilon)*law.Density(x+width/2-shift)) * width
	}
	return sum, float64(2*len(law.Edges)) * width * law.Density(0)
}

// A truncated staircase is private, costs as much as sums over narrow cells say, and no more than noise of fixed shapes.
func TestStaircaseCutOff(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	losses := []central.Loss{central.Slopes{Below: 1, Above: 1}, central.Square{}, central.Pinball(0.6)}
	for range effort.Scale(10, 60, 2000) {
		p := Problem{Epsilon: math.Exp(rng.Float64()*6 - 3.3), Delta: math.Exp(-rng.Float64()*12) * 0.9, Loss: losses[rng.IntN(3)], Atom: rng.IntN(3) == 0, Steps: 2}
		p.Reach = 2 * int(Support(p.Epsilon, p.Delta)+1)
		law, c, loss, found := p.Staircase(math.Inf(1))
		if !found || c.Delta > p.Delta || c.Delta < p.Delta*(1-1e-3)-1e-11 {
			t.Errorf("%+v: found %t, certified at %v", p, found, c.Delta)
			continue
		}
		mean, at := 0.0, 0.0
		for _, p := range law.Points {
			at += p.Mass
		}
		for i, m := range law.Masses {
			const parts = 400
			for j := range parts {
				mean += m / parts * p.Loss.At(law.Edges[i]+(law.Edges[i+1]-law.Edges[i])*(float64(j)+0.5)/parts)
			}
		}
		if math.Abs(mean-loss) > 1e-5*loss {
			t.Errorf("%+v: it is told to cost %v, and costs %v", p, loss, mean)
		}
		for _, shift := range []float64{1, -1, rng.Float64(), 2*rng.Float64() - 1} {
			if v, within := byCells(law, p.Epsilon, shift); at+v > p.Delta+within {
				t.Errorf("%+v: a shift of %v has V = %v ± %v", p, shift, v, within)
			}
		}
		if p.Delta >= 0.4 {
			continue
		}
		for _, k := range central.Kinds[:3] {
			n, err := k.New(central.Setting{Epsilon: p.Epsilon, Delta: p.Delta, Loss: p.Loss})
			if err != nil {
				t.Fatal(err)
			}
			if other := n.Expected(p.Loss); loss > other*(1+1e-4) {
				t.Errorf("%+v: it costs %v, and %s %v", p, loss, k.Title, other)
			}
		}
	}
}

// At next to no δ no whole noise costs less than the discrete staircase: the program's law costs the same.
func TestDiscreteStaircaseIsBest(t *testing.T) {
	for _, c := range []struct {
		epsilon float64
		steps   int
		loss    central.Loss
	}{{2, 3, central.Slopes{Below: 1, Above: 1}}, {1, 1, central.Square{}}, {1.5, 4, central.Square{}}} {
		p := Problem{Epsilon: c.epsilon, Delta: MinDelta, Loss: c.loss, Query: Count, Steps: c.steps, Reach: 25 * c.steps}
		s, err := Solve(t.Context(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := central.NewDiscreteStaircase(c.epsilon, c.steps, c.loss).Expected(c.loss); math.Abs(s.Loss-want) > 1e-6*want {
			t.Errorf("%+v: the program comes to %v, the staircase costs %v", c, s.Loss, want)
		}
	}
}

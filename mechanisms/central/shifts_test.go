package central

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
)

// beside returns V at a shift by sums over fine cells, or over atoms: never more than V, as a sum over cells is a coarser view
// of the noise.
func beside(n Noise, epsilon, shift float64) float64 {
	law, sum, ratio := n.Law(), 0.0, math.Exp(epsilon)
	if atoms := law.Atoms(); atoms != nil {
		const hair = 1e-9
		for _, a := range atoms {
			sum += max(0, a.Mass-ratio*law.Mass(a.At-shift-hair, a.At-shift+hair))
		}
		return sum
	}
	reach := 1 + 20*math.Sqrt(law.Variance())
	const cells = 4000
	width := 2 * reach / cells
	for i := range cells {
		x := -reach + float64(i)*width
		sum += max(0, law.Mass(x, x+width)-ratio*law.Mass(x-shift, x+width-shift))
	}
	return sum
}

// No shift up to the sensitivity, to either side, breaks any noise of the list by more than its
// profile says at any budget, from end to end of the sliders.
func TestNoShiftIsWorse(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for range effort.Scale(8, 300, 3000) {
		epsilon := math.Exp(math.Log(0.01) + rng.Float64()*math.Log(15/0.01))
		s := Setting{Epsilon: epsilon, Delta: math.Exp(math.Log(1e-9) + rng.Float64()*math.Log(0.999/1e-9)), Loss: losses[rng.IntN(len(losses))], Steps: 1 + rng.IntN(8)}
		whole := Kind{Name: "discrete-staircase", New: func(s Setting) (Noise, error) { return NewDiscreteStaircase(s.Epsilon, s.Steps, s.Loss), nil }}
		for _, k := range append(Kinds[:len(Kinds):len(Kinds)], whole) {
			n, err := k.New(s)
			if err != nil {
				continue
			}
			shift := 2*rng.Float64() - 1
			switch rng.IntN(4) {
			case 0:
				shift = math.Copysign(1, shift)
			case 1:
				shift *= 0.01
			}
			if n.Law().Atoms() != nil {
				shift = math.Copysign(math.Ceil(math.Abs(shift)*float64(s.Steps)), shift) / float64(s.Steps)
			}
			budget := rng.Float64() * 1.2 * epsilon
			if got, most := beside(n, budget, shift), n.Guarantee().Delta(budget); got > most*(1+1e-9)+1e-12 {
				t.Errorf("%s at %+v: moved by %v it is broken by %v at %v, its profile says %v", k.Name, s, shift, got, budget, most)
			}
		}
	}
}

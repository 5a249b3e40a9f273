package privacy

import (
	"math"
	"math/rand/v2"
	"testing"
)

// No pair of laws has more telling answers than the bound, and a mixture of randomised response with nothing attains it.
func TestTellingShare(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		p, q := randomLaw(random, 7), randomLaw(random, 7)
		epsilon := 0.1 + 2*random.Float64()
		right, telling, delta := 0.0, 0.0, 0.0
		for i := range p {
			right += max(p[i], q[i]) / 2
			if math.Abs(math.Log(p[i]/q[i])) >= epsilon {
				telling += (p[i] + q[i]) / 2
			}
			delta += max(p[i]-math.Exp(epsilon)*q[i], 0)
		}
		allowed := (math.Exp(epsilon) + delta) / (1 + math.Exp(epsilon))
		if most := TellingShare(right, allowed, delta); telling > most+1e-12 {
			t.Errorf("ε = %g, δ = %g: a share of %g tells as much as that allows, and the bound is %g", epsilon, delta, telling, most)
		}
	}
	const epsilon, share = 1.0, 0.3
	p := math.Exp(epsilon) / (1 + math.Exp(epsilon))
	if got := TellingShare(share*p+(1-share)/2, p, 0); math.Abs(got-share) > 1e-12 {
		t.Errorf("randomised response in a share of %g of answers: bound %g", share, got)
	}
	for _, nothing := range []float64{TellingShare(0.5, 0.5, 0), TellingShare(0.9, 1, 1), TellingShare(0.9, 0.7, 0)} {
		if nothing != 1 {
			t.Errorf("where nothing is known the bound is %g, want 1", nothing)
		}
	}
}

// randomLaw returns n probabilities above 0.
func randomLaw(random *rand.Rand, n int) []float64 {
	law, sum := make([]float64, n), 0.0
	for i := range law {
		law[i] = random.ExpFloat64()
		sum += law[i]
	}
	for i := range law {
		law[i] /= sum
	}
	return law
}

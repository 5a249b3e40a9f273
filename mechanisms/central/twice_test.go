package central

import (
	"math"
	"testing"
)

// Two answers hide the lesser of both densities, summed over a grid of both answers.
func TestTwiceIsTheLesserOfBothDensities(t *testing.T) {
	for _, epsilon := range []float64{0.2, 1, 3} {
		s := Setting{Epsilon: epsilon, Delta: 0.03, Loss: Slopes{Below: 1, Above: 1}, Steps: 1}
		for _, k := range []Kind{laplace, staircase, truncatedLaplace} {
			n, err := k.New(s)
			if err != nil {
				t.Fatal(err)
			}
			got, ok := Twice(n)
			if !ok {
				t.Fatalf("%s has no closed form", k.Name)
			}
			const fine = 40 // cells of a sensitivity
			most := int(math.Ceil(25/epsilon)) * fine
			moved, still := make([]float64, 2*most), make([]float64, 2*most)
			for i := range still {
				from := float64(i-most) / fine
				still[i], moved[i] = n.Law().Mass(from, from+1./fine), n.Law().Mass(from-1, from-1+1./fine)
			}
			want := 0.0
			for i := range still {
				if still[i]+moved[i] < 1e-9 {
					continue
				}
				for j := range still {
					want += min(still[i]*moved[j], moved[i]*still[j])
				}
			}
			if math.Abs(got-want) > 2e-3 {
				t.Errorf("%s at ε = %g hides %g, and counted out %g", k.Name, epsilon, got, want)
			}
		}
	}
	for _, epsilon := range []float64{1e-6, 1, 700, 1500} {
		s := Setting{Epsilon: epsilon, Delta: 1e-6, Loss: Slopes{Below: 1, Above: 1}, Steps: 1}
		for _, k := range []Kind{laplace, staircase, truncatedLaplace, discreteLaplace} {
			n, err := k.New(s)
			if err != nil {
				t.Fatal(err)
			}
			if hidden, ok := Twice(n); !ok || !(hidden >= 0 && hidden <= 1) {
				t.Errorf("%s at ε = %g hides %g", k.Name, epsilon, hidden)
			}
		}
	}
}

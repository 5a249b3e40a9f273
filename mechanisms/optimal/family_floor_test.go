package optimal

import (
	"errors"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"dpscope/engine/effort"
	"dpscope/mechanisms/central"
)

// In no cell is an error charged more than it costs any answer of the cell, where a sign counts.
func TestFloorsChargeNoSignTooMuch(t *testing.T) {
	rng := rand.New(rand.NewPCG(27, 7))
	for range effort.Scale(50, 500, 5000) {
		f := randomFamily(rng)
		unit := []float64{0.1, 0.5, 1}[rng.IntN(3)]
		f.Loss, f.Cap = central.Sign{Unit: unit}, 0
		p, err := f.floored()
		if err != nil {
			continue
		}
		length := float64(p.length())
		for i, g := range p.groups {
			for range 20 {
				answer, x := (float64(i)+rng.Float64()-length/2)/float64(p.Steps), 6*rng.NormFloat64()
				if f.Query == Count {
					answer = float64(i-p.length()/2) / float64(p.Steps)
				}
				beyond := 0.0 // by how much more than a unit the sum lies on the other side of 0
				if answer >= 0 {
					beyond = max(beyond, -(answer+x)/unit-1)
				}
				if answer <= 0 {
					beyond = max(beyond, (answer+x)/unit-1)
				}
				if cost := math.Abs(x)/unit + 999*beyond; g.loss.At(x) > cost*(1+1e-9) {
					t.Fatalf("%+v: an error of %v is charged %v in cell %d, and costs the answer %v %v", f, x, g.loss.At(x), i, answer, cost)
				}
			}
		}
	}
}

// No family is below the floor, on a finer grid, of finer groups and on a longer support either: of the same range, one law for each half
// or third of a cell, as whole as the range is.
func TestFloorsHoldOfFinerFamilies(t *testing.T) {
	effort.ForNumbers(t)
	rng := rand.New(rand.NewPCG(27, 6))
	compared := 0
	for range effort.Scale(12, 100, 2000) {
		f := randomFamily(rng)
		f.Query, f.Cap, f.Also, f.Steps = Real, 0, Points{}, 2
		f.Reach = f.Steps * int(Support(f.Epsilon, f.Delta))
		if rng.IntN(2) == 0 {
			f.Loss = central.Sign{Unit: []float64{0.1, 0.5, 1}[rng.IntN(3)]}
		}
		total := 2 + rng.IntN(3)
		f.Groups, f.Weights = strconv.Itoa(total), []string{Even, Triangular}[rng.IntN(2)]
		floor, err := f.Floor(t.Context())
		if err != nil {
			continue
		}
		by := 2 + rng.IntN(2)
		finer := f
		finer.Steps, finer.Reach, finer.Groups = by*f.Steps, by*f.Reach+rng.IntN(2)*by*f.Steps, "1x"+strconv.Itoa(by*total)
		s, err := SolveFamily(t.Context(), finer, nil)
		if none := (*InfeasibleError)(nil); errors.As(err, &none) {
			continue
		}
		if compared++; err != nil || s.Loss < floor*(1-1e-9) {
			t.Errorf("%+v: no family costs less than %v, and one in parts of a cell %v, %v", f, floor, s.Loss, err)
		}
	}
	if compared == 0 {
		t.Error("nothing is compared")
	}
}

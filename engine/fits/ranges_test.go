package fits

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/work/worktest"
	"dpscope/mechanisms/optimal"
)

// placedMasses holds the parts of a family with their masses by cell, and the number of cells of a sensitivity.
type placedMasses struct {
	from, to []int // in cells, the outermost as far as may be
	masses   [][]float64
	steps    int
}

func massesOf(ctx context.Context, t *testing.T, s Sized, signed bool) (p placedMasses) {
	t.Helper()
	laws, err := placed(ctx, s.Family, signed)
	if err != nil {
		t.Fatal(err)
	}
	p.steps = s.Family.Steps
	cells := func(place float64) int { return int(math.Round(place * float64(p.steps))) }
	for _, law := range laws {
		p.from, p.to, p.masses = append(p.from, cells(law.From)), append(p.to, cells(law.To)), append(p.masses, law.Masses)
	}
	const far = 1000
	p.to[len(p.to)-1] += far
	if signed {
		p.from[0] -= far
	}
	return p
}

// one is an answer under both of two tables, cell by cell.
type one struct{ here, there []float64 }

// told returns δ at ε of some answers together.
func told(epsilon float64, answers ...one) float64 {
	here, there := []float64{1}, []float64{1}
	for _, a := range answers {
		var p, q []float64
		for i := range here {
			for k := range a.here {
				p, q = append(p, here[i]*a.here[k]), append(q, there[i]*a.there[k])
			}
		}
		here, there = p, q
	}
	sum := 0.0
	for i := range here {
		sum += max(0, here[i]-math.Exp(epsilon)*there[i])
	}
	return sum
}

// moved returns an answer in one part against an answer by cells farther in another.
func (p placedMasses) moved(here, there, by int) one {
	a := one{p.masses[here], make([]float64, len(p.masses[here]))}
	for i := range a.there {
		if k := i - by; k >= 0 && k < len(p.masses[there]) {
			a.there[i] = p.masses[there][k]
		}
	}
	return a
}

// moves returns all ordered pairs of parts and all moves by cells between them, up to a sensitivity.
func (p placedMasses) moves() (all []one) {
	for here := range p.masses {
		for there := range p.masses {
			for by := -p.steps; by <= p.steps; by++ {
				apart := by > p.from[there]-p.to[here] && by < p.to[there]-p.from[here] // places that are so far apart
				if apart && (by != 0 || here != there) {
					all = append(all, p.moved(here, there, by))
				}
			}
		}
	}
	return all
}

// Noise by range keeps the budget of a whole fit, whichever parts two answers lie in and however far one record moves them, by sums
// over both answers; with the budget for each answer it does not.
func TestRangesKeepTheirBudget(t *testing.T) {
	effort.ForNumbers(t)
	ctx := worktest.Session(t.Context(), 1<<24)
	for asks, epsilon := range map[Asks]float64{{Whole: 2}: 1, {Whole: 2, Signed: true}: 3} {
		terms := Terms{Noise: Ranges, Budget: Whole, Epsilon: epsilon, Delta: 0.1, Asks: asks}
		greatest := func(terms Terms) (most float64) {
			s, err := terms.Sized(ctx)
			if err != nil || s.Draw == nil {
				t.Fatalf("%+v: %v, %s", terms, err, s.None)
			}
			all := massesOf(ctx, t, s, asks.Signed).moves()
			rng := rand.New(rand.NewPCG(27, 27))
			worst := all[0]
			for _, a := range all {
				if told(s.Epsilon, a) > told(s.Epsilon, worst) {
					worst = a
				}
			}
			for _, a := range all {
				most = max(most, told(epsilon, a, worst))
			}
			for range effort.Scale(200, 2000, 50_000) {
				most = max(most, told(epsilon, all[rng.IntN(len(all))], all[rng.IntN(len(all))]))
			}
			return most
		}
		if most := greatest(terms); most > 0.1*(1+1e-6) || most < 0.05 {
			t.Errorf("%+v: two answers have δ = %.5f, and the budget is 0.1", asks, most)
		}
		terms.Budget = Query
		if most := greatest(terms); most < 0.15 {
			t.Errorf("%+v for each answer: two have δ = %.5f alone", asks, most)
		}
	}
}

// The noise of an answer is the noise for the part it lies in, or for the last part beyond it, and as large as stated.
func TestNoiseByRange(t *testing.T) {
	ctx := worktest.Session(t.Context(), 1<<24)
	s, err := Terms{Noise: Ranges, Budget: Query, Epsilon: 1, Delta: 0.1}.Sized(ctx)
	if err != nil || s.Draw == nil {
		t.Fatal(err, s.None)
	}
	if s.Family.Groups != "4x6,8" || s.Family.Cells() != 48 {
		t.Errorf("groups %s on %d cells", s.Family.Groups, s.Family.Cells())
	}
	laws, err := placed(ctx, s.Family, false)
	if err != nil {
		t.Fatal(err)
	}
	for answer, part := range map[float64]int{0: 0, 0.49: 0, 0.5: 1, 1: 2, 2.75: 5, 3: 6, 4: 6, 500: 6, -0.1: 0} {
		if got := s.Draw.For(answer).(optimal.Law); got.Density(0.01) != laws[part].Density(0.01) {
			t.Errorf("an answer of %v has not the noise of part %d", answer, part+1)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	const draws = 100_000
	for _, answer := range []float64{0, 10} {
		law, sum, mean := s.Draw.For(answer), 0.0, 0.0
		for range draws {
			sum += math.Abs(law.Sample(rng)) / draws
		}
		of := law.(optimal.Law)
		for i, m := range of.Masses {
			mean += m * absolute.Mean(of.Edges[i], of.Edges[i+1])
		}
		if math.Abs(sum-mean) > 0.02 || mean > s.Size+1e-12 {
			t.Errorf("noise at %v has a mean size of %v, drawn %v, told at most %v", answer, mean, sum, s.Size)
		}
	}
}

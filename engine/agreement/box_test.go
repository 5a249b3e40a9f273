package agreement

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/learners"
	"dpscope/learners/discriminant"
	"dpscope/learners/linear"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// bruteForce returns the greatest mass of a box with corners on a lattice that holds only lattice points of the record's class;
// the points include the record, the limits and the kinks of the laws.
func bruteForce(r *Region, laws []mechanisms.Law, steps int) float64 {
	var axes [2][]float64
	var home [2]int
	for a := range axes {
		x := r.Record[r.Private[a]]
		for i := range steps + 1 {
			axes[a] = append(axes[a], float64(i)/float64(steps))
		}
		for i, v := range axes[a] {
			if math.Abs(v-x) < math.Abs(axes[a][home[a]]-x) {
				home[a] = i
			}
		}
		axes[a][home[a]] = x
	}
	free := make([][]bool, steps+1)
	y := append([]float64(nil), r.Record...)
	for i, u := range axes[0] {
		free[i] = make([]bool, steps+1)
		for j, v := range axes[1] {
			y[r.Private[0]], y[r.Private[1]] = u, v
			free[i][j] = r.Classifier.Predict(y) == r.Class
		}
	}
	best := 0.0
	rows := func(i0, i1, j0, j1 int) bool {
		for i := i0; i <= i1; i++ {
			for j := j0; j <= j1; j++ {
				if !free[i][j] {
					return false
				}
			}
		}
		return true
	}
	for i0 := home[0]; i0 >= 0 && rows(i0, home[0], home[1], home[1]); i0-- {
		for i1 := home[0]; i1 <= steps && rows(i0, i1, home[1], home[1]); i1++ {
			j0, j1 := home[1], home[1]
			for j0 > 0 && rows(i0, i1, j0-1, j0-1) {
				j0--
			}
			for j1 < steps && rows(i0, i1, j1+1, j1+1) {
				j1++
			}
			best = max(best, mass(laws, []proof.Side{{Low: axes[0][i0], High: axes[0][i1]}, {Low: axes[1][j0], High: axes[1][j1]}}))
		}
	}
	return best
}

// The largest box is proven and has the stated mass, which is at least that of any robust box on a lattice, and at most the
// exact agreement. (A lattice may miss a wrong point between its own, so its best may be a little too good.)
func TestLargestBox(t *testing.T) {
	t.Parallel()
	effort.ForNumbers(t)
	const steps = 24
	cases, tried, loosest := 0, 0, 0.0
	for kind, c := range eachPlanar() {
		for _, record := range [][]float64{{0.5, 0.5}, {0.2, 0.9}, {0.05, 0.98}} {
			r := prepare(t, c, record, 0, 1)
			for _, law := range lawNames {
				for _, epsilon := range []float64{1, 6, 90} {
					if cases++; !effort.Sample(cases, 13, 13) {
						continue
					}
					tried++
					laws := r.Laws(mechanism(t, law, epsilon))
					box, err := r.LargestBox(t.Context(), laws, UnitInterval)
					if err != nil {
						t.Fatal(err)
					}
					v, err := r.Proven(t.Context(), box.Sides)
					if err != nil {
						t.Fatal(err)
					}
					where := name(kind, record, law, epsilon)
					if !v.Proven {
						t.Errorf("%s: box %v is not proven: %v", where, box.Sides, v)
					}
					if again := mass(laws, box.Sides); r.grid == nil && math.Abs(again-box.Mass) > 1e-12 {
						t.Errorf("%s: mass %.15f, of the sides %.15f", where, box.Mass, again)
					}
					exact, err := r.Exact(t.Context(), laws)
					if err != nil {
						t.Fatal(err)
					}
					if box.Mass > exact.Value+1e-9 {
						t.Errorf("%s: certified %.9f exceeds the exact %.9f", where, box.Mass, exact.Value)
					}
					brute := bruteForce(r, laws, steps)
					if _, discrete := laws[0].(mechanisms.Binned); !discrete && brute > box.Mass+0.02*brute {
						t.Errorf("%s: a lattice finds %.6f, the search %.6f", where, brute, box.Mass)
					}
					if !(box.Upper >= box.Mass) {
						t.Errorf("%s: mass %.9f above its upper bound %.9f", where, box.Mass, box.Upper)
					}
					loosest = max(loosest, box.Upper-box.Mass)
				}
			}
		}
	}
	t.Logf("%d cases; the bound on any box's mass is at most %.4f above the mass found", tried, loosest)
}

// On one feature the box is the interval about the record.
func TestLongestInterval(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for kind, c := range eachPlanar() {
		for _, private := range []int{0, 1} {
			record := []float64{0.45, 0.55}
			r := prepare(t, c, record, private)
			laws := r.Laws(mechanism(t, "sw", 2))
			box, err := r.LargestBox(t.Context(), laws, UnitInterval)
			if err != nil {
				t.Fatal(err)
			}
			y := append([]float64(nil), record...)
			keeps := func(v float64) bool {
				y[private] = v
				return c.Predict(y) == r.Class
			}
			s := box.Sides[0]
			for range 1000 {
				if v := s.Low + (s.High-s.Low)*rng.Float64(); !keeps(v) {
					t.Fatalf("%s: %v holds %v", kind, s, v)
				}
			}
			const beyond = 1e-7 // more than the float32 rounding of thresholds
			if s.Low > beyond && keeps(s.Low-beyond) || s.High < 1-beyond && keeps(s.High+beyond) {
				t.Errorf("%s, feature %d: %v could be longer", kind, private, s)
			}
		}
	}
}

// Boxes over more features are proven and hold the record; for linear
// classifiers and diagonal laws the search comes close to the best box of a
// lattice of shares.
func TestGrownBoxes(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 5))
	record, tried := []float64{0.5, 0.2, 0.9, 0.3}, 0
	for kind, c := range map[string]learners.Classifier{
		"linear":    &linear.Linear{Weights: []float64{1, -2, 0.5, 0.3}, Bias: 0.1},
		"network":   smallNetwork(rng, 4, 8, 2),
		"forest":    smallForest(rng, 9, 4, 4),
		"qda":       &discriminant.QDA{Means: [][]float64{{0.2, 0.3, 0.5, 0.1}, {0.7, 0.6, 0.1, 0.9}}, Precisions: [][]float64{eye(4, 4), eye(4, 9)}, Offsets: []float64{0, 0}},
		"centroids": &discriminant.NearestCentroid{Centroids: [][]float64{{0.5, 0.3, 0.8, 0.3}, {0.1, 0.9, 0.2, 0.5}, {0.9, 0.2, 0.3, 0.2}}, Class: []int{0, 1, 0}},
	} {
		r := prepare(t, c, record, 0, 1, 2, 3)
		for _, law := range []string{"pm", "laplace-clamped", "krr"} {
			if tried++; !effort.Sample(tried, 2, 1) {
				continue
			}
			laws := r.Laws(mechanism(t, law, 4))
			box, err := r.LargestBox(t.Context(), laws, UnitInterval)
			if err != nil {
				t.Fatalf("%s, %s: %v", kind, law, err)
			}
			v, err := r.Proven(t.Context(), box.Sides)
			if err != nil || !v.Proven || !r.box(box.Sides).Contains(record) {
				t.Errorf("%s, %s: box %v: %+v, %v", kind, law, box.Sides, v, err)
			}
			radius, err := r.Radius(t.Context(), UnitInterval)
			if err != nil {
				t.Fatal(err)
			}
			var ball []proof.Side
			for _, s := range proof.Ball(record, r.Private, min(radius.Value, 2), UnitInterval) {
				ball = append(ball, s)
			}
			if least := mass(laws, ball); box.Mass < least*(1-1e-3) {
				t.Errorf("%s, %s: mass %.6f is less than the proven ball's %.6f", kind, law, box.Mass, least)
			}
		}
	}
}

func eye(d int, value float64) []float64 {
	m := make([]float64, d*d)
	for i := range d {
		m[i*d+i] = value
	}
	return m
}

// With more than two features a linear box trades slack between faces: no
// lattice of shares does better by more than its own coarseness.
func TestGrownLinearBoxIsNearlyBest(t *testing.T) {
	c := &linear.Linear{Weights: []float64{1, -2, 0.5}, Bias: 0.1}
	record := []float64{0.5, 0.2, 0.9}
	r := prepare(t, c, record, 0, 1, 2)
	for _, law := range []string{"pm", "sw", "laplace-truncated"} {
		laws := r.Laws(mechanism(t, law, 3))
		box, err := r.LargestBox(t.Context(), laws, UnitInterval)
		if err != nil {
			t.Fatal(err)
		}
		best, slack := 0.0, c.Margin(record)
		const steps = 60
		for i := range steps + 1 {
			for j := range steps + 1 - i {
				a, b := float64(i)/steps, float64(j)/steps
				sides := []proof.Side{
					{Low: max(0.5-a*slack/1, 0), High: 1},
					{Low: 0, High: min(0.2+b*slack/2, 1)},
					{Low: max(0.9-(1-a-b)*slack/0.5, 0), High: 1},
				}
				best = max(best, mass(laws, sides))
			}
		}
		if box.Mass < best*(1-0.01) {
			t.Errorf("%s: mass %.6f, a lattice finds %.6f", law, box.Mass, best)
		}
		t.Logf("%s: mass %.6f, lattice %.6f", law, box.Mass, best)
	}
}

// Faces move with the laws: a box that is best for one budget is not for
// another, and none is better than the box for its own.
func TestBoxFollowsTheBudget(t *testing.T) {
	r := prepare(t, circleQDA, []float64{0.2, 0.9}, 0, 1)
	var boxes [][]proof.Side
	budgets := []float64{0.5, 2, 5, 9}
	for _, epsilon := range budgets {
		box, err := r.LargestBox(t.Context(), r.Laws(mechanism(t, "pm", epsilon)), UnitInterval)
		if err != nil {
			t.Fatal(err)
		}
		boxes = append(boxes, box.Sides)
	}
	for i, epsilon := range budgets {
		laws := r.Laws(mechanism(t, "pm", epsilon))
		own := mass(laws, boxes[i])
		for j := range boxes {
			if other := mass(laws, boxes[j]); other > own+1e-9 {
				t.Errorf("ε = %g: the box for ε = %g has mass %.9f, its own %.9f", epsilon, budgets[j], other, own)
			}
		}
	}
}

// Without limits a box may reach as far as a law does: its mass is at least
// that of the best box in the unit square, and no more than the agreement.
func TestBoxesWithoutLimits(t *testing.T) {
	cases := 0
	for kind, c := range eachPlanar() {
		r := prepare(t, c, []float64{0.5, 0.5}, 0, 1)
		for _, law := range []string{"laplace", "gaussian", "pm", "laplace-bounded"} {
			for _, epsilon := range []float64{0.5, 6} {
				if cases++; !effort.Sample(cases, 7, 3) {
					continue
				}
				laws := r.Laws(mechanism(t, law, epsilon))
				unit, err := r.LargestBox(t.Context(), laws, UnitInterval)
				if err != nil {
					t.Fatal(err)
				}
				wide, err := r.LargestBox(t.Context(), laws, Everywhere)
				if err != nil {
					t.Fatal(err)
				}
				v, err := r.Proven(t.Context(), wide.Sides)
				if err != nil {
					t.Fatal(err)
				}
				exact, err := r.Exact(t.Context(), laws)
				if err != nil {
					t.Fatal(err)
				}
				if !v.Proven || wide.Mass < unit.Mass*(1-1e-6) || wide.Mass > exact.Value+1e-9 {
					t.Errorf("%s, %s at ε = %g: %.9f in the unit square, %.9f in %v (%+v), exact %.9f", kind, law, epsilon, unit.Mass, wide.Mass, wide.Sides, v, exact.Value)
				}
			}
		}
	}
}

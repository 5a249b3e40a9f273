package agreement

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/param"
	"dpscope/learners/linear"
	"dpscope/learners/proof"
	"dpscope/learners/tree"
	"dpscope/mechanisms"
)

// makerOf returns a mechanism of the menu as a function of its budget.
func makerOf(t testing.TB, name string) mechanisms.Family {
	t.Helper()
	kind, err := mechanisms.All.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return func(epsilon float64) (mechanisms.Mechanism, error) {
		return kind.New(param.Values{}.With(mechanisms.Epsilon, epsilon))
	}
}

func candidates(t testing.TB, names ...string) []Candidate {
	var all []Candidate
	for _, n := range names {
		all = append(all, Candidate{n, makerOf(t, n)})
	}
	return all
}

// gridNeed returns the least budget of a fine lattice that reaches the target.
func gridNeed(r *Region, maker mechanisms.Family, target float64, budgets []float64, value func([]mechanisms.Law) float64) (epsilon, before float64) {
	last := 0.0
	for _, e := range budgets {
		m, err := maker(e)
		if err != nil {
			break
		}
		if value(r.Laws(m)) >= target {
			return e, last
		}
		last = e
	}
	return math.NaN(), last
}

// The ranking agrees with a lattice of budgets in every random case: the budget
// needed lies in the lattice's step, and mechanisms that the lattice tells apart
// come in its order.
func TestRankAgreesWithALattice(t *testing.T) {
	t.Parallel()
	effort.ForNumbers(t)
	cases, step := effort.Scale(12, 30, 500), 1+float64(effort.Scale(3, 3, 1))/100
	rng := rand.New(rand.NewPCG(31, 5))
	all := candidates(t, "pm", "sw", "laplace", "laplace-clamped", "laplace-truncated", "exponential", "krr", "gaussian-clamped")
	var budgets []float64
	for e := 0.01; e < 60; e *= step {
		budgets = append(budgets, e)
	}
	budgets[0] = mechanisms.Epsilon.Min
	unreached, earlier := 0, 0
	for i := range cases {
		c := &linear.Linear{Weights: []float64{rng.NormFloat64(), rng.NormFloat64()}, Bias: 0.4 * rng.NormFloat64()}
		r := prepare(t, c, []float64{rng.Float64(), rng.Float64()}, 0, 1)
		target := 0.3 + 0.65*rng.Float64()
		some := []Candidate{all[rng.IntN(len(all))], all[rng.IntN(len(all))], all[rng.IntN(len(all))]}
		ask := func(ctx context.Context, c Candidate) (RequiredBudget, error) {
			return r.NeedForBox(ctx, c.Make, target, UnitInterval)
		}
		value := func(laws []mechanisms.Law) float64 {
			box, err := r.LargestBox(t.Context(), laws, UnitInterval)
			if err != nil {
				t.Fatal(err)
			}
			return box.Mass
		}
		if i%2 == 1 {
			ask = func(ctx context.Context, c Candidate) (RequiredBudget, error) {
				return r.NeedForExact(ctx, c.Make, target)
			}
			value = func(laws []mechanisms.Law) float64 {
				exact, err := r.Exact(t.Context(), laws)
				if err != nil {
					t.Fatal(err)
				}
				return exact.Value
			}
		}
		ranking, err := Rank(t.Context(), some, ask, nil)
		if err != nil {
			t.Fatal(err)
		}
		lastLattice := 0.0
		for _, k := range ranking {
			if k.Err != nil {
				t.Fatal(k.Err)
			}
			lattice, before := gridNeed(r, k.Make, target, budgets, value)
			switch {
			case math.IsNaN(lattice):
				if k.Reached() && k.Epsilon < budgets[len(budgets)-1] {
					earlier++ // between two budgets of the lattice; k.Value proves it
				}
				if !k.Reached() {
					unreached++
				}
			case !(k.Epsilon <= lattice*(1+1e-12)):
				t.Errorf("case %d: %s needs %.9g, but %.9g of the lattice will do", i, k.Name, k.Epsilon, lattice)
			case k.Epsilon < before*(1-1e-12):
				earlier++
			}
			if k.Reached() && !(k.Value >= target) {
				t.Errorf("case %d: %s at %.9g gives %.12f, less than the target %.12f", i, k.Name, k.Epsilon, k.Value, target)
			}
			if k.Reached() && k.Missed > 0 {
				m, err := k.Make(k.Missed)
				if err != nil {
					t.Fatal(err)
				}
				if !(k.Missed >= k.Epsilon*(1-1e-9)) || value(r.Laws(m)) >= target {
					t.Errorf("case %d: %s: the bracket [%.12g, %.12g] is no bracket", i, k.Name, k.Missed, k.Epsilon)
				}
			}
			if lattice < lastLattice {
				t.Errorf("case %d: %s ranks after a mechanism that needs more: lattice %.6g after %.6g", i, k.Name, lattice, lastLattice)
			}
			if !math.IsNaN(before) && before > lastLattice {
				lastLattice = before
			}
		}
	}
	t.Logf("%d cases; %d mechanisms never reach their target; %d found one between two budgets of the lattice", cases, unreached, earlier)
}

// A split of the total is at least as good as any on a lattice, in every random
// case of two or three features.
func TestSplitAgreesWithALattice(t *testing.T) {
	const steps = 60
	cases := effort.Scale(30, 100, 500)
	rng := rand.New(rand.NewPCG(32, 5))
	names := []string{"pm", "sw", "laplace", "laplace-clamped", "laplace-truncated", "exponential", "krr", "gaussian"}
	gained := 0
	for i := range cases {
		d := 2 + i%2
		q := Question{Classifier: &linear.Linear{Weights: make([]float64, d)}, Record: make([]float64, d)}
		sides := make([]proof.Side, d)
		for k := range d {
			q.Private = append(q.Private, k)
			q.Record[k] = rng.Float64()
			sides[k] = proof.Side{Low: q.Record[k] * rng.Float64(), High: q.Record[k] + (1-q.Record[k])*rng.Float64()}
		}
		maker := makerOf(t, names[rng.IntN(len(names))])
		total := math.Exp(4*rng.Float64() - 1)
		split, err := q.splitForSides(t.Context(), maker, sides, total)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, e := range split.Epsilons {
			sum += e
		}
		if math.Abs(sum-total) > 1e-9*total {
			t.Errorf("case %d: shares %v add up to %v, not %v", i, split.Epsilons, sum, total)
		}
		mass := func(shares ...int) float64 {
			epsilons, largest := make([]float64, d), 0
			for k, s := range shares {
				epsilons[k] = max(total*float64(s)/steps, mechanisms.Epsilon.Min)
				if s > shares[largest] {
					largest = k
				}
			}
			for _, s := range shares {
				if s == 0 { // the least budget is not nothing
					epsilons[largest] -= mechanisms.Epsilon.Min
				}
			}
			product := 1.0
			for k, epsilon := range epsilons {
				m, err := maker(epsilon)
				if err != nil {
					t.Fatal(err)
				}
				product *= m.At(q.Record[k]).Mass(sides[k].Low, sides[k].High)
			}
			return product
		}
		best := 0.0
		for a := range steps + 1 {
			if d == 2 {
				best = max(best, mass(a, steps-a))
				continue
			}
			for b := range steps + 1 - a {
				best = max(best, mass(a, b, steps-a-b))
			}
		}
		if split.Value < best*(1-1e-9)-1e-12 {
			t.Errorf("case %d: the split %v gives %.9f, a lattice %.9f", i, split.Epsilons, split.Value, best)
		}
		if split.Value > split.Equal*(1+1e-6) {
			gained++
		}
	}
	t.Logf("%d cases; in %d the best split beats equal shares", cases, gained)
}

// Over a region, box and split are chosen together.
func TestSplitOverARegion(t *testing.T) {
	t.Parallel()
	all := planar()
	for _, kind := range []string{"linear", "qda, circle", "forest", "network, as printed"}[:effort.Scale(1, 4, 4)] {
		r := prepare(t, all[kind], []float64{0.3, 0.6}, 0, 1)
		maker := makerOf(t, "pm")
		total, steps := 6.0, effort.Scale(3, 3, 24)
		box, err := r.SplitForBox(t.Context(), maker, total, UnitInterval)
		if err != nil {
			t.Fatal(err)
		}
		exact, err := r.SplitForExact(t.Context(), maker, total)
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i < steps; i++ {
			laws, err := r.lawsAt(maker, []float64{total * float64(i) / float64(steps), total * float64(steps-i) / float64(steps)})
			if err != nil {
				t.Fatal(err)
			}
			b, err := r.LargestBox(t.Context(), laws, UnitInterval)
			if err != nil {
				t.Fatal(err)
			}
			e, err := r.Exact(t.Context(), laws)
			if err != nil {
				t.Fatal(err)
			}
			if b.Mass > box.Value+1e-9 || e.Value > exact.Value+1e-9 {
				t.Errorf("%s: split %d of %d gives %.9f and %.9f, the best %.9f and %.9f", kind, i, steps, b.Mass, e.Value, box.Value, exact.Value)
			}
		}
	}
}

// Closed forms: PM at x = ½ leaves a window of half-width θ ≥ C with
// 2θ·e^(−ε/2) + share; the claims table (row 7) has ε = 2 ln 2 for θ = .3, ρ = .8.
func TestNeedClosedForm(t *testing.T) {
	r := prepare(t, &tree.Interval{From: 0.2, To: 0.8}, []float64{0.5}, 0)
	for _, c := range []struct {
		name         string
		target, want float64
	}{
		{"pm", 0.8, 2 * math.Ln2},           // claims, row 7
		{"laplace", 0.8, math.Log(5) / 0.3}, // claims, row 2: 5.364793
		{"laplace-clamped", 0.8, math.Log(5) / 0.3},
	} {
		for _, ask := range []func() (RequiredBudget, error){
			func() (RequiredBudget, error) {
				return r.NeedForBox(t.Context(), makerOf(t, c.name), c.target, UnitInterval)
			},
			func() (RequiredBudget, error) { return r.NeedForExact(t.Context(), makerOf(t, c.name), c.target) },
		} {
			n, err := ask()
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(n.Epsilon-c.want) > 1e-9*c.want || n.Value < c.target {
				t.Errorf("%s needs %.12f (value %.12f), want %.12f", c.name, n.Epsilon, n.Value, c.want)
			}
		}
	}
	edge := prepare(t, &tree.Interval{From: 0.2, To: 0.8}, []float64{0.2}, 0)
	n, err := edge.NeedForBox(t.Context(), makerOf(t, "laplace"), 0.75, UnitInterval)
	if err != nil {
		t.Fatal(err)
	}
	if n.Reached() {
		t.Errorf("a record on the edge of its box reaches 0.75 at %g; half of the noise always leaves", n.Epsilon)
	}
	if _, err := r.NeedForExact(t.Context(), makerOf(t, "pm"), 1); err == nil {
		t.Error("a target of 1 was accepted")
	}
	if _, err := r.SplitForExact(t.Context(), makerOf(t, "pm"), 0); err == nil {
		t.Error("a total budget of 0 was accepted")
	}
}

// Every total in the range of ε can be shared out, whatever rounding makes of
// the least share.
func TestEveryTotalIsShared(t *testing.T) {
	r := prepare(t, &linear.Linear{Weights: []float64{1, 0.3}, Bias: -0.4}, []float64{0.8, 0.5}, 0, 1)
	pm := candidates(t, "pm")[0].Make
	for i, total := range []float64{2e-6, 1e-5, 0.5, 1.5, 2, 9, 10, 11, 16, 40, 50, 64, 100, 1500, 3000} {
		if !effort.Sample(i, 2, 1) {
			continue
		}
		s, err := r.SplitForExact(t.Context(), pm, total)
		if err != nil {
			t.Errorf("a total of %g: %v", total, err)
			continue
		}
		if sum := s.Epsilons[0] + s.Epsilons[1]; math.Abs(sum-total) > 1e-15*total || min(s.Epsilons[0], s.Epsilons[1]) < mechanisms.Epsilon.Min || s.Value < s.Equal {
			t.Errorf("a total of %g is shared out as %v, %g against %g with equal shares", total, s.Epsilons, s.Value, s.Equal)
		}
	}
}

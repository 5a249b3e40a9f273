package population

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/mechanisms"
)

// hidden is a classifier that reveals only its classes.
type hidden struct{ learners.Classifier }

// folk returns records all over the plane of a classifier that is wrong about few.
func folk(t *testing.T, n int) (learners.Classifier, [][]float64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(11, 5))
	var rows [][]float64
	for range n {
		rows = append(rows, []float64{rng.Float64(), rng.Float64(), rng.Float64()})
	}
	return forest(rng, 7, 3, 3), rows
}

// Shares of draws come with intervals that hold the computed values: for all records that have them, and for a table that these
// are a part of; so do the levels of goals, and the least budgets for them.
func TestEstimatesHoldWhatIsComputed(t *testing.T) {
	effort.ForNumbers(t)
	const epsilon, target, draws, drawn = 2, 0.7, 60, 60
	c, rows := folk(t, 240)
	pm := candidates(t, "pm")
	exact := func(rows [][]float64) []float64 {
		o, err := Population{Classifier: c, Records: rows, Private: []int{0, 2}, Candidates: pm, Epsilons: []float64{epsilon}, Exact: true}.Run(t.Context(), nil)
		if err != nil || o.Skipped != nil {
			t.Fatal(err, o.Skipped)
		}
		return o.Exact[0][0]
	}
	all := Describe(exact(rows))
	groups := &Groups{Names: []string{"even", "odd"}, Of: make([]int, drawn)}
	for i := range groups.Of {
		groups.Of[i] = i % 2
	}
	goals := []Goal{{For: MeanRecord}, {For: FifthRecord}, {For: WorstRecord}, {For: ShareOfPeople, Share: 0.6}, {For: WorstGroup, Groups: groups}}
	missed := map[string]int{}
	seeds := effort.Scale(8, 25, 1000)
	for seed := range seeds {
		for _, part := range []bool{false, true} {
			whole := &Table{Rows: rows, Lines: make([]int, len(rows))}
			s := whole.Sample(drawn, uint64(seed))
			from, is := From{Of: len(rows), Draws: draws}, all
			if !part {
				from = From{Of: drawn, Whole: true, Draws: draws}
				is = Describe(exact(s.Records()))
			}
			o, err := Population{Classifier: hidden{c}, Records: s.Records(), At: s.At, Private: []int{0, 2}, Candidates: pm, Epsilons: []float64{epsilon}, Exact: true, Draws: draws, Seed: uint64(seed)}.Run(t.Context(), nil)
			if err != nil || o.Skipped != nil {
				t.Fatal(err, o.Skipped)
			}
			source := rand.NewPCG(uint64(seed), 9)
			got, err := Summarise(t.Context(), o.Exact[0][0], from, 0.95, source)
			if err != nil {
				t.Fatal(err)
			}
			held := map[string][2]known.Value{"mean": {got.Mean, is.Mean}, "fifth": {got.Fifth, is.Fifth}, "reach": {got.Reach(target), is.Reach(target)}}
			if !part {
				held["worst"] = [2]known.Value{got.Least(known.Estimate, from.Whole), is.Least(known.Exact, true)}
			}
			for _, g := range goals {
				if g.For == WorstGroup && part {
					continue // its groups are not told apart here
				}
				low, high, err := g.Ends(t.Context(), o.Exact[0][0], from, 0.95, source)
				if err != nil {
					t.Fatal(err)
				}
				level := g.level(is.Sorted)
				if g.For == WorstGroup {
					level = g.level(exact(s.Records()))
				}
				held["level "+string(rune('0'+g.For))] = [2]known.Value{known.Sampled(g.level(o.Exact[0][0]), low, high, 0.95), known.Exactly(level)}
			}
			for what, v := range held {
				name := map[bool]string{false: "all", true: "part"}[part] + ", " + what
				if v[0].Confidence != 0.95 || !(v[0].Low <= v[0].Value && v[0].Value <= v[0].High) {
					t.Fatalf("%s: %+v", name, v[0])
				}
				if v[1].Value < v[0].Low || v[1].Value > v[0].High {
					missed[name]++
				} else if missed[name] == 0 {
					missed[name] = 0
				}
			}
		}
	}
	for name, n := range missed { // false alarm 1e-4 each
		if share := float64(n) / float64(seeds); share > 0.05+4*math.Sqrt(0.05*0.95/float64(seeds)) {
			t.Errorf("%s is missed in %.3f of %d", name, share, seeds)
		}
	}
}

// The interval of the least budget of a population holds it, whether a part of the records is looked at, or draws stand for
// agreements, or both; with all records computed both ends are the least budget.
func TestEncloseHoldsTheLeastBudget(t *testing.T) {
	effort.ForNumbers(t)
	c, rows := folk(t, 120)
	pm, err := mechanisms.All.Find("pm")
	if err != nil {
		t.Fatal(err)
	}
	m := Walked{Make: mechanisms.FamilyOf(pm, param.Values{})}
	ask := func(c learners.Classifier, s Sample, draws int) *Asked {
		a, err := Population{Classifier: c, Records: s.Records(), At: s.At, Private: []int{0, 2}, Draws: draws, Seed: s.Seed}.Ask(t.Context(), func(work.Progress) {})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	whole := (&Table{Rows: rows, Lines: make([]int, len(rows))})
	for _, g := range []Goal{{For: MeanRecord, Target: 0.95}, {For: FifthRecord, Target: 0.75}, {For: ShareOfPeople, Share: 0.9, Target: 0.9}} {
		of := whole.Sample(len(rows), 1)
		is, err := ask(c, of, 0).Least(t.Context(), g, m)
		if err != nil || !is.Reached() {
			t.Fatal(is, err)
		}
		in, err := ask(c, of, 0).Enclose(t.Context(), g, m, is.RequiredBudget, From{Of: len(rows), Whole: true}, 0.95, 1)
		if err != nil || in.Low > is.Epsilon || in.High < is.Epsilon || in.High > 1.003*in.Low {
			t.Errorf("%v: all computed, the least is %g, enclosed by %g and %g: %v", g.For, is.Epsilon, in.Low, in.High, err)
		}
		missed, seeds := 0, effort.Scale(2, 3, 200)
		for seed := range seeds {
			s, draws := whole.Sample(40, uint64(seed)), 0
			from, asked := From{Of: len(rows)}, c
			if seed%2 == 1 {
				asked, draws = hidden{c}, 80
				from.Draws = draws
			}
			looked := ask(asked, s, draws)
			least, err := looked.Least(t.Context(), g, m)
			if err != nil {
				t.Fatal(err)
			}
			if in, err = looked.Enclose(t.Context(), g, m, least.RequiredBudget, from, 0.95, 1); err != nil || in.Low >= in.High {
				t.Fatalf("%g to %g: %v", in.Low, in.High, err)
			}
			if in.Low > is.Epsilon || is.Epsilon > in.High {
				missed++
			}
		}
		if share := float64(missed) / float64(seeds); share > 0.05+4*math.Sqrt(0.05*0.95/float64(seeds)) {
			t.Errorf("%v: the least budget %g is missed by %.3f of %d", g.For, is.Epsilon, share, seeds)
		}
	}
	// The worst of a part is no upper end for the worst of all.
	part, worst := ask(c, whole.Sample(40, 1), 0), Goal{For: WorstRecord, Target: 0.5}
	least, err := part.Least(t.Context(), worst, m)
	if err != nil {
		t.Fatal(err)
	}
	if in, err := part.Enclose(t.Context(), worst, m, least.RequiredBudget, From{Of: len(rows)}, 0.95, 1); err != nil || in.Low <= 0 || !math.IsInf(in.High, 1) {
		t.Errorf("the worst of a part encloses %g to %g: %v", in.Low, in.High, err)
	}
}

package composition

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/oracle"
)

// The right value and the paper's printed one agree with the reference.
func TestCopiesReference(t *testing.T) {
	asked := func(p map[string]float64) Copies {
		return Copies{Copies: p["c"], Minority: p["n1"], Dimension: p["d"], Neighbours: p["k"], Epsilon: max(p["eps"], 0), Delta: p["delta"], Excess: p["gamma"]}
	}
	plain := func(p map[string]float64) Copies {
		c := asked(p)
		c.Copies = math.Ceil(p["N"] / p["n1"])
		return c
	}
	smote := func(p map[string]float64) Copies {
		c := asked(p)
		c.Smote = true
		if p["eps"] == 0 {
			c.Epsilon = 1 // the row is a multiple of ε
		}
		return c
	}
	delta := func(p map[string]float64) float64 { _, d := plain(p).Total(); return d.Value }
	oracle.Compare(t, "imbalance.csv", 1e-11, map[string]func(map[string]float64) float64{
		"oversample_group_size":       func(p map[string]float64) float64 { return plain(p).Rows().Value },
		"oversample_eps":              func(p map[string]float64) float64 { return plain(p).Printed() },
		"oversample_delta_group":      delta,
		"oversample_delta_paper":      func(p map[string]float64) float64 { return plain(p).PrintedDelta() },
		"smote_pow2_0.4042d":          func(p map[string]float64) float64 { return PrintedKissing(p["d"]) },
		"smote_eps_mult_paper_pure":   func(p map[string]float64) float64 { return smote(p).Printed() },
		"smote_eps_mult_proof_pure":   func(p map[string]float64) float64 { return smote(p).Proof() },
		"smote_eps_mult_paper_approx": func(p map[string]float64) float64 { return smote(p).PrintedSecond() },
		"smote_eps_mult_proof_approx": func(p map[string]float64) float64 { return smote(p).PrintedSecond() * smote(p).Neighbours },
		"smote_delta_paper_log":       func(p map[string]float64) float64 { return smote(p).logPrintedDelta() },
		"smote_group_size_worstcase": func(p map[string]float64) float64 { // where every one may change
			c := smote(p)
			c.Dimension, c.Neighbours = 24, 5
			return c.Rows().Value
		},
		"kissing_number_exact": func(p map[string]float64) float64 { return Kissing(p["d"]).Value },
		"kissing_number_lower": func(p map[string]float64) float64 { return Kissing(p["d"]).Value },

		"smote_counterexample_true_loss":        func(p map[string]float64) float64 { return smote(p).FiveLoss() },
		"smote_counterexample_claimed_pure_eps": func(p map[string]float64) float64 { return smote(p).FivePromised() },
		"smote_counterexample_claimed_approx_eps": func(p map[string]float64) float64 {
			epsilon, _ := smote(p).FiveSecond()
			return epsilon
		},
		"smote_counterexample_true_delta_at_claimed_eps": func(p map[string]float64) float64 {
			epsilon, _ := smote(p).FiveSecond()
			return smote(p).FiveDelta(epsilon)
		},
	})
}

// The counterexample: counts of 1 + 3c and of 0, so a loss of (1 + 3c)·ε where
// (1.323c + 1)·ε is promised.
func TestFive(t *testing.T) {
	for _, copies := range []float64{1, 2, 100} {
		if here, there := Inside(Five[2], copies), Inside(Elsewhere, copies); here != 1+3*copies || there != 0 {
			t.Errorf("%g copies: counts of %g and %g", copies, here, there)
		}
	}
	c := Copies{Copies: 1, Epsilon: 1}
	if loss, promised := c.FiveLoss(), c.FivePromised(); loss != 4 || math.Abs(promised-2.32335488313374) > 1e-13 {
		t.Errorf("a loss of %v where %v is promised", loss, promised)
	}
}

// No row of SMOTE may change more often than is said, and of copies all that belong
// to the record do.
func TestTouch(t *testing.T) {
	for seed := range uint64(40) {
		rows := Crowd(60, seed)
		for _, smote := range []bool{false, true} {
			c := Copies{Smote: smote, Copies: 3, Minority: 60, Dimension: 2, Neighbours: 2}
			changed := 1.0 // the record itself
			for _, m := range c.Touch(rows, seed) {
				if m.Changed {
					changed++
				}
			}
			if most := c.Rows(); !smote && changed != most.Value || changed > most.Value || most.Basis != known.Exact {
				t.Errorf("seed %d: %g rows change, and at most %+v are said to", seed, changed, most)
			}
		}
	}
}

// lists returns the places of the k nearest neighbours of every row but one, ties by order; gone says that the row without is
// removed.
func lists(rows [][2]int, k, without int, gone bool) [][][2]int {
	var all [][][2]int
	for i, x := range rows {
		if i == without {
			continue
		}
		var others []int
		for j := range rows {
			if j != i && !(gone && j == without) {
				others = append(others, j)
			}
		}
		far := func(j int) int { // squared, on a lattice of triangles
			dx, dy := rows[j][0]-x[0], rows[j][1]-x[1]
			return dx*dx + dx*dy + dy*dy
		}
		slices.SortStableFunc(others, func(a, b int) int { return far(a) - far(b) })
		var places [][2]int
		for _, j := range others[:min(k, len(others))] {
			places = append(places, rows[j])
		}
		slices.SortFunc(places, func(a, b [2]int) int { return (a[0]-b[0])*100 + a[1] - b[1] })
		all = append(all, places)
	}
	return all
}

// touched counts the rows that have a row in their list.
func touched(rows [][2]int, k, row int) (count int) {
	with, without := lists(rows, k, row, false), lists(rows, k, row, true)
	for i := range with {
		if !slices.Equal(with[i], without[i]) {
			count++
		}
	}
	return count
}

// Of no rows on a lattice do more change than is said, alike ones among them, and some
// have as many: all sets on a line, and random ones around a row in the plane.
func TestSmoteWorstCaseIsTheWorst(t *testing.T) {
	effort.ForNumbers(t)
	for n := 2; n <= 6; n++ {
		for k := 1; n+k <= 7; k++ {
			most, sets := 0, 1
			const places = 5
			for range n {
				sets *= places
			}
			for set := range sets {
				rows := make([][2]int, n)
				for i, rest := 0, set; i < n; i, rest = i+1, rest/places {
					rows[i][0] = rest % places
				}
				most = max(most, touched(rows, k, 0))
			}
			if said := (Copies{Smote: true, Minority: float64(n), Dimension: 1, Neighbours: float64(k)}).near(); float64(most) > said.Value || said.Basis == known.Exact && float64(most) < said.Value {
				t.Errorf("%d rows on a line, k = %d: %d change, and %+v are said to", n, k, most, said)
			}
		}
	}
	rng := rand.New(rand.NewPCG(5, 5))
	hexagon := [][2]int{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}
	for k := 1; k <= 3; k++ {
		rows := [][2]int{{0, 0}}
		for range k {
			rows = append(rows, hexagon...)
		}
		for range k {
			rows = append(rows, rows[0])
		}
		said := (Copies{Smote: true, Minority: 100, Dimension: 2, Neighbours: float64(k)}).near()
		if got := touched(rows, k, 0); float64(got) != said.Value || said.Basis != known.Exact {
			t.Errorf("around a row, k = %d: %d change, and %+v are said to", k, got, said)
		}
		for range effort.Scale(2000, 15_000, 500_000) {
			rows := make([][2]int, 7*k+rng.IntN(6))
			for i := range rows {
				if rows[i] = hexagon[rng.IntN(6)]; rng.IntN(4) == 0 {
					rows[i] = [2]int{rng.IntN(5) - 2, rng.IntN(5) - 2}
				}
			}
			if row := rng.IntN(len(rows)); float64(touched(rows, k, row)) > said.Value {
				t.Fatalf("k = %d: of %v more change than %g with row %d", k, rows, said.Value, row)
			}
		}
	}
}

// The printed bound is below the truth in every dimension that is known.
func TestKissing(t *testing.T) {
	for d := 1.0; d <= 30; d++ {
		k := Kissing(d)
		if d > 1 && k.Value < Kissing(d-1).Value || (k.Basis == known.Exact) != (d <= 4 || d == 8 || d == 24) || d <= 24 && PrintedKissing(d) >= k.Value {
			t.Errorf("dimension %g: %+v, printed %g", d, k, PrintedKissing(d))
		}
	}
}

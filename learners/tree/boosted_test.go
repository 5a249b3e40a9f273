package tree

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/learners"
	"dpscope/learners/table"
)

// points returns records of whole numbers up to a greatest, some with missing values.
func points(n, dims, classes, most int, lacks float64, rng *rand.Rand) table.Data {
	d := table.Data{Features: make([]table.Feature, dims), ClassNames: make([]string, classes), Rows: make([]int, n)}
	for range n {
		sum := 0
		for range dims {
			v := rng.IntN(most + 1)
			sum += v
			if rng.Float64() < lacks {
				d.X = append(d.X, math.NaN())
				continue
			}
			d.X = append(d.X, float64(v))
		}
		d.Y = append(d.Y, (sum+rng.IntN(3))%classes)
	}
	return d
}

// The first tree of depth 1 on values 1, 2, 3 and classes 0, 0, 1, thirty of each: slopes are ±1/2 and curvatures 1/4, so that the cut
// between 2 and 3 gains the most, and its leaves say −0.3·30/(15 + 1) and 0.3·15/(7.5 + 1).
func TestBoostedFirstTree(t *testing.T) {
	d := table.Data{Features: make([]table.Feature, 1), ClassNames: make([]string, 2)}
	for i := range 90 {
		d.X, d.Y, d.Rows = append(d.X, float64(1+i/30)), append(d.Y, i/60), append(d.Rows, i)
	}
	for bins, condition := range map[int]float32{0: 2.5, 256: 3} {
		a, err := Boosted{Rounds: 1, Depth: 1, Bins: bins}.Weighted(t.Context(), d, nil)
		if err != nil {
			t.Fatal(err)
		}
		first := a.Trees[0]
		left, right := first.probabilities(int(first.Left[0]))[1], first.probabilities(int(first.Right[0]))[1]
		if first.Threshold[0] != float64(below(condition)) || left != float64(float32(-0.3*30/16)) || right != float64(float32(0.3*15/8.5)) {
			t.Errorf("%d bins: cut at %v, leaves %v and %v", bins, first.Threshold[0], left, right)
		}
	}
}

// Where every value has a bin of its own, histograms and sorted columns, which share no code that searches cuts, grow trees
// that agree on every record, including missing values; except where two cuts gain the same up to rounding, which is rare.
func TestBoostedFindersAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for _, c := range []struct {
		classes int
		lacks   float64
	}{{2, 0}, {2, 0.1}, {3, 0.05}} {
		d := points(600, 4, c.classes, 40, c.lacks, rng)
		weights := make([]float64, d.Len())
		for i := range weights {
			weights[i] = 0.5 + rng.Float64()
		}
		binned, err := Boosted{Rounds: 4, Bins: 256}.Weighted(t.Context(), d, weights)
		if err != nil {
			t.Fatal(err)
		}
		exact, err := Boosted{Rounds: 4}.Weighted(t.Context(), d, weights)
		if err != nil {
			t.Fatal(err)
		}
		if binned.TakesMissing() != (c.lacks > 0) {
			t.Errorf("%+v: missing values are taken: %t", c, binned.TakesMissing())
		}
		one, other, apart := make([]float64, c.classes), make([]float64, c.classes), 0
		for i := range d.Len() {
			binned.Scores(d.Row(i), one)
			exact.Scores(d.Row(i), other)
			for k := range one {
				if math.Abs(one[k]-other[k]) > 1e-5 {
					apart++
				}
			}
		}
		if apart > d.Len()/100 {
			t.Errorf("%+v: %d scores differ", c, apart)
		}
	}
}

// A record of weight two is a record twice, but where two cuts gain the same up to rounding.
func TestBoostedWeightsAreCopies(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	d := points(300, 3, 2, 25, 0.1, rng)
	weights, twice := make([]float64, d.Len()), d
	for i := range weights {
		weights[i] = float64(1 + i%2)
		if i%2 == 1 {
			twice.X, twice.Y, twice.Rows = append(twice.X, d.Row(i)...), append(twice.Y, d.Y[i]), append(twice.Rows, i)
		}
	}
	for _, b := range []Boosted{{Rounds: 3, Depth: 3}, {Rounds: 3, Depth: 3, Bins: 64}} {
		weighed, err := b.Weighted(t.Context(), d, weights)
		if err != nil {
			t.Fatal(err)
		}
		copied, err := b.Weighted(t.Context(), twice, nil)
		if err != nil {
			t.Fatal(err)
		}
		one, other, apart := make([]float64, 2), make([]float64, 2), 0
		for i := range d.Len() {
			weighed.Scores(d.Row(i), one)
			copied.Scores(d.Row(i), other)
			if math.Abs(one[1]-other[1]) > 1e-5 {
				apart++
			}
		}
		if apart > d.Len()/50 {
			t.Errorf("%v: %d scores differ", b, apart)
		}
	}
}

// Many values get the requested number of bins, with about equal weights.
func TestBoostedQuantiles(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	column, weights := make([]float32, 10_000), make([]float64, 10_000)
	for i := range column {
		column[i], weights[i] = rng.Float32(), 1
		if column[i] < 0.5 {
			weights[i] = 3
		}
	}
	even, weighed := quantiles(column, nil, 100), quantiles(column, weights, 100)
	if len(even) != 99 || len(weighed) != 99 {
		t.Fatalf("%d and %d cuts", len(even), len(weighed))
	}
	if math.Abs(float64(even[49])-0.5) > 0.02 || math.Abs(float64(weighed[74])-0.5) > 0.02 {
		t.Errorf("the middle is at %v; three quarters of the weight end at %v", even[49], weighed[74])
	}
}

// A fit takes weights of 0 and constant values, and refuses impossible settings.
func TestBoostedEdges(t *testing.T) {
	d := points(60, 2, 2, 3, 0, rand.New(rand.NewPCG(2, 2)))
	for _, weights := range [][]float64{{1}, append(make([]float64, 59), -1), append(make([]float64, 59), math.NaN())} {
		if _, err := XGBoost.Weighted(t.Context(), d, weights); err == nil {
			t.Errorf("%d weights, the last %v, are taken", len(weights), weights[len(weights)-1])
		}
	}
	clear(d.X)
	a, err := XGBoost.Weighted(t.Context(), d, make([]float64, 60))
	if err != nil {
		t.Fatal(err)
	}
	var c learners.Declared = a
	if err := c.Check(); err != nil || len(a.Trees[0].Feature) != 1 {
		t.Errorf("%d nodes, %v", len(a.Trees[0].Feature), err)
	}
}

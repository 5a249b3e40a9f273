package rareclass

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"dpscope/engine/effort"
	"dpscope/engine/oracle"
	"dpscope/engine/trial"
	"dpscope/engine/work/worktest"
	"dpscope/learners/private"
	"dpscope/learners/synth"
	"dpscope/learners/table"
)

// Made rows balance the classes, and lie where they should: copies on rows, SMOTE's between a row and one that at most four
// others are nearer to.
func TestMakings(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	rows := private.Rows{Dims: 2}
	for i := range 90 {
		rows.X, rows.Positive = append(rows.X, rng.NormFloat64(), rng.NormFloat64()), append(rows.Positive, i%9 == 0)
	}
	var rare [][]float64
	for i, p := range rows.Positive {
		if p {
			rare = append(rare, rows.Row(i))
		}
	}
	for _, m := range []Making{Copied, Smote} {
		all, err := m.balance(t.Context(), rows, rng)
		if err != nil || all.Len() != 160 || all.Positives() != 80 {
			t.Fatalf("%d: %d rows, %d of them positive, %v", m, all.Len(), all.Positives(), err)
		}
		for i := rows.Len(); i < all.Len(); i++ {
			ok := false
			for pair := range len(rare) * len(rare) {
				from, to := rare[pair/len(rare)], rare[pair%len(rare)]
				nearer := 0
				for _, other := range rare {
					if math.Hypot(other[0]-from[0], other[1]-from[1]) < math.Hypot(to[0]-from[0], to[1]-from[1]) {
						nearer++
					}
				}
				x := all.Row(i)
				detour := math.Hypot(x[0]-from[0], x[1]-from[1]) + math.Hypot(x[0]-to[0], x[1]-to[1]) - math.Hypot(to[0]-from[0], to[1]-from[1])
				self := to[0] == from[0] && to[1] == from[1]
				ok = ok || detour < 1e-12 && self == (m == Copied) && nearer <= nearRows
			}
			if !ok {
				t.Errorf("%d: row %d lies between none that are near", m, i)
			}
		}
	}
}

// Logistic regression after SMOTE does as the reference has it (imbalanced-learn, other
// splits): within three standard errors.
func TestSmoteAgreesWithReference(t *testing.T) {
	const seeds = 10
	path := oracle.Path(t, "data", "imbalanced", "ecoli.csv")
	ctx := worktest.Session(context.Background(), 1<<24)
	values := map[string][]float64{}
	for seed := range uint64(seeds) {
		fit := Trial{Source: Source{File: path, Label: "y"}, Clip: 1e3, Ratio: 1, PerRecord: 1, Learner: Baseline{Making: Smote}, Seed: seed}
		r, err := trial.Do(ctx, fit, nil)
		if err != nil {
			t.Fatal(err)
		}
		values["auc"] = append(values["auc"], r.AUC)
		for name, m := range measuresOf {
			values[name] = append(values[name], m.Value(r.Half).Value)
		}
	}
	compared := 0
	for _, row := range oracle.Table(t, "reference", "imbalance_rerun.csv") {
		of, found := values[row["metric"]]
		if row["dataset"] != "ecoli" || row["approach"] != "SMOTE + NonPriv. LogReg" || row["preprocessing"] != "raw" || !found {
			continue
		}
		compared++
		mean, deviation := stat.MeanStdDev(of, nil)
		if want, spread := number(t, row["mean"]), number(t, row["std"]); math.Abs(mean-want) > 3*math.Hypot(deviation, spread)/math.Sqrt(seeds) {
			t.Errorf("%s is %.3f ± %.3f, the reference has %.3f ± %.3f", row["metric"], mean, deviation, want, spread)
		}
	}
	if compared < 6 {
		t.Errorf("%d metrics are compared", compared)
	}
}

// SMOTE's rows have the distribution of imbalanced-learn's, which is written out here: one number draws a pair of a row and one
// of its five nearest, another the step. Kolmogorov and Smirnov's test of 10⁵ rows along six directions; a false alarm once in
// 10⁵ other seeds.
func TestSmoteIsImbalancedLearns(t *testing.T) {
	effort.ForNumbers(t)
	const made = 100_000
	rng := rand.New(rand.NewPCG(7, 7))
	rows := private.Rows{Dims: 2}
	for i := range made + 2*12 {
		rows.X, rows.Positive = append(rows.X, rng.NormFloat64(), rng.ExpFloat64()), append(rows.Positive, i < 12)
	}
	all, err := Smote.balance(t.Context(), rows, rng)
	if err != nil || all.Len() != rows.Len()+made {
		t.Fatal(all.Len(), err)
	}
	near := make([][]int, 12)
	for i := range near {
		for j := range 12 {
			if j != i {
				near[i] = append(near[i], j)
			}
		}
		slices.SortFunc(near[i], func(a, b int) int {
			return cmp.Compare(math.Hypot(rows.Row(a)[0]-rows.Row(i)[0], rows.Row(a)[1]-rows.Row(i)[1]), math.Hypot(rows.Row(b)[0]-rows.Row(i)[0], rows.Row(b)[1]-rows.Row(i)[1]))
		})
	}
	for direction := range 6 {
		sin, cos := math.Sincos(math.Pi * float64(direction) / 6)
		var ours, theirs []float64
		for k := range made {
			x := all.Row(rows.Len() + k)
			ours = append(ours, cos*x[0]+sin*x[1])
			pair, step := rng.IntN(12*nearRows), rng.Float64()
			from := rows.Row(pair / nearRows)
			to := rows.Row(near[pair/nearRows][pair%nearRows])
			theirs = append(theirs, cos*(from[0]+step*(to[0]-from[0]))+sin*(from[1]+step*(to[1]-from[1])))
		}
		slices.Sort(ours)
		slices.Sort(theirs)
		if apart, limit := stat.KolmogorovSmirnov(ours, nil, theirs, nil), math.Sqrt(math.Log(2*6/1e-5)/made); apart > limit {
			t.Errorf("direction %d: the distributions are %.5f apart, above %.5f", direction, apart, limit)
		}
	}
}

// Only methods that make rows between neighbours are refused where rows are too many.
func TestTooManyNeighbours(t *testing.T) {
	for rare, many := range map[int]bool{1000: false, 45_000: true} {
		r := Records{Features: make([]table.Feature, 2), Positive: make([]bool, 3*rare)}
		for i := range rare {
			r.Positive[i] = true
		}
		refused := 0
		for _, a := range Approaches(synth.Labels, "") {
			is := a.TooMany(r)
			if is != (many && strings.Contains(a.Name, "smote")) {
				t.Errorf("%s of %d rows is refused: %t", a.Name, rare, is)
			}
			if is {
				refused++
			}
		}
		if many && refused != 4 {
			t.Errorf("%d approaches are refused", refused)
		}
	}
}

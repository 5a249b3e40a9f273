package metric

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dpscope/engine/effort"
)

var all = [...]Metric{Accuracy, BalancedAccuracy, Recall, Precision, F1, WorstClass, GeometricMean, Matthews}

// sample is a set of scored records.
type sample struct {
	Scores   []float64
	Positive []bool
}

// random makes records of both classes; most scores tie.
func random(rng *rand.Rand) sample {
	n, levels := 2+rng.IntN(60), 1+rng.IntN(12)
	s := sample{make([]float64, n), make([]bool, n)}
	share := rng.Float64()
	for i := range n {
		s.Positive[i] = rng.Float64() < share
		shift := 0.0
		if s.Positive[i] {
			shift = 0.2
		}
		s.Scores[i] = math.Round((rng.Float64()+shift)*float64(levels)) / float64(levels)
	}
	s.Positive[0], s.Positive[1] = true, false
	return s
}

// named returns the metric of that name.
func named(name string) Metric {
	return all[slices.IndexFunc(all[:], func(m Metric) bool { return m.Name == name })]
}

// byPairs returns AUC by its definition.
func byPairs(s sample) float64 {
	won, pairs := 0.0, 0.0
	for i, a := range s.Scores {
		for j, b := range s.Scores {
			if !s.Positive[i] || s.Positive[j] {
				continue
			}
			pairs++
			if a > b {
				won++
			} else if a == b {
				won += 0.5
			}
		}
	}
	return won / pairs
}

func TestAUCIsTheShareOfPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		s := random(rng)
		got := AUC(s.Scores, s.Positive)
		if want := byPairs(s); math.Abs(got.Value-want) > 1e-14 {
			t.Fatalf("%+v: AUC is %g, and by pairs %g", s, got.Value, want)
		}
	}
}

// Flipped scores turn the order round, and anything increasing keeps it.
func TestAUCFollowsTheOrderAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		s := random(rng)
		area := AUC(s.Scores, s.Positive).Value
		turned, stretched := slices.Clone(s.Scores), slices.Clone(s.Scores)
		for i, x := range s.Scores {
			turned[i], stretched[i] = -x, math.Exp(5*x)-3
		}
		if got := AUC(turned, s.Positive).Value; math.Abs(got-(1-area)) > 1e-14 {
			t.Errorf("turned round %g, want %g", got, 1-area)
		}
		if got := AUC(stretched, s.Positive).Value; got != area {
			t.Errorf("stretched %g, want %g", got, area)
		}
	}
}

func TestAUCWithoutValue(t *testing.T) {
	for _, c := range []struct {
		s    sample
		none string
	}{
		{sample{[]float64{1, 2}, []bool{true, true}}, "no negative records"},
		{sample{[]float64{1, 2}, []bool{false, false}}, "no positive records"},
		{sample{nil, nil}, "no positive records"},
		{sample{[]float64{1, math.NaN()}, []bool{true, false}}, "a score is no number"},
	} {
		if v := AUC(c.s.Scores, c.s.Positive); !v.Missing() || v.None != c.none {
			t.Errorf("%+v: %+v, want none for %q", c.s, v, c.none)
		}
	}
	ends := sample{[]float64{math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 0}, []bool{true, false, true, false}}
	if v := AUC(ends.Scores, ends.Positive); v.Value != 0.875 {
		t.Errorf("infinite scores, and zeros of both signs: %g, want 0.875", v.Value)
	}
}

func TestKeysSortAsScores(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{1, 999, 1000, 1001, 5000} {
		scores, keys := make([]float64, n), make([]uint64, n)
		for i := range scores {
			scores[i] = rng.NormFloat64() * math.Pow(10, float64(rng.IntN(5)*rng.IntN(60)-100))
			keys[i] = key(scores[i])
		}
		slices.Sort(scores)
		sortKeys(keys)
		for i, x := range scores {
			if keys[i] != key(x) {
				t.Fatalf("n = %d: the keys are in another order from place %d on", n, i)
			}
		}
	}
}

// By hand: of 8 positives 6 are told rightly, of 10 negatives 7.
func TestValues(t *testing.T) {
	o := Outcomes{TruePositive: 6, FalseNegative: 2, FalsePositive: 3, TrueNegative: 7}
	for name, want := range map[string]float64{
		"accuracy": 13.0 / 18, "balanced-accuracy": 0.725, "recall": 0.75, "precision": 2.0 / 3, "f1": 12.0 / 17,
		"worst-class": 0.7, "g-mean": math.Sqrt(0.525), "mcc": 36 / math.Sqrt(9*8*10*9),
	} {
		if got := named(name).Value(o); math.Abs(got.Value-want) > 1e-15 {
			t.Errorf("%s = %.17g, want %.17g", name, got.Value, want)
		}
	}
}

func TestWithoutValue(t *testing.T) {
	nothing, onlyPositive, silent := Outcomes{}, Outcomes{TruePositive: 3, FalseNegative: 1}, Outcomes{FalseNegative: 2, TrueNegative: 5}
	for _, c := range []struct {
		o          Outcomes
		name, none string
	}{
		{nothing, "accuracy", "no records"}, {nothing, "precision", "no records"}, {nothing, "mcc", "no records"},
		{onlyPositive, "balanced-accuracy", "no negative records"}, {onlyPositive, "worst-class", "no negative records"},
		{Outcomes{TrueNegative: 4}, "recall", "no positive records"}, {Outcomes{TrueNegative: 4}, "f1", "no positive records"},
	} {
		if v := named(c.name).Value(c.o); !v.Missing() || v.None != c.none {
			t.Errorf("%s of %+v is %+v, want none for %q", c.name, c.o, v, c.none)
		}
		if v := named(c.name).Estimate(c.o, 0.95); !v.Missing() {
			t.Errorf("%s of %+v is estimated as %+v", c.name, c.o, v)
		}
	}
	for _, name := range []string{"precision", "mcc"} {
		if v := named(name).Value(silent); v.Value != 0 || v.Missing() {
			t.Errorf("%s where nothing is called positive is %+v, want 0", name, v)
		}
	}
}

// Worst class ≤ geometric mean ≤ balanced accuracy, and every metric grows with either class, which its interval relies on.
func TestOrderAmongMetrics(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 500 {
		p, n := float64(1+rng.IntN(30)), float64(1+rng.IntN(30))
		a, b := rng.Float64(), rng.Float64()
		o := Outcomes{FalseNegative: p, FalsePositive: n}.told(a, b)
		worst, geometric, balanced := named("worst-class").of(o), named("g-mean").of(o), named("balanced-accuracy").of(o)
		if worst > geometric+1e-12 || geometric > balanced+1e-12 {
			t.Errorf("%+v: %g, %g, %g", o, worst, geometric, balanced)
		}
		for _, m := range all {
			for _, better := range []Outcomes{o.told(a+0.1*(1-a), b), o.told(a, b+0.1*(1-b))} {
				if m.of(better) < m.of(o)-1e-12 {
					t.Errorf("%s falls from %+v to %+v", m.Name, o, better)
				}
			}
		}
	}
}

// Intervals of 90 % hold in at least 86 % of 400 draws: a false alarm has a
// chance below 1 %, were they no more than 90 %.
func TestIntervalsHold(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	const draws, recall, specificity = 400, 0.8, 0.9
	truth := Outcomes{FalseNegative: 12, FalsePositive: 40}.told(recall, specificity)
	for _, name := range []string{"recall", "balanced-accuracy", "g-mean", "f1", "mcc", "worst-class"} {
		m, held := named(name), 0
		for range draws {
			var o Outcomes
			for range 12 {
				if rng.Float64() < recall {
					o.TruePositive++
				}
			}
			for range 40 {
				if rng.Float64() < specificity {
					o.TrueNegative++
				}
			}
			o.FalseNegative, o.FalsePositive = 12-o.TruePositive, 40-o.TrueNegative
			if v := m.Estimate(o, 0.9); v.Low <= m.of(truth) && m.of(truth) <= v.High {
				held++
			}
		}
		if held < 344 {
			t.Errorf("the interval of %s held in %d of %d draws", name, held, draws)
		}
	}
}

// The bootstrap is as wide as the law of the area says (Hanley & McNeil 1982): for 200 and 200 normal scores half a deviation
// apart, about 0.055 to either side.
func TestAUCEstimate(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	s := sample{make([]float64, 400), make([]bool, 400)}
	for i := range s.Scores {
		s.Positive[i] = i%2 == 0
		s.Scores[i] = rng.NormFloat64()
		if s.Positive[i] {
			s.Scores[i] += 0.5
		}
	}
	v, err := AUCEstimate(t.Context(), s.Scores, s.Positive, 0.95, 500, rng)
	if err != nil || v.Value != AUC(s.Scores, s.Positive).Value || v.High-v.Low < 0.09 || v.High-v.Low > 0.13 || v.Confidence != 0.95 {
		t.Errorf("the area is %+v", v)
	}
}

const askScikitLearn = `
import json, math, sklearn
from sklearn import metrics as m
sklearn.set_config(assume_finite=True)
out = []
for s in json.load(open("cases.json")):
    y, x = s["Positive"], s["Scores"]
    p = [v >= 0.5 for v in x]
    r, q = m.recall_score(y, p, zero_division=0), m.recall_score([not v for v in y], [not v for v in p], zero_division=0)
    out.append({"auc": m.roc_auc_score(y, x), "accuracy": m.accuracy_score(y, p), "balanced-accuracy": m.balanced_accuracy_score(y, p), "recall": r,
                "precision": m.precision_score(y, p, zero_division=0), "f1": m.f1_score(y, p, zero_division=0), "worst-class": min(r, q),
                "g-mean": math.sqrt(r * q), "mcc": m.matthews_corrcoef(y, p)})
json.dump(out, open("answers.json", "w"))
`

// Every metric of random cases with ties is scikit-learn's.
func TestScikitLearn(t *testing.T) {
	effort.ForCheck(t)
	const python = "/usr/bin/python3"
	if exec.Command(python, "-c", "import importlib.util, sys; sys.exit(importlib.util.find_spec('sklearn') is None)").Run() != nil {
		t.Skip("no Python with scikit-learn here (Debian: apt-get install python3-sklearn)")
	}
	rng, cases := rand.New(rand.NewPCG(13, 14)), make([]sample, effort.Scale(100, 100, 1000))
	for i := range cases {
		cases[i] = random(rng)
	}
	folder := t.TempDir()
	text, _ := json.Marshal(cases)
	for name, content := range map[string][]byte{"cases.json": text, "ask.py": []byte(askScikitLearn)} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(python, "-W", "ignore", "ask.py")
	cmd.Dir, cmd.Env = folder, append(os.Environ(), "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(folder, "answers.json"))
	if err != nil {
		t.Fatal(err)
	}
	var answers []map[string]float64
	if err := json.Unmarshal(text, &answers); err != nil {
		t.Fatal(err)
	}
	for i, s := range cases {
		for name, want := range answers[i] {
			got := AUC(s.Scores, s.Positive).Value
			if name != "auc" {
				got = named(name).Value(Count(s.Scores, s.Positive, 0.5)).Value
			}
			if math.Abs(got-want) > 1e-12 {
				t.Errorf("case %d: %s is %.17g, and scikit-learn's %.17g", i, name, got, want)
			}
		}
	}
}

func ExampleAUC() {
	scores, positive := []float64{0.9, 0.8, 0.8, 0.1}, []bool{true, true, false, false}
	fmt.Println(AUC(scores, positive).Value)
	fmt.Println(strings.ToUpper(named("recall").Title), named("recall").Value(Count(scores, positive, 0.5)).Value)
	// Output:
	// 0.875
	// RECALL 1
}

func BenchmarkAUC(b *testing.B) {
	rng := rand.New(rand.NewPCG(15, 16))
	s := sample{make([]float64, 1e6), make([]bool, 1e6)}
	for i := range s.Scores {
		s.Scores[i], s.Positive[i] = rng.NormFloat64(), i%2 == 0
	}
	for b.Loop() {
		AUC(s.Scores, s.Positive)
	}
}

// No measure leaves its range, whatever rounding does where one class is very rare or hardly anything is wrong.
func TestMeasuresStayInTheirRange(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	part := func() float64 { return math.Exp(-60 * rng.Float64() * rng.Float64()) }
	for range 200_000 {
		positives, recall, specificity := part(), part(), part()
		if rng.IntN(2) == 0 {
			recall, specificity = 1-recall, 1-specificity
		}
		o := Outcomes{TruePositive: positives * recall, FalseNegative: positives * (1 - recall), TrueNegative: (1 - positives) * specificity,
			FalsePositive: (1 - positives) * (1 - specificity)}
		for _, m := range all {
			least := 0.0
			if m.Name == Matthews.Name {
				least = -1
			}
			if v := m.Value(o).Value; v < least || v > 1 {
				t.Fatalf("%s of %+v is %.17g", m.Name, o, v)
			}
		}
	}
}

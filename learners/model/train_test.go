package model

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/engine/work/worktest"
	"dpscope/learners"
	"dpscope/learners/linear"
	"dpscope/learners/table"
	"dpscope/learners/tree"
)

// rings draws records on [0, 1]^dims with the ring around the middle that they fall into as class, and a share of wrong labels.
func rings(n, dims, classes int, wrong float64, seed uint64) table.Data {
	rng := rand.New(rand.NewPCG(seed, 1))
	d := table.Data{}
	for f := range dims {
		d.Features = append(d.Features, table.Feature{Name: fmt.Sprintf("x%d", f)})
	}
	for k := range classes {
		d.ClassNames = append(d.ClassNames, fmt.Sprintf("ring %d", k))
	}
	for i := range n {
		radius := 0.0
		for f := range dims {
			v := rng.Float64()
			d.X = append(d.X, v)
			if f < 2 {
				radius += (v - 0.5) * (v - 0.5)
			}
		}
		k := min(int(radius*3*float64(classes)), classes-1)
		if rng.Float64() < wrong {
			k = rng.IntN(classes)
		}
		d.Y, d.Rows = append(d.Y, k), append(d.Rows, i)
	}
	return d
}

// Every learner of the menu gives sound, repeatable classifiers that can be written, can be stopped, and beats a constant
// answer on rings; logistic regression, with its straight boundary, is excepted from the last.
func TestEveryLearner(t *testing.T) {
	effort.ForNumbers(t)
	for _, kind := range Learners.Kinds {
		l, err := kind.New(param.Values{})
		if err != nil {
			t.Fatal(err)
		}
		t.Run(kind.Name, func(t *testing.T) {
			if kind.Title == "" || kind.Help == "" || kind.Source == "" || l.String() == "" {
				t.Error("title, help, source or settings are empty")
			}
			for classes := 2; classes <= effort.Scale(2, 3, 3); classes++ {
				d := rings(500, 3, classes, 0.05, 9)
				var last work.Progress
				calls := 0
				ctx := work.Reporting(context.Background(), func(p work.Progress) { last = p; calls++ })
				m, report, err := Train(ctx, l, d, TrainOptions{HeldOut: 0.25, Seed: 5, Private: []string{"x1"}})
				if err != nil {
					t.Fatal(err)
				}
				if calls == 0 || last.Done > last.Of || last.What == "" {
					t.Errorf("%d reports of progress, the last %+v", calls, last)
				}
				if err := m.Classifier.(learners.Declared).Check(); err != nil {
					t.Error(err)
				}
				if kind.Name != "logistic" && report.HeldAccuracy < report.Always+0.1 {
					t.Errorf("%d classes: held-out accuracy %.3f, always the most frequent %.3f", classes, report.HeldAccuracy, report.Always)
				}
				var first, second bytes.Buffer
				if err := m.Write(&first); err != nil {
					t.Fatal(err)
				}
				again, _, err := Train(context.Background(), l, d, TrainOptions{HeldOut: 0.25, Seed: 5, Private: []string{"x1"}})
				if err != nil {
					t.Fatal(err)
				}
				if again.Write(&second); !bytes.Equal(first.Bytes(), second.Bytes()) {
					t.Error("the same seed gives another classifier")
				}
				if _, err := Read(&first, "again"); err != nil {
					t.Error(err)
				}
			}
			gone, cancel := context.WithCancel(context.Background())
			cancel()
			if _, err := l.Fit(gone, rings(3000, 3, 2, 0.5, 1), rand.New(rand.NewPCG(1, 1))); err != context.Canceled {
				t.Errorf("after cancelling: %v", err)
			}
			one := rings(20, 2, 2, 0, 1)
			clear(one.Y)
			if _, err := l.Fit(context.Background(), one, rand.New(rand.NewPCG(1, 1))); err == nil || !strings.Contains(err.Error(), "have one class") {
				t.Errorf("one class: %v", err)
			}
		})
	}
}

func TestForestDoesNotDependOnTheNumberOfCores(t *testing.T) {
	d := rings(300, 5, 3, 0.1, 2)
	fit := func(cores int) []*tree.Tree {
		c, err := tree.RandomForest{Trees: 20}.Fit(worktest.On(t.Context(), cores), d, rand.New(rand.NewPCG(8, 8)))
		if err != nil {
			t.Fatal(err)
		}
		return c.(*tree.Forest).Trees
	}
	if one := fit(1); !reflect.DeepEqual(one, fit(4)) || !reflect.DeepEqual(one, fit(3)) {
		t.Error("forests grown on 1, 3 and 4 cores differ")
	}
}

// At the minimum of a convex function the gradient is 0; the objective is
// written out here a second time, from its definition.
func TestLogisticReachesTheMinimum(t *testing.T) {
	effort.ForNumbers(t)
	for _, task := range []struct {
		c    float64
		dims int // above 300 the Hessian is not factorised
	}{{0.01, 3}, {1, 3}, {1000, 3}, {1, 320}} {
		c := task.c
		d := rings(400, task.dims, 2, 0.2, 4)
		for i, k := range d.Y { // a slope, so that the weights are not 0
			if d.Row(i)[0] > 0.7 {
				d.Y[i] = 1 - k
			}
		}
		fitted, err := linear.Logistic{C: c}.Fit(context.Background(), d, nil)
		if err != nil {
			t.Fatal(err)
		}
		l := fitted.(*linear.Linear)
		gradient := append([]float64(nil), l.Weights...)
		bias := 0.0
		for i, k := range d.Y {
			p := 1 / (1 + math.Exp(-l.Margin(d.Row(i))))
			for j, v := range d.Row(i) {
				gradient[j] += c * (p - float64(k)) * v
			}
			bias += c * (p - float64(k))
		}
		for _, g := range append(gradient, bias) {
			if math.Abs(g) > 1e-8*max(1, c*400) { // terms are as large as C times the records
				t.Errorf("%+v: gradient %v, %g", task, gradient, bias)
				break
			}
		}
	}
}

// The splits of a grown tree are the best: a slow search over all features and values finds no purer one.
func TestCARTTakesTheBestSplit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for round := range 60 {
		d := rings(4+rng.IntN(60), 1+rng.IntN(3), 2+rng.IntN(3), 0.3, uint64(round))
		coarse := float64(1 + rng.IntN(40)) // many equal values
		for i := range d.X {
			d.X[i] = math.Round(d.X[i]*coarse) / coarse
		}
		if d.Check() != nil {
			continue
		}
		least := 1 + rng.IntN(3)
		fitted, err := tree.CART{Leaf: least}.Fit(context.Background(), d, rng)
		if err != nil {
			t.Fatal(err)
		}
		grown := fitted.(*tree.Tree)
		records := make([]int, d.Len())
		for i := range records {
			records[i] = i
		}
		checkSplits(t, d, grown, 0, records, least)
	}
}

func checkSplits(t *testing.T, d table.Data, grown *tree.Tree, node int32, records []int, least int) {
	t.Helper()
	best := math.Inf(1)
	for f := range d.Dims() {
		for _, i := range records {
			var left, right []int
			for _, j := range records {
				if float32(d.Row(j)[f]) <= float32(d.Row(i)[f]) {
					left = append(left, j)
				} else {
					right = append(right, j)
				}
			}
			if len(left) >= least && len(right) >= least {
				best = min(best, gini(d, left)+gini(d, right))
			}
		}
	}
	f := grown.Feature[node]
	if f == tree.Leaf {
		if best < math.Inf(1) && gini(d, records) > 0 {
			t.Fatalf("node %d is a leaf, but could be split", node)
		}
		for k, p := range grown.Probability[int(node)*grown.NumClasses:][:grown.NumClasses] {
			n := 0.0
			for _, i := range records {
				if d.Y[i] == k {
					n++
				}
			}
			if p != n/float64(len(records)) {
				t.Fatalf("leaf %d: class %d has probability %g, %g of %d records", node, k, p, n, len(records))
			}
		}
		return
	}
	var left, right []int
	for _, i := range records {
		if float64(float32(d.Row(i)[f])) <= grown.Threshold[node] {
			left = append(left, i)
		} else {
			right = append(right, i)
		}
	}
	if got := gini(d, left) + gini(d, right); got > best+1e-9 {
		t.Fatalf("node %d: impurity %g after the split, %g is possible", node, got, best)
	}
	checkSplits(t, d, grown, grown.Left[node], left, least)
	checkSplits(t, d, grown, grown.Right[node], right, least)
}

// gini returns the Gini impurity of some records, times their number.
func gini(d table.Data, records []int) float64 {
	count := make([]float64, d.Classes())
	for _, i := range records {
		count[d.Y[i]]++
	}
	impurity := 0.0
	for _, c := range count {
		p := c / float64(len(records))
		impurity += p * (1 - p)
	}
	return impurity * float64(len(records))
}

// A forest decides as its trees do, one after another, added up in order: its
// packed walks, its blocks and its early stops must not show. Grown without
// limits on coarse data, many votes are ties.
func TestForestDecidesAsItsTrees(t *testing.T) {
	effort.ForNumbers(t)
	rng := rand.New(rand.NewPCG(4, 4))
	ties := 0
	for round := range 40 {
		classes := 2 + round%3
		d := rings(60+rng.IntN(100), 1+rng.IntN(4), classes, 0.4, uint64(round))
		if round%2 == 0 {
			for i := range d.X {
				d.X[i] = math.Round(d.X[i]*8) / 8
			}
		}
		fitted, err := tree.RandomForest{Trees: 1 + rng.IntN(40), Leaf: 1 + rng.IntN(3)}.Fit(context.Background(), d, rng)
		if err != nil {
			t.Fatal(err)
		}
		f := fitted.(*tree.Forest)
		points := append([]float64(nil), d.X...)
		for range 300 * d.Dims() {
			points = append(points, rng.Float64()*1.2-0.1)
		}
		points[0], points[1] = math.NaN(), math.Inf(1)
		into := make([]int, len(points)/d.Dims())
		if err := f.PredictAll(t.Context(), points, into); err != nil {
			t.Fatal(err)
		}
		sums, scores := make([]float64, classes), make([]float64, classes)
		for i, got := range into {
			x := points[i*d.Dims() : (i+1)*d.Dims()]
			clear(sums)
			for _, one := range f.Trees {
				one.Scores(x, scores)
				for k, p := range scores {
					sums[k] += p
				}
			}
			for k := range sums {
				sums[k] /= float64(len(f.Trees))
			}
			want := learners.Argmax(sums)
			f.Scores(x, scores)
			if got != want || f.Predict(x) != want || !reflect.DeepEqual(scores, sums) {
				t.Fatalf("round %d, point %v: class %d in a block, %d alone, %d by the trees; scores %v, want %v", round, x, got, f.Predict(x), want, scores, sums)
			}
			for k, s := range sums {
				if k != want && s == sums[want] {
					ties++
					break
				}
			}
		}
	}
	if ties < 20 {
		t.Errorf("only %d ties were met", ties)
	}
}

func TestTrainRefusesWrongOptions(t *testing.T) {
	d := rings(40, 2, 2, 0.1, 1)
	for _, c := range []struct {
		options TrainOptions
		want    string
	}{
		{TrainOptions{HeldOut: 1}, "held-out share = 1 is outside [0, 1)"},
		{TrainOptions{HeldOut: math.NaN()}, "held-out share = NaN is outside [0, 1)"},
		{TrainOptions{Private: []string{"age"}}, `feature = "age" is not known; nearest: x0, x1`},
	} {
		if _, _, err := Train(context.Background(), tree.CART{}, d, c.options); err == nil || err.Error() != c.want {
			t.Errorf("%+v: %v, want %s", c.options, err, c.want)
		}
	}
	if _, err := (linear.Logistic{C: -1}).Fit(context.Background(), d, nil); err == nil || err.Error() != "c = -1 is not positive; 1 would work" {
		t.Errorf("C = -1: %v", err)
	}
}

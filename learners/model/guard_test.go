package model

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/learners"
	"dpscope/learners/linear"
	"dpscope/learners/network"
	"dpscope/learners/private"
	"dpscope/learners/table"
	"dpscope/learners/train"
	"dpscope/mechanisms/privacy"
)

// uneven returns records in the square; the fifth that lies beyond a line has the second class.
func uneven(count int) table.Data {
	rng := rand.New(rand.NewPCG(4, 4))
	d := table.Data{Features: []table.Feature{{Name: "a"}, {Name: "b", Scale: table.Scale{Divisor: 3, FromData: true}}}, ClassNames: []string{"well", "ill"}}
	for i := range count {
		x, y := rng.Float64(), rng.Float64()
		class := 0
		if x+y > 1.37 {
			class = 1
		}
		d.X, d.Y, d.Rows = append(d.X, x, y), append(d.Y, class), append(d.Rows, i)
	}
	return d
}

var descending = Way{Name: "sgd", Steps: private.Descent{Rate: 0.1, Steps: 200, Clip: 1, Pace: 1}}

// A private model says what was spent, between which neighbours, and what its records told; its file holds no seed and no
// number that only the owner may see. It separates the classes, and is unchanged when it is read again.
func TestGuardedTraining(t *testing.T) {
	for _, c := range []struct {
		name string
		learners.Learner
		Guard
		neighbours privacy.Neighbours
		taken      string
	}{
		{"perturbed", linear.Logistic{C: 1}, Guard{Epsilon: 5, Way: Way{Name: "perturbation", PerRecord: 0.1}, Balance: ByThreshold, Ratio: 4, FromData: true}, privacy.OneReplaced, "scale of b"},
		{"linear steps", linear.Logistic{C: 1}, Guard{Epsilon: 5, Delta: 1e-5, Way: descending, Balance: ByWeights, Ratio: 4, FromData: true}, privacy.OneAdded, "scale of b"},
		{"network", network.MLP{Width: 8, Hidden: 1}, Guard{Epsilon: 5, Delta: 1e-5, Way: descending, Balance: ByWeights, FromData: true}, privacy.OneAdded, "class ratio, scale of b"},
	} {
		d := uneven(3000)
		m, trained, err := Train(t.Context(), c.Learner, d, TrainOptions{HeldOut: 0.2, Seed: 98765, Data: "people.csv", Guard: &c.Guard})
		if err != nil {
			t.Fatal(c.name, err)
		}
		if s := m.Training; s.Epsilon != 5 || s.Delta != c.Delta || s.Neighbours != c.neighbours || !sameLines(s.FromData, c.taken) || s.Descends() != (c.Delta > 0) {
			t.Errorf("%s: %+v", c.name, s)
		}
		hits, all := [2]float64{}, [2]float64{}
		for i, class := range d.Y {
			all[class]++
			if m.Classifier.Predict(d.Row(i)) == class {
				hits[class]++
			}
		}
		if g := math.Sqrt(hits[0] / all[0] * hits[1] / all[1]); g < 0.8 {
			t.Errorf("%s has a G-mean of %v", c.name, g)
		}
		var b bytes.Buffer
		if err := m.Write(&b); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		for _, owners := range []string{"accuracy", "98765", "held"} {
			if strings.Contains(text, owners) {
				t.Errorf("%s: the file has %q: %s", c.name, owners, text)
			}
		}
		again, err := Read(&b, "m")
		if err != nil || !again.Training.Said() || again.Training.String() != m.Training.String() || trained.HeldOut == 0 {
			t.Errorf("%s is read as %+v, %v", c.name, again, err)
		}
	}
}

// sameLines reports whether lines are the lines of a text, in any order.
func sameLines(lines []string, text string) bool {
	for _, line := range lines {
		if !strings.Contains(text, line) {
			return false
		}
	}
	return len(strings.Join(lines, ", ")) == len(text)
}

// The classifier that is written scores as the private weights do, on features from −1 to 1: so the offset and the threshold are carried over.
func TestGuardedScores(t *testing.T) {
	d := uneven(400)
	x, positive := learners.Centred(d)
	steps := descending.Steps
	steps.Weights, steps.Deviation = private.Even, 0.5
	terms := learners.Terms{Steps: steps, LogOdds: -1.2}

	c, err := linear.Logistic{}.FitPrivately(t.Context(), d, terms, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	rows := private.Rows{Dims: 3, Positive: positive}
	for i := range positive {
		rows.X = append(rows.X, x[2*i], x[2*i+1], 1)
	}
	beta, err := steps.Beta(t.Context(), rows, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "linear steps", d, c, private.Scores(rows, beta), terms.LogOdds)

	fit := private.Fit{Epsilon: 3, Lambda: 1e-3, Weights: private.Even}
	if c, err = (linear.Logistic{}).FitPrivately(t.Context(), d, learners.Terms{Perturbation: &fit, LogOdds: terms.LogOdds}, rand.New(rand.NewPCG(1, 1))); err != nil {
		t.Fatal(err)
	}
	unit := private.Unit(x, 2, positive, math.Sqrt2)
	if beta, err = fit.Beta(t.Context(), unit, private.NewDraw(3, rand.New(rand.NewPCG(1, 1))), nil); err != nil {
		t.Fatal(err)
	}
	same(t, "perturbed", d, c, private.Scores(unit, beta), terms.LogOdds)

	net := network.MLP{Width: 5, Hidden: 2}
	if c, err = net.FitPrivately(t.Context(), d, terms, rand.New(rand.NewPCG(1, 1))); err != nil {
		t.Fatal(err)
	}
	records := train.Records{Dims: 2, Positive: positive}
	for _, v := range x {
		records.X = append(records.X, float32(v))
	}
	score, err := private.Network{Descent: steps, Width: 5, Hidden: 2}.Fit(t.Context(), records, rand.New(rand.NewPCG(1, 1)), nil)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "network", d, c, private.Odds(t.Context(), score, records), terms.LogOdds)
}

// same compares classes with log-odds above a threshold, except where these are within rounding of it.
func same(t *testing.T, name string, d table.Data, c learners.Classifier, odds []float64, from float64) {
	t.Helper()
	ones := 0
	for i, v := range odds {
		if math.Abs(v-from) < 1e-4 {
			continue
		}
		want := 0
		if v > from {
			want = 1
		}
		ones += want
		if got := c.Predict(d.Row(i)); got != want {
			t.Fatalf("%s: record %d is of class %d, by its log-odds %v of %d", name, i, got, v, want)
		}
	}
	if ones == 0 || ones == len(odds) {
		t.Errorf("%s tells nobody apart", name)
	}
}

// What no guard can do is refused in a line.
func TestGuardRefuses(t *testing.T) {
	effort.ForNumbers(t)
	three := uneven(60)
	three.ClassNames = append(three.ClassNames, "worse")
	three.Y[0] = 2
	for _, c := range []struct {
		l     learners.Learner
		g     Guard
		d     table.Data
		wants string
	}{
		{network.MLP{}, Guard{Epsilon: 1, Way: Way{Name: "perturbation", PerRecord: 1}}, uneven(60), "sgd would work"},
		{linear.Logistic{C: 1}, Guard{Epsilon: 1, Way: Way{Name: "perturbation", PerRecord: 1}}, three, "a private training takes two"},
		{linear.Logistic{C: 1}, Guard{Epsilon: 1e-3, Delta: 1e-300, Way: Way{Name: "sgd", Steps: private.Descent{Rate: 1, Steps: 100_000, Clip: 1, Pace: 1}}, FromData: true}, uneven(60), ""},
		{linear.Logistic{C: 1}, Guard{Epsilon: 1, Way: Way{Name: "perturbation", PerRecord: 1}}, uneven(60), "scale of b would be taken from the records"},
	} {
		_, _, err := Train(t.Context(), c.l, c.d, TrainOptions{Guard: &c.g})
		if (c.wants != "") != (err != nil) || err != nil && !strings.Contains(err.Error(), c.wants) {
			t.Errorf("%+v: %v, want %q", c.g, err, c.wants)
		}
	}
}

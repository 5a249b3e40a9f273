package model

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/learners"
	"dpscope/learners/linear"
	"dpscope/learners/proof"
)

// area returns the area of a polygon by the shoelace formula.
func area(corners []proof.Corner) float64 {
	sum := 0.0
	for i, c := range corners {
		d := corners[(i+1)%len(corners)]
		sum += c.U*d.V - d.U*c.V
	}
	return sum / 2
}

// Pieces cover the window once, and each has the class of its inner points.
func TestPiecesTileTheWindow(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 7))
	for trial := range 80 {
		var c learners.Piecewise
		switch trial % 5 {
		case 0:
			c = &linear.Linear{Weights: anywhere(4)(rng), Bias: -rng.Float64() * 2}
		case 1:
			c = randomCentroids(rng, 4, 2+rng.IntN(6), 2)
		case 2:
			c = randomNetwork(rng, 4, 6, 3)
		case 3:
			c = randomNetwork(rng, 4, 7, 7, 2)
		case 4:
			c = randomImageNetwork(rng)
		}
		checkPieces(t, c, trial, rng)
	}
	for _, m := range examples() {
		if c, ok := m.Classifier.(learners.Piecewise); ok {
			for trial := range 20 {
				checkPieces(t, c, trial, rng)
			}
		}
	}
}

func checkPieces(t *testing.T, c learners.Piecewise, trial int, rng *rand.Rand) {
	t.Helper()
	x := anywhere(c.Dims())(rng)
	free := []int{trial % min(4, c.Dims())}
	if other := (trial + 1) % min(4, c.Dims()); trial%7 > 0 && other != free[0] {
		free = append(free, other)
	}
	window := [2]proof.Side{{Low: -0.5, High: 1}, {Low: 0, High: 2}}
	if len(free) == 1 {
		window[1] = proof.Side{Low: 0, High: 1}
	} else if trial%11 == 0 { // far from the record, as heavy tails need
		window = [2]proof.Side{{Low: -1e4, High: 1e4}, {Low: -1e4, High: 1e4}}
	}
	pieces, err := c.Pieces(t.Context(), x, free, window)
	if err != nil {
		t.Fatal(err)
	}
	total, whole := 0.0, (window[0].High-window[0].Low)*(window[1].High-window[1].Low)
	for _, p := range pieces {
		a := area(p.Corners)
		total += a
		if a < 1e-9*whole {
			continue
		}
		y := slices.Clone(x)
		inner := centre(p.Corners)
		for a, f := range free {
			y[f] = inner[a]
		}
		if got := c.Predict(y); got != p.Class {
			t.Errorf("trial %d, %s: a piece of class %d holds a point of class %d", trial, learners.Title(c), p.Class, got)
		}
	}
	if math.Abs(total-whole) > 1e-9*whole {
		t.Errorf("trial %d, %s: pieces cover %g of %g", trial, learners.Title(c), total, whole)
	}
}

// centre returns the mean of the corners.
func centre(corners []proof.Corner) []float64 {
	mean := make([]float64, 2)
	for _, c := range corners {
		mean[0] += c.U / float64(len(corners))
		mean[1] += c.V / float64(len(corners))
	}
	return mean
}

func TestLeadsAgreeWithScores(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 7))
	for trial := range 50 {
		checkLeads(t, []learners.Quadratic{randomNaiveBayes(rng, 4, 3), randomQDA(rng, 4, 3)}[trial%2], trial, rng)
	}
	for _, m := range examples() {
		if c, ok := m.Classifier.(learners.Quadratic); ok {
			for trial := range 10 {
				checkLeads(t, c, trial, rng)
			}
		}
	}
}

func checkLeads(t *testing.T, c learners.Quadratic, trial int, rng *rand.Rand) {
	t.Helper()
	x := anywhere(c.Dims())(rng)
	free := []int{1, 3 % c.Dims()}
	if trial%3 == 0 || free[0] == free[1] {
		free = free[:1]
	}
	class := c.Predict(x)
	leads, err := c.Leads(x, free, class)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		var d [2]float64
		y := slices.Clone(x)
		for a, f := range free {
			d[a] = rng.NormFloat64()
			y[f] += d[a]
		}
		scores := make([]float64, c.Classes())
		c.(learners.Scorer).Scores(y, scores)
		own, others := scores[class], slices.Delete(slices.Clone(scores), class, class+1)
		for k, other := range others {
			if got, want := leads[k].At(d[0], d[1]), own-other; math.Abs(got-want) > 1e-9*(1+math.Abs(own)+math.Abs(other)) {
				t.Fatalf("trial %d, %s: a lead of %g, want %g", trial, learners.Title(c), got, want)
			}
		}
	}
}

// Of centroids in the same place the lowest class counts, in the pieces and in
// proofs as in Predict.
func TestCentroidsInOnePlace(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 7))
	proven := 0
	for range 300 {
		n := randomCentroids(rng, 2, 3, 3)
		for range 1 + rng.IntN(4) { // copies, of any class and in any order
			n.Centroids, n.Class = append(n.Centroids, n.Centroids[rng.IntN(3)]), append(n.Class, rng.IntN(3))
		}
		rng.Shuffle(len(n.Class), func(i, j int) {
			n.Centroids[i], n.Centroids[j] = n.Centroids[j], n.Centroids[i]
			n.Class[i], n.Class[j] = n.Class[j], n.Class[i]
		})
		x := anywhere(2)(rng)
		class := n.Predict(x)
		pieces, err := n.Pieces(t.Context(), x, []int{0, 1}, [2]proof.Side{{Low: 0, High: 1}, {Low: 0, High: 1}})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range pieces {
			middle := centre(p.Corners)
			if got := n.Predict(middle); got != p.Class {
				t.Fatalf("%v of classes %v: a piece about %v is of class %d, Predict says %d", n.Centroids, n.Class, middle, p.Class, got)
			}
		}
		v, _ := n.Verifier(2)
		box := proof.Ball(x, []int{0, 1}, 1e-3, proof.Side{Low: 0, High: 1})
		verdict, err := v.Constant(t.Context(), box, class)
		if err != nil {
			t.Fatal(err)
		}
		if verdict.Proven {
			proven++
		} else if c := verdict.Counterexample; c == nil || n.Predict(c) == class {
			t.Errorf("%v of classes %v about %v: %+v", n.Centroids, n.Class, x, verdict)
		}
	}
	if proven < 250 {
		t.Errorf("%d of 300 little balls are proven", proven)
	}
}

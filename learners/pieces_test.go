package learners

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/learners/proof"
)

// area is the shoelace formula.
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
		var c Classifier
		switch trial % 5 {
		case 0:
			c = &Linear{Weights: anywhere(4)(rng), Bias: -rng.Float64() * 2}
		case 1:
			c = randomCentroids(rng, 4, 2+rng.IntN(6), 2)
		case 2:
			c = randomNetwork(rng, 4, 6, 3)
		case 3:
			c = randomNetwork(rng, 4, 7, 7, 2)
		case 4:
			c = randomImageNetwork(rng)
		}
		x := anywhere(c.Dims())(rng)
		free := []int{trial % 4, (trial + 1) % 4}
		window := [2]proof.Side{{Low: -0.5, High: 1}, {Low: 0, High: 2}}
		if trial%7 == 0 {
			free = free[:1]
			window[1] = proof.Side{Low: 0, High: 1}
		}
		if trial%11 == 0 && len(free) == 2 { // far from the record, as heavy tails need
			window = [2]proof.Side{{Low: -1e4, High: 1e4}, {Low: -1e4, High: 1e4}}
		}
		pieces, err := PiecesOf(t.Context(), c, x, free, window)
		if err != nil {
			t.Fatal(err)
		}
		total, whole := 0.0, (window[0].High-window[0].Low)*(window[1].High-window[1].Low)
		y := append([]float64(nil), x...)
		for _, p := range pieces {
			a := area(p.Corners)
			total += a
			if a < 1e-9*whole {
				continue
			}
			y[free[0]], y[free[1%len(free)]] = 0, 0
			u, v := 0.0, 0.0
			for _, q := range p.Corners {
				u += q.U / float64(len(p.Corners))
				v += q.V / float64(len(p.Corners))
			}
			y[free[0]] = u
			if len(free) == 2 {
				y[free[1]] = v
			}
			if got := c.Predict(y); got != p.Class {
				t.Errorf("trial %d, %T: a piece of class %d holds a point of class %d", trial, c, p.Class, got)
			}
		}
		if math.Abs(total-whole) > 1e-9*whole {
			t.Errorf("trial %d, %T: pieces cover %g of %g", trial, c, total, whole)
		}
	}
}

func TestLeadsAgreeWithScores(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 7))
	for trial := range 50 {
		var c Scorer = randomQDA(rng, 4, 3)
		if trial%2 == 0 {
			c = randomNaiveBayes(rng, 4, 3)
		}
		x := anywhere(4)(rng)
		free := []int{1, 3}
		if trial%3 == 0 {
			free = free[:1]
		}
		class := c.Predict(x)
		leads, err := LeadsOf(c, x, free, class)
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			var d [2]float64
			y := append([]float64(nil), x...)
			for a, f := range free {
				d[a] = rng.NormFloat64()
				y[f] += d[a]
			}
			scores := make([]float64, 3)
			c.Scores(y, scores)
			k := 0
			for rival, s := range scores {
				if rival == class {
					continue
				}
				want := scores[class] - s
				if got := leads[k].At(d[0], d[1]); math.Abs(got-want) > 1e-9*(1+math.Abs(scores[class])+math.Abs(s)) {
					t.Fatalf("trial %d: lead over %d is %g, want %g", trial, rival, got, want)
				}
				k++
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
		pieces, err := PiecesOf(t.Context(), n, x, []int{0, 1}, [2]proof.Side{{Low: 0, High: 1}, {Low: 0, High: 1}})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range pieces {
			middle := make([]float64, 2)
			for _, c := range p.Corners {
				middle[0] += c.U / float64(len(p.Corners))
				middle[1] += c.V / float64(len(p.Corners))
			}
			if got := n.Predict(middle); got != p.Class {
				t.Fatalf("%v of classes %v: a piece about %v is of class %d, Predict says %d", n.Centroids, n.Class, middle, p.Class, got)
			}
		}
		v, _, err := VerifierOf(n, 2)
		if err != nil {
			t.Fatal(err)
		}
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

package model

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/oracle"
	"dpscope/learners"
	"dpscope/learners/discriminant"
	"dpscope/learners/linear"
	"dpscope/learners/network"
	"dpscope/learners/proof"
	"dpscope/learners/tree"
)

// probes returns the number of points that a kind of classifier is probed with, fewer for slow kinds; the environment may ask
// for more of all: DPSCOPE_PROBES=1000000.
func probes(share float64) int {
	if n, err := strconv.Atoi(os.Getenv("DPSCOPE_PROBES")); err == nil {
		return n
	}
	return int(float64(effort.Scale(4_000, 10_000, 20_000)) * share)
}

// probed is a classifier of one kind with records to prove boxes around.
type probed struct {
	name       string
	classifier learners.Classifier
	record     func(rng *rand.Rand) []float64
	free       []int
	share      float64 // of the probes: less for a slow kind
	least      float64 // radius of the widest box to prove
}

func anywhere(d int) func(*rand.Rand) []float64 {
	return func(rng *rand.Rand) []float64 {
		x := make([]float64, d)
		for i := range x {
			x[i] = rng.Float64()
		}
		return x
	}
}

func rangeOf(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// randomForest has trees of random shape over d features, some thresholds on a
// lattice so that trees share them.
func randomForest(rng *rand.Rand, trees, depth, d, classes int, pure bool) *tree.Forest {
	f := &tree.Forest{}
	for range trees {
		t := &tree.Tree{NumFeatures: d, NumClasses: classes}
		var grow func(depth int) int32
		grow = func(depth int) int32 {
			n := int32(len(t.Feature))
			t.Feature = append(t.Feature, tree.Leaf)
			t.Threshold = append(t.Threshold, 0)
			t.Left = append(t.Left, 0)
			t.Right = append(t.Right, 0)
			row := make([]float64, classes)
			if pure {
				row[rng.IntN(classes)] = 1
			} else {
				sum := 0.0
				for k := range row {
					row[k] = rng.Float64()
					sum += row[k]
				}
				for k := range row {
					row[k] /= sum
				}
			}
			t.Probability = append(t.Probability, row...)
			if depth > 0 && rng.Float64() < 0.9 {
				t.Feature[n] = int32(rng.IntN(d))
				t.Threshold[n] = rng.Float64()
				if rng.IntN(2) == 0 {
					t.Threshold[n] = float64(rng.IntN(20)) / 20
				}
				left := grow(depth - 1)
				right := grow(depth - 1)
				t.Left[n], t.Right[n] = left, right
			}
			return n
		}
		grow(depth)
		f.Trees = append(f.Trees, t)
	}
	return f
}

// randomNetwork has the given widths.
func randomNetwork(rng *rand.Rand, widths ...int) *network.Network {
	n := &network.Network{}
	for i := 1; i < len(widths); i++ {
		l := network.Dense{In: widths[i-1], Out: widths[i], ReLU: i < len(widths)-1}
		for range l.In * l.Out {
			l.Weights = append(l.Weights, rng.NormFloat64()/math.Sqrt(float64(l.In))*1.5)
		}
		for range l.Out {
			l.Bias = append(l.Bias, rng.NormFloat64()*0.3)
		}
		n.Layers = append(n.Layers, l)
	}
	return n
}

// randomImageNetwork takes 6×6 images of one channel.
func randomImageNetwork(rng *rand.Rand) *network.ConvNet {
	conv := &network.Conv{In: 1, Out: 3, Kernel: 3, Stride: 1, Padding: 1, ReLU: true}
	for range 27 {
		conv.Weights = append(conv.Weights, rng.NormFloat64()*0.6)
	}
	for range 3 {
		conv.Bias = append(conv.Bias, rng.NormFloat64()*0.2)
	}
	dense := randomNetwork(rng, 27, 8, 4).Layers
	layers := []network.Layer{conv, &network.MaxPool{Kernel: 2, Stride: 2}, &dense[0], &dense[1]}
	return &network.ConvNet{Input: learners.Shape{Channels: 1, Rows: 6, Columns: 6}, Layers: layers}
}

// randomQDA has correlated classes.
func randomQDA(rng *rand.Rand, d, classes int) *discriminant.QDA {
	q := &discriminant.QDA{}
	for range classes {
		mean, root := make([]float64, d), make([]float64, d*d)
		for i := range mean {
			mean[i] = rng.Float64()
		}
		for i := range root {
			root[i] = rng.NormFloat64() * 2
		}
		precision := make([]float64, d*d)
		for i := range d {
			for j := range d {
				for k := range d {
					precision[i*d+j] += root[i*d+k] * root[j*d+k]
				}
			}
		}
		q.Means, q.Precisions, q.Offsets = append(q.Means, mean), append(q.Precisions, precision), append(q.Offsets, rng.NormFloat64())
	}
	return q
}

func randomNaiveBayes(rng *rand.Rand, d, classes int) *discriminant.GaussianNB {
	g := &discriminant.GaussianNB{}
	for range classes {
		mean, variance := make([]float64, d), make([]float64, d)
		for i := range mean {
			mean[i], variance[i] = rng.Float64(), 0.01+rng.Float64()/4
		}
		g.Means, g.Variances, g.Priors = append(g.Means, mean), append(g.Variances, variance), append(g.Priors, 0.1+0.9*rng.Float64())
	}
	return g
}

func randomCentroids(rng *rand.Rand, d, count, classes int) *discriminant.NearestCentroid {
	n := &discriminant.NearestCentroid{}
	for i := range count {
		n.Centroids = append(n.Centroids, anywhere(d)(rng))
		n.Class = append(n.Class, i%classes)
	}
	return n
}

// verifierOf returns the classifier's verifier.
func verifierOf(t testing.TB, c learners.Classifier, free int) (proof.Verifier, proof.Exactness) {
	t.Helper()
	p, ok := c.(learners.Provable)
	if !ok {
		t.Fatalf("%s cannot be proven", learners.Title(c))
	}
	return p.Verifier(free)
}

// probedExamples returns examples of the kinds that have proofs, and larger sums of trees.
func probedExamples() []probed {
	var all []probed
	for k, m := range examples() {
		if c, ok := m.Classifier.(learners.Provable); ok {
			all = append(all, probed{"example " + k.Name, c, anywhere(c.Dims()), rangeOf(c.Dims()), 0.1, 0.02})
		}
	}
	rng := rand.New(rand.NewPCG(17, 7))
	return append(all,
		probed{"sum, as XGBoost adds", randomAdditive(rng, 20, 4, 3, 2, true, false), anywhere(3), []int{0, 2}, 0.2, 0.2},
		probed{"sum, four private", randomAdditive(rng, 12, 3, 4, 3, false, true), anywhere(4), rangeOf(4), 0.2, 0.15})
}

func probedKinds(rng *rand.Rand) []probed {
	one := randomForest(rng, 1, 8, 3, 3, false).Trees[0]
	line := &linear.Linear{Weights: []float64{1.5, -2, 0, 0.3}, Bias: 0.1}
	return []probed{
		{"linear", line, anywhere(4), []int{0, 1, 2}, 1, 0.45},
		{"interval", &tree.Interval{From: 0.2, To: 0.8}, anywhere(1), []int{0}, 1, 0.4},
		{"tree", one, anywhere(3), []int{0, 2}, 1, 0.45},
		{"forest, two private", randomForest(rng, 25, 6, 4, 2, true), anywhere(4), []int{1, 3}, 1, 0.45},
		{"forest, four private", randomForest(rng, 15, 4, 4, 3, false), anywhere(4), rangeOf(4), 1, 0.15},
		{"network, two private", randomNetwork(rng, 2, 8, 8, 3), anywhere(2), rangeOf(2), 1, 0.45},
		{"network, five private", randomNetwork(rng, 5, 12, 3), anywhere(5), rangeOf(5), 1, 0.45},
		{"image network", randomImageNetwork(rng), anywhere(36), rangeOf(36), 0.2, 0.06},
		{"qda", randomQDA(rng, 3, 3), anywhere(3), []int{0, 2}, 1, 0.45},
		{"naive Bayes", randomNaiveBayes(rng, 4, 3), anywhere(4), rangeOf(4), 1, 0.3},
		{"nearest centroid", randomCentroids(rng, 3, 6, 3), anywhere(3), rangeOf(3), 1, 0.45},
	}
}

// A certified box never holds a point of another class. Half of the probes are adversarial: corners and faces of the box,
// thresholds, and the ends of a local search for the least lead.
func TestProvenBoxesHoldNoFlippedPoint(t *testing.T) {
	effort.ForNumbers(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 7))
	kinds := probedKinds(rng)
	if oracle.Present() {
		digits := peer(t, "mnist7_cnn.json")
		stroke := peer(t, "stroke_rf.json")
		kinds = append(kinds,
			probed{"stroke forest", stroke.Classifier, func(rng *rand.Rand) []float64 { return stroke.Records[rng.IntN(len(stroke.Records))].X }, stroke.Private, 1, 0.15},
			probed{"digits network", digits.Classifier, anywhere(49), rangeOf(49), 0.02, 0.008})
	}
	kinds = append(kinds, probedExamples()...)
	var wait sync.WaitGroup
	lines := make([]string, len(kinds))
	for i, k := range kinds {
		seed := rng.Uint64()
		wait.Go(func() { lines[i] = probe(t, k, probes(k.share), seed) })
	}
	wait.Wait()
	for _, l := range lines {
		t.Log(l)
	}
}

// probe proves boxes around records until it has probed that many points.
func probe(t *testing.T, p probed, points int, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 1))
	v, _ := verifierOf(t, p.classifier, len(p.free))
	each := effort.Scale(100, 500, 500)
	done, boxes, widest := 0, 0, 0.0
	for tries := 0; done < points && tries < 100*(1+points/each); tries++ {
		x := p.record(rng)
		class := p.classifier.Predict(x)
		low, high := 0.0, 0.5
		for range 12 {
			mid := (low + high) / 2
			verdict, err := v.Constant(context.Background(), lopsided(x, p.free, mid, seed), class)
			if err != nil {
				t.Error(err)
			}
			if c := verdict.Counterexample; c != nil && (!lopsided(x, p.free, mid, seed).Contains(c) || p.classifier.Predict(c) == class) {
				t.Errorf("%s: %v is no counterexample", p.name, c)
			}
			if verdict.Proven {
				low = mid
			} else {
				high = mid
			}
		}
		box := lopsided(x, p.free, low, seed)
		boxes++
		widest = max(widest, low)
		for range each {
			y := p.sampleFrom(box, class, rng)
			if !box.Contains(y) {
				t.Errorf("%s: the probe %v is outside %v", p.name, y, box)
				return ""
			}
			if got := p.classifier.Predict(y); got != class {
				t.Errorf("%s: box %v is proven for class %d, but %v has class %d", p.name, box, class, y, got)
				return ""
			}
			done++
		}
	}
	if widest < p.least {
		t.Errorf("%s: the widest box that is proven has radius %.3f; at least %g was expected", p.name, widest, p.least)
	}
	return fmt.Sprintf("%-24s %8d probes in %5d boxes of radius up to %.3f: none flipped", p.name, done, boxes, widest)
}

// lopsided returns a box about x with faces at different distances.
func lopsided(x []float64, free []int, radius float64, seed uint64) proof.Box {
	b := proof.Point(x)
	for k, i := range free {
		left, right := 0.3+float64((seed>>k)&7)/10, 0.3+float64((seed>>(k+7))&7)/10
		b[i] = proof.Side{Low: x[i] - radius*left, High: x[i] + radius*right, OpenLow: k%2 == 1 && radius > 0}
	}
	return b
}

// sampleFrom draws a point of the box, every second time an adversarial one.
func (p probed) sampleFrom(box proof.Box, class int, rng *rand.Rand) []float64 {
	ends := box.Closed()
	least, greatest := ends.Low, ends.High
	y := make([]float64, len(box))
	for i := range y {
		y[i] = min(max(least[i]+rng.Float64()*(greatest[i]-least[i]), least[i]), greatest[i])
	}
	switch rng.IntN(6) {
	case 0: // a corner
		for i := range y {
			y[i] = [2]float64{least[i], greatest[i]}[rng.IntN(2)]
		}
	case 1: // on some faces, or on thresholds
		for i := range y {
			if at := p.threshold(i, rng); rng.IntN(2) == 0 && least[i] <= at && at <= greatest[i] {
				y[i] = at
			} else if rng.IntN(2) == 0 {
				y[i] = [2]float64{least[i], greatest[i]}[rng.IntN(2)]
			}
		}
	case 2: // where a search for the least lead ends
		descend(p.classifier, y, least, greatest, class, rng)
	}
	return y
}

// threshold returns one of the feature's thresholds, or a neighbour of it.
func (p probed) threshold(feature int, rng *rand.Rand) float64 {
	c := learners.CapabilitiesOf(p.classifier).Comparing
	if c == nil {
		return math.NaN()
	}
	all := c.Thresholds(feature)
	if len(all) == 0 {
		return math.NaN()
	}
	at := all[rng.IntN(len(all))]
	return [...]float64{at, math.Nextafter(at, 2), tree.Cut(at), math.Nextafter(tree.Cut(at), 2)}[rng.IntN(4)]
}

// descend moves a point, one coordinate at a time, to where the class leads by
// less.
func descend(c learners.Classifier, y, least, greatest []float64, class int, rng *rand.Rand) {
	scorer, ok := c.(learners.Scorer)
	if !ok {
		return
	}
	scores := make([]float64, c.Classes())
	lead := func() float64 {
		scorer.Scores(y, scores)
		worst := math.Inf(1)
		for k, s := range scores {
			if k != class {
				worst = min(worst, scores[class]-s)
			}
		}
		return worst
	}
	now := lead()
	for range 8 {
		i := rng.IntN(len(y))
		was := y[i]
		y[i] = [3]float64{least[i], greatest[i], (least[i] + greatest[i]) / 2}[rng.IntN(3)]
		if next := lead(); next <= now {
			now = next
		} else {
			y[i] = was
		}
	}
}

// With few free coordinates a verifier decides all boxes except those within rounding error of the boundary, and its
// refutations are right.
func TestVerifiersDecide(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 7))
	for _, k := range append(probedKinds(rng), probedExamples()...) {
		v, exactness := verifierOf(t, k.classifier, len(k.free))
		undecided := 0
		const boxes = 300
		for range boxes {
			x := k.record(rng)
			box := lopsided(x, k.free, rng.ExpFloat64()/10, rng.Uint64())
			class := k.classifier.Predict(x)
			verdict, err := v.Constant(t.Context(), box, class)
			if err != nil {
				t.Fatal(err)
			}
			if verdict.Proven && verdict.Counterexample != nil {
				t.Errorf("%s: proven and refuted", k.name)
			}
			if !verdict.Proven && verdict.Counterexample == nil {
				undecided++
			}
		}
		if undecided > 0 && exactness != proof.Partial {
			t.Errorf("%s: %d of %d boxes undecided", k.name, undecided, boxes)
		}
		t.Logf("%-24s %3d of %d boxes undecided", k.name, undecided, boxes)
	}
}

func TestVerifiersStopWhenAsked(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	rng := rand.New(rand.NewPCG(3, 7))
	for _, c := range []learners.Classifier{
		randomForest(rng, 40, 7, 5, 2, true), randomNetwork(rng, 3, 16, 2), randomQDA(rng, 5, 2), randomCentroids(rng, 3, 20, 2),
	} {
		v, _ := verifierOf(t, c, c.Dims())
		x := anywhere(c.Dims())(rng)
		verdict, err := v.Constant(ctx, proof.Ball(x, rangeOf(len(x)), 0.3, proof.Side{Low: 0, High: 1}), c.Predict(x))
		if err == nil && !verdict.Proven && verdict.Counterexample == nil {
			t.Errorf("%s: neither an answer nor the context's error", learners.Title(c))
		}
		if err != nil && verdict.Proven {
			t.Errorf("%s: proven, though it was stopped", learners.Title(c))
		}
	}
}

// The margin of a network whose weights cancel is rounding error, and proves nothing: y₀ − y₁ is 1e16·x − 1e16·x + tiny.
func TestNothingIsProvenWithinRounding(t *testing.T) {
	n := &network.Network{Layers: []network.Dense{
		{In: 1, Out: 2, Weights: []float64{1e16, 1e16}, Bias: []float64{1, 0}, ReLU: true},
		{In: 2, Out: 2, Weights: []float64{1, -1, 0, 0}, Bias: []float64{0, 0.25}},
	}}
	v, _ := verifierOf(t, n, 1)
	box := proof.Box{{Low: 0.5, High: 0.75}}
	verdict, err := v.Constant(t.Context(), box, n.Predict([]float64{0.6}))
	if err != nil {
		t.Fatal(err)
	}
	if verdict.Proven {
		t.Errorf("a lead that is rounding error was proven")
	}
}

// Ends beyond all numbers prove nothing wrong.
func TestUnboundedBoxes(t *testing.T) {
	effort.ForNumbers(t)
	rng := rand.New(rand.NewPCG(4, 7))
	for _, k := range probedKinds(rng) {
		v, _ := verifierOf(t, k.classifier, len(k.free))
		for range effort.Scale(1, 3, 20) {
			x := k.record(rng)
			class := k.classifier.Predict(x)
			for _, radius := range []float64{1e100, 1e300, math.MaxFloat64, math.Inf(1)} {
				verdict, err := v.Constant(t.Context(), proof.Ball(x, k.free, radius, proof.Side{Low: math.Inf(-1), High: math.Inf(1)}), class)
				if err != nil {
					t.Fatal(err)
				}
				if !verdict.Proven {
					continue
				}
				for range 50 {
					y := append([]float64(nil), x...)
					for _, i := range k.free {
						y[i] += (2*rng.Float64() - 1) * math.Pow(10, 6*rng.Float64()) // where Predict itself does not overflow
					}
					if got := k.classifier.Predict(y); got != class {
						t.Fatalf("%s: class %d is proven within %g, but %v has class %d", k.name, class, radius, y, got)
					}
				}
			}
		}
	}
}

// Hundreds of centroids of two classes, next to one another: a box about a
// record is settled by looking at a few of them.
func TestManyCentroids(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	n := &discriminant.NearestCentroid{}
	for i := range 300 {
		n.Centroids, n.Class = append(n.Centroids, []float64{rng.Float64(), rng.Float64()}), append(n.Class, i%2)
	}
	v, _ := n.Verifier(2)
	proven, refuted := 0, 0
	for range 300 {
		x := []float64{rng.Float64(), rng.Float64()}
		r := 0.03 * rng.Float64()
		box := proof.Box{{Low: x[0] - r, High: x[0] + r}, {Low: x[1] - r, High: x[1] + r}}
		verdict, err := v.Constant(t.Context(), box, n.Predict(x))
		switch {
		case err != nil:
			t.Fatal(err)
		case verdict.Counterexample != nil:
			refuted++
		case verdict.Proven:
			proven++
		default:
			t.Errorf("%v is not decided", box)
		}
	}
	if proven < 50 || refuted < 50 {
		t.Errorf("%d boxes proven, %d refuted", proven, refuted)
	}
}

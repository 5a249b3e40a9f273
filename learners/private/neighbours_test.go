package private

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/mechanisms/privacy"
)

// start is where a search begins: records, the replacement of the last one, and the published weights.
type start struct {
	name string
	pair func(n, dims int, rng *rand.Rand) pair
}

// starts lists the obvious neighbours to look at first. Each search climbs on from one of them. A search refutes and proves
// nothing: the documentation of Fit, Bagging, Descent and Threshold says why no neighbours are worse.
var starts = []start{
	{"at random", func(n, dims int, rng *rand.Rand) pair {
		p := still(n, dims)
		for i := range p.rows.Positive {
			p.rows.Positive[i] = rng.Float64() < 0.3
		}
		return p.moved(2, rng)
	}},
	{"duplicates of a record, and one turned round", func(n, dims int, rng *rand.Rand) pair {
		p, x := still(n, dims), edge(dims, rng)
		for i := range n {
			copy(p.rows.Row(i), x)
			p.rows.Positive[i] = true
		}
		p.positive = false
		for j := range x {
			p.instead[j] = -x[j]
		}
		return p
	}},
	{"the same features, the other label", func(n, dims int, rng *rand.Rand) pair {
		p, x := still(n, dims), edge(dims, rng)
		copy(p.rows.Row(n-1), x)
		copy(p.instead, x)
		p.rows.Positive[n-1] = true
		return p
	}},
	{"one record at the edge among zeros, and a zero", func(n, dims int, rng *rand.Rand) pair {
		p := still(n, dims)
		copy(p.rows.Row(n-1), edge(dims, rng))
		p.rows.Positive[n-1] = true
		return p
	}},
	{"both at the edge, as far apart as they can be", func(n, dims int, rng *rand.Rand) pair {
		p, x := still(n, dims), edge(dims, rng)
		copy(p.rows.Row(n-1), x)
		for j := range x {
			p.instead[j] = -x[j]
		}
		p.rows.Positive[n-1], p.positive = true, true
		return p
	}},
	{"all of a class, and the only one of the other", func(n, dims int, rng *rand.Rand) pair {
		p := still(n, dims)
		for i := range n {
			copy(p.rows.Row(i), edge(dims, rng))
		}
		p.rows.Positive[n-1] = true
		copy(p.instead, p.rows.Row(0))
		return p
	}},
	{"records that cancel out, and an outlier", func(n, dims int, rng *rand.Rand) pair {
		p, x := still(n, dims), edge(dims, rng)
		for i := range n - 1 {
			for j := range x {
				p.rows.Row(i)[j] = x[j] * float64(1-i%2*2)
			}
			p.rows.Positive[i] = true
		}
		copy(p.instead, edge(dims, rng))
		p.positive = true
		return p
	}},
	{"one that turns over across many", turning},
}

// many is the least number of records of the last start.
const many = 200

// turning returns a record that is wrong either way: a little on one side of the published weights and then on the other, with
// either label, across many records that weigh most there. It moves the noise as far as possible, along its direction.
func turning(n, dims int, rng *rand.Rand) pair {
	p := still(n, dims)
	if dims < 2 {
		return p
	}
	aside := 0.02 + 0.2*rng.Float64()
	for i := range n {
		p.rows.Row(i)[1], p.rows.Positive[i] = 1, true
	}
	last := p.rows.Row(n - 1)
	last[0], last[1] = -aside, math.Sqrt(1-aside*aside)
	p.instead[0], p.instead[1] = aside, last[1]
	p.beta[0] = (4 + 6*rng.Float64()) / aside
	return p
}

// still returns records at the origin, of no class; nothing is published about them.
func still(n, dims int) pair {
	return pair{rows: Rows{Dims: dims, X: make([]float64, n*dims), Positive: make([]bool, n)}, instead: make([]float64, dims), beta: make([]float64, dims)}
}

// edge returns a record of norm 1, along an axis at times.
func edge(dims int, rng *rand.Rand) []float64 {
	x := make([]float64, dims)
	if rng.IntN(2) == 0 {
		x[rng.IntN(dims)] = 1
		return x
	}
	for j := range x {
		x[j] = rng.NormFloat64()
	}
	size := norm(x)
	for j := range x {
		x[j] /= size
	}
	return x
}

// published says where a start's weights lie: along the last record or anywhere, near 0 or
// far away.
func (p pair) published(rng *rand.Rand) pair {
	if norm(p.beta) > 0 {
		return p
	}
	along := p.rows.Row(p.rows.Len() - 1)
	if norm(along) == 0 || rng.IntN(2) == 0 {
		along = edge(p.rows.Dims, rng)
	}
	size := math.Exp(3*rng.NormFloat64()) * float64(1-2*rng.IntN(2))
	for j := range p.beta {
		p.beta[j] = size * along[j]
	}
	return p
}

// climb goes from a pair to the greatest loss it finds.
func climb(at pair, loss func(pair) float64, rng *rand.Rand) float64 {
	const steps = 250
	most := loss(at)
	for step := range steps {
		next := at.moved(math.Pow(10, -3*float64(step)/steps), rng)
		if l := loss(next); l >= most {
			at, most = next, l
		}
	}
	return most
}

// Votes of models on parts of the records: all published weights together lose no more than the whole budget. The density of
// one is the mean over all parts; all of them lose most where all publish the same.
func TestBaggingPrivacy(t *testing.T) {
	effort.ForNumbers(t)
	for _, c := range []struct {
		name  string
		spoil func(*Bagging, *released)
		wrong bool
	}{
		{name: "as it is"},
		{"a part of the noise", func(_ *Bagging, r *released) { r.scale /= 3 }, true},
		{"amplified as if half of the share were drawn", func(b *Bagging, r *released) {
			half := *b
			half.Share /= 2
			each, err := half.Each(4 * half.Part(100)) // of the half share, in whole records
			if err != nil {
				t.Fatal(err)
			}
			*r = release(t, Fit{Epsilon: 4 * each, Lambda: r.ridge, Weights: Even}, 1)
		}, true},
	} {
		searches := effort.Scale(40, 40, 2000)
		if c.wrong {
			searches = 40
		}
		rng := rand.New(rand.NewPCG(13, 13))
		worst, caught := 0.0, 0
		for i := range searches {
			f, _, dims := setting(rng)
			f.Rule, f.Weights = RankOne, Even
			n := 2 + rng.IntN(4)
			b := Bagging{Fit: f, Models: 1 + rng.IntN(5), Share: float64(1+rng.IntN(n)) / float64(n)}
			each, err := b.Each(n)
			if err != nil {
				t.Fatal(err)
			}
			part := b.Part(n)
			one := f
			one.Epsilon, one.Lambda = each, f.Lambda*float64(n)/float64(part)
			r := release(t, one, part)
			if c.spoil != nil {
				c.spoil(&b, &r)
			}
			loss := climb(starts[i%len(starts)].pair(n, dims, rng).published(rng), func(p pair) float64 {
				l := r.mixed(p.rows, p.beta, part) - r.mixed(p.neighbour(), p.beta, part)
				if math.IsNaN(l) { // neither can be published
					return 0
				}
				return float64(b.Models) * math.Abs(l)
			}, rng) / b.Epsilon
			if worst = max(worst, loss); loss > 1+1e-9 {
				caught++
				if !c.wrong {
					t.Errorf("%+v of %d records in %d dimensions, %s, loses %v of its ε", b, n, dims, starts[i%len(starts)].name, loss)
				}
			}
		}
		if t.Logf("%s: %d of %d searches are above ε, the worst at %.3f of it", c.name, caught, searches, worst); c.wrong == (caught == 0) {
			t.Errorf("%s: %d of %d searches find a loss above ε", c.name, caught, searches)
		}
	}
}

// mixed returns the logarithm of the density of the weights published about a part of the records, drawn without replacement:
// the mean over all parts.
func (r released) mixed(rows Rows, beta []float64, part int) float64 {
	var logs []float64
	for set := range 1 << rows.Len() {
		var drawn []int
		for i := range rows.Len() {
			if set>>i&1 == 1 {
				drawn = append(drawn, i)
			}
		}
		if len(drawn) == part {
			_, l := r.noise(rows.pick(drawn), beta)
			logs = append(logs, l)
		}
	}
	most := logs[0]
	for _, l := range logs {
		most = max(most, l)
	}
	if math.IsInf(most, -1) {
		return most
	}
	sum := 0.0
	for _, l := range logs {
		sum += math.Exp(l - most)
	}
	return most + math.Log(sum/float64(len(logs)))
}

// One record more moves the noisy sum of a step by at most the clip, for any other records and any weights, and however far the
// record lies beyond the clip: a search comes near to that, and catches what moves it further.
func TestDescentPrivacy(t *testing.T) {
	effort.ForNumbers(t)
	plain := func(d Descent, rows Rows, beta []float64) []float64 {
		sum := make([]float64, rows.Dims)
		for i := range rows.Positive {
			d.add(sum, rows.Row(i), rows.Positive[i], beta)
		}
		return sum
	}
	for _, c := range []struct {
		name string
		sum  func(Descent, Rows, []float64) []float64
		fair bool
	}{
		{"as it is", plain, true},
		{"weights of the data", func(d Descent, rows Rows, beta []float64) []float64 {
			d.Weights = Normalised(rows.Positives(), rows.Len())
			d.Weights = Inverse(d.Weights.Positive / max(d.Weights.Negative, 1e-3))
			return plain(d, rows, beta)
		}, false},
		{"weighed by one over the share", func(d Descent, rows Rows, beta []float64) []float64 {
			d.Weights = Weights{1 / max(d.Weights.Positive, 0.1), 1 / max(d.Weights.Negative, 0.1)}
			return plain(d, rows, beta)
		}, false},
		{"cut coordinate by coordinate", func(d Descent, rows Rows, beta []float64) []float64 {
			whole := d
			whole.Clip = math.Inf(1)
			sum := make([]float64, rows.Dims)
			for i := range rows.Positive {
				one := make([]float64, rows.Dims)
				whole.add(one, rows.Row(i), rows.Positive[i], beta)
				for j, v := range one {
					sum[j] += min(max(v, -d.Clip), d.Clip)
				}
			}
			return sum
		}, false},
		{"cut a hundredth too far out", func(d Descent, rows Rows, beta []float64) []float64 {
			d.Clip *= 1.01
			return plain(d, rows, beta)
		}, false},
	} {
		rng := rand.New(rand.NewPCG(17, 17))
		worst := 0.0
		for i := range effort.Scale(100, 300, 5000) {
			n, dims := 1+rng.IntN(6), 2+rng.IntN(3)
			d := Descent{Clip: math.Exp(rng.NormFloat64()), Weights: Weights{rng.Float64(), 1}}
			reach := math.Exp(3 * rng.NormFloat64()) // records are of any size here
			worst = max(worst, climb(starts[i%len(starts)].pair(n+1, dims, rng).published(rng), func(p pair) float64 {
				far := Rows{Dims: dims, Positive: p.rows.Positive}
				for _, v := range p.rows.X {
					far.X = append(far.X, reach*v)
				}
				less := Rows{Dims: dims, X: far.X[:n*dims], Positive: far.Positive[:n]}
				more, without := c.sum(d, far, p.beta), c.sum(d, less, p.beta)
				for j := range more {
					more[j] -= without[j]
				}
				return norm(more) / d.Clip
			}, rng))
		}
		t.Logf("%s: a record moves the sum by %.4f clips at most", c.name, worst)
		if c.fair && (worst > 1+1e-9 || worst < 0.999) || !c.fair && !(worst > 1+1e-9) {
			t.Errorf("%s: the search finds %v clips", c.name, worst)
		}
	}
}

// Replacing a value by any other, inside the clip, at its edges and beyond, reveals no more of the threshold than its (ε, δ),
// and turning a label, with or without its value, no more than noise 1/√2 as far: by what the threshold itself publishes with
// the same noise, and with none.
func TestThresholdPrivacy(t *testing.T) {
	effort.ForNumbers(t)
	released := func(th Threshold, positive, negative []float64) float64 {
		v, err := th.Of(positive, negative, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, c := range []struct {
		name  string
		spoil func(*Threshold) // of what noise is drawn for
		fair  bool
	}{
		{"as it is", func(*Threshold) {}, true},
		{"noise for half of a value's range", func(th *Threshold) { th.Clip /= 2 }, false},
	} {
		rng := rand.New(rand.NewPCG(19, 19))
		worst, label := 0.0, 0.0
		for range effort.Scale(300, 1000, 20_000) {
			th := Threshold{Epsilon: math.Exp(2 * rng.NormFloat64()), Delta: math.Exp(-1 - 20*rng.Float64()), Clip: math.Exp(rng.NormFloat64()), Gamma: 1, Classical: rng.IntN(2) == 0}
			class := make([]float64, 1+rng.IntN(5))
			extremes := []float64{-math.MaxFloat64, -2 * th.Clip, -th.Clip, 0, th.Clip, 2 * th.Clip, math.MaxFloat64, th.Clip * rng.NormFloat64()}
			for i := range class {
				class[i] = extremes[rng.IntN(len(extremes))]
			}
			other := append([]float64(nil), class...)
			turned := rng.IntN(len(other))
			other[turned] = extremes[rng.IntN(len(extremes))]
			n := float64(len(class))
			noisy := th
			c.spoil(&noisy)
			sigma := released(noisy, make([]float64, len(class)), []float64{0}) * n / rand.New(rand.NewPCG(1, 1)).NormFloat64()
			shift := math.Abs(released(th, class, []float64{0})-released(th, other, []float64{0})) * n
			if shift > 0 {
				worst = max(worst, privacy.GaussianProfile(th.Epsilon, sigma/shift)/th.Delta)
			}
			if n == 1 { // its class would be empty
				continue
			}
			less := append(append([]float64(nil), class[:turned]...), class[turned+1:]...)
			gone := released(th, class, []float64{0})*n - released(th, less, []float64{0})*(n-1)
			th.Gamma = 0
			value := []float64{class[turned], other[turned]}[rng.IntN(2)]
			come := released(th, []float64{0}, []float64{0, value})*2 - released(th, []float64{0}, []float64{0})
			label = max(label, math.Hypot(gone, come)/(2*th.Clip/math.Sqrt2))
			if shift := math.Hypot(gone, come); shift > 0 {
				worst = max(worst, privacy.GaussianProfile(th.Epsilon, sigma/shift)/th.Delta)
			}
		}
		t.Logf("%s: the worst neighbour has %.4f of δ", c.name, worst)
		if c.fair && (worst > 1+1e-6 || worst < 0.99) || !c.fair && !(worst > 1+1e-6) {
			t.Errorf("%s: the search finds %v of δ", c.name, worst)
		}
		if label > 1+1e-9 || label < 0.99 {
			t.Errorf("%s: a label moves the sums by %v of what is said", c.name, label)
		}
	}
}

// Whatever the features, extreme ones too, rows have norm 1 at most, or are refused.
func TestUnitRowsStayWithinOne(t *testing.T) {
	effort.ForNumbers(t)
	rng := rand.New(rand.NewPCG(23, 23))
	extremes := []float64{0, 1, -1, 5e-324, -1e-308, 1e-160, 1e160, -1e300, math.MaxFloat64, math.Inf(1), math.NaN()}
	for range 2000 {
		dims, clip := 1+rng.IntN(4), []float64{1e-300, 0.5, 1, 3, 1e300}[rng.IntN(5)]
		x := make([]float64, dims)
		for j := range x {
			x[j] = extremes[rng.IntN(len(extremes))] * []float64{1, rng.NormFloat64()}[rng.IntN(2)]
		}
		rows := Unit(x, dims, []bool{true}, clip)
		_, err := Fit{Epsilon: 1, Lambda: 1, Weights: Even}.Beta(context.Background(), rows, make(Draw, dims+1), nil)
		if size := norm(rows.Row(0)); err == nil && !(size <= 1+1e-12) {
			t.Fatalf("%v cut to %g has norm %v", x, clip, size)
		}
	}
}

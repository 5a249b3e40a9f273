package private

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/learners/train"
	"dpscope/mechanisms/accounting"
)

// tiny is a run of one parameter over a few records, taken apart: for a given batch, a step's mean and deviation come from the
// training code itself with noise of 0 and of 1, so that the density of all steps is a sum over batches of normal densities.
type tiny struct {
	Descent
	network bool                                     // a network without hidden layers and without inputs; its only parameter is the offset
	expects int                                      // the public number of records
	fixed   int                                      // records of a batch of fixed size; 0: coins
	weighed func(r Rows, batch []int) Weights        // nil: the public ones
	divisor func(expected float64, took int) float64 // nil: what is expected
}

// step returns the mean and the deviation of the weight after a step.
func (m tiny) step(t *testing.T, r Rows, batch []int, from float64) (mean, deviation float64) {
	t.Helper()
	d := m.Descent
	d.Steps = 1
	if m.weighed != nil {
		d.Weights = m.weighed(r, batch)
	}
	run := func(noise float64) float64 {
		by := chance{func() []int { return batch }, func() float64 { return noise }}
		end := func(int) error { return nil }
		if m.network {
			score := train.NewDense(0, nil, together, rand.New(rand.NewPCG(1, 1)))
			score.Weights()[0] = float32(from)
			f := newGradients(d, score, train.Records{Positive: r.Positive})
			if err := descend(t.Context(), d, m.expects, by, nil, score.Weights(), f.sum, func(taken []int) { f.add(t.Context(), taken) }, end); err != nil {
				t.Fatal(err)
			}
			return float64(score.Weights()[0])
		}
		beta, sum := []float64{from}, []float64{0}
		add := func(taken []int) {
			clear(sum)
			for _, i := range taken {
				d.add(sum, r.Row(i), r.Positive[i], beta)
			}
		}
		if err := descend(t.Context(), d, m.expects, by, nil, beta, sum, add, end); err != nil {
			t.Fatal(err)
		}
		return beta[0]
	}
	mean = run(0)
	deviation = math.Abs(run(1) - mean)
	if m.divisor != nil {
		expected := d.Rate * float64(m.expects)
		by := expected / m.divisor(expected, len(batch))
		mean = from + (mean-from)*by // the noise of the expectation
	}
	return mean, deviation
}

// mixture is the law of the weight after a step: a normal law for each batch.
type mixture []struct{ share, mean, deviation float64 }

func (m tiny) law(t *testing.T, r Rows, from float64) (law mixture) {
	n := r.Len()
	for set := range 1 << n {
		size := bits.OnesCount(uint(set))
		share := math.Pow(m.Rate, float64(size)) * math.Pow(1-m.Rate, float64(n-size))
		if m.fixed > 0 {
			if size != m.fixed {
				continue
			}
			share = 1 / float64(choose(n, size))
		}
		var batch []int
		for i := range n {
			if set>>i&1 == 1 {
				batch = append(batch, i)
			}
		}
		mean, deviation := m.step(t, r, batch, from)
		law = append(law, struct{ share, mean, deviation float64 }{share, mean, deviation})
	}
	return law
}

func choose(n, k int) int {
	ways := 1
	for i := range k {
		ways = ways * (n - i) / (i + 1)
	}
	return ways
}

func (m mixture) density(x float64) float64 {
	sum := 0.0
	for _, c := range m {
		z := (x - c.mean) / c.deviation
		sum += c.share * math.Exp(-z*z/2) / (c.deviation * math.Sqrt(2*math.Pi))
	}
	return sum
}

// reach returns the range of two mixtures, up to a negligible mass.
func reach(a, b mixture) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, law := range []mixture{a, b} {
		for _, c := range law {
			low, high = min(low, c.mean-7*c.deviation), max(high, c.mean+7*c.deviation)
		}
	}
	return low, high
}

// delta returns ∫ max(p − e^ε·q, 0) over all that the steps show, the greater of both ways, by sums over midpoints.
func (m tiny) delta(t *testing.T, one, other Rows, from, epsilon float64, cells int) float64 {
	a, b := m.law(t, one, from), m.law(t, other, from)
	low, high := reach(a, b)
	h, most := (high-low)/float64(cells), math.Exp(epsilon)
	there, back := 0.0, 0.0
	for k := range cells {
		x := low + (float64(k)+0.5)*h
		p, q := a.density(x), b.density(x)
		if m.Steps == 1 {
			there, back = there+h*max(p-most*q, 0), back+h*max(q-most*p, 0)
			continue
		}
		if p+q < 1e-9 {
			continue
		}
		after, before := m.law(t, one, x), m.law(t, other, x)
		left, right := reach(after, before)
		g := (right - left) / float64(cells)
		for l := range cells {
			y := left + (float64(l)+0.5)*g
			pp, qq := p*after.density(y), q*before.density(y)
			there, back = there+h*g*max(pp-most*qq, 0), back+h*g*max(qq-most*pp, 0)
		}
	}
	return max(there, back)
}

// A search over neighbouring tables of a few records finds no δ above the accountant's for one step and for two, for the linear
// score and for the network; and it finds the usual mistakes.
func TestDescentKeepsItsGuarantee(t *testing.T) {
	effort.ForNumbers(t)
	public := Descent{Rate: 0.5, Steps: 1, Clip: 0.5, Deviation: 1, Pace: 1, Weights: Weights{1, 0.25}}
	double := public
	double.Steps = 2
	half := public
	half.Deviation = 0.5
	heavy := public
	heavy.Weights = Weights{4, 1}
	for _, c := range []struct {
		name string
		tiny
		replaced bool // neighbours differ in one record, and not by one
		sound    bool
	}{
		{name: "one step", tiny: tiny{Descent: public}, sound: true},
		{name: "two steps", tiny: tiny{Descent: double}, sound: true},
		{name: "network", tiny: tiny{Descent: public, network: true}, sound: true},
		{name: "noise halved", tiny: tiny{Descent: half}},
		{name: "network, noise halved", tiny: tiny{Descent: half, network: true}},
		{name: "weights above 1 after the clip", tiny: tiny{Descent: heavy}},
		{name: "network, weights above 1", tiny: tiny{Descent: heavy, network: true}},
		{name: "weights from the batch's labels", tiny: tiny{Descent: public, weighed: func(r Rows, batch []int) Weights {
			ones := 0
			for _, i := range batch {
				if r.Positive[i] {
					ones++
				}
			}
			return Weights{1, min(1, float64(ones)/max(1, float64(len(batch)-ones)))}
		}}},
		{name: "batch divided by its size", tiny: tiny{Descent: public, divisor: func(_ float64, took int) float64 { return math.Max(1, float64(took)) }}},
		{name: "batches of a fixed size, priced as coins", tiny: tiny{Descent: public, fixed: 2}, replaced: true},
		{name: "one record replaced, priced as added", tiny: tiny{Descent: public}, replaced: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			const records, delta = 3, 1e-2
			c.expects = records + 1
			priced, err := accounting.Losses{Accuracy: accounting.Coarse}.Price(t.Context(), accounting.NormalSteps(public.Rate, public.Deviation, float64(c.Steps)), delta)
			if err != nil {
				t.Fatal(err)
			}
			rng, worst := rand.New(rand.NewPCG(5, 5)), 0.0
			tries, cells := effort.Scale(60, 120, 400), 400
			if c.Steps > 1 {
				tries, cells = effort.Scale(3, 6, 40), 120
			}
			for i := range tries {
				size := records + 1
				r := Rows{Dims: 1, X: make([]float64, size), Positive: make([]bool, size)}
				for k := range r.X {
					r.X[k], r.Positive[k] = []float64{-1, 1, 0.3, 1}[rng.IntN(4)], rng.IntN(2) == 0
				}
				if i%3 == 0 { // all alike, but for the last
					for k := range records {
						r.X[k], r.Positive[k] = 1, i%2 == 0
					}
				}
				fewer := Rows{Dims: 1, X: r.X[:records], Positive: r.Positive[:records]}
				if c.replaced {
					fewer = r.pick([]int{0, 1, 2, 3})
					fewer.X[records], fewer.Positive[records] = -r.X[records], r.Positive[records]
				}
				from := []float64{0, -2, -6, 5 * rng.NormFloat64()}[rng.IntN(4)]
				worst = max(worst, c.delta(t, r, fewer, from, priced.High, cells))
			}
			t.Logf("δ = %.5f at ε = %.4f, promised %v", worst, priced.High, delta)
			if c.sound && worst > delta*(1+1e-3) {
				t.Errorf("the search finds δ = %v, above %v", worst, delta)
			}
			if c.sound && c.Steps == 1 && worst < 0.9*delta {
				t.Errorf("the search is blind: it finds δ = %v of %v", worst, delta)
			}
			if !c.sound && worst < 1.2*delta {
				t.Errorf("the search does not see the mistake: δ = %v of %v", worst, delta)
			}
		})
	}
}

// The gradient of a network agrees with differences of its loss; unclipped and with weights of one.
func TestNetworkGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	r := train.Records{Dims: 3, Positive: make([]bool, 5)}
	for i := range r.Positive {
		r.Positive[i] = i%2 == 0
		r.X = append(r.X, float32(rng.NormFloat64()), float32(rng.NormFloat64()), float32(rng.NormFloat64()))
	}
	score := train.NewDense(3, []int{4, 4}, together, rng)
	f := newGradients(Descent{Clip: 1e6, Weights: Even}, score, r)
	all := []int{0, 1, 2, 3, 4}
	f.add(t.Context(), all)
	loss := func() (sum float64) {
		for i, odds := range Odds(t.Context(), score, r) {
			if r.Positive[i] {
				odds = -odds
			}
			sum += math.Log1p(math.Exp(odds))
		}
		return sum
	}
	for j := range score.Weights() {
		const h = 1e-2
		at, slope := score.Weights()[j], float64(f.sum[j])
		score.Weights()[j] = at + h
		up := loss()
		score.Weights()[j] = at - h
		down := loss()
		score.Weights()[j] = at
		if by := (up - down) / (2 * h); math.Abs(by-slope) > 2e-2*(1+math.Abs(slope)) {
			t.Errorf("weight %d: %v, by differences %v", j, slope, by)
		}
	}
}

// Without noise a network learns classes that no line separates, and every step is seen.
func TestNetworkLearns(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 3))
	r := train.Records{Dims: 2}
	for range 400 {
		x, y := rng.Float64()*2-1, rng.Float64()*2-1
		r.X, r.Positive = append(r.X, float32(x), float32(y)), append(r.Positive, x*y > 0)
	}
	steps := 0
	n := Network{Descent: Descent{Rate: 0.5, Steps: 1500, Clip: 5, Pace: 0.5, Weights: Even}, Width: 16, Hidden: 2}
	score, err := n.Fit(t.Context(), r, rng, func(s Seen, _ *train.Dense) error {
		if s.Step != steps {
			t.Fatalf("step %d is seen after %d", s.Step, steps)
		}
		steps++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	wrong := 0
	for i, odds := range Odds(t.Context(), score, r) {
		if (odds > 0) != r.Positive[i] {
			wrong++
		}
	}
	if steps != n.Steps || wrong > 20 {
		t.Errorf("%d steps are seen of %d; %d records of 400 are wrong", steps, n.Steps, wrong)
	}
}

// One record more moves the sum of a transformer's gradients by the clip at most, whatever the others and its weights are; a search comes near to that.
func TestTransformerMovesByTheClip(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 3))
	worst := 0.0
	for range effort.Scale(20, 60, 1000) {
		dims, count := 1+rng.IntN(3), 1+rng.IntN(5)
		r := train.Records{Dims: dims}
		for range count {
			for range dims {
				r.X = append(r.X, float32(math.Exp(2*rng.NormFloat64())*rng.NormFloat64()))
			}
			r.Positive = append(r.Positive, rng.IntN(2) == 0)
		}
		all := make([]int, count)
		for i := range all {
			all[i] = i
		}
		score := train.Transformer{Width: 8, Blocks: 2, Heads: 2}.New(dims, rng)
		c := train.Charge{Slope: train.Logistic, Weight: Weights{1, 0.3}.Of, Clip: 0.05 + rng.Float64()}
		sum := func(taken []int) []float32 {
			if err := score.Sum(t.Context(), r, taken, c); err != nil {
				t.Fatal(err)
			}
			return append([]float32(nil), score.Gradient()...)
		}
		with, without := sum(all), sum(all[:count-1])
		square := 0.0
		for j, v := range with {
			square += float64(v-without[j]) * float64(v-without[j])
		}
		worst = max(worst, math.Sqrt(square)/c.Clip)
	}
	t.Logf("a record moves the sum by %.5f clips at most", worst)
	if worst > 1+1e-5 || worst < 0.99 {
		t.Errorf("a record moves the sum by %v clips", worst)
	}
}

// With little noise a private transformer learns classes that no line separates.
func TestTransformerLearns(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 4))
	r := train.Records{Dims: 2}
	for range 300 {
		x, y := rng.Float64()*2-1, rng.Float64()*2-1
		r.X, r.Positive = append(r.X, float32(x), float32(y)), append(r.Positive, x*y > 0)
	}
	fit := Transformer{Descent{Rate: 0.3, Steps: 250, Clip: 1, Pace: 0.5, Deviation: 0.01, Weights: Even}, train.Transformer{Width: 8, Blocks: 2, Heads: 2, Dropout: 0.1}}
	score, err := fit.Fit(t.Context(), r, rng)
	if err != nil {
		t.Fatal(err)
	}
	odds, err := score.Odds(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	wrong := 0
	for i, v := range odds {
		if (v > 0) != r.Positive[i] {
			wrong++
		}
	}
	if wrong > 45 {
		t.Errorf("%d records of 300 are wrong", wrong)
	}
}

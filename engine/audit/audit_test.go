package audit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
	"dpscope/mechanisms/accounting"
)

// mechanism gives scores of its runs, and its true privacy.
type mechanism struct {
	name           string
	epsilon, delta float64 // that it keeps
	advantage, mu  float64 // its own; +Inf where that is not known here
	score          func(in bool, rng *rand.Rand) float64
}

func laplace(scale float64, rng *rand.Rand) float64 {
	v := rng.ExpFloat64() * scale
	if rng.IntN(2) == 0 {
		return -v
	}
	return v
}

func moved(in bool, by float64) float64 {
	if in {
		return by
	}
	return 0
}

// honest returns mechanisms that spend exactly what they promise: no test may show more.
func honest() []mechanism {
	const epsilon = 0.8
	truth := math.Exp(epsilon) / (1 + math.Exp(epsilon))
	return []mechanism{
		{"randomised response", epsilon, 0, 2*truth - 1, math.Inf(1), func(in bool, rng *rand.Rand) float64 {
			if (rng.Float64() < truth) == in {
				return 1
			}
			return 0
		}},
		{"Laplace noise", epsilon, 0, -math.Expm1(-epsilon / 2), math.Inf(1), func(in bool, rng *rand.Rand) float64 {
			return moved(in, 1) + laplace(1/epsilon, rng)
		}},
		{"Laplace noise, downwards and rounded", epsilon, 0, -math.Expm1(-epsilon / 2), math.Inf(1), func(in bool, rng *rand.Rand) float64 {
			return math.Round(2 * (moved(in, -1) + laplace(1/epsilon, rng)))
		}},
		// μ = 1: ε = 0 at δ = 2Φ(1/2) − 1
		{"normal noise", 0, math.Erf(0.5 / math.Sqrt2), math.Erf(0.5 / math.Sqrt2), 1, func(in bool, rng *rand.Rand) float64 {
			return moved(in, 1) + rng.NormFloat64()
		}},
		{"told outright at times", 0, 0.1, 0.1, math.Inf(1), func(in bool, rng *rand.Rand) float64 {
			if rng.Float64() < 0.1 {
				return moved(in, 1)
			}
			return 0.5
		}},
		{"noise alone", 0, 0, 0, 0, func(_ bool, rng *rand.Rand) float64 { return rng.Float64() }},
		{"nothing", 0, 0, 0, 0, func(bool, *rand.Rand) float64 { return 3 }},
		{"noise alone, with ends", 0, 0, 0, 0, func(_ bool, rng *rand.Rand) float64 { return 1 / math.Round(4*rng.Float64()) }},
	}
}

// ran returns runs of a mechanism, nearly as many with the record as without, in any order.
func ran(m mechanism, runs int, rng *rand.Rand) *Runs {
	scores, in := make([]float64, 2*runs), make([]bool, 2*runs)
	for i := range scores {
		in[i] = rng.IntN(2) == 0
		scores[i] = m.score(in[i], rng)
	}
	return counted(in, scores)
}

func counted(in []bool, scores []float64) *Runs {
	var c Counting
	for i, s := range scores {
		c.Add(in[i], s)
	}
	c.Again()
	for i, s := range scores {
		c.Add(in[i], s)
	}
	return c.Runs()
}

// Of no honest mechanism a larger share of runs is refuted than the confidence leaves: of ε, of the advantage and of μ,
// at a low confidence too, where the bounds spare little.
func TestHonestAreNotRefuted(t *testing.T) {
	effort.ForNumbers(t)
	for _, confidence := range []float64{0.95, 0.6, 0.2} {
		rng := rand.New(rand.NewPCG(1, uint64(100*confidence)))
		times := effort.Scale(60, 10_000/len(honest())+1, 4000)
		all := 0
		for _, m := range honest() {
			wrong := 0
			for range times {
				r, err := ran(m, 30+rng.IntN(300), rng).Of(Question{Delta: m.delta, Confidence: confidence})
				if err != nil {
					t.Fatalf("%s: %v", m.name, err)
				}
				const rounding = 1e-9
				if r.Refutes(m.epsilon+rounding) || r.Advantage > m.advantage+rounding || r.Mu > m.mu+rounding {
					wrong++
				}
			}
			if share := float64(wrong) / float64(times); share > 1-confidence {
				t.Errorf("%s: %d of %d are refuted at confidence %g", m.name, wrong, times, confidence)
			}
			all += wrong
		}
		t.Logf("confidence %g: %d of %d honest mechanisms refuted", confidence, all, times*len(honest()))
	}
}

// The rates of all thresholds hold together, at the stated confidence. A difference of two rates is wrong less often than
// either, so that unpaid thresholds show only here.
func TestRatesHoldTogether(t *testing.T) {
	effort.ForNumbers(t)
	const epsilon, confidence = 0.8, 0.5
	for name, m := range map[string]struct {
		draw func(rng *rand.Rand) float64
		upTo func(y float64) float64
	}{
		"Laplace noise": {func(rng *rand.Rand) float64 { return laplace(1/epsilon, rng) }, func(y float64) float64 {
			return 0.5 + math.Copysign(math.Expm1(-epsilon*math.Abs(y))/2, y)
		}},
		"normal noise": {(*rand.Rand).NormFloat64, func(y float64) float64 { return math.Erfc(-y/math.Sqrt2) / 2 }},
	} {
		noisy := mechanism{score: func(in bool, rng *rand.Rand) float64 { return moved(in, 1) + m.draw(rng) }}
		rng := rand.New(rand.NewPCG(4, 4))
		times, wrong := effort.Scale(300, 3000, 10_000), 0
		for range times {
			r, err := ran(noisy, 500, rng).Of(Question{Confidence: confidence})
			if err != nil {
				t.Fatal(err)
			}
			if slices.ContainsFunc(r.Events, func(e Event) bool {
				tpr, fpr := m.upTo(e.Threshold-1), m.upTo(e.Threshold)
				if !e.Below {
					tpr, fpr = 1-tpr, 1-fpr
				}
				return e.TPR > tpr || e.FPR < fpr
			}) {
				wrong++
			}
		}
		if float64(wrong) > (1-confidence)*float64(times) {
			t.Errorf("%s: a rate is wrong in %d of %d audits, at confidence %g", name, wrong, times, confidence)
		}
	}
}

// planted returns mechanisms that spend more than they promise.
func planted(t testing.TB) []mechanism {
	const rate, sigma, delta = 0.05, 0.7, 1e-3
	price, err := accounting.Losses{Accuracy: accounting.Fine}.Price(t.Context(), accounting.NormalSteps(rate, sigma, 1/rate), delta)
	if err != nil {
		t.Fatal(err)
	}
	return []mechanism{
		{name: "half the sensitivity", epsilon: 1, score: func(in bool, rng *rand.Rand) float64 {
			return moved(in, 1) + laplace(0.5, rng) // scale 1/2 / ε where the record moves the answer by 1
		}},
		{name: "ε of each of 3 features told as the total", epsilon: 1, score: func(in bool, rng *rand.Rand) float64 {
			sum := 0.0
			for range 3 {
				y := moved(in, 1) + laplace(1, rng)
				sum += math.Abs(y) - math.Abs(y-1) // the log of the ratio
			}
			return sum
		}},
		{name: "batches in turn, promised as Poisson samples", epsilon: price.High, delta: delta, score: func(in bool, rng *rand.Rand) float64 {
			return moved(in, 1/sigma) + rng.NormFloat64() // of the 1/rate steps one has the record for certain, always the same
		}},
		{name: "Laplace noise of floating-point numbers", epsilon: 1, score: func(in bool, rng *rand.Rand) float64 {
			y := moved(in, 1) + laplace(1, rng)
			if _, fraction := math.Modf(y * (1 << 53)); y == 0 || fraction != 0 {
				return -1e9 // has bits that a sum with 1 cannot have: Mironov 2012
			}
			return -math.Log2(math.Abs(y)) // rare without the record the smaller it is
		}},
	}
}

// Planted bugs are refuted, and the number of runs that it takes is told.
func TestPlantedBugsAreRefuted(t *testing.T) {
	const most = 1 << 20
	for i, m := range planted(t) {
		rng := rand.New(rand.NewPCG(uint64(i), 2))
		refuted := false
		for runs := 64; runs <= most && !refuted; runs *= 2 {
			r, err := ran(m, runs, rng).Of(Question{Delta: m.delta, Confidence: 0.95})
			if err != nil {
				t.Fatal(err)
			}
			if refuted = r.Refutes(m.epsilon); refuted {
				t.Logf("%s: ε ≥ %.2f where %.2f was promised, after %d runs", m.name, r.Epsilon, m.epsilon, 2*runs)
			}
		}
		if !refuted {
			t.Errorf("%s is not refuted by %d runs", m.name, 2*most)
		}
	}
}

// The findings of a few runs agree with closed forms: for n runs without an error the limits are (α/2)^(1/n) and 1 − that.
func TestClosedForms(t *testing.T) {
	in, scores := make([]bool, 400), make([]float64, 400)
	for i := range scores {
		in[i] = i%2 == 0
		scores[i] = moved(in[i], 7)
	}
	r, err := counted(in, scores).Of(Question{Confidence: 0.95})
	if err != nil {
		t.Fatal(err)
	}
	limit := math.Exp(math.Log(0.025) / 100) // of 100 of each class
	if len(r.Events) != 1 || math.Abs(r.Epsilon-math.Log(limit/(1-limit))) > 1e-9 || math.Abs(r.Advantage-(2*limit-1)) > 1e-9 || r.Attainable != r.Epsilon {
		t.Errorf("%+v, want ε = %g", r, math.Log(limit/(1-limit)))
	}
	// 3.2813: python3 -c "from math import *; l = 0.025**0.01; print(log(l/(1-l)))"
	if math.Abs(r.Epsilon-3.2813) > 1e-4 {
		t.Errorf("ε = %g", r.Epsilon)
	}
	if r, err = counted(in, scores).Of(Question{Confidence: 0.95, Delta: 0.5}); err != nil || math.Abs(r.Epsilon-math.Log((limit-0.5)/(1-limit))) > 1e-9 {
		t.Errorf("at δ = 0.5: %+v, %v", r, err)
	}
	for i := range scores {
		scores[i] = 7
	}
	if r, err = counted(in, scores).Of(Question{Confidence: 0.95}); err != nil || len(r.Events) > 0 || r.Epsilon != 0 || r.Advantage != 0 || r.Mu != 0 {
		t.Errorf("ties: %+v, %v", r, err)
	}
}

// The kept part of any scores is bounded, every edge has the counts of all the scores, and the best test on the edges is nearly
// as good.
func TestHistogramIsExact(t *testing.T) {
	effort.ForNumbers(t)
	n := effort.Scale(100_000, 400_000, 4_000_000)
	for name, draw := range map[string]func(i int, in bool, rng *rand.Rand) float64{
		"laplace": func(_ int, in bool, rng *rand.Rand) float64 { return moved(in, 1) + laplace(1, rng) },
		"rising":  func(i int, in bool, _ *rand.Rand) float64 { return float64(i) + moved(in, 1000) },
		"falling": func(i int, in bool, _ *rand.Rand) float64 { return -float64(i) },
		"tied":    func(i int, in bool, rng *rand.Rand) float64 { return math.Round(20 * (moved(in, 1) + laplace(1, rng))) },
		"apart":   func(i int, in bool, rng *rand.Rand) float64 { return moved(in, 2) + rng.Float64() },
		"in turns": func(i int, in bool, rng *rand.Rand) float64 {
			return rng.NormFloat64() + moved(in, 3)*float64(i)/float64(n)
		},
	} {
		rng := rand.New(rand.NewPCG(3, uint64(n)))
		var h histogram
		var all [2][]float64
		for i := range n {
			of := class(i & 1)
			if name == "in turns" { // all with the record come last
				of = class(2 * i / n)
			}
			s := draw(i, of == with, rng)
			all[of] = append(all[of], s)
			h.add(of, s)
			if len(h.bins) > mostBins || len(h.fresh) > waiting {
				t.Fatalf("%s: %d bins and %d fresh after %d", name, len(h.bins), len(h.fresh), i)
			}
		}
		h.settle()
		var up [2]int64
		gain := 0.0
		for _, c := range all {
			slices.Sort(c)
		}
		for _, b := range h.bins {
			for c := range up {
				up[c] += b.count[c]
				if want := upTo(all[c], b.edge); up[c] != want {
					t.Fatalf("%s: %d of class %d up to %g, want %d", name, up[c], c, b.edge, want)
				}
			}
			gain = max(gain, advantageAt(all, b.edge))
		}
		most := 0.0
		for i := 0; i < len(all[with]); i += 97 {
			most = max(most, advantageAt(all, all[with][i]))
		}
		if gain < most-0.004 {
			t.Errorf("%s: the edges have an advantage of %g, the scores %g", name, gain, most)
		}
	}
}

func upTo(sorted []float64, edge float64) int64 {
	i, _ := slices.BinarySearchFunc(sorted, edge, func(s, edge float64) int {
		if s <= edge {
			return -1
		}
		return 1
	})
	return int64(i)
}

func advantageAt(all [2][]float64, edge float64) float64 {
	share := func(c class) float64 { return float64(upTo(all[c], edge)) / float64(max(len(all[c]), 1)) }
	return math.Abs(share(with) - share(without))
}

// Each half has half of every class, and together they are all.
func TestHalves(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 101, 1000} {
		var h halves
		var judging [2]int
		for i := range n {
			for c := range judging {
				if (i+c)%3 > 0 && h.judges(class(c)) {
					judging[c]++
				}
			}
		}
		for c, judges := range judging {
			if all := int(h.seen[c]); judges < all/2 || judges > (all+1)/2 {
				t.Errorf("%d of %d runs judge", judges, all)
			}
		}
	}
}

// Runs that can show nothing are refused with how many can.
func TestTooFewRuns(t *testing.T) {
	for _, q := range []Question{{0, 0.95}, {0.3, 0.95}, {0, 0.5}, {1e-5, 0.999}} {
		n := int(leastRuns(q))
		apart := func(n int) error {
			in, scores := make([]bool, 2*n), make([]float64, 2*n)
			for i := range scores {
				in[i] = i%2 == 0
				scores[i] = moved(in[i], 1)
			}
			r, err := counted(in, scores).Of(q)
			if err == nil && r.Epsilon <= 0 {
				t.Errorf("%+v: %d of each show %g", q, n, r.Epsilon)
			}
			return err
		}
		if err := apart(n); err != nil {
			t.Errorf("%+v: %d of each: %v", q, n, err)
		}
		if err := apart(n - 2); err == nil {
			t.Errorf("%+v: %d of each are enough", q, n-2)
		}
	}
	for _, q := range []Question{{-1, 0.95}, {1, 0.95}, {0, 0}, {0, 1}, {math.NaN(), 0.9}, {0, math.NaN()}} {
		if _, err := new(Runs).Of(q); err == nil {
			t.Errorf("%+v is accepted", q)
		}
	}
}

func ExampleRuns_Of() {
	var c Counting
	for range 2 { // the same runs twice: to choose, and to judge
		for i := range 2000 {
			in := i%2 == 0
			c.Add(in, moved(in, 1)+float64(i*i%1000)/250) // as uniform as squares are
		}
		if in, _ := c.Runs().Rows(); in < 1000 {
			c.Again()
		}
	}
	r, _ := c.Runs().Of(Question{Confidence: 0.95})
	fmt.Println(len(r.Events) > 0, r.Refutes(100))
	// Output: true false
}

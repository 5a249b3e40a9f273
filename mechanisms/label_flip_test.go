package mechanisms

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"dpscope/engine/effort"
	"dpscope/engine/num/binomial"
)

// mustLabels makes the exponential mechanism on labels at a nominal ε.
func mustLabels(t testing.TB, nominal float64) LabelFlip {
	t.Helper()
	m, err := NewLabelFlip(nominal / 2)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestLabelFlipChances(t *testing.T) {
	for _, c := range []struct{ nominal, flip, contraction float64 }{
		// Closed forms, mpmath 60 digits.
		{0, 0.5, 0},
		{0.01, 0.49875000260416016, 0.00249999479167968747},
		{0.1, 0.48750260351578966, 0.024994792968420687},
		{0.5, 0.4378234991142019, 0.12435300177159621},
		{1, 0.37754066879814544, 0.24491866240370913},
		{1.5, 0.32082130082460703, 0.35835739835078594},
		{100, 1.9287498479639178e-22, 1},
		{1500, 0, 1},
	} {
		m := mustLabels(t, c.nominal)
		if e := math.Abs(m.Flip - c.flip); e > 2e-16*c.flip {
			t.Errorf("ε = %g: flips with chance %.17g, want %.17g", c.nominal, m.Flip, c.flip)
		}
		if e := math.Abs(m.Contraction - c.contraction); e > 4e-16*c.contraction {
			t.Errorf("ε = %g: contraction %.17g, want %.17g", c.nominal, m.Contraction, c.contraction)
		}
		if m.Stated() != c.nominal || m.Guarantee().Claim().Epsilon != m.Epsilon || m.Guarantee().Claim().Delta != 0 {
			t.Errorf("ε = %g: claims %+v", c.nominal, m.Guarantee().Claim())
		}
		if c.nominal < 1400 && math.Abs(m.LogKeep-m.LogFlip-m.Epsilon) > 1e-14*(1+m.Epsilon) {
			t.Errorf("ε = %g: log-odds %v", c.nominal, m.LogKeep-m.LogFlip)
		}
	}
	if m := mustLabels(t, 1500); m.LogFlip != -750 {
		t.Errorf("ln p at ε = 1500 is %v, want −750 although p underflows", m.LogFlip)
	}
}

// Randomised response that spends the whole of a budget is the exponential
// mechanism at twice that.
func TestLabelResponseIsTheSameMechanism(t *testing.T) {
	for _, budget := range []float64{0, 1e-6, 0.5, 3.5, 750} {
		m := mustLabels(t, 2*budget)
		if want := 1 / (1 + math.Exp(budget)); math.Abs(m.Flip-want) > 1e-15 || m.Epsilon != budget {
			t.Errorf("true ε = %g: %g flips with chance %v, want 1/(1+e^ε) = %v", budget, m.Epsilon, m.Flip, want)
		}
	}
}

func TestLabelBudgetErrors(t *testing.T) {
	for _, epsilon := range []float64{-1, -1e-300, 751, math.Inf(1), math.NaN()} {
		if _, err := NewLabelFlip(epsilon); err == nil || !strings.Contains(err.Error(), "outside [0, 750]") {
			t.Errorf("ε = %g: error %v", epsilon, err)
		}
	}
}

// exponentialMechanism enumerates the mechanism by its definition: every labelling of n labels (a word of n bits) weighted by
// e^(εq/2), divided by the sum of the weights. It returns logarithms.
func exponentialMechanism(nominal float64, n int, truth uint) []float64 {
	logs := make([]float64, 1<<n)
	sum := 0.0
	for out := range logs {
		kept := n - bits.OnesCount(uint(out)^truth)
		logs[out] = nominal / 2 * float64(kept-n)
		sum += math.Exp(logs[out])
	}
	for out := range logs {
		logs[out] -= math.Log(sum)
	}
	return logs
}

// privacyLoss enumerates two neighbours and all outputs: the extremes of the
// log-ratio.
func privacyLoss(law func(n int, truth uint) []float64, n int) (low, high float64) {
	truth := uint(0b0110101101) & (1<<n - 1)
	here := law(n, truth)
	for i := range n {
		there := law(n, truth^1<<i)
		for out := range here {
			ratio := here[out] - there[out]
			low, high = min(low, ratio), max(high, ratio)
		}
	}
	return low, high
}

func TestLabelLossByEnumeration(t *testing.T) {
	largest := 0.0
	for n := 1; n <= 10; n++ {
		for _, nominal := range []float64{0.1, 1, 3, 7, 40} {
			m := mustLabels(t, nominal)
			truth := uint(1<<n - 1)
			for out, want := range exponentialMechanism(nominal, n, truth) {
				got := m.LogProb(float64(n), float64(bits.OnesCount(uint(out))))
				e := math.Abs(got-want) / max(1, math.Abs(want))
				largest = max(largest, e)
				if e > 1e-14 {
					t.Errorf("n=%d ε=%g output %b: ln Pr = %v by coins, %v by definition", n, nominal, out, got, want)
				}
			}
			low, high := privacyLoss(func(n int, truth uint) []float64 { return exponentialMechanism(nominal, n, truth) }, n)
			if math.Abs(high-m.Epsilon) > 1e-12*(1+nominal) || math.Abs(low+m.Epsilon) > 1e-12*(1+nominal) {
				t.Errorf("n=%d ε=%g: loss in [%v, %v], want ±%v attained", n, nominal, low, high, m.Epsilon)
			}
		}
	}
	t.Logf("coins against the definition: largest difference of logarithms %.2g", largest)
}

// labelSampler draws which of n labels are flipped.
type labelSampler func(m LabelFlip, n int, rng *rand.Rand) []bool

func independent(m LabelFlip, n int, rng *rand.Rand) []bool {
	return NewLabelThresholds(n, rng).Flipped(m)
}

func twoStep(m LabelFlip, n int, rng *rand.Rand) []bool { return asBools(n, m.TwoStep(n, rng)) }

func asBools(n int, subset []int) []bool {
	flipped := make([]bool, n)
	for _, i := range subset {
		flipped[i] = true
	}
	return flipped
}

// labelFalseAlarm is the rate at which any single check below would refuse a correct sampler.
const labelFalseAlarm = 1e-6

// chiSquare compares counts with chances; the caller ensures expectations of at least five.
func chiSquare(counts, chances []float64) error {
	draws := 0.0
	for _, c := range counts {
		draws += c
	}
	statistic := 0.0
	for i, c := range counts {
		expected := draws * chances[i]
		if expected < 5 {
			panic(fmt.Sprintf("cell %d expects only %g", i, expected))
		}
		statistic += (c - expected) * (c - expected) / expected
	}
	if p := (distuv.ChiSquared{K: float64(len(counts) - 1)}).Survival(statistic); p < labelFalseAlarm {
		return fmt.Errorf("chi-square %.4g on %d cells, p = %.2g", statistic, len(counts), p)
	}
	return nil
}

// cellCheck compares the eight sets of flips of three labels with the product
// of coins.
func cellCheck(sample labelSampler, m LabelFlip, rng *rand.Rand) error {
	counts, chances := make([]float64, 8), make([]float64, 8)
	for range 20000 {
		cell := 0
		for i, f := range sample(m, 3, rng) {
			if f {
				cell |= 1 << i
			}
		}
		counts[cell]++
	}
	for cell := range chances {
		flips := bits.OnesCount(uint(cell))
		chances[cell] = math.Pow(m.Flip, float64(flips)) * math.Pow(m.Keep, float64(3-flips))
	}
	if err := chiSquare(counts, chances); err != nil {
		return fmt.Errorf("cells of three labels: %w", err)
	}
	return nil
}

// countCheck compares the number of flips among 60 labels with the binomial
// law, in cells of chance at least 1/500.
func countCheck(sample labelSampler, m LabelFlip, rng *rand.Rand) error {
	const n = 60
	law := m.Flips(n)
	var cellOf [n + 1]int
	var chances []float64
	open := 0.0
	for x := range n + 1 {
		cellOf[x] = len(chances)
		open += law.Prob(float64(x))
		if open > 1./500 && law.Tails(float64(x)).Above > 1./500 {
			chances = append(chances, open)
			open = 0
		}
	}
	chances = append(chances, open)
	counts := make([]float64, len(chances))
	for range 20000 {
		flips := 0
		for _, f := range sample(m, n, rng) {
			if f {
				flips++
			}
		}
		counts[cellOf[flips]]++
	}
	if err := chiSquare(counts, chances); err != nil {
		return fmt.Errorf("number of flips: %w", err)
	}
	return nil
}

// rateCheck wants every index flipped at rate p and every pair of neighbours
// at rate p², by exact binomial tails, with the false-alarm rate shared among
// them.
func rateCheck(sample labelSampler, m LabelFlip, rng *rand.Rand) error {
	const n, draws = 40, 10000
	var flips, pairs [n]float64
	for range draws {
		drawn := sample(m, n, rng)
		for i, f := range drawn {
			if f {
				flips[i]++
			}
			if f && drawn[(i+1)%n] {
				pairs[i]++
			}
		}
	}
	unlikely := func(count, chance float64) bool {
		law := binomial.New(draws, chance)
		return 2*min(law.Tails(count).Below, law.Tails(count-1).Above) < labelFalseAlarm/(2*n)
	}
	for i := range n {
		if unlikely(flips[i], m.Flip) {
			return fmt.Errorf("index %d was flipped %g times in %d, p = %.4f", i, flips[i], draws, m.Flip)
		}
		if unlikely(pairs[i], m.Flip*m.Flip) {
			return fmt.Errorf("indices %d and %d were flipped together %g times in %d, p² = %.4f", i, (i+1)%n, pairs[i], draws, m.Flip*m.Flip)
		}
	}
	return nil
}

// auditLoss bounds from below, by Clopper–Pearson, the privacy loss in the outputs for two neighbours of two labels, over all
// events of one output. It refuses a sampler with a bound above the claim; the false-alarm rate is shared among the events.
func auditLoss(sample labelSampler, m LabelFlip, rng *rand.Rand) (bound float64, err error) {
	const n, draws = 2, 60000
	var counts [2][1 << n]float64
	for truth := range counts { // the labels 00 and 01
		for range draws {
			out := truth
			for i, f := range sample(m, n, rng) {
				if f {
					out ^= 1 << i
				}
			}
			counts[truth][out]++
		}
	}
	const alpha = labelFalseAlarm / (4 << n)
	for out := range counts[0] {
		for truth := range counts {
			least := binomial.LowerLimit(counts[truth][out], draws, alpha)
			most := binomial.UpperLimit(counts[1-truth][out], draws, alpha)
			bound = max(bound, math.Log(least/most))
		}
	}
	if bound > m.Epsilon {
		return bound, fmt.Errorf("privacy loss is at least %.4f, claimed %.4f", bound, m.Epsilon)
	}
	return bound, nil
}

var labelSamplers = map[string]labelSampler{"independent": independent, "two-step": twoStep}

func TestLabelSamplersFollowTheLaw(t *testing.T) {
	effort.ForNumbers(t)
	tried := 0
	for name, sample := range labelSamplers { // another one in each run
		if tried++; !effort.Sample(tried, 2, 1) {
			continue
		}
		for i, nominal := range []float64{0.5, 4, 0, 1.5}[:effort.Scale(1, 4, 4)] {
			rng := rand.New(rand.NewPCG(uint64(i), 2210))
			m := mustLabels(t, nominal)
			for _, check := range []func(labelSampler, LabelFlip, *rand.Rand) error{cellCheck, countCheck, rateCheck} {
				if err := check(sample, m, rng); err != nil {
					t.Errorf("%s, ε = %g: %v", name, nominal, err)
				}
			}
			bound, err := auditLoss(sample, m, rng)
			if err != nil {
				t.Errorf("%s, ε = %g: %v", name, nominal, err)
			}
			if bound < 0.9*m.Epsilon-0.1 {
				t.Errorf("%s, ε = %g: the audit sees a loss of only %.3f of %.3f and would miss a fault", name, nominal, bound, m.Epsilon)
			}
			t.Logf("%s, ε = %g: audited loss at least %.3f, claimed %.3f", name, nominal, bound, m.Epsilon)
		}
	}
}

// TestLabelChecksCatchFaults plants faults; each must be caught by the check
// that is there for it.
func TestLabelChecksCatchFaults(t *testing.T) {
	effort.ForNumbers(t)
	effort.ForCheck(t)
	audit := func(s labelSampler, m LabelFlip, rng *rand.Rand) error {
		_, err := auditLoss(s, m, rng)
		return err
	}
	for _, c := range []struct {
		fault string
		check func(labelSampler, LabelFlip, *rand.Rand) error
		labelSampler
	}{
		{"kept and flipped swapped", cellCheck, func(m LabelFlip, n int, rng *rand.Rand) []bool {
			flipped := independent(m, n, rng)
			for i, f := range flipped {
				flipped[i] = !f
			}
			return flipped
		}},
		{"ε in place of ε/2", audit, func(m LabelFlip, n int, rng *rand.Rand) []bool {
			return independent(mustLabels(t, 2*m.Stated()), n, rng)
		}},
		{"ε in place of ε/2, two-step", audit, func(m LabelFlip, n int, rng *rand.Rand) []bool {
			return twoStep(mustLabels(t, 2*m.Stated()), n, rng)
		}},
		{"ε/4 in place of ε/2", countCheck, func(m LabelFlip, n int, rng *rand.Rand) []bool {
			return independent(mustLabels(t, m.Stated()/2), n, rng)
		}},
		{"the first labels flipped", rateCheck, func(m LabelFlip, n int, rng *rand.Rand) []bool {
			flipped := make([]bool, n)
			for i := range int(m.Flips(float64(n)).Sample(rng)) {
				flipped[i] = true
			}
			return flipped
		}},
		{"a run of labels flipped from a random start", rateCheck, func(m LabelFlip, n int, rng *rand.Rand) []bool {
			flipped := make([]bool, n)
			start := rng.IntN(n)
			for i := range int(m.Flips(float64(n)).Sample(rng)) {
				flipped[(start+i)%n] = true
			}
			return flipped
		}},
		{"Floyd's subset off by one", cellCheck, func(m LabelFlip, n int, rng *rand.Rand) []bool {
			count := int(m.Flips(float64(n)).Sample(rng))
			flipped := make([]bool, n)
			for j := n - count; j < n; j++ {
				pick := rng.IntN(max(j, 1))
				if flipped[pick] {
					pick = j
				}
				flipped[pick] = true
			}
			return flipped
		}},
		{"the number of flips fixed at its mean", countCheck, func(m LabelFlip, n int, rng *rand.Rand) []bool {
			return asBools(n, uniformSubset(n, int(math.Round(float64(n)*m.Flip)), rng))
		}},
		{"the number of flips of one label too few", countCheck, func(m LabelFlip, n int, rng *rand.Rand) []bool {
			return asBools(n, uniformSubset(n, int(m.Flips(float64(n-1)).Sample(rng)), rng))
		}},
		{"one coin for all", cellCheck, func(m LabelFlip, n int, rng *rand.Rand) []bool {
			flipped := make([]bool, n)
			one := rng.Float64() < m.Flip
			for i := range flipped {
				flipped[i] = one
			}
			return flipped
		}},
		{"one label never flipped", audit, func(m LabelFlip, n int, rng *rand.Rand) []bool {
			flipped := independent(m, n, rng)
			flipped[0] = false
			return flipped
		}},
	} {
		rng := rand.New(rand.NewPCG(4132, 7))
		m := mustLabels(t, 1.5)
		if err := c.check(c.labelSampler, m, rng); err == nil {
			t.Errorf("%s: not caught", c.fault)
		} else {
			t.Logf("%s: %v", c.fault, err)
		}
	}

	// And of the law itself: an exponential mechanism that forgets to halve.
	if _, high := privacyLoss(func(n int, truth uint) []float64 { return exponentialMechanism(2*1.5, n, truth) }, 6); high <= 1.5/2+1e-12 {
		t.Errorf("without the half the enumerated loss is %v: not caught", high)
	}
}

func TestLabelFlipsAreNested(t *testing.T) {
	records := NewLabelThresholds(3000, rand.New(rand.NewPCG(1, 9)))
	before := records.Flipped(mustLabels(t, 0))
	for epsilon := 0.01; epsilon < 60; epsilon *= 1.3 {
		now := records.Flipped(mustLabels(t, epsilon))
		for i := range now {
			if now[i] && !before[i] {
				t.Fatalf("label %d is flipped at ε = %g but not at a smaller ε", i, epsilon)
			}
		}
		before = now
	}
	for i, f := range before {
		if f {
			t.Errorf("label %d is still flipped near ε = 60", i)
		}
	}
}

func TestTwoStepSubsets(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, count := range []int{0, 1, 7, 499, 500} {
		subset := uniformSubset(500, count, rng)
		seen := map[int]bool{}
		for _, i := range subset {
			if i < 0 || i >= 500 || seen[i] {
				t.Fatalf("%d of 500: %v", count, subset)
			}
			seen[i] = true
		}
		if len(seen) != count {
			t.Errorf("%d of 500: drew %d", count, len(seen))
		}
	}
	if flips := mustLabels(t, 100).TwoStep(1_000_000_000, rng); len(flips) != 0 {
		t.Errorf("a thousand million labels at ε = 100: %d flips of an expected 2e-13", len(flips))
	}
}

func BenchmarkLabelSamplers(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	m := mustLabels(b, 1)
	b.Run("independent", func(b *testing.B) {
		for b.Loop() {
			NewLabelThresholds(10000, rng).Flipped(m)
		}
	})
	b.Run("two-step", func(b *testing.B) {
		for b.Loop() {
			m.TwoStep(10000, rng)
		}
	})
}

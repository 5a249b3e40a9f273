package accounting

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/dsp/fourier"

	"dpscope/engine/effort"
)

// buckets enclose δ at ε the plain way: losses are rounded down, or up, to multiples of a width,
// masses are differences of distribution functions, and sums are convolutions (Meiser &
// Mohammadi 2018). It shares nothing with contours.
type buckets struct {
	Run
	from  side
	width float64
}

// mass returns the mass of losses up to a value.
func (b buckets) mass(loss float64) float64 {
	if b.from == added {
		loss = -loss
	}
	variance := b.Deviation * b.Deviation
	x := math.Inf(-1)
	if ratio := 1 + math.Expm1(loss)/b.Rate; ratio > 0 {
		x = 0.5 + variance*math.Log(ratio)
	}
	below := func(x float64) float64 { return math.Erfc(-x/(b.Deviation*math.Sqrt2)) / 2 }
	if b.from == added {
		return below(-x)
	}
	return (1-b.Rate)*below(x) + b.Rate*below(x-1)
}

// sum returns the law of the sum of all losses rounded one way, on count multiples from the lowest on; the mass above stays in
// its place.
func (b buckets) sum(up float64, count int) (low float64, masses []float64) {
	reach := b.width * float64(count) / 2
	transform := fourier.NewFFT(count)
	one := make([]float64, count)
	for i := range one {
		at := float64(i-count/2) * b.width
		one[(i+count/2)%count] = b.mass(at+(1-up)*b.width) - b.mass(at-up*b.width)
	}
	coefficients := transform.Coefficients(nil, one)
	for i, c := range coefficients {
		power := complex(1, 0)
		for range int(b.Steps) {
			power *= c
		}
		coefficients[i] = power
	}
	masses = transform.Sequence(nil, coefficients)
	ordered := make([]float64, count)
	for i := range ordered {
		ordered[i] = masses[(i+count/2)%count] / float64(count)
	}
	return -reach, ordered
}

func (b buckets) delta(up float64, count int, epsilon float64) (sum float64) {
	low, masses := b.sum(up, count)
	for i, mass := range masses {
		sum += mass * max(0, -math.Expm1(epsilon-low-float64(i)*b.width))
	}
	return sum
}

// At the ε of the bounds, plain buckets have at most δ at the upper end, and at least δ at the lower one: at random settings of
// a few steps, where buckets are accurate.
func TestLossesAgainstBuckets(t *testing.T) {
	effort.ForNumbers(t)
	rng := rand.New(rand.NewPCG(22, 4))
	told := 0
	for range effort.Scale(10, 20, 600) {
		r := Run{Step{math.Exp(-7 * rng.Float64()), math.Exp(math.Log(0.4) + rng.Float64()*math.Log(50))}, float64(2 + rng.IntN(20))}
		delta := math.Exp(-3 - 15*rng.Float64())
		b := bounds(t, r, delta, Fine)
		if b.High == 0 {
			continue
		}
		const count = 1 << 17
		up, down := 0.0, 0.0
		for _, from := range []side{removed, added} {
			most := r.Steps * (math.Log(2) + (12*r.Deviation+1)/(2*r.Deviation*r.Deviation))
			in := buckets{r, from, 2 * min(most, 3*r.Renyi(1e-13).Epsilon+1) / count}
			up = max(up, in.delta(1, count, b.Low))
			down = max(down, in.delta(0, count, b.High))
		}
		const rounding = 1e-11 // of a plain transform
		if down > delta*(1+1e-6)+rounding {
			t.Errorf("%+v at δ = %g: ε ≤ %g, and there δ is at least %g", r, delta, b.High, down)
		}
		if b.Low > 0 && up < delta*(1-1e-6)-rounding {
			t.Errorf("%+v at δ = %g: ε ≥ %g, and there δ is at most %g", r, delta, b.Low, up)
		}
		if up < 1.2*down {
			told++
		}
	}
	if told < effort.Scale(1, 3, 100) {
		t.Errorf("buckets were narrow %d times", told)
	}
}

// Bounds are within a hundredth of each other, at any position of the sliders, and enclose another program's accountant, and an
// independent convolution to six digits.
func TestBoundsAreNarrow(t *testing.T) {
	effort.ForNumbers(t)
	for _, c := range []struct {
		run         Run
		delta, most float64
	}{
		{Run{Step{0.00401, 1.2}, 78_000}, 0.0029, 3.2365},
		{Run{Step{0.00503, 7.05}, 67_000}, 9.7e-9, 0.947},
		{Run{Step{0.000152, 0.484}, 310_000}, 3.3e-6, 4.803},
		{Run{Step{0.0031, 2.597}, 10}, 1e-8, 0.022865 * 1.001},
		{Run{Step{0.002, 0.5}, 10_000}, 1e-5, 8.87},
		{Run{Step{0.001, 0.7}, 5000}, 1e-5, 0.981},
		{Run{Step{0.0084, 6.535}, 14_557}, 1e-5, 0.555},
		{Run{Step{0.9165, 1.065}, 29_748}, 1.18e-6, 11_780},
	} {
		if b := bounds(t, c.run, c.delta, Fine); !(b.High <= c.most && b.High-b.Low <= 5e-4*b.High) {
			t.Errorf("%+v at δ = %g: %v", c.run, c.delta, b)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	between := func(low, high float64) float64 { return low * math.Pow(high/low, rng.Float64()) }
	wide, wider, count := 0, 0, effort.Scale(40, 250, 10_000)
	for range count {
		r := Run{Step{between(1e-4, 1), between(0.3, 30)}, math.Round(between(1, 1e6))}
		delta := between(1e-12, 1e-2)
		if bounds(t, r, delta, Coarse).narrow(0.01) {
			continue
		}
		wide++
		b, grid := bounds(t, r, delta, Fine), 1e-4 // accountants round losses to that
		if b.narrow(0.01) {
			continue
		}
		if wider++; b.High-b.Low > r.Steps*grid/2 {
			t.Errorf("%+v at δ = %g: %v", r, delta, b)
		}
	}
	if wide > 1+count/50 || wider > 1+count/200 {
		t.Errorf("of %d bounds %d are wide while a slider moves, %d at rest", count, wide, wider)
	}
}

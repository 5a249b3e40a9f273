package agreement

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/num/binomial"
	"dpscope/engine/num/lattice"
	"dpscope/learners"
	"dpscope/learners/discriminant"
	"dpscope/learners/linear"
	"dpscope/mechanisms"
)

// Exact agreements lie in the interval of 10,000 draws, for every kind and
// every shape of law, also where a law is narrower than the spacing of float64.
// Each of 600 intervals misses with probability at most 1e-6.
func TestExactAgainstDraws(t *testing.T) {
	t.Parallel()
	effort.ForNumbers(t)
	const draws, alpha = 10_000, 1e-6
	rng := rand.New(rand.NewPCG(3, 5))
	cases, tried := 0, 0
	for kind, c := range eachPlanar() {
		for _, record := range [][]float64{{0.5, 0.5}, {0.07, 0.94}} {
			r := prepare(t, c, record, 0, 1)
			for _, law := range lawNames {
				for _, epsilon := range []float64{0.5, 6, 90} {
					if tried++; !effort.Sample(tried, 17, 7) {
						continue
					}
					laws := r.Laws(mechanism(t, law, epsilon))
					exact, err := r.Exact(t.Context(), laws)
					if err != nil {
						t.Fatalf("%s: %v", name(kind, record, law, epsilon), err)
					}
					kept := share(r, laws, draws, rng) * draws
					low, high := binomial.Interval(math.Round(kept), draws, alpha)
					if cases++; exact.Value < low-rounding || exact.Value > high+rounding {
						t.Errorf("%s: exact %.9f is outside [%.9f, %.9f]", name(kind, record, law, epsilon), exact.Value, low, high)
					}
				}
			}
		}
	}
	t.Logf("%d cases", cases)
}

// One private feature equals two with one that does not matter.
func TestOnePrivateFeature(t *testing.T) {
	for kind, c := range eachPlanar() {
		for _, private := range []int{0, 1} {
			record := []float64{0.45, 0.55}
			one := prepare(t, c, record, private)
			both := prepare(t, c, record, 0, 1)
			for _, law := range lawNames {
				m := mechanism(t, law, 3)
				still := []mechanisms.Law{pinned{record[0]}, pinned{record[1]}}
				still[private] = m.At(record[private])
				a, err := one.Exact(t.Context(), []mechanisms.Law{m.At(record[private])})
				if err != nil {
					t.Fatal(err)
				}
				b, err := both.Exact(t.Context(), still)
				if err != nil {
					t.Fatal(err)
				}
				if math.Abs(a.Value-b.Value) > 1e-12 {
					t.Errorf("%s, feature %d, %s: %.15f alone, %.15f beside one that stands still", kind, private, law, a.Value, b.Value)
				}
			}
		}
	}
}

// pinned is the law of an answer that is always x.
type pinned struct{ x float64 }

func (l pinned) Mass(from, to float64) float64 {
	if from <= l.x && l.x <= to {
		return 1
	}
	return 0
}
func (l pinned) Outside(from, to float64) float64 { return 1 - l.Mass(from, to) }
func (pinned) Density(float64) float64            { return 0 }
func (l pinned) Atoms() []mechanisms.Atom         { return []mechanisms.Atom{{At: l.x, Mass: 1}} }
func (l pinned) Support() (low, high float64)     { return l.x, l.x }
func (l pinned) Mean() float64                    { return l.x }
func (pinned) Variance() float64                  { return 0 }
func (l pinned) Sample(*rand.Rand) float64        { return l.x }

// On bins every pair of answers can be listed.
func TestExactOnBinsIsTheSumOverAllPairs(t *testing.T) {
	for kind, c := range eachPlanar() {
		record := []float64{0.3, 0.62}
		r := prepare(t, c, record, 0, 1)
		for _, law := range []string{"exponential", "exponential-sharp", "krr"} {
			laws := r.Laws(mechanism(t, law, 4))
			exact, err := r.Exact(t.Context(), laws)
			if err != nil {
				t.Fatal(err)
			}
			sum := 0.0
			for _, a := range laws[0].Atoms() {
				for _, b := range laws[1].Atoms() {
					if c.Predict([]float64{a.At, b.At}) == r.Class {
						sum += a.Mass * b.Mass
					}
				}
			}
			if math.Abs(exact.Value-sum) > 1e-12 {
				t.Errorf("%s, %s: %.15f, the sum over all pairs is %.15f", kind, law, exact.Value, sum)
			}
		}
	}
}

// Different mechanisms on the two features, in either order.
func TestExactWithTwoMechanisms(t *testing.T) {
	const draws, alpha = 40_000, 1e-6
	rng, tried := rand.New(rand.NewPCG(4, 5)), 0
	for kind, c := range eachPlanar() {
		record := []float64{0.35, 0.6}
		r := prepare(t, c, record, 0, 1)
		for _, names := range [][2]string{{"pm", "krr"}, {"krr", "pm"}, {"laplace-clamped", "exponential"}, {"gaussian", "laplace-clamped"}} {
			if tried++; !effort.Sample(tried, 3, 1) {
				continue
			}
			laws := []mechanisms.Law{mechanism(t, names[0], 3).At(record[0]), mechanism(t, names[1], 5).At(record[1])}
			exact, err := r.Exact(t.Context(), laws)
			if err != nil {
				t.Fatal(err)
			}
			low, high := binomial.Interval(math.Round(share(r, laws, draws, rng)*draws), draws, alpha)
			if exact.Value < low-rounding || exact.Value > high+rounding {
				t.Errorf("%s, %v: exact %.9f is outside [%.9f, %.9f]", kind, names, exact.Value, low, high)
			}
		}
	}
}

// The interval of the convolution holds the values of quadrature and of closed forms: a sum of normal terms is normal.
func TestConvolutionHoldsTheTruth(t *testing.T) {
	c := &linear.Linear{Weights: []float64{1, -2, 0.5, 0.3, 0, 1.1, -0.2}, Bias: 0.1}
	record := []float64{0.5, 0.2, 0.9, 0.3, 0.8, 0.4, 0.1}
	two := prepare(t, c, record, 0, 1)
	for i, law := range lawNames {
		if !effort.Sample(i, 5, 1) {
			continue
		}
		laws := two.Laws(mechanism(t, law, 2))
		want, err := two.Exact(t.Context(), laws)
		if err != nil {
			t.Fatal(err)
		}
		got, err := new(margins).of(t.Context(), two, laws, lattice.Steps)
		if err != nil {
			t.Fatal(err)
		}
		if !(got.Low-1e-12 <= want.Value && want.Value <= got.High+1e-12) {
			t.Errorf("%s: %.12f is outside [%.12f, %.12f]", law, want.Value, got.Low, got.High)
		}
		t.Logf("%-18s %.9f in an interval of width %.1e on %d steps", law, want.Value, got.High-got.Low, got.Grid)
	}
	all := prepare(t, c, record, 0, 1, 2, 3, 4, 5, 6)
	laws := all.Laws(mechanism(t, "gaussian", 2))
	variance := 0.0
	for k, l := range laws {
		variance += c.Weights[k] * c.Weights[k] * l.Variance()
	}
	want := math.Erfc(-c.Margin(record)/math.Sqrt(2*variance)) / 2
	got, err := all.Exact(t.Context(), laws)
	if err != nil {
		t.Fatal(err)
	}
	if !(got.Low <= want && want <= got.High) || math.Abs(got.Value-want) > 1e-7 {
		t.Errorf("seven normal terms: %+v, closed form %.12f", got, want)
	}
}

// A law of any number of bins: sections count bins without looking at each pair.
func TestManyBins(t *testing.T) {
	record := []float64{0.4, 0.7}
	for kind, c := range eachPlanar() {
		r := prepare(t, c, record, 0, 1)
		coarse, fine := r.Laws(binned(t, 5, 2001)), r.Laws(mechanism(t, "laplace-truncated", 5))
		a, err := r.Exact(t.Context(), coarse)
		if err != nil {
			t.Fatal(err)
		}
		b, err := r.Exact(t.Context(), fine) // the limit of ever more bins
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(a.Value-b.Value) > 5e-3 {
			t.Errorf("%s: %.6f on 2001 bins, %.6f without", kind, a.Value, b.Value)
		}
	}
}

func binned(t testing.TB, epsilon float64, bins int) mechanisms.Mechanism {
	m, err := mechanisms.Exponential{Bins: bins, Sharp: true}.WithEpsilon(epsilon)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestExactRefuses(t *testing.T) {
	forest := smallForest(rand.New(rand.NewPCG(1, 1)), 20, 5, 4)
	r := prepare(t, forest, []float64{0.1, 0.2, 0.3, 0.4}, 0, 1, 2)
	if _, err := r.Exact(t.Context(), r.Laws(mechanism(t, "pm", 1))); err == nil {
		t.Error("three private features of a forest of many cells have no exact agreement")
	}
	if _, err := r.Exact(t.Context(), nil); err == nil {
		t.Error("no laws were accepted")
	}
}

// Where no answer can leave the class the agreement is 1, and no box proves
// more.
func TestWholeAgreementIsOne(t *testing.T) {
	far := []learners.Classifier{
		&linear.Linear{Weights: []float64{0.31, -0.17}, Bias: 0.9},
		&discriminant.QDA{Means: [][]float64{{0.3, 0.2}, {9, 7}}, Precisions: [][]float64{{1, 0.1, 0.1, 2}, {1, 0.2, 0.2, 1}}, Offsets: []float64{0, 0}},
		&discriminant.NearestCentroid{Centroids: [][]float64{{0.2, 0.3}, {5, 7}}, Class: []int{0, 1}},
	}
	for _, c := range far {
		for _, private := range [][]int{{0}, {0, 1}} {
			r := prepare(t, c, []float64{0.37, 0.61}, private...)
			for _, law := range []string{"pm", "laplace-clamped", "gaussian-clamped", "exponential", "sw", "krr", "laplace-truncated"} {
				laws := r.Laws(mechanism(t, law, 3.57))
				exact, err := r.Exact(t.Context(), laws)
				if err != nil || exact.Value != 1 {
					t.Errorf("%s, %d private, %s: the agreement is %.17g, %v", learners.Title(c), len(private), law, exact.Value, err)
				}
			}
		}
	}
}

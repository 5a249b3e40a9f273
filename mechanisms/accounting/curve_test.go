package accounting

import (
	"math"
	"math/cmplx"
	"testing"

	"gonum.org/v1/gonum/dsp/fourier"

	"dpscope/engine/effort"
	"dpscope/mechanisms/privacy"
)

// mixed encloses δ of steps that differ, as buckets do, at every ε: losses rounded one way, on a grid,
// their laws multiplied in the frequencies.
func mixed(runs []Run, from side, width float64, count int, up float64) func(epsilon float64) float64 {
	transform := fourier.NewFFT(count)
	var whole []complex128
	for _, r := range runs {
		b := buckets{r, from, width}
		one := make([]float64, count)
		for i := range one {
			at := float64(i-count/2) * width
			one[(i+count/2)%count] = b.mass(at+(1-up)*width) - b.mass(at-up*width)
		}
		coefficients := transform.Coefficients(nil, one)
		if whole == nil {
			whole = make([]complex128, len(coefficients))
			for i := range whole {
				whole[i] = 1
			}
		}
		for i, c := range coefficients {
			whole[i] *= cmplx.Pow(c, complex(r.Steps, 0))
		}
	}
	masses := transform.Sequence(nil, whole)
	return func(epsilon float64) (sum float64) {
		for i, mass := range masses {
			at := i
			if i >= count/2 {
				at -= count
			}
			sum += mass / float64(count) * max(0, -math.Expm1(epsilon-float64(at)*width))
		}
		return sum
	}
}

// Steps of several kinds are enclosed as plain buckets have them, and near each other.
func TestCurveAgainstBuckets(t *testing.T) {
	effort.ForNumbers(t)
	for i, runs := range [][]Run{
		{{Step{0.1, 1}, 10}, {Step{0.3, 2}, 20}},
		{{Step{0.01, 0.7}, 100}, {Step{0.02, 1.1}, 50}, {Step{0.5, 8}, 30}},
		{{Step{0.2, 0.8}, 5}, {Step{0.999, 6}, 10}},
	} {
		if !effort.Sample(i, 2, 1) {
			continue
		}
		var e Event = Nothing{}
		for _, r := range runs {
			e = Both{e, NormalSteps(r.Rate, r.Deviation, r.Steps)}
		}
		c, err := Losses{}.Curve(t.Context(), e, 1e-6)
		if err != nil {
			t.Fatal(err)
		}
		const width, count, rounding = 1e-3, 1 << 16, 1e-10
		var deltas [2][2]func(float64) float64
		for i := range deltas {
			deltas[i] = [2]func(float64) float64{mixed(runs, removed, width, count, float64(i)), mixed(runs, added, width, count, float64(i))}
		}
		for _, epsilon := range []float64{0.2, 1, 2, 4} {
			low, high := max(deltas[0][0](epsilon), deltas[0][1](epsilon)), max(deltas[1][0](epsilon), deltas[1][1](epsilon))
			v := c.Delta(epsilon)
			if v.Low > high+rounding || v.High < low-rounding || low > 1e-6 && v.High > 1.02*v.Low {
				t.Errorf("%v at ε = %g: %+v, buckets have it in [%g, %g]", e, epsilon, v, low, high)
			}
		}
	}
}

// A tree has the same price in any equivalent form, and equal steps by pairs enclose the result of their own privacy loss
// distribution.
func TestTreesThatAreOne(t *testing.T) {
	step := Sampled{Normal{2, privacy.OneAdded}, 0.1, Poisson}
	want, err := Losses{Accuracy: Fine}.Price(t.Context(), Times{step, 100}, 1e-6)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []Event{
		Both{Times{step, 40}, Times{step, 60}}, Times{Times{step, 10}, 10}, Both{Nothing{}, Times{Both{step, step}, 50}}, Times{Split{step, step}, 100},
		Both{Times{step, 99}, Sampled{Both{Nothing{}, step}, 1, Poisson}}, Times{Group{step, 1}, 100},
	} {
		if got, err := (Losses{Accuracy: Fine}).Price(t.Context(), e, 1e-6); err != nil || got != want {
			t.Errorf("%v: %+v, %v, want %+v", e, got, err, want)
		}
	}
	v, err := Losses{Accuracy: Fine}.enclose(t.Context(), []part{{step, 100}}, 1e-6)
	if err != nil || v.Low > want.High || v.High < want.Low || v.High > v.Low*(1+1e-3) {
		t.Errorf("by pairs %+v, %v, and it is %+v", v, err, want)
	}
}

func BenchmarkPairs(b *testing.B) {
	e := Both{NormalSteps(0.01, 1.1, 5000), NormalSteps(0.01, 2, 5000)}
	for b.Loop() {
		if _, err := (Losses{Accuracy: Coarse}).Price(b.Context(), e, 1e-5); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCurveCoarse(b *testing.B) {
	e := NormalSteps(0.01, 1.1, 10_000)
	for b.Loop() {
		c, err := Losses{Accuracy: Coarse}.Curve(b.Context(), e, 1e-6)
		if err != nil {
			b.Fatal(err)
		}
		a := c.Attack()
		for fpr := 1e-4; fpr < 1; fpr *= 1.17 { // some sixty
			a.TPR(fpr)
		}
	}
}

func BenchmarkCurve(b *testing.B) {
	e := NormalSteps(0.01, 1.1, 10_000)
	for b.Loop() {
		if _, err := (Losses{}).Curve(b.Context(), e, 1e-6); err != nil {
			b.Fatal(err)
		}
	}
}

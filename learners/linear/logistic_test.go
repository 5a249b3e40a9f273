package linear

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/learners"
	"dpscope/learners/table"
	"dpscope/learners/train"
)

// With two classes the multinomial objective has the binary one's minimum for
// half the penalty: both rows share the slope.
func TestMultinomialAgreesWithBinary(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	d := table.Data{Features: make([]table.Feature, 2), ClassNames: []string{"a", "b"}, Y: make([]int, 300), Rows: make([]int, 300)}
	for i := range d.Y {
		d.X = append(d.X, rng.Float64(), rng.Float64())
		if d.Rows[i] = i; d.X[2*i]+d.X[2*i+1]+rng.NormFloat64()/2 > 1 {
			d.Y[i] = 1
		}
	}
	l := Logistic{C: 2}
	shape, err := train.NewConditioner(d, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	w, err := train.Minimize(context.Background(), train.Objective{Dims: 6, Shape: shape, Scale: 25, Value: func(x, g []float64) float64 { return l.multinomial(d, learners.Even(d.Classes()), x, g) }})
	if err != nil {
		t.Fatal(err)
	}
	fitted, err := Logistic{C: 4}.Fit(context.Background(), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	binary := fitted.(*Linear)
	for j, v := range binary.Weights {
		if got := w[3+j] - w[j]; math.Abs(got-v) > 1e-6 {
			t.Errorf("weight %d: %.9f by the multinomial form, %.9f by the binary", j, got, v)
		}
	}
	if got := w[5] - w[2]; math.Abs(got-binary.Bias) > 1e-6 {
		t.Errorf("intercept: %.9f and %.9f", got, binary.Bias)
	}
}

// Classes that count alike fit as the rare one's records would, each in the file as often as there are others to one.
func TestBalancedIsRepetition(t *testing.T) {
	const times = 4
	rng := rand.New(rand.NewPCG(8, 6))
	once := table.Data{Features: make([]table.Feature, 2), ClassNames: []string{"a", "b"}}
	repeated := once
	add := func(d *table.Data, x, y float64, class int) {
		d.X, d.Y, d.Rows = append(d.X, x, y), append(d.Y, class), append(d.Rows, len(d.Rows))
	}
	for i := range 50 * (times + 1) {
		class := 0
		if i%(times+1) == 0 {
			class = 1
		}
		x, y := rng.Float64()+0.2*float64(class), rng.Float64()
		add(&once, x, y, class)
		for range 1 + class*(times-1) {
			add(&repeated, x, y, class)
		}
	}
	const c = 3.0
	balanced, err := learners.Balanced{Weighing: Logistic{C: c}}.Fit(context.Background(), once, nil)
	if err != nil {
		t.Fatal(err)
	}
	frequent := float64(once.Len()) / 2 / (50 * times) // what one of the frequent class counts
	want, err := Logistic{C: c * frequent}.Fit(context.Background(), repeated, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, by := balanced.(*Linear), want.(*Linear)
	for j, v := range append(by.Weights, by.Bias) {
		if math.Abs(append(got.Weights, got.Bias)[j]-v) > 1e-5*(1+math.Abs(v)) {
			t.Errorf("coefficient %d is %g, and by repetition %g", j, append(got.Weights, got.Bias)[j], v)
		}
	}
}

package private

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/mechanisms/accounting"
)

// Whatever the record and the weights, one record more moves the sum by the clip at
// most: it is cut before it is weighed.
func TestDescentSensitivity(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 2000 {
		d := Descent{Clip: math.Exp(rng.NormFloat64()), Weights: Weights{rng.Float64(), rng.Float64()}}
		x, beta, sum := make([]float64, 3), make([]float64, 3), make([]float64, 3)
		for j := range x {
			x[j], beta[j] = 5*rng.NormFloat64(), 5*rng.NormFloat64()
		}
		if d.add(sum, x, rng.Float64() < 0.5, beta); norm(sum) > d.Clip*(1+1e-12) {
			t.Fatalf("%+v: a record moves the sum by %v", d, norm(sum))
		}
	}
}

// Without noise and with all records at every step it ends where the plain fit does.
func TestDescentDescends(t *testing.T) {
	ctx := context.Background()
	rows := made(300, 2, rand.New(rand.NewPCG(2, 2)))
	w := Weights{1, 0.5}
	want, err := Plain(ctx, rows, w, 1e-9)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Descent{Rate: 1, Steps: 6000, Clip: 1, Pace: 6, Weights: w}.Beta(ctx, rows, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	for j := range got {
		if math.Abs(got[j]-want[j]) > 1e-3*(1+norm(want)) {
			t.Fatalf("it ends at %v, not %v", got, want)
		}
	}
}

// Each record takes part as often as the rate says, and no more: five standard
// deviations, a false alarm in a million runs of other seeds.
func TestDescentRate(t *testing.T) {
	const rate, records, runs = 0.03, 50, 20000
	rng := rand.New(rand.NewPCG(4, 4))
	d := Descent{Rate: rate}
	counts := make([]float64, records)
	for range runs {
		for i := d.next(-1, rng); i < records; i = d.next(i, rng) {
			counts[i]++
		}
	}
	for i, c := range counts {
		if math.Abs(c-rate*runs) > 5*math.Sqrt(rate*(1-rate)*runs) {
			t.Errorf("record %d takes part %v times of %d", i, c, runs)
		}
	}
}

// Models that vote spend their budget together: by basic composition without a slack, and no more than the exact theorem allows
// with one.
func TestBaggingSpends(t *testing.T) {
	const records = 800
	for _, b := range []Bagging{
		{Fit: Fit{Epsilon: 1}, Models: 1, Share: 1}, {Fit: Fit{Epsilon: 1}, Models: 5, Share: 0.2},
		{Fit: Fit{Epsilon: 0.3}, Models: 40, Share: 0.1, Slack: 1e-6}, {Fit: Fit{Epsilon: 5}, Models: 10, Share: 0.5, Slack: 1e-5},
		{Fit: Fit{Epsilon: 1}, Models: 5, Share: 0.333}, // 266 of 800: less than the share
	} {
		each, err := b.Each(records)
		if err != nil {
			t.Fatal(err)
		}
		step := accounting.Amplified(each, float64(b.Part(records))/records)
		all := accounting.Repeated{Epsilon: step, Times: float64(b.Models)}
		if b.Slack == 0 && math.Abs(all.Basic()-b.Epsilon) > 1e-12*b.Epsilon {
			t.Errorf("%+v spends %v", b, all.Basic())
		}
		theorem := accounting.Basic
		if b.Slack > 0 {
			theorem = accounting.Optimal
		}
		priced, err := accounting.Claims{Theorem: theorem}.Price(t.Context(), b.Event(records, each), b.Slack)
		if err != nil || priced.High > b.Epsilon*(1+1e-9) {
			t.Errorf("%+v: the vote costs %+v, %v", b, priced, err)
		}
		if b.Slack > 0 && (all.Optimal(b.Slack) > b.Epsilon*(1+1e-12) || all.Optimal(b.Slack) < 0.99*b.Epsilon) {
			t.Errorf("%+v spends %v of its budget", b, all.Optimal(b.Slack))
		}
	}
}

// A vote of many models with much budget equals that of the plain fit.
func TestBaggingVotes(t *testing.T) {
	ctx := context.Background()
	rows := made(2000, 2, rand.New(rand.NewPCG(6, 6)))
	plain, err := Plain(ctx, rows, Even, 1.0/2000)
	if err != nil {
		t.Fatal(err)
	}
	betas, err := Bagging{Fit: Fit{Epsilon: 500, Lambda: 1.0 / 2000, Weights: Even}, Models: 7, Share: 0.5}.Betas(ctx, rows, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	same := 0
	for i, v := range Votes(rows, betas) {
		if (v > 0) == (dot(rows.Row(i), plain) >= 0) {
			same++
		}
	}
	if same < 1960 {
		t.Errorf("%d of 2000 records are told as by the plain fit", same)
	}
}

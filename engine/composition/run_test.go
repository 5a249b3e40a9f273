package composition

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/work"
	"dpscope/mechanisms/privacy"
)

// asked returns a session for one test.
func asked(t *testing.T) context.Context {
	return work.With(t.Context(), &work.Session{Store: work.NewStore(1 << 22)})
}

// The training that is asked about most, by each way of drawing: three digits of both ends, as the specification has them.
func TestRunByItsDrawing(t *testing.T) {
	ctx, run := asked(t), Run{Records: 60_000, Batch: 256, Epochs: 15, Sigma: 1.1, Delta: 1e-5, Neighbours: privacy.OneZeroed}
	for _, c := range []struct {
		drawn     Drawing
		low, high float64
	}{
		{Poisson, 1.13, 1.14}, {Shuffled, 6.00, 20.6}, {ShuffledOnce, 20.56, 20.6}, {FixedOrder, 20.56, 20.6}, {FixedSize, 6.49, 8.94},
	} {
		run.Drawn = c.drawn
		v, err := run.Bounds(ctx)
		const digit = 0.005
		if err != nil || !(v.Low.Low >= c.low-1e-3 && v.Low.Low <= c.low*(1+digit) && v.High.High <= c.high && v.High.High >= c.high*(1-digit)) {
			t.Errorf("%v: %v to %v, want %g to %g; %v", c.drawn, v.Low, v.High, c.low, c.high, err)
		}
	}
	rare := Run{Records: 10_000, Batch: 100, Epochs: 5, Sigma: 1.1, Delta: 1e-5, Neighbours: privacy.OneZeroed, Drawn: Weighted, Chance: 1. / 1000}
	v, err := rare.Bounds(ctx)
	if err != nil || math.Abs(v.Low.Low-40.866) > 0.002 || math.Abs(v.High.High-60.275) > 1e-3 {
		t.Errorf("weighted: %v to %v, %v", v.Low, v.High, err)
	}
}

// Whatever the run: the lower end is no more than the upper one; a rate of 1 is a fixed order of one batch; ε falls in σ
// and rises in epochs.
func TestRandomRuns(t *testing.T) {
	effort.ForNumbers(t)
	ctx, rng := asked(t), rand.New(rand.NewPCG(49, 1))
	between := func(low, high float64) float64 { return low * math.Exp(rng.Float64()*math.Log(high/low)) }
	const (
		rounded = 1e-9
		far     = 500 // from about there on losses are not added up, and other bounds count
	)
	for range effort.Scale(20, 20, 1000) {
		n := math.Round(between(10, 1e5))
		r := Run{Records: n, Batch: math.Round(between(1, n)), Epochs: math.Round(between(1, 30)), Sigma: between(0.3, 10), Delta: between(1e-9, 0.1),
			Dropped: rng.IntN(2) == 0, Drawn: Drawings[rng.IntN(len(Drawings))], Neighbours: privacy.OneZeroed, Chance: between(1e-4, 0.3) / n}
		if rng.IntN(3) == 0 {
			r.Neighbours = privacy.OneReplaced
		}
		if rng.IntN(4) == 0 {
			r.Steps, r.Epochs = math.Round(between(1, 1000)), 0
		}
		if r.Drawn == Weighted {
			r.Batch, r.Neighbours = min(r.Batch, 300), privacy.OneZeroed
		}
		if err := r.Check(); err != nil {
			t.Fatalf("%+v: %v", r, err)
		}
		ends := func(r Run) (low, high float64) {
			v, err := r.Coarse(ctx)
			if err != nil {
				t.Fatalf("%+v: %v", r, err)
			}
			return max(v.Low.Number(), 0), v.High.Number()
		}
		low, high := ends(r)
		if !(low <= high*(1+rounded)) {
			t.Errorf("%+v: at least %g and at most %g", r, low, high)
		}
		louder, longer := r, r
		louder.Sigma *= 1.3
		if r.Steps > 0 {
			longer.Steps *= 2
		} else {
			longer.Epochs *= 2
		}
		const near = 5e-3 // of coarse bounds
		for what, of := range map[string][2]Run{"with more noise": {louder, r}, "for longer": {r, longer}} {
			lowLess, highLess := ends(of[0])
			lowMore, highMore := ends(of[1])
			if !(min(lowLess, far) <= lowMore*(1+near)+1e-9) || !(highLess <= highMore*(1+near)+1e-9) {
				t.Errorf("%+v %s: %g to %g, then %g to %g", r, what, lowLess, highLess, lowMore, highMore)
			}
		}
		all := r
		all.Batch, all.Drawn = n, Poisson
		lowAll, highAll := ends(all)
		all.Drawn = FixedOrder
		if want, _ := ends(all); math.Abs(lowAll-want) > 1e-9*want || math.Abs(highAll-want) > 1e-9*want {
			t.Errorf("%+v with rate 1: %g to %g, and in a fixed order %g", r, lowAll, highAll, want)
		}
	}
}

// The order of a file and one random order, for any number of epochs; and a run given by steps alone.
func TestRunInSteps(t *testing.T) {
	ctx := asked(t)
	whole := Run{Records: 1000, Batch: 100, Epochs: 3, Sigma: 1, Delta: 1e-5, Neighbours: privacy.OneZeroed}
	for _, drawn := range []Drawing{Poisson, FixedSize, Shuffled, ShuffledOnce, FixedOrder} {
		whole.Drawn = drawn
		steps, more := whole, whole
		steps.Epochs, steps.Steps = 0, 30
		more.Epochs, more.Steps = 0, 34
		a, err := whole.Bounds(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := steps.Bounds(ctx); err != nil || a != b {
			t.Errorf("%v: 3 epochs are %v, and 30 steps %v, %v", drawn, a, b, err)
		}
		if b, err := more.Bounds(ctx); err != nil || b.Low.Low < a.Low.Low || b.High.High <= a.High.High {
			t.Errorf("%v: 30 steps are %v, and 34 %v, %v", drawn, a, b, err)
		}
		rate := whole
		rate.Records, rate.Batch, rate.Rate = 0, 0, 0.1
		if b, err := rate.Bounds(ctx); err != nil || a != b {
			t.Errorf("%v: batches of 100 of 1000 are %v, and a rate of a tenth %v, %v", drawn, a, b, err)
		}
	}
}

func TestVerdicts(t *testing.T) {
	ctx := asked(t)
	run := Run{Records: 60_000, Batch: 256, Epochs: 15, Sigma: 1.1, Delta: 1e-5, Neighbours: privacy.OneZeroed}
	for _, c := range []struct {
		drawn      Drawing
		neighbours privacy.Neighbours
		claimed    float64
		want       Verdict
	}{
		{Poisson, privacy.OneAdded, 1.14, Holds},
		{Poisson, privacy.OneAdded, 1.1, DoesNotHold},
		{Poisson, privacy.OneReplaced, 1.14, CannotBeTold},
		{Shuffled, privacy.OneZeroed, 1.14, DoesNotHold},
		{Shuffled, privacy.OneZeroed, 8, CannotBeTold},
		{Shuffled, privacy.OneZeroed, 21, Holds},
		{Shuffled, privacy.OneAdded, 21, NotCovered},
		{FixedOrder, privacy.OneZeroed, 20, DoesNotHold},
		{FixedSize, privacy.OneZeroed, 9, Holds},
		{FixedSize, privacy.OneZeroed, 0, NothingClaimed},
	} {
		run.Drawn, run.Neighbours, run.Claimed = c.drawn, c.neighbours, c.claimed
		if got, err := run.Verdict(ctx); err != nil || got != c.want {
			t.Errorf("%v between %v, ε = %g: %v, want %v; %v", c.drawn, c.neighbours, c.claimed, got, c.want, err)
		}
	}
	rare := Run{Records: 1000, Batch: 100, Epochs: 1, Sigma: 2, Delta: 1e-3, Neighbours: privacy.OneReplaced, Drawn: Weighted, Chance: 0.01}
	for claimed, want := range map[float64]Verdict{0.1: DoesNotHold, 500: NotCovered} {
		if rare.Claimed = claimed; true {
			if got, err := rare.Verdict(ctx); err != nil || got != want {
				t.Errorf("weighted, replaced, ε = %g: %v, want %v; %v", claimed, got, want, err)
			}
		}
	}
}

// An attacker's right guesses lie between both ends, and are known where the law is.
func TestRunGuesses(t *testing.T) {
	ctx := asked(t)
	run := Run{Records: 1000, Batch: 100, Epochs: 3, Sigma: 1.5, Delta: 1e-5}
	for _, n := range []privacy.Neighbours{privacy.OneZeroed, privacy.OneReplaced} {
		run.Neighbours, run.Drawn = n, FixedOrder
		order, err := run.Right(ctx)
		if err != nil || order.Low.Value != order.High.Value {
			t.Fatalf("fixed order: %v, %v", order, err)
		}
		for _, drawn := range []Drawing{Poisson, FixedSize, Shuffled, ShuffledOnce} {
			run.Drawn = drawn
			v, err := run.Right(ctx)
			if err != nil || !(v.Low.Value >= 0.5 && v.Low.Value <= v.High.Value && v.High.Value <= 1) {
				t.Errorf("%v between %v: %v, %v", drawn, n, v, err)
			}
			if drawn == Shuffled && !(v.Low.Value < order.Low.Value && v.High == order.High) {
				t.Errorf("shuffled between %v: %v, and in a fixed order %v", n, v, order)
			}
		}
	}
}

// The solution keeps the target, and hardly more does not.
func TestRunInverses(t *testing.T) {
	effort.ForNumbers(t)
	ctx := asked(t)
	for i, drawn := range Drawings {
		for j, n := range []privacy.Neighbours{privacy.OneZeroed, privacy.OneReplaced} {
			if !effort.Sample(2*i+j, 5, 3) {
				continue
			}
			r := Run{Records: 1000, Batch: 50, Epochs: 4, Sigma: 3, Delta: 1e-5, Neighbours: n, Drawn: drawn, Chance: 0.002}
			const target = 3
			if r.NotCovered() != "" {
				if v, err := r.SigmaFor(ctx, target); err != nil || !v.Missing() {
					t.Errorf("%v between %v: σ = %v, %v", drawn, n, v, err)
				}
				continue
			}
			keeps := func(r Run) bool {
				v, err := r.Bounds(ctx)
				if err != nil {
					t.Fatal(err)
				}
				return v.High.Number() <= target
			}
			sigma, err := r.SigmaFor(ctx, target)
			with, less := r, r
			with.Sigma, less.Sigma = sigma.Value, sigma.Value*(1-3e-4)
			if err != nil || !keeps(with) || keeps(less) {
				t.Errorf("%v between %v: σ = %v, %v", drawn, n, sigma, err)
			}
			epochs, err := r.EpochsFor(ctx, target)
			with, less = r, r
			with.Epochs, less.Epochs = epochs.Value, epochs.Value+1
			if err != nil || epochs.Value > 0 && !keeps(with) || keeps(less) {
				t.Errorf("%v between %v: %v epochs, %v", drawn, n, epochs, err)
			}
			batch, err := r.BatchFor(ctx, target)
			with, less = r, r
			with.Batch, less.Batch = batch.Value, batch.Value+1
			if err != nil || batch.Value > 0 && !keeps(with) || batch.Value < r.Records && keeps(less) {
				t.Errorf("%v between %v: a batch of %v, %v", drawn, n, batch, err)
			}
		}
	}
}

// An impossible run is refused in a sentence.
func TestNoRuns(t *testing.T) {
	good := Run{Records: 100, Batch: 10, Epochs: 2, Sigma: 1, Delta: 1e-5, Neighbours: privacy.OneZeroed}
	if err := good.Check(); err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(*Run){
		"a batch of 200 exceeds the 100 records":      func(r *Run) { r.Batch = 200 },
		"epochs = 0 is no number of epochs":           func(r *Run) { r.Epochs = 0 },
		"sigma = 0 adds no noise, and nothing is":     func(r *Run) { r.Sigma = 0 },
		"a claim of ε = 8.00 without δ never holds":   func(r *Run) { r.Claimed, r.Delta = 8, 0 },
		"records = 0 is no number of records":         func(r *Run) { r.Records = 0 },
		"batch = 2.5 is no size of a batch":           func(r *Run) { r.Batch = 2.5 },
		"rate = 2 is outside (0, 1]":                  func(r *Run) { r.Rate = 2 },
		"steps = -1 is no number of steps":            func(r *Run) { r.Steps = -1 },
		"delta = 1 is outside [0, 1)":                 func(r *Run) { r.Delta = 1 },
		"chance = 0 is not the probability":           func(r *Run) { r.Drawn = Weighted },
		"sigma = NaN is no standard deviation":        func(r *Run) { r.Sigma = math.NaN() },
		"a claim of ε = NaN is none":                  func(r *Run) { r.Claimed = math.NaN() },
		"a weighted sampler draws batches of a size:": func(r *Run) { r.Drawn, r.Rate, r.Batch, r.Records = Weighted, 0.1, 0, 0 },
	} {
		bad := good
		spoil(&bad)
		if err := bad.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", bad, err, want)
		}
	}
}

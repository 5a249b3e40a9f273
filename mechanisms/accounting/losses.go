package accounting

import (
	"context"
	"math"

	"gonum.org/v1/gonum/dsp/fourier"

	"dpscope/engine/work"
)

// Bounds enclose the least budget of a run.
type Bounds struct{ Low, High float64 }

// On so many multiples sums of losses are computed: Fine for a number, Coarse for a
// curve, whose upper bounds are then a few parts in a thousand higher.
const Fine, Coarse = 1 << 16, 1 << 13

// Losses encloses the least budget of a run at a slack delta > 0, by the law of the
// privacy loss of one step added up by Fourier transforms of so many cells, a power
// of 2. What one side and the other can tell is computed apart, and the worse counts:
// neighbours are the same two in all steps, so that no mixture of sides is met.
// The only error is that of the context, to which is reported how far it is.
func (r Run) Losses(ctx context.Context, delta float64, cells int) (Bounds, error) {
	return r.enclose(ctx, delta, cells, true)
}

// Enough is the upper end that Losses would give, in about half of the time.
func (r Run) Enough(ctx context.Context, delta float64, cells int) (float64, error) {
	b, err := r.enclose(ctx, delta, cells, false)
	return b.High, err
}

func (r Run) enclose(ctx context.Context, delta float64, cells int, lower bool) (Bounds, error) {
	switch {
	case delta >= -math.Expm1(r.Steps*math.Log1p(-r.Rate)): // as likely, the record takes part in no step
		return Bounds{}, nil
	case r.Rate == 1:
		epsilon := r.unsampled(delta)
		return Bounds{epsilon, epsilon}, nil
	}
	transform := fourier.NewFFT(cells)
	var worst Bounds
	for i, from := range []side{removed, added} {
		b, err := r.seen(work.Within(ctx, float64(i)/2, float64(i+1)/2), from, delta, transform, lower)
		if err != nil {
			return Bounds{}, err
		}
		worst = Bounds{max(worst.Low, b.Low), max(worst.High, b.High)}
		work.Report(ctx, work.Progress{Done: float64(i + 1), Of: 2})
	}
	return worst, nil
}

// seen encloses the budget that the losses of one side ask for; from below only
// where that is wanted too.
func (r Run) seen(ctx context.Context, from side, delta float64, transform *fourier.FFT, lower bool) (b Bounds, err error) {
	const (
		missed = 1e-7 // part of δ in losses beyond all that are looked at
		step   = 0.2  // of what is left: what each of these is worth
	)
	left := work.NewLeft(ctx)
	left.Step(step)
	order := r.best(from, delta)
	left.Step(step)
	s := summing{Run: r, transform: transform, whole: r.window(from, order.Order-1)}
	left.Step(step)
	s.one, s.block = s.whole, r
	if r.Steps > mostSteps {
		s.block.Steps = math.Ceil(r.Steps / max(mostSteps/2.5, math.Sqrt(r.Steps)))
		s.one = s.block.window(from, order.Order-1)
	}
	left.Step(step)
	width := s.one.width(transform)
	reach := 2 * width * float64(transform.Len()) // a loss beyond takes any sum out of the window
	c := r.cut(from, width, missed*delta/r.Steps, -reach, reach, s.one.tilt)
	rounding := r.Steps * 32 * unit * (1 + max(math.Abs(s.whole.low), math.Abs(s.whole.high)))
	sum, steps, err := s.add(left.Step(step), c, cells.spread, math.Ceil)
	if err != nil {
		return b, err
	}
	b.High = min(sum.least(delta, steps*c.above, true)+rounding, order.Epsilon)
	if !lower {
		return b, nil
	}
	sum, _, err = s.add(left.Step(step), c, cells.gather, math.Floor)
	b.Low = max(sum.least(delta, 0, false)-rounding, 0)
	return b, err
}

// mostSteps is how many losses a grid keeps apart.
const mostSteps = 10_000

// summing is how the losses of a run are added up: at once, or where there are more
// of them than a grid keeps apart, in blocks, each on a finer grid, whose sums are
// rounded the same way once more.
type summing struct {
	Run
	whole, one window // of all losses, and of a block's
	block      Run
	transform  *fourier.FFT
}

// add adds up the losses of all steps, rounded one way, and as many more or fewer as
// make whole blocks; steps are those that were added.
func (s summing) add(ctx context.Context, c cells, round func(cells) []float64, whole func(float64) float64) (sum tilted, steps float64, err error) {
	sum, err = compose(ctx, s.transform, round(c), c.first, c.width, s.block.Steps, s.one.tilt)
	sum.scale += s.block.Steps * s.one.log
	if err != nil || s.block == s.Run {
		return sum, s.Steps, err
	}
	part, blocks := sum, whole(s.Steps/s.block.Steps)
	again := part.recut(s.whole.width(s.transform), s.whole.tilt)
	sum, err = compose(ctx, s.transform, round(again), again.first, again.width, blocks, s.whole.tilt)
	sum.scale += blocks * part.scale
	sum.wrong += blocks * part.wrong
	sum.astray += blocks * (part.astray + part.grain*math.Sqrt(float64(len(part.masses))))
	return sum, blocks * s.block.Steps, err
}

// window is the stretch in which a weighed sum is, but for very little of it.
type window struct {
	tilt
	low, high float64
}

// width is that of the cells over a window; rounding moves it a little.
func (w window) width(transform *fourier.FFT) float64 {
	return (w.high - w.low) / (0.95 * float64(transform.Len()))
}

package fits

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine/num/rootfind"
	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/privacy"
)

// calibrated returns noise of one size for all answers of a fit, in units of one record's effect on each, so
// that the whole fit just keeps (ε, δ): by the privacy loss of all answers together.
func (t Terms) calibrated(ctx context.Context, k central.Kind) (Sized, error) {
	switch {
	case k.Deviation != nil:
		return withDeviation(t.Noise, k.Deviation(t.Epsilon, t.Delta)*math.Sqrt(t.Asks.squares())), nil
	case k.Ranged:
		return t.byRange(ctx)
	case t.Delta == 0: // with Laplace noise the answers' ε add up, and half of a move costs half of it
		return t.each(ctx, t.Epsilon/t.Asks.moves(), 0)
	}
	// Begin near Laplace noise as wide as the normal noise, slightly below.
	const less = 0.72
	at := less * math.Sqrt2 / (privacy.AnalyticSigma(t.Epsilon, t.Delta) * math.Sqrt(t.Asks.squares()))
	if !k.NeedsDelta {
		return t.greatest(ctx, at, 0)
	}
	return t.ofShares(ctx, at)
}

// moves and squares are the sums of how far one record moves the answers, in sensitivities, and of the squares.
func (a Asks) moves() float64   { return a.Whole + a.Half/2 }
func (a Asks) squares() float64 { return a.Whole + a.Half/4 }

// shares lists shares of δ for the answers' own δ together: the rest is for their losses.
var shares = [...]float64{0.05, 0.1, 0.2, 0.5, 1}

// ofShares tries several δ of one answer; for each it finds the greatest ε that keeps the fit's budget, and
// it returns the smallest noise. Size falls with the share and then rises, or rises at once, so that it stops
// at the first rise.
func (t Terms) ofShares(ctx context.Context, at float64) (best Sized, err error) {
	for _, share := range shares {
		s, err := t.greatest(ctx, at, share*t.Delta/t.Asks.Answers())
		switch {
		case err != nil:
			return s, err
		case s.Draw == nil && best.Draw == nil:
			best = s
		case best.Draw == nil || s.Draw != nil && s.Size < best.Size:
			best, at = s, s.Epsilon
		default:
			return best, nil
		}
	}
	return best, nil
}

// leastEach and mostEach are between which ε of one answer is looked for.
const leastEach, mostEach = 1e-5, 15

// greatest returns the noise of an answer with this δ and the greatest ε, to a thousandth, at which the fit
// keeps its budget. The search begins at a place.
func (t Terms) greatest(ctx context.Context, at, delta float64) (found Sized, err error) {
	const step, near = 1.15, 1e-3
	var last Sized
	over := func(log float64) float64 { // above 0 if the fit breaks it
		if err != nil {
			return 0
		}
		if last, err = t.each(ctx, math.Exp(log), delta); err != nil {
			return 0
		}
		if last.Draw == nil {
			return -1 // its grid is too long, and shorter at a greater ε
		}
		var of func(float64) float64
		if of, err = t.keeps(ctx, last); err != nil {
			return 0
		}
		const most = 50 // of a logarithm
		ratio := math.Log(of(t.Epsilon) / t.Delta)
		if ratio <= 0 && (found.Draw == nil || last.Epsilon > found.Epsilon) {
			found = last
		}
		return min(max(ratio, -most), most)
	}
	low := math.Log(min(max(at, leastEach), mostEach))
	high, atLow := low, over(low)
	atHigh := atLow
	for atHigh <= 0 && err == nil && high < math.Log(mostEach) {
		low, atLow = high, atHigh
		high = min(high+math.Log(step), math.Log(mostEach))
		atHigh = over(high)
	}
	for atLow > 0 && err == nil && low > math.Log(leastEach) {
		high, atHigh = low, atLow
		low = max(low-math.Log(step), math.Log(leastEach))
		atLow = over(low)
	}
	if err == nil && atLow < 0 && atHigh > 0 && found.Draw != nil { // otherwise its grid ends before the fit keeps anything
		rootfind.Bracket(over, low, high, atLow, atHigh, near/(1+math.Abs(low)))
	}
	switch {
	case err != nil:
		return Sized{}, err
	case found.Draw == nil && last.Draw == nil:
		return none(t.Noise, last.None), nil
	case found.Draw == nil:
		return none(t.Noise, fmt.Sprintf("no ε of one answer in [%g, %d] that has such noise lets %s answers keep ε = %g and δ = %g", leastEach,
			mostEach, countOf(t.Asks), t.Epsilon, t.Delta)), nil
	}
	return found, nil
}

func countOf(a Asks) string { return fmt.Sprintf("%.0f", a.Answers()) }

// keeps returns an upper bound on the profile of the fit.
func (t Terms) keeps(ctx context.Context, s Sized) (func(epsilon float64) float64, error) {
	if t.Asks.Answers() == 1 {
		return s.alone(ctx, t.Asks.moves())
	}
	c, err := accounting.Losses{Accuracy: accounting.Coarse}.Above(ctx, t.Asks.Event(s), least(t.Delta))
	return func(epsilon float64) float64 { return c.Delta(epsilon).High }, err
}

package concentration

import (
	"math"
	"slices"

	"dpscope/engine/num/least"
	"dpscope/engine/num/optimize1d"
	"dpscope/engine/num/rootfind"
	"dpscope/mechanisms"
)

// RequiredEpsilon returns the least budget at which M(x) lies in the window with
// probability target or more, 0 < target < 1; it is not reached where no budget in the range
// of Epsilon is enough. The answer is on the safe side: the mass at the least ε is at
// least target, and a ratio of 1 − 1e-12 below it the mass is smaller.
//
// A mass need not rise with ε, even if the window holds x: noise of
// laplace-truncated at x = 0.4 first leaves [0.39, 1] and then comes back. So
// the range is cut where the mass may turn, and the first piece that ends at
// or above the target holds one crossing, which is then bracketed. Mechanisms
// that are Turning say exactly where to cut; of these it is known whether every ε is enough.
// The others are searched.
func RequiredEpsilon(maker mechanisms.Family, x float64, w Window, target float64) Required {
	s := shortfall{maker: maker, x: x, window: w, target: target}
	places, known := mechanisms.MonotonePieces(maker, x, w.From, w.To)
	for i, epsilon := range places {
		places[i] = math.Log(epsilon)
	}
	walk := least.Walk{Places: slices.Values(places), Narrow: narrowed}
	if !known {
		walk = searched(places[0], places[len(places)-1])
	}
	found := walk.Find(s.at)
	if !found.Reached() {
		return Required{Epsilon: math.NaN(), Resolution: found.Resolution}
	}
	return Required{budget(found.Least), found.Resolution, found.Everywhere}
}

// Required is the least budget that reaches a target.
type Required struct {
	Epsilon    float64 // NaN: none does
	Resolution float64 // as a difference of ln ε: a stretch of budgets below it that is enough and narrower may be passed over; 0: there is none
	Any        bool    // every budget in the range of Epsilon is proven to be enough
}

// Reached reports whether such a budget exists.
func (r Required) Reached() bool { return !math.IsNaN(r.Epsilon) }

// shortfall is the distance of a mass above its target (negative: below) as a function of t = ln ε.
type shortfall struct {
	maker  mechanisms.Family
	x      float64
	window Window
	target float64
}

// at compares outside masses when the target is above one half: those keep
// their digits as the mass nears 1, and there a law's Mass is 1 − Outside, so that
// the two agree on which side of the target it lies.
func (s *shortfall) at(t float64) float64 {
	m, err := s.maker(budget(t))
	if err != nil {
		return math.Inf(-1)
	}
	law := m.At(s.x)
	if s.target > 0.5 {
		return (1 - s.target) - law.Outside(s.window.From, s.window.To)
	}
	return law.Mass(s.window.From, s.window.To) - s.target
}

// budget returns e^t, kept in the range of ε against rounding: its ends are themselves.
func budget(t float64) float64 {
	if t <= math.Log(mechanisms.Epsilon.Min) {
		return mechanisms.Epsilon.Min
	}
	return min(max(math.Exp(t), mechanisms.Epsilon.Min), mechanisms.Epsilon.Max)
}

// narrowed closes in on where the mass reaches the target between a place where it does not
// and one where it does. A mass that equals the target from there on up to the end only
// approaches it, as half of the noise does of a value on the edge of its window, and is
// rounded to it: nothing is found.
func narrowed(f least.Function, missing, reaching least.Point) (below, above float64, found bool) {
	below, above = rootfind.Bracket(f, missing.X, reaching.X, missing.Value, reaching.Value, 0)
	return below, above, reaching.Value > 0 || above == reaching.X
}

// searchStep is the spacing of the search in ln ε. A mass of a mechanism on [0, 1] is a quotient of sums of
// e^(−ε·distance): functions of ln ε smoothed by the kernel exp(−e^t), whose width is about 1. A much
// narrower bump has no height.
const searchStep = 0.22

// searched walks from low to high in even steps, and climbs the bumps between them.
func searched(low, high float64) least.Walk {
	steps := math.Ceil((high - low) / searchStep)
	return least.Walk{
		Resolution: searchStep,
		Places: func(yield func(float64) bool) {
			for i := 0.0; i <= steps && yield(low+(high-low)*i/steps); i++ {
			}
		},
		Bump:   least.Concave,
		Top:    summit,
		Tail:   true,
		Narrow: narrowed,
	}
}

// summit climbs the one bump between low and high, and stops early at a point
// that reaches the target.
func summit(f least.Function, low, high float64) (top, atTop float64) {
	return optimize1d.Golden(f, low, high, optimize1d.Stop{Width: 1e-9})
}

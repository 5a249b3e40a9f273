// Package fits asks how well models perform that noisy answers to queries fit, and how much of one person's
// privacy such a fit spends: with a budget per answer, as experiments often run, and with one for the whole.
package fits

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/work"
	"dpscope/learners/private"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
)

// Kinds by name.
const (
	Laplace   = "laplace"
	Truncated = "truncated-laplace"
	Classic   = "classic-gaussian"
	Gaussian  = "analytic-gaussian"
	Optimal   = "optimal"
	Ranges    = "ranges"
	Discrete  = "discrete-laplace"
	None      = "none"
)

// words has a fit's own words of kinds.
var words = map[string]central.Kind{
	Laplace:   {Help: "Two-sided exponential noise: ε needs no δ."},
	Truncated: {Help: "Laplace noise, cut off where δ allows."},
	Gaussian:  {Help: "Normal noise of the least deviation that is private enough.", Source: "Balle & Wang 2018, Thm 8"},
	Ranges: {Help: "Optimised noise that depends on where the true answer lies; a distribution for each half of a sensitivity next to where " +
		"answers begin, and one for all beyond; of gradients around 0. Which part an answer lies in is as secret as the answer."},
	Discrete: {Help: "Two-sided geometric noise of whole numbers: for counts alone.", Source: "Ghosh, Roughgarden & Sundararajan 2009"},
}

// Kinds lists the noise that answers may have: kinds whose size is also known when a record moves an answer
// by a part of its sensitivity, the classic Gaussian, the program's, and none.
var Kinds = func() (list []central.Kind) {
	classic := central.Kind{Name: Classic, Title: "Classic Gaussian", Words: "classic Gaussian", Brief: "classic Gaussian", NeedsDelta: true,
		Help:   "Normal noise of deviation √(2 ln(1.25/δ))/ε, which is proven enough for ε < 1; of a whole run it is the analytic one.",
		Source: "Dwork & Roth 2014, Thm A.1", Deviation: classicDeviation}
	var whole []central.Kind
	for _, k := range append(slices.Clip(central.Kinds), optimal.Optimised, optimal.ByRange) {
		switch k = k.Told(words[k.Name]); {
		case k.Whole:
			whole = append(whole, k)
		case k.Deviation != nil:
			list = append(list, classic, k)
		case k.Part != nil || k.New == nil:
			list = append(list, k)
		}
	}
	return append(append(list, whole...), central.Kind{Name: None, Title: "No noise", Words: "no", Brief: "no noise", Help: "The fit itself, private in nothing."})
}()

// Find returns the kind called name.
func Find(name string) (central.Kind, bool) {
	i := slices.IndexFunc(Kinds, func(k central.Kind) bool { return k.Name == name })
	if i < 0 {
		return central.Kind{}, false
	}
	return Kinds[i], true
}

// Budget says of what ε and δ are.
type Budget int

const (
	Whole Budget = iota // of the whole fit
	Query               // of every single answer
)

// Sized is noise of the size that a budget asks for.
type Sized struct {
	Kind           string
	Draw           private.Noise   // in sensitivities; nil where there is none
	Epsilon, Delta float64         // of one answer; of normal noise of a whole fit neither is
	Deviation      float64         // of normal noise; 0 of any other
	Problem        optimal.Problem // of Optimal
	Family         optimal.Family  // of Ranges
	Size           float64         // E|X|, in sensitivities; of Ranges where it is greatest
	Gap            float64         // of Ranges: how much more it may lose than the least, in parts of its loss
	None           string          // why there is none
}

// Mean returns E|X| as an answer.
func (s Sized) Mean() known.Value {
	switch {
	case s.Kind == None:
		return known.Exactly(0)
	case s.Draw == nil:
		return known.Nothing(s.None)
	case s.Kind == Ranges:
		return known.OrLess(s.Size)
	}
	return known.Exactly(s.Size)
}

var absolute = central.Slopes{Below: 1, Above: 1}

// none returns missing noise, with the reason.
func none(kind, why string) Sized { return Sized{Kind: kind, None: why} }

// family returns noise of a family of central at (ε, δ).
func family(kind string, epsilon, delta float64) (Sized, error) {
	k, err := central.Find(kind)
	if err != nil {
		return Sized{}, err
	}
	n, err := k.New(central.Setting{Epsilon: epsilon, Delta: delta, Loss: absolute, Steps: 1})
	if err != nil {
		return none(kind, err.Error()), nil
	}
	return Sized{Kind: kind, Draw: private.Alike{Sampler: n.Law()}, Epsilon: epsilon, Delta: delta, Size: n.Expected(absolute)}, nil
}

// withDeviation returns normal noise of a deviation, in sensitivities.
func withDeviation(kind string, deviation float64) Sized {
	return Sized{Kind: kind, Draw: private.Alike{Sampler: bell(deviation)}, Deviation: deviation, Size: deviation * math.Sqrt(2/math.Pi)}
}

// bell draws normal noise of a deviation.
type bell float64

func (b bell) Sample(rng *rand.Rand) float64 { return float64(b) * rng.NormFloat64() }

// classicDeviation returns the deviation of the classical calibration.
func classicDeviation(epsilon, delta float64) float64 {
	return math.Sqrt(2*math.Log(1.25/delta)) / epsilon
}

// lawKey names a law in a session's store.
type lawKey struct{ of optimal.Problem }

// solved returns the law of a problem, computed once per session.
func solved(ctx context.Context, p optimal.Problem) (optimal.Law, error) {
	bytes := func(l optimal.Law) int64 { return 200 + 40*int64(len(l.Masses)) }
	return work.Reported(ctx, lawKey{p}, bytes, func(ctx context.Context) (optimal.Law, error) {
		s, err := optimal.Solve(ctx, p, nil)
		return s.Law, err
	})
}

// problem returns the program at (ε, δ): one sensitivity longer than truncated Laplace noise, on about a
// hundred cells. A sensitivity has an even number of cells, so that half of one is whole cells.
func problem(epsilon, delta float64) optimal.Problem {
	const cells = 100
	reach := optimal.Support(epsilon, delta) + 1
	steps := 2 * int(max(1, math.Floor(cells/(4*reach))))
	return optimal.Problem{Epsilon: epsilon, Delta: delta, Loss: absolute, Steps: steps, Reach: int(min(reach, 1e6)) * steps}
}

// optimum returns the noise of least size at (ε, δ).
func optimum(ctx context.Context, epsilon, delta float64) (Sized, error) {
	p := problem(epsilon, delta)
	if err := p.Check(); err != nil {
		return none(Optimal, err.Error()), nil
	}
	law, err := solved(ctx, p)
	switch {
	case ctx.Err() != nil:
		return Sized{}, ctx.Err()
	case err != nil:
		return none(Optimal, err.Error()), nil
	}
	return Sized{Kind: Optimal, Draw: private.Alike{Sampler: law}, Epsilon: epsilon, Delta: delta, Problem: p, Size: meanSize(law)}, nil
}

// meanSize returns the mean absolute noise of a law.
func meanSize(law optimal.Law) (size float64) {
	for i, m := range law.Masses {
		size += m * absolute.Mean(law.Edges[i], law.Edges[i+1])
	}
	return size
}

// Terms holds the parameters for sizing noise. They are comparable.
type Terms struct {
	Noise          string
	Budget         Budget
	Epsilon, Delta float64
	Asks           Asks // of a fit
}

// Check reports an invalid number, with one that would work.
func (t Terms) Check() error {
	if k, known := Find(t.Noise); known && k.NeedsDelta && !(t.Delta > 0) {
		return fmt.Errorf("delta = 0 and %s do not go together: it keeps no ε without a δ; noise=%s needs none", k.Noise(), Laplace)
	}
	return nil
}

// content drops parameters without effect.
func (t Terms) content() Terms {
	signed := t.Noise == Ranges && t.Asks.Signed
	if t.Budget == Query {
		t.Asks = Asks{}
	} else if t.Noise == Classic {
		t.Noise = Gaussian
	}
	t.Asks.Signed = signed
	return t
}

// Sized returns the noise of these terms, computed once per session.
func (t Terms) Sized(ctx context.Context) (Sized, error) {
	t = t.content()
	bytes := func(Sized) int64 { return 10_000 }
	return work.Reported(ctx, t, bytes, t.sized)
}

func (t Terms) sized(ctx context.Context) (Sized, error) {
	if err := t.Check(); err != nil {
		return none(t.Noise, err.Error()), nil
	}
	switch k, _ := Find(t.Noise); {
	case t.Noise == None:
		return Sized{Kind: None}, nil
	case t.Budget == Whole:
		return t.calibrated(ctx, k)
	case k.Deviation != nil:
		s := withDeviation(k.Name, k.Deviation(t.Epsilon, t.Delta))
		s.Epsilon, s.Delta = t.Epsilon, t.Delta
		return s, nil
	}
	return t.each(ctx, t.Epsilon, t.Delta)
}

// each returns noise other than normal at an (ε, δ) of one answer.
func (t Terms) each(ctx context.Context, epsilon, delta float64) (Sized, error) {
	switch t.Noise {
	case Optimal:
		return optimum(ctx, epsilon, delta)
	case Ranges:
		return byRange(ctx, epsilon, delta, t.Asks.Signed)
	}
	return family(t.Noise, epsilon, delta)
}

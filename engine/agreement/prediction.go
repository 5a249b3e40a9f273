package agreement

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"

	"dpscope/engine/known"
	"dpscope/engine/work"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// Prediction asks how often the class of a record survives a mechanism. It is comparable; the session keeps
// slow results under the keys of its subject and its mechanism. WithLaws makes one.
type Prediction struct {
	*Subject
	Mechanism mechanisms.Setting // with its budget per private feature
	Seed      uint64             // of all draws
}

// WithLaws asks about the subject under a mechanism; its budgets must be possible.
func (s *Subject) WithLaws(m mechanisms.Setting, seed uint64) (Prediction, error) {
	if _, err := m.New(); err != nil {
		return Prediction{}, err
	}
	return Prediction{s, m, seed}, s.Region.Weights.Check(m.Maker(), m.Epsilon())
}

// predictionKey identifies a prediction; alongKey drops its budget.
type (
	predictionKey struct {
		subject   SubjectKey
		mechanism mechanisms.Setting
	}
	alongKey predictionKey
)

// made returns the mechanism, which WithLaws has checked.
func (p Prediction) made() mechanisms.Mechanism {
	m, _ := p.Mechanism.New()
	return m
}

// Claim returns the mechanism's guarantee for one private feature of mean weight.
func (p Prediction) Claim() (epsilon, delta float64) {
	claim := p.made().Guarantee().Claim()
	return claim.Epsilon, claim.Delta
}

// Spending returns the person's release, with probability raw of sending the values themselves.
func (p Prediction) Spending(raw float64) Spending {
	return Spending{Mechanism: p.made(), By: p.Mechanism, Weights: p.Region.Weights, Features: len(p.Names), Raw: raw}
}

// Laws returns the laws of the private answers.
func (p Prediction) Laws() []mechanisms.Law { return p.Region.Laws(p.made()) }

// First returns the mechanism of the first private feature.
func (p Prediction) First() mechanisms.Mechanism { return p.Region.Weights.At(0, p.made()) }

// Many reports whether there are more private features than maps can hold.
func (p Prediction) Many() bool { return len(p.Names) > 2 }

// BudgetPath returns the subject under a mechanism at any budget; the session keeps results by budget, the
// same for every target.
func (s *Subject) BudgetPath(m mechanisms.Setting) BudgetPath {
	return s.Region.BudgetPath(m.Maker(), alongKey{s.Key, m.Apart()})
}

// Agreement returns the agreement at the present budget.
func (p Prediction) Agreement(ctx context.Context) (known.Value, error) {
	return p.Region.Agreement(ctx, p.Laws())
}

// LargestBox returns the proven box of most mass at the present budget. Boxes over many features grow slowly,
// and the session keeps them.
func (p Prediction) LargestBox(ctx context.Context) (CertifiedBox, error) {
	find := func(ctx context.Context) (CertifiedBox, error) {
		return p.Region.LargestBox(ctx, p.Laws(), UnitInterval)
	}
	if !p.Many() {
		return find(ctx)
	}
	bytes := func(c CertifiedBox) int64 { return 100 + 32*int64(len(c.Sides)) }
	run := func(ctx context.Context, show func(CertifiedBox, work.Progress)) (CertifiedBox, error) {
		return find(work.Watching(ctx, func(p Proven) { show(CertifiedBox{Sides: p.Sides}, work.Progress{}) }))
	}
	return work.Do(ctx, work.Job[CertifiedBox]{Key: predictionKey{p.Key, p.Mechanism}, Bytes: bytes, Run: run},
		func(c CertifiedBox, _ work.Progress) { work.Tell(ctx, Proven{Sides: c.Sides}) })
}

// Cut reports whether a box within [0, 1] ends with it where answers lie beyond, so that it
// holds less than one without limits would.
func (p Prediction) Cut(box CertifiedBox) bool {
	laws := p.Laws()
	for k, side := range box.Sides {
		if low, high := side.Ends(); k < len(laws) && (low == 0 || high == 1) && laws[k].Outside(0, 1) > 0 {
			return true
		}
	}
	return false
}

// confidence is the confidence of intervals.
const confidence = 0.95

// Estimate returns the agreement as a share of draws, with an interval at 95 %; the same at every call with
// one budget.
func (p Prediction) Estimate(ctx context.Context, draws int) (Estimate, error) {
	return p.estimateAt(ctx, p.Mechanism.Epsilon(), p.Laws(), draws)
}

func (p Prediction) estimateAt(ctx context.Context, epsilon float64, laws []mechanisms.Law, draws int) (Estimate, error) {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %x", p.Mechanism.Kind, math.Float64bits(epsilon))
	return p.Region.Estimate(ctx, laws, draws, confidence, rand.New(rand.NewPCG(p.Seed, h.Sum64())))
}

// PaperOmega is ω of the paper's search, as the paper states it.
const PaperOmega = 0.05

// PaperTau returns τ of the search as the paper's scripts take it: .03 for the stroke data, .1 for images
// (the text states .01 for all).
func (p Prediction) PaperTau() float64 {
	if len(p.Names) > 6 {
		return 0.1
	}
	return 0.03
}

// PaperBox returns the box that the paper's search finds around the record. It draws much, and the session
// keeps it.
func (p Prediction) PaperBox(ctx context.Context) (PaperBox, error) {
	type key struct {
		subject SubjectKey
		seed    uint64
	}
	bytes := func(b PaperBox) int64 { return 100 + 32*int64(len(b.Sides)) }
	return work.Reported(ctx, key{p.Key, p.Seed}, bytes, func(ctx context.Context) (PaperBox, error) {
		return p.Region.PaperSearch(ctx, PaperOmega, p.PaperTau(), rand.New(rand.NewPCG(p.Seed, 0)))
	})
}

// Printed returns the paper's printed figure for a box found by its search.
func (p Prediction) Printed(b PaperBox) (float64, error) {
	return Printed(p.made(), p.Values(), b.Sides, PaperOmega, p.PaperTau())
}

// Sweep asks for the curves over budgets, with that many draws at each point of some curves; 0: no draws.
// Only the box over many features depends on the present budget.
func (p Prediction) Sweep(draws int, box *work.Once[CertifiedBox], paper *work.Once[PaperBox]) Sweep {
	type key struct {
		along alongKey
		at    mechanisms.Setting // of the box
		draws int
		seed  uint64
	}
	k := key{along: alongKey{p.Key, p.Mechanism.Apart()}, draws: draws, seed: p.Seed}
	s := Sweep{Region: p.Region, Maker: p.Mechanism.Maker(), Paper: paper, Omega: PaperOmega, Tau: p.PaperTau()}
	if draws > 0 {
		s.Estimate = func(ctx context.Context, epsilon float64, laws []mechanisms.Law) (Estimate, error) {
			return p.estimateAt(ctx, epsilon, laws, draws)
		}
	}
	if p.Many() {
		k.at, s.Box = p.Mechanism, box
	}
	s.Key = k
	return s
}

// NeedBasis says how the least budget for a target is known.
func (r *Region) NeedBasis() known.Basis {
	if r.OnLattice() {
		return known.AtMost
	}
	return known.Exact
}

// Raised returns an agreement with an indicator that sends the record as it is with probability delta; if the
// agreement is not computed, the proven box bounds it.
func Raised(agreement known.Value, box func() (known.Value, error), delta float64) (known.Value, error) {
	if agreement.Missing() {
		proven, err := box()
		if err != nil {
			return proven, err
		}
		agreement = known.OrMore(proven.Safe(known.Higher))
	}
	if agreement.Missing() {
		return known.Nothing("there is no agreement to start from"), nil
	}
	return agreement.Map(func(v float64) float64 { return WithIndicator(v, delta) }), nil
}

// RawDelta returns the δ of the release of all private features with an indicator.
func (p Prediction) RawDelta(raw float64) float64 {
	_, delta := p.Claim()
	return IndicatorDelta(raw, delta, len(p.Names))
}

// Ball returns the box on which a radius proves the class constant.
func (p Prediction) Ball(r Radius) []proof.Side {
	ball := proof.Ball(p.Region.Record, p.Region.Private, r.Safe, UnitInterval)
	sides := make([]proof.Side, len(p.Region.Private))
	for k, i := range p.Region.Private {
		sides[k] = ball[i]
	}
	return sides
}

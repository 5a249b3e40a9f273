// Package attack asks what an attacker could do with the output of one thing: a local mechanism, published
// labels, noise on a query, steps of a training, or something known by its claim alone.
package attack

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/num/grid"
	"dpscope/engine/work"
	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/privacy"
)

// Question is comparable.
type Question struct {
	Of       Subject
	FPR      float64 // over all absent people, in (0, 1)
	Prior    float64 // of presence, in (0, 1)
	Baseline float64 // κ in [0, 1]: the best success rate from everything but the output
	Floor    float64 // of both error rates for the Gaussian number, in (0, 1/2)
	Delta    float64 // of the ε shown for subjects that state none

	Coarse bool // within a frame; results remain true
}

// Subject is something with an output. Its values are comparable.
type Subject interface {
	// attack returns the whole curve; slow parts are computed to an accuracy.
	attack(ctx context.Context, accuracy float64) (privacy.Attack, error)

	// claim returns its statement in one pair (ε, δ), its own or at a δ.
	claim(ctx context.Context, delta, accuracy float64) (Claim, error)
}

// Claim is one pair that a subject keeps.
type Claim struct {
	Epsilon known.Value
	Delta   float64
}

// accuracy returns the accuracy at which losses are added up.
func (q Question) accuracy() float64 {
	if q.Coarse {
		return accounting.Rough
	}
	return 0
}

// Known reports whether the session has the curve.
func (q Question) Known(ctx context.Context) bool {
	_, known := work.Peek[privacy.Attack](ctx, attackKey{q.Of, q.accuracy()})
	return known
}

// attackKey and claimKey name answers in a session's store.
type (
	attackKey struct {
		of       Subject
		accuracy float64
	}
	claimKey struct {
		of              Subject
		delta, accuracy float64
	}
)

// Attack returns the whole curve, with no number above what the claim allows.
func (q Question) Attack(ctx context.Context) (privacy.Attack, error) {
	a, err := q.curve(ctx)
	if err != nil {
		return a, err
	}
	if _, is := q.Of.(Runs); is { // their claim is only stated
		return a, nil
	}
	c, err := q.Claim(ctx)
	if err != nil {
		return a, err
	}
	if most, found := c.Allows(); found {
		a = a.Within(most)
	}
	return a, nil
}

// curve returns the subject's curve, computed once per session.
func (q Question) curve(ctx context.Context) (privacy.Attack, error) {
	bytes := func(privacy.Attack) int64 { return 200_000 }
	return work.Reported(ctx, attackKey{q.Of, q.accuracy()}, bytes, func(ctx context.Context) (privacy.Attack, error) {
		return q.Of.attack(ctx, q.accuracy())
	})
}

// Claim returns the subject's claim in one pair (ε, δ).
func (q Question) Claim(ctx context.Context) (Claim, error) {
	bytes := func(Claim) int64 { return 300 }
	return work.Reported(ctx, claimKey{q.Of, q.Delta, q.accuracy()}, bytes, func(ctx context.Context) (Claim, error) {
		return q.Of.claim(ctx, q.Delta, max(q.accuracy(), accounting.Fine))
	})
}

// Allows returns the attacks that the claim alone permits; found is false without an ε.
func (c Claim) Allows() (a privacy.Attack, found bool) {
	if !c.bounds() {
		return a, false
	}
	return privacy.Alike(privacy.ClaimTests{Claim: c.most()}), true
}

// bounds reports whether there is an ε.
func (c Claim) bounds() bool { return !c.Epsilon.Missing() && !math.IsInf(c.Epsilon.High, 1) }

// most returns the pair on the safe side.
func (c Claim) most() privacy.Claim { return privacy.Claim{Epsilon: c.Epsilon.High, Delta: c.Delta} }

// of returns an answer from the curve.
func (q Question) of(ctx context.Context, answer func(privacy.Attack) known.Value) (known.Value, error) {
	a, err := q.Attack(ctx)
	if err != nil {
		return known.Value{}, err
	}
	v := answer(a)
	if runs, is := q.Of.(Runs); is && !v.Missing() {
		return runs.AtLeast(v.Low), nil
	}
	return v, nil
}

// TPR returns the true positive rate at the false positive rate, in the worse order of the neighbours.
func (q Question) TPR(ctx context.Context) (known.Value, error) {
	return q.of(ctx, func(a privacy.Attack) known.Value { return a.TPR(q.FPR) })
}

// Finds returns the share of the people present that an attacker finds at the false positive rate.
func (q Question) Finds(ctx context.Context) (known.Value, error) {
	return q.of(ctx, func(a privacy.Attack) known.Value { return a.Finds(q.FPR) })
}

// Advantage returns the greatest TPR − FPR.
func (q Question) Advantage(ctx context.Context) (known.Value, error) {
	v, err := q.of(ctx, privacy.Attack.Advantage)
	if err != nil {
		return v, err
	}
	return q.together(ctx, v)
}

// Right returns the success rate of the best guess at even odds.
func (q Question) Right(ctx context.Context) (known.Value, error) {
	v, err := q.Advantage(ctx)
	return v.Map(privacy.RightGuess), err
}

// together narrows the advantage by that of all answers together, if it is known without their curve.
func (q Question) together(ctx context.Context, v known.Value) (known.Value, error) {
	of, has := q.Of.(interface {
		wrong(context.Context) (float64, bool, error)
	})
	if !has || q.Coarse || v.Basis == known.Exact {
		return v, nil
	}
	wrong, exact, err := of.wrong(ctx)
	advantage := min(1-2*wrong, v.High)
	if err != nil || exact {
		return known.Exactly(advantage), err
	}
	return known.Enclosed(advantage, min(v.Low, advantage), advantage), nil
}

// RightAtPrior returns the success rate of the best guess at the prior.
func (q Question) RightAtPrior(ctx context.Context) (known.Value, error) {
	if q.Prior == 0.5 {
		return q.Right(ctx)
	}
	return q.of(ctx, func(a privacy.Attack) known.Value { return a.Right(q.Prior) })
}

// Precision returns the share of truly present people among those an attacker names.
func (q Question) Precision(ctx context.Context) (known.Value, error) {
	return q.of(ctx, func(a privacy.Attack) known.Value { return a.Precision(q.FPR, q.Prior) })
}

// Reconstruction returns the success rate of an attacker whose success without the output is the baseline.
func (q Question) Reconstruction(ctx context.Context) (known.Value, error) {
	return q.of(ctx, func(a privacy.Attack) known.Value { return a.Finds(q.Baseline) })
}

// Mu returns the Gaussian number.
func (q Question) Mu(ctx context.Context) (known.Value, error) {
	return q.of(ctx, func(a privacy.Attack) known.Value {
		if _, is := q.Of.(Runs); is { // the other order has the same
			low, _ := a.In.Mu(q.Floor)
			return known.OrMore(low)
		}
		return a.Mu(q.Floor)
	})
}

// Regret returns by how much the Gaussian number overstates the curve.
func (q Question) Regret(ctx context.Context) (known.Value, error) {
	return q.of(ctx, func(a privacy.Attack) known.Value { return a.Regret(q.Floor) })
}

// OfClaim returns the true positive rate that the claim alone allows at the false positive rate.
func (q Question) OfClaim(ctx context.Context) (known.Value, error) {
	return q.allowed(ctx, func(a privacy.Attack) known.Value { return a.TPR(q.FPR) })
}

// RightOfClaim returns the success rate that the claim alone allows the best guess.
func (q Question) RightOfClaim(ctx context.Context) (known.Value, error) {
	return q.allowed(ctx, func(a privacy.Attack) known.Value { return known.Approximated(privacy.RightGuess(a.Delta(0).High)) })
}

// allowed returns a number of the attacks that the claim alone permits.
func (q Question) allowed(ctx context.Context, of func(privacy.Attack) known.Value) (known.Value, error) {
	c, err := q.Claim(ctx)
	if err != nil {
		return known.Value{}, err
	}
	a, found := c.Allows()
	if !found {
		return known.Nothing("without an ε a claim allows everything"), nil
	}
	return of(a).As(c.Epsilon.Side()), nil
}

// Point is a place of a curve.
type Point struct{ FPR, Low, High float64 }

// Least is the beginning of curves on a logarithmic axis.
const Least = 1e-4

// Curve returns the true positive rate in the worse order at every false positive rate, and at the corners of
// the curve if it has few.
func Curve(a privacy.Attack, logarithmic bool) (list []Point) {
	const count, few = 61, 40
	rates := grid.Even(0, 1, count)
	if logarithmic {
		rates = grid.Log(Least, 1, count)
	}
	if corners := a.Corners(); len(corners) <= few {
		for _, c := range corners {
			if c.FPR >= rates[0] && c.FPR <= 1 {
				rates = append(rates, c.FPR)
			}
		}
	}
	slices.Sort(rates)
	for _, fpr := range slices.Compact(rates) {
		v := a.TPR(fpr)
		list = append(list, Point{fpr, v.Low, v.High})
	}
	return list
}

// outside returns the error of an invalid rate.
func outside(what string, v float64) error {
	return fmt.Errorf("%s = %g is outside (0, 1)", what, v)
}

// Check says which number of a question is none.
func (q Question) Check() error {
	switch {
	case !(q.FPR > 0 && q.FPR < 1):
		return outside("fpr", q.FPR)
	case !(q.Prior > 0 && q.Prior < 1):
		return outside("prior", q.Prior)
	case !(q.Baseline >= 0 && q.Baseline <= 1):
		return fmt.Errorf("kappa = %g is outside [0, 1]", q.Baseline)
	case !(q.Floor > 0 && q.Floor < 0.5):
		return fmt.Errorf("floor = %g is outside (0, 0.5)", q.Floor)
	case !(q.Delta >= 0 && q.Delta < 1):
		return fmt.Errorf("delta = %g is outside [0, 1)", q.Delta)
	}
	return nil
}

// Said reports whether the subject is known by its claim alone: both curves are one.
func (q Question) Said() bool {
	s, is := q.Of.(Stated)
	return is && s.Times <= 1
}

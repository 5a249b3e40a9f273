// Package matching asks which noise for a query is better at equal risk: it sizes laws of several shapes so
// that they share one risk, and compares their costs and their attackers, after one release and after many.
package matching

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/privacy"
)

// Risk is the quantity that all laws share, for one release.
type Risk int

const (
	Budget    Risk = iota // a pair (ε, δ) that each keeps
	Advantage             // the most by which an attacker finds more than are named wrongly
	Found                 // TPR at a false positive rate
	Gaussian              // the Gaussian number, above a floor
	Loss                  // the expected loss; then the advantage is compared
)

// Terms holds the parameters for sizing laws, in sensitivities. They are comparable.
type Terms struct {
	By             Risk
	Epsilon, Delta float64 // for Budget
	Value          float64 // for any other: the advantage, TPR, μ, or the loss
	FPR            float64 // of TPR
	Floor          float64 // of both error rates, for μ
	Loss           central.Loss

	Coarse bool // within a frame, with fewer cells; results remain true
}

// Question is comparable.
type Question struct {
	Terms
	Sensitivity float64
	Times       float64 // releases, whole
	At          float64 // the ε at which δ is read
}

// Check reports an invalid number, with one that would work.
func (q Question) Check() error {
	switch {
	case q.By == Budget && !(q.Terms.Delta > 0 && q.Terms.Delta < 0.5):
		return fmt.Errorf("delta = %g is outside (0, 0.5), where all shapes have noise", q.Terms.Delta)
	case (q.By == Advantage || q.By == Found) && !(q.Value > 0 && q.Value < 1):
		return fmt.Errorf("value = %g is no share; one in (0, 1) is enough", q.Value)
	case q.By == Found && !(q.Value > q.FPR):
		return fmt.Errorf("value = %g is found by guessing at a false positive rate of %g; more than that is enough", q.Value, q.FPR)
	case q.By != Budget && !(q.Value > 0):
		return fmt.Errorf("value = %g is not positive", q.Value)
	case !(q.FPR > 0 && q.FPR < 1):
		return fmt.Errorf("fpr = %g is outside (0, 1)", q.FPR)
	case !(q.Floor > 0 && q.Floor < 0.5):
		return fmt.Errorf("floor = %g is outside (0, 0.5)", q.Floor)
	}
	return nil
}

// Scale returns the factor from losses in sensitivities to the answer's unit.
func (q Question) Scale() float64 { return math.Pow(q.Sensitivity, q.Loss.Degree()) }

// Match is a law of the size that is asked for.
type Match struct {
	Name    string
	Law     mechanisms.Law // in sensitivities; nil where there is none
	Expects float64        // loss, in sensitivities
	Found   bool           // by a program, on a grid: there may be another that costs less
	Attack  privacy.Attack // on one release
	Certain float64        // with which probability a release gives the record away for certain: δ at every ε
	Words   string         // its parameters
	None    string         // why there is none
}

// Cost returns the expected loss, in the answer's unit.
func (q Question) Cost(m Match) known.Value {
	v := m.Expects * q.Scale()
	switch {
	case m.Law == nil:
		return known.Nothing(m.None)
	case m.Found:
		return known.OrLess(v)
	}
	return known.Exactly(v)
}

// matchKey names a law in a session's store.
type matchKey struct {
	of   Terms
	name string
}

// Match returns the law of a shape, computed once per session.
func (t Terms) Match(ctx context.Context, name string) (Match, error) {
	bytes := func(Match) int64 { return 50_000 }
	return work.Reported(ctx, matchKey{t, name}, bytes, func(ctx context.Context) (Match, error) {
		m, err := t.sized(ctx, name)
		m.Name = name
		return m, err
	})
}

// Known reports whether the session has all laws.
func (q Question) Known(ctx context.Context) bool {
	for _, s := range Shapes {
		if _, known := work.Peek[Match](ctx, matchKey{q.Terms, s.Name}); !known {
			return false
		}
	}
	return true
}

func (t Terms) sized(ctx context.Context, name string) (Match, error) {
	k, _ := Find(name)
	switch {
	case k.New == nil:
	case t.By == Budget:
		return t.made(k, central.Setting{Epsilon: t.Epsilon, Delta: t.Delta}), nil
	case !k.NeedsDelta:
		return t.along(k, func(epsilon float64) central.Setting { return central.Setting{Epsilon: epsilon} }), nil
	case k.Deviation != nil:
		return t.along(k, central.Shifted), nil
	default:
		return t.searched(k), nil
	}
	m, err := t.optimal(ctx)
	if err != nil {
		return m, err
	}
	for _, s := range Shapes { // noise of a fixed shape is noise too, and held to no grid
		if s.New == nil {
			continue
		}
		other, err := t.Match(ctx, s.Name)
		if err != nil {
			return m, err
		}
		if t.Rank(other) < t.Rank(m) {
			m = other
			m.Words = "as " + s.Words // a closed form, no bound
		}
	}
	return m, nil
}

// risk returns the shared risk of a noise, or an upper bound on it.
func (t Terms) risk(n central.Noise) float64 {
	attack := central.Attack(n)
	switch t.By {
	case Advantage:
		return attack.Advantage().High
	case Found:
		return attack.TPR(t.FPR).High
	case Gaussian:
		if mu := attack.Mu(t.Floor); !mu.Missing() {
			return mu.High
		}
		return math.Inf(1)
	}
	return -n.Expected(t.Loss) // falls as risk grows
}

// goal returns the target value of the risk.
func (t Terms) goal() float64 {
	if t.By == Loss {
		return -t.Value
	}
	return t.Value
}

// Rank returns the number that laws are compared by: their cost, or for equal costs their advantage.
func (t Terms) Rank(m Match) float64 {
	switch {
	case m.Law == nil:
		return math.Inf(1)
	case t.By == Loss:
		return m.Attack.Advantage().High
	}
	return m.Expects
}

package attack

import (
	"context"
	"errors"
	"fmt"
	"math"

	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/querynoise"
	"dpscope/mechanisms"
	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/privacy"
)

// What there can be an output of.
type (
	// Value is one value by a local mechanism, or several by the same: any two values of each are told apart.
	Value struct {
		By    mechanisms.Setting
		Times float64 // whole
	}

	// Features are several values of one person by a local mechanism, each with its share of the budget.
	Features struct {
		By     mechanisms.Setting // at the mean budget
		Shares string             // as agreement.Shares reads them
	}

	// Pair is one value by a local mechanism, and another that it might have been.
	Pair struct {
		By       mechanisms.Setting
		X, Other float64
	}

	// Label is one published label at a stated ε, of which randomised response spends half.
	Label struct{ Epsilon float64 }

	// Noise is noise of a family on a query, released so many times.
	Noise struct {
		Kind string
		central.Setting
		Times float64
	}

	// Best is the noise of least loss on a query, as it is found for it.
	Best struct{ querynoise.Question }

	// Steps are steps of a training on a random part of the records each.
	Steps struct{ Rate, Sigma, Steps float64 }

	// Stated is what only a claim (ε, δ) is known of.
	Stated struct{ Epsilon, Delta float64 }

	// Laplace is Laplace noise on what moves by as much as ε is for.
	Laplace struct{ Epsilon float64 }

	// Normal is normal noise on what moves by so many deviations.
	Normal struct{ Mu float64 }

	// Trained is a classifier whose file says what was spent on each record in training.
	Trained struct{ File string }

	// Concentrated is what keeps ρ-zCDP.
	Concentrated struct{ Rho float64 }

	// Renyi is what keeps a divergence at one order.
	Renyi struct{ Order, Divergence float64 }
)

// leastRate is the smallest δ that curves of sums are computed for: below the usual floor.
const leastRate = 1e-11

// added is the curve of a tree.
func added(ctx context.Context, e accounting.Event, accuracy float64) (privacy.Attack, error) {
	c, err := accounting.Losses{Accuracy: accuracy}.Curve(ctx, e, leastRate)
	return c.Attack(), err
}

// exactly is a claim that is what it says.
func exactly(epsilon, delta float64) (Claim, error) {
	return Claim{known.Exactly(epsilon), delta}, nil
}

func (s Value) attack(ctx context.Context, accuracy float64) (privacy.Attack, error) {
	m, err := s.By.New()
	switch {
	case err != nil:
		return privacy.Attack{}, err
	case s.adds():
		return added(ctx, accounting.Times{Of: accounting.Local{Law: mechanisms.Released{Name: s.By.Kind, Of: m}},
			Count: s.Times}, accuracy)
	}
	return mechanisms.AttackAny(m), nil
}

func (s Value) adds() bool { return s.Times > 1 }

func (s Value) claim(context.Context, float64, float64) (Claim, error) {
	m, err := s.By.New()
	if err != nil {
		return Claim{}, err
	}
	return repeated(m.Guarantee().Claim(), s.Times)
}

// repeated is the claim of so many releases: claims add up.
func repeated(c privacy.Claim, times float64) (Claim, error) {
	if times > 1 {
		return Claim{known.OrLess(times * c.Epsilon), min(1, times*c.Delta)}, nil
	}
	return exactly(c.Epsilon, c.Delta)
}

func (s Features) spending() (agreement.Spending, error) {
	m, err := s.By.New()
	if err != nil {
		return agreement.Spending{}, err
	}
	w, err := agreement.Shares(s.Shares)
	if err == nil {
		err = w.Check(s.By.Maker(), s.By.Epsilon())
	}
	return agreement.Spending{Mechanism: m, By: s.By, Weights: w, Features: len(w)}, err
}

func (s Features) attack(ctx context.Context, accuracy float64) (privacy.Attack, error) {
	spent, err := s.spending()
	if err != nil {
		return privacy.Attack{}, err
	}
	var all accounting.Event
	for _, r := range spent.Answers() {
		if len(spent.Weights) == 1 {
			return mechanisms.AttackAny(r.Of), nil
		}
		e := accounting.Event(accounting.Local{Law: mechanisms.Released{Name: s.By.Kind, Of: r.Of}})
		if all != nil {
			e = accounting.Both{First: all, Then: e}
		}
		all = e
	}
	return added(ctx, all, accuracy)
}

func (s Features) claim(context.Context, float64, float64) (Claim, error) {
	spent, err := s.spending()
	if err != nil {
		return Claim{}, err
	}
	epsilon, delta := 0.0, 0.0
	for _, r := range spent.Answers() { // claims add up
		c := r.Of.Guarantee().Claim()
		epsilon, delta = epsilon+c.Epsilon, min(1, delta+c.Delta)
	}
	return Claim{known.OrLess(epsilon), delta}, nil
}

// wrong is how often the best guess between two people is wrong, at the least, by a way of its own; exact: no bound.
func (s Features) wrong(ctx context.Context) (wrong float64, exact bool, err error) {
	spent, err := s.spending()
	if err != nil {
		return 0, false, err
	}
	return mechanisms.WrongGuess(ctx, spent.Answers())
}

func (s Value) wrong(ctx context.Context) (wrong float64, exact bool, err error) {
	m, err := s.By.New()
	if err != nil {
		return 0, false, err
	}
	return mechanisms.WrongGuess(ctx, []mechanisms.Repeated{{Of: m, Times: int(s.Times)}})
}

func (s Pair) attack(context.Context, float64) (privacy.Attack, error) {
	m, err := s.By.New()
	if err != nil {
		return privacy.Attack{}, err
	}
	return mechanisms.Attack(m, s.X, s.Other), nil
}

func (s Pair) claim(ctx context.Context, delta, accuracy float64) (Claim, error) {
	return Value{s.By, 1}.claim(ctx, delta, accuracy)
}

func (s Label) attack(context.Context, float64) (privacy.Attack, error) {
	return privacy.Alike(privacy.ClaimTests{Claim: privacy.Claim{Epsilon: s.Epsilon / 2}}), nil
}

func (s Label) claim(context.Context, float64, float64) (Claim, error) { return exactly(s.Epsilon, 0) }

func (s Noise) noise() (central.Noise, error) {
	kind, err := central.Find(s.Kind)
	if err != nil {
		return nil, err
	}
	return kind.New(s.Setting)
}

func (s Noise) attack(ctx context.Context, accuracy float64) (privacy.Attack, error) {
	n, err := s.noise()
	switch {
	case err != nil:
		return privacy.Attack{}, err
	case s.adds():
		law := central.Released{Kind: s.Kind, Setting: s.Setting}
		return added(ctx, accounting.Times{Of: accounting.Noise{Law: law, Neighbours: privacy.OneReplaced}, Count: s.Times}, accuracy)
	}
	return central.Attack(n), nil
}

func (s Noise) adds() bool { return s.Times > 1 }

func (s Noise) claim(context.Context, float64, float64) (Claim, error) {
	n, err := s.noise()
	if err != nil {
		return Claim{}, err
	}
	return repeated(n.Guarantee().Claim(), s.Times)
}

// on is the question on the grid of an accuracy.
func (s Best) on(accuracy float64) querynoise.Question {
	const cells = 30 // on either side
	if accuracy == 0 {
		return s.Question
	}
	q := s.Question
	q.Width = q.Reach() / cells
	return q
}

func (s Best) attack(ctx context.Context, accuracy float64) (privacy.Attack, error) {
	q := s.on(accuracy)
	best, err := q.Best(ctx)
	switch {
	case err != nil:
		return privacy.Attack{}, err
	case best.None != "":
		return privacy.Attack{}, errors.New(best.None)
	case best.Certified == nil:
		return Noise{"staircase", central.Setting{Epsilon: q.Epsilon, Loss: q.Loss}, 1}.attack(ctx, accuracy)
	}
	return best.Certified.Law.Attack(q.Moves()), nil
}

func (s Best) claim(context.Context, float64, float64) (Claim, error) {
	return exactly(s.Epsilon, s.Delta)
}

func (s Steps) event() accounting.Event { return accounting.NormalSteps(s.Rate, s.Sigma, s.Steps) }

func (s Steps) attack(ctx context.Context, accuracy float64) (privacy.Attack, error) {
	switch s.Rate {
	case 0: // the record takes part in none
		return Stated{}.attack(ctx, accuracy)
	case 1:
		return Normal{math.Sqrt(s.Steps) / s.Sigma}.attack(ctx, accuracy) // sums of normal losses are normal
	}
	return added(ctx, s.event(), accuracy)
}

func (s Steps) adds() bool { return s.Rate < 1 }

func (s Steps) claim(ctx context.Context, delta, accuracy float64) (Claim, error) {
	const least = 1e-200 // a share of it is still a number
	if delta < least && s.adds() && s.Rate > 0 {
		return Claim{known.Refused(fmt.Sprintf("a δ below %g is not computed here", least)), delta}, nil
	}
	v, err := accounting.Losses{Accuracy: accuracy}.Price(ctx, s.event(), delta)
	return Claim{v, delta}, err
}

func (s Stated) attack(context.Context, float64) (privacy.Attack, error) {
	return privacy.Alike(privacy.ClaimTests{Claim: privacy.Claim{Epsilon: s.Epsilon, Delta: s.Delta}}), nil
}

func (s Stated) claim(context.Context, float64, float64) (Claim, error) {
	return exactly(s.Epsilon, s.Delta)
}

func (s Laplace) attack(context.Context, float64) (privacy.Attack, error) {
	return privacy.Alike(privacy.LaplaceTests{Epsilon: s.Epsilon}), nil
}

func (s Laplace) claim(context.Context, float64, float64) (Claim, error) {
	return exactly(s.Epsilon, 0)
}

func (s Normal) attack(context.Context, float64) (privacy.Attack, error) {
	return privacy.Alike(privacy.NormalTests{Shift: s.Mu}), nil
}

func (s Normal) claim(_ context.Context, delta, _ float64) (Claim, error) {
	return exactly(privacy.LeastEpsilon(func(epsilon float64) float64 { return privacy.GaussianProfile(epsilon, 1/s.Mu) }, delta), delta)
}

func (s Concentrated) attack(_ context.Context, accuracy float64) (privacy.Attack, error) {
	exact := privacy.Concentrated{Rho: s.Rho}
	if accuracy == 0 {
		return privacy.Bounded(exact), nil
	}
	const count = 250 // each asks for the best order, which a curve asks for ten thousand times
	points := make([]privacy.Point, count+1)
	end := privacy.LeastEpsilon(exact.Delta, leastRate)
	for i := range points {
		epsilon := end * float64(i) / count
		points[i] = privacy.Point{Epsilon: epsilon, Delta: exact.Delta(epsilon)}
	}
	return privacy.Bounded(privacy.Profile{Of: privacy.Tabulated(points)}), nil
}

func (s Concentrated) claim(_ context.Context, delta, _ float64) (Claim, error) {
	return Claim{known.OrLess(privacy.Concentrated{Rho: s.Rho, At: delta}.Claim().Epsilon), delta}, nil
}

func (s Renyi) guarantee(delta float64) privacy.Renyi {
	return privacy.Renyi{Orders: []float64{s.Order}, Epsilons: []float64{s.Divergence}, At: delta}
}

func (s Renyi) attack(context.Context, float64) (privacy.Attack, error) {
	return privacy.Bounded(s.guarantee(0)), nil
}

func (s Renyi) claim(_ context.Context, delta, _ float64) (Claim, error) {
	return Claim{known.OrLess(s.guarantee(delta).Claim().Epsilon), delta}, nil
}

// Actual is what is really spent, where that is another thing than what is stated: the least ε that is true at the δ
// that is stated; found is false where nothing is known but what is said.
func (q Question) Actual() (v known.Value, found bool, err error) {
	s, has := q.Of.(interface{ actual() (float64, error) })
	if !has {
		return v, false, nil
	}
	epsilon, err := s.actual()
	return known.Exactly(epsilon), true, err
}

func (s Value) actual() (float64, error) {
	m, err := s.By.New()
	if err != nil {
		return 0, err
	}
	if c := m.Guarantee().Claim(); c.Delta > 0 {
		return privacy.LeastEpsilon(m.DeltaAt, c.Delta), nil
	}
	return s.Times * m.Loss(), nil
}

func (s Pair) actual() (float64, error)  { return Value{s.By, 1}.actual() }
func (s Label) actual() (float64, error) { return s.Epsilon / 2, nil }

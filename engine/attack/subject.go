package attack

import (
	"context"
	"math"

	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/querynoise"
	"dpscope/mechanisms"
	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/privacy"
)

// The subjects with an output.
type (
	// Value is one value by a local mechanism, or several by the same: an attacker distinguishes any two
	// values of each.
	Value struct {
		By    mechanisms.Setting
		Times float64 // whole
	}

	// Features are several values of one person by a local mechanism, each with its share of the budget.
	Features struct {
		By     mechanisms.Setting // at the mean budget
		Shares string             // as agreement.Shares reads them
	}

	// Pair is one value by a local mechanism, and an alternative value.
	Pair struct {
		By       mechanisms.Setting
		X, Other float64
	}

	// Noise is noise of a family on a query, released Times times.
	Noise struct {
		Kind string
		central.Setting
		Times float64
	}

	// Best is the noise of least loss found for a query, released Times times.
	Best struct {
		querynoise.Question
		Times float64
	}

	// Stated is a number of answers known only to keep a claim (ε, δ) each.
	Stated struct{ Epsilon, Delta, Times float64 }

	// Laplace is Laplace noise on a quantity that moves by the sensitivity that ε refers to, released Times
	// times.
	Laplace struct{ Epsilon, Times float64 }

	// Normal is normal noise on a quantity that moves by a number of deviations, released Times times.
	Normal struct{ Mu, Times float64 }

	// Trained is a classifier whose file states the spending on each record in training.
	Trained struct{ File string }
)

// leastRate is the smallest δ that curves of sums are computed for: below the usual floor.
const leastRate = 1e-11

// added returns the curve of a tree.
func added(ctx context.Context, e accounting.Event, accuracy float64) (privacy.Attack, error) {
	c, err := accounting.Losses{Accuracy: accuracy}.Curve(ctx, e, leastRate)
	return c.Attack(), err
}

// exactly returns an exact claim.
func exactly(epsilon, delta float64) (Claim, error) {
	return Claim{known.Exactly(epsilon), delta}, nil
}

func (s Value) attack(ctx context.Context, accuracy float64) (privacy.Attack, error) {
	m, err := s.By.New()
	if err != nil {
		return privacy.Attack{}, err
	}
	return repeatedly(ctx, mechanisms.AttackAny(m), accounting.Local{Law: mechanisms.Released{Name: s.By.Kind, Of: m}}, s.Times, accuracy)
}

func (s Value) claim(context.Context, float64, float64) (Claim, error) {
	m, err := s.By.New()
	if err != nil {
		return Claim{}, err
	}
	return repeated(m.Guarantee().Claim(), s.Times)
}

// repeated returns the claim of that many releases: claims add up.
func repeated(c privacy.Claim, times float64) (Claim, error) {
	if times > 1 {
		return Claim{known.OrLess(times * c.Epsilon), min(1, times*c.Delta)}, nil
	}
	return exactly(c.Epsilon, c.Delta)
}

// repeatedly returns the curve of that many releases of an event, given one release's attack: shifts of
// normal noise add up to one.
func repeatedly(ctx context.Context, one privacy.Attack, of accounting.Event, times, accuracy float64) (privacy.Attack, error) {
	if times <= 1 {
		return one, nil
	}
	if t, normal := one.In.(privacy.NormalTests); normal {
		return privacy.Alike(privacy.NormalTests{Shift: t.Shift * math.Sqrt(times)}), nil
	}
	return added(ctx, accounting.Times{Of: of, Count: times}, accuracy)
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
	squares, normal := 0.0, true
	for _, r := range spent.Answers() {
		one := mechanisms.AttackAny(r.Of)
		if len(spent.Weights) == 1 {
			return one, nil
		}
		if t, is := one.In.(privacy.NormalTests); is {
			squares += t.Shift * t.Shift
		} else {
			normal = false
		}
		e := accounting.Event(accounting.Local{Law: mechanisms.Released{Name: s.By.Kind, Of: r.Of}})
		if all != nil {
			e = accounting.Both{First: all, Then: e}
		}
		all = e
	}
	if normal {
		return privacy.Alike(privacy.NormalTests{Shift: math.Sqrt(squares)}), nil
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

// wrong bounds the error rate of the best guess between two people from below, by its own method; exact: it
// is attained.
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

func (s Noise) noise() (central.Noise, error) {
	kind, err := central.Find(s.Kind)
	if err != nil {
		return nil, err
	}
	return kind.New(s.Setting)
}

func (s Noise) attack(ctx context.Context, accuracy float64) (privacy.Attack, error) {
	n, err := s.noise()
	if err != nil {
		return privacy.Attack{}, err
	}
	return repeatedly(ctx, central.Attack(n), released(central.Released{Kind: s.Kind, Setting: s.Setting}), s.Times, accuracy)
}

// released returns noise on a query that one record moves.
func released(law accounting.Law) accounting.Event {
	return accounting.Noise{Law: law, Neighbours: privacy.OneReplaced}
}

func (s Noise) claim(context.Context, float64, float64) (Claim, error) {
	n, err := s.noise()
	if err != nil {
		return Claim{}, err
	}
	return repeated(n.Guarantee().Claim(), s.Times)
}

// each returns one answer's claim.
func (s Stated) each() privacy.Claim { return privacy.Claim{Epsilon: s.Epsilon, Delta: s.Delta} }

// attack composes several answers optimally (Kairouz, Oh & Viswanath 2015, Theorem 3.3).
func (s Stated) attack(ctx context.Context, accuracy float64) (privacy.Attack, error) {
	return repeatedly(ctx, privacy.Alike(privacy.ClaimTests{Claim: s.each()}), accounting.Claim{Claim: s.each()}, s.Times, accuracy)
}

func (s Stated) claim(context.Context, float64, float64) (Claim, error) {
	return repeated(s.each(), s.Times)
}

func (s Laplace) attack(ctx context.Context, accuracy float64) (privacy.Attack, error) {
	of := central.Setting{Epsilon: s.Epsilon, Loss: central.Slopes{Below: 1, Above: 1}} // an attacker has no use for the loss
	return Noise{"laplace", of, s.Times}.attack(ctx, accuracy)
}

func (s Laplace) claim(context.Context, float64, float64) (Claim, error) {
	return repeated(privacy.Claim{Epsilon: s.Epsilon}, s.Times)
}

// shift returns the shift of all answers together, in deviations.
func (s Normal) shift() float64 { return s.Mu * math.Sqrt(max(s.Times, 1)) }

func (s Normal) attack(context.Context, float64) (privacy.Attack, error) {
	return privacy.Alike(privacy.NormalTests{Shift: s.shift()}), nil
}

func (s Normal) claim(_ context.Context, delta, _ float64) (Claim, error) {
	return exactly(privacy.LeastEpsilon(func(epsilon float64) float64 { return privacy.GaussianProfile(epsilon, 1/s.shift()) }, delta), delta)
}

package matching

import (
	"math"
	"strings"
	"testing"

	"dpscope/engine/work/worktest"
	"dpscope/mechanisms/central"
)

// Shapes by name.
const (
	laplace   = "laplace"
	staircase = "staircase"
	truncated = "truncated"
	gaussian  = "gaussian"
	best      = "optimal"
)

var absolute = central.Slopes{Below: 1, Above: 1}

func about(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %.6f, want %.6f", what, got, want)
	}
}

// ask returns a question about releases at a sensitivity of 1.
func ask(terms Terms, times float64) Question {
	terms.Loss = absolute
	if terms.FPR == 0 {
		terms.FPR = 0.01
	}
	terms.Floor = 1e-10
	return Question{Terms: terms, Sensitivity: 1, Times: times, At: 20}
}

// At one pair (ε, δ) the noise of least loss is nearly the most exposed: specification of the attacker.
func TestEqualBudget(t *testing.T) {
	q, ctx := ask(Terms{By: Budget, Epsilon: 1, Delta: 0.05}, 1), t.Context()
	for _, c := range []struct {
		name                 string
		loss, advantage, tpr float64
	}{{best, 0.788, 0.467, 0.077}, {truncated, 0.831, 0.416, 0.077}, {gaussian, 1.063, 0.293, 0.058}} {
		m, err := q.Match(ctx, c.name)
		if err != nil {
			t.Fatal(err)
		}
		about(t, "the loss of "+c.name, q.Cost(m).Value, c.loss, 5e-4)
		advantage, err := q.Advantage(ctx, c.name)
		if err != nil {
			t.Fatal(err)
		}
		about(t, "the advantage of "+c.name, advantage.Value, c.advantage, 6e-4)
		tpr, err := q.TPR(ctx, c.name)
		if err != nil {
			t.Fatal(err)
		}
		about(t, "TPR of "+c.name, tpr.Value, c.tpr, 6e-4)
	}
}

// After twenty releases the order turns over: specification of the attacker.
func TestAfterTwenty(t *testing.T) {
	q, ctx := ask(Terms{By: Budget, Epsilon: 1, Delta: 0.05}, 20), worktest.Session(t.Context(), 1<<26)
	for _, c := range []struct {
		name      string
		delta, is float64
	}{{best, 0.634, 2e-3}, {truncated, 1 - math.Pow(0.95, 20), 1e-3}, {gaussian, 4e-6, 8e-7}} {
		v, err := q.Delta(ctx, c.name)
		if err != nil {
			t.Fatal(err)
		}
		about(t, "δ at ε = 20 of "+c.name, v.Value, c.delta, c.is)
		if v.Low > v.High || v.High-v.Low > 0.05*v.High {
			t.Errorf("%s: between %v and %v", c.name, v.Low, v.High)
		}
	}
	if name, err := q.Safest(ctx); err != nil || name != gaussian {
		t.Errorf("the least advantage after twenty has %q, %v", name, err)
	}
}

// At one advantage normal noise costs more than the best, and finds more at a small rate: specification of the attacker.
// Uniform noise has the advantage 1/(2A) and the size A/2.
func TestEqualAdvantage(t *testing.T) {
	q, ctx := ask(Terms{By: Advantage, Value: 0.467}, 1), worktest.Session(t.Context(), 1<<24)
	for _, c := range []struct {
		name     string
		loss, is float64
	}{{gaussian, 0.640, 5e-4}, {best, 0.534, 1e-3}, {truncated, 1 / (4 * 0.467), 1e-4}, {laplace, 1 / (-2 * math.Log1p(-0.467)), 1e-9}} {
		m, err := q.Match(ctx, c.name)
		if err != nil {
			t.Fatal(err)
		}
		about(t, "the loss of "+c.name, q.Cost(m).Value, c.loss, c.is)
	}
	tpr, err := q.TPR(ctx, gaussian)
	if err != nil {
		t.Fatal(err)
	}
	about(t, "TPR of normal noise", tpr.Value, 0.140, 5e-4)
}

// The quantity held equal is equal: the advantage by sums over the densities and their moves, TPR by half-lines, μ by the
// curve, and the loss by sums; and no law of a family costs more than its less exposed neighbour.
func TestEqual(t *testing.T) {
	ctx := worktest.Session(t.Context(), 1<<26)
	for _, terms := range []Terms{
		{By: Advantage, Value: 0.3}, {By: Advantage, Value: 0.05}, {By: Found, Value: 0.1, FPR: 0.01}, {By: Found, Value: 0.6, FPR: 0.3}, {By: Gaussian, Value: 1},
		{By: Loss, Value: 0.8},
	} {
		q := ask(terms, 1)
		for _, s := range Shapes {
			m, err := q.Match(ctx, s.Name)
			if err != nil {
				t.Fatal(err)
			}
			if m.Law == nil {
				t.Errorf("%+v: no %s: %s", terms, s.Name, m.None)
				continue
			}
			is, within := math.NaN(), 5e-4
			switch terms.By {
			case Advantage:
				is = variation(m)
			case Found:
				is = m.Attack.TPR(terms.FPR).High
			case Gaussian:
				is = m.Attack.Mu(q.Floor).High
			case Loss:
				is = size(m)
			}
			if s.Name == best { // as much at most, and where cells are coarse less
				within = 0.02 * terms.Value
			}
			if is > terms.Value+5e-4 || is < terms.Value-within {
				t.Errorf("%+v: %s has %v", terms, s.Name, is)
			}
			if terms.By != Loss {
				about(t, "the size of "+s.Name, m.Expects, size(m), 2e-3*m.Expects)
			}
		}
		ranked, err := q.Ranked(ctx, false)
		if err != nil {
			t.Fatal(err)
		}
		if first := ranked[0]; first.Name != best && q.Rank(first) < q.Rank(ranked[1])*(1-0.02) {
			t.Errorf("%+v: %s is the best by far", terms, first.Name)
		}
	}
}

// variation returns the total variation between a law and the law moved by up to 1, by sums.
func variation(m Match) float64 {
	const step, reach = 1.0 / 2048, 120
	worst := 0.0
	for _, shift := range []float64{1, 0.75, 0.5} {
		sum := 0.0
		for x := -reach + step/2; x < reach; x += step {
			sum += max(0, m.Law.Density(x)-m.Law.Density(x-shift)) * step
		}
		worst = max(worst, sum)
	}
	return worst
}

// size returns the mean of |x|, by sums.
func size(m Match) float64 {
	const step, reach = 1.0 / 2048, 120
	sum := 0.0
	for x := step / 2; x < reach; x += step {
		sum += x * (m.Law.Density(x) + m.Law.Density(-x)) * step
	}
	return sum
}

// The order turns where two shapes of one advantage cost the same, by sums over their densities; beyond it the other is the
// first.
func TestTurn(t *testing.T) {
	terms, ctx := ask(Terms{By: Advantage, Value: 0.467}, 1).Terms, worktest.Session(t.Context(), 1<<24)
	turn, found, err := terms.Turn(ctx)
	if err != nil || !found || !turn.Up {
		t.Fatalf("%+v, %t, %v", turn, found, err)
	}
	for _, c := range []struct {
		at    float64
		first string
	}{{0.999 * turn.At, truncated}, {1.001 * turn.At, turn.Then}} {
		ranked, err := terms.at(c.at).Ranked(ctx, true)
		if err != nil {
			t.Fatal(err)
		}
		first, second := ranked[0], ranked[1]
		if first.Name != c.first || size(second)/size(first)-1 > 5e-3 {
			t.Errorf("at %g %s has %v and %s %v", c.at, first.Name, size(first), second.Name, size(second))
		}
		about(t, "the advantage of "+first.Name, variation(first), c.at, 2e-3)
	}
	if again, found, err := terms.at(turn.At * 1.02).Turn(ctx); err != nil || !found || again.Up || math.Abs(again.At/turn.At-1) > 1e-3 || again.Then != truncated {
		t.Errorf("from beyond %+v: %+v, %t, %v", turn, again, found, err)
	}
}

// Where profiles cross, and where one is above the other everywhere, by closed forms.
func TestCrossing(t *testing.T) {
	q, ctx := ask(Terms{By: Budget, Epsilon: 1, Delta: 0.05}, 1), worktest.Session(t.Context(), 1<<26)
	c, err := q.Crossing(ctx, gaussian, truncated, 6) // they meet at ε = 1, from where on the cut keeps its δ
	if err != nil || !math.IsNaN(c.At) || c.Above || c.Same {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err = q.Crossing(ctx, laplace, laplace, 6); err != nil || !c.Same {
		t.Errorf("%+v, %v", c, err)
	}
	c, err = q.Crossing(ctx, laplace, gaussian, 6)
	if err != nil || !c.Above {
		t.Errorf("%+v, %v", c, err)
	}
	q.At = c.At
	v, err := q.Delta(ctx, gaussian)
	if err != nil {
		t.Fatal(err)
	}
	about(t, "where they cross the normal profile", v.Value, -math.Expm1((c.At-1)/2), 1e-6)
}

func TestCheck(t *testing.T) {
	for want, terms := range map[string]Terms{
		"delta = 0.7 is outside (0, 0.5)":    {By: Budget, Epsilon: 1, Delta: 0.7, Value: 0.3},
		"value = 1.2 is no share":            {By: Advantage, Value: 1.2},
		"value = 0.005 is found by guessing": {By: Found, Value: 0.005},
		"value = 0 is not positive":          {By: Gaussian},
		"fpr = 2 is outside (0, 1)":          {By: Gaussian, Value: 1, FPR: 2},
	} {
		if err := ask(terms, 1).Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// The certain part of a release is the part that no ε lowers: for truncated Laplace noise its δ, for a computed law the mass
// outside the reach of the noise moved by a sensitivity, and for noise with tails 0; for n releases it is the chance of at
// least one.
func TestCertain(t *testing.T) {
	q, ctx := ask(Terms{By: Budget, Epsilon: 1, Delta: 0.05}, 20), worktest.Session(t.Context(), 1<<26)
	for name, one := range map[string]float64{laplace: 0, staircase: 0, gaussian: 0, truncated: 0.05, best: 0.049} {
		m, err := q.Match(ctx, name)
		if err != nil {
			t.Fatal(err)
		}
		about(t, "what "+name+" gives away for certain", m.Certain, one, 1e-5)
		if name == truncated || name == best {
			const far = 60
			about(t, "δ at a great ε of "+name, m.Attack.Delta(far).High, m.Certain, 1e-9)
		}
		all, err := q.Certain(ctx, name)
		if err != nil {
			t.Fatal(err)
		}
		about(t, "after all releases of "+name, all.Value, 1-math.Pow(1-m.Certain, 20), 1e-12)
	}
}

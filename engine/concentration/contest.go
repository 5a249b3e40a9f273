package concentration

import (
	"context"
	"math"

	"dpscope/engine/num/grid"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/mechanisms"
)

// Contest compares all mechanisms of a menu by the mass they put into one
// window. Results are indexed as the menu's kinds.
type Contest struct {
	makers   []mechanisms.Family
	entrants entrants
}

// entrants identifies the mechanisms of a contest by content, without their budget.
type entrants [32]mechanisms.Setting

// NewContest takes the mechanisms' other parameters, such as delta and bins, from v.
func NewContest(menu param.Menu[mechanisms.Mechanism], v param.Values) Contest {
	c := Contest{makers: make([]mechanisms.Family, len(menu.Kinds))}
	for i, kind := range menu.Kinds {
		c.makers[i], c.entrants[i] = mechanisms.FamilyOf(kind, v), mechanisms.SettingOf(kind, v).Apart()
	}
	return c
}

// Laws returns the law of every mechanism; nil where one does not exist at
// this ε.
func (c Contest) Laws(epsilon, x float64) []mechanisms.Law {
	laws := make([]mechanisms.Law, len(c.makers))
	for i, maker := range c.makers {
		if m, err := maker(epsilon); err == nil {
			laws[i] = m.At(x)
		}
	}
	return laws
}

// Mechanism returns mechanism i of the menu at a budget.
func (c Contest) Mechanism(i int, epsilon float64) (mechanisms.Mechanism, error) {
	return c.makers[i](epsilon)
}

// OverEpsilon returns the mass of a window as a function of ε: one row per
// mechanism, NaN where it does not exist.
func (c Contest) OverEpsilon(epsilons []float64, x float64, w Window) [][]float64 {
	return c.rows(len(epsilons), func(maker mechanisms.Family, row []float64) {
		for i, epsilon := range epsilons {
			if m, err := maker(epsilon); err == nil {
				row[i] = m.At(x).Mass(w.From, w.To)
			}
		}
	})
}

// OverX returns the mass of x ± theta, clipped to [0, 1], as a function of x.
func (c Contest) OverX(xs []float64, epsilon, theta float64) [][]float64 {
	return c.rows(len(xs), func(maker mechanisms.Family, row []float64) {
		if m, err := maker(epsilon); err == nil {
			for i, x := range xs {
				w := Around(x, theta)
				row[i] = m.At(x).Mass(w.From, w.To)
			}
		}
	})
}

// OverTheta returns the mass of x ± theta, clipped to [0, 1], as a function of
// theta.
func (c Contest) OverTheta(thetas []float64, epsilon, x float64) [][]float64 {
	return c.rows(len(thetas), func(maker mechanisms.Family, row []float64) {
		if m, err := maker(epsilon); err == nil {
			law := m.At(x)
			for i, theta := range thetas {
				w := Around(x, theta)
				row[i] = law.Mass(w.From, w.To)
			}
		}
	})
}

// rows fills one row per mechanism, NaN where nothing is filled in.
func (c Contest) rows(count int, fill func(maker mechanisms.Family, row []float64)) [][]float64 {
	rows := make([][]float64, len(c.makers))
	for k, maker := range c.makers {
		rows[k] = make([]float64, count)
		for i := range rows[k] {
			rows[k][i] = math.NaN()
		}
		fill(maker, rows[k])
	}
	return rows
}

// RequiredOf returns the least ε with which mechanism i reaches the target.
func (c Contest) RequiredOf(i int, x float64, w Window, target float64) Required {
	return RequiredEpsilon(c.makers[i], x, w, target)
}

// Over says what the curves of a contest run over.
type Over int

const (
	Budgets    Over = iota
	Tolerances      // θ of the window
	Values          // x
)

// Places returns the places at which curves are computed. Budgets extend as far as their slider.
func (o Over) Places() []float64 {
	const count = 400
	switch o {
	case Tolerances:
		return grid.Even(0, WidestTolerance, count+1)
	case Values:
		return grid.Even(0, 1, count+1)
	}
	low, high := mechanisms.Epsilon.Travel()
	return grid.Log(low, high, count)
}

// curvesKey names the curves of a contest by content.
type curvesKey struct {
	entrants entrants
	over     Over
	at       Setting
}

// Curves returns each mechanism's mass in the window of a setting, at each place that the curves run over.
// The session keeps them: they do not depend on the setting's own place among these.
func (c Contest) Curves(ctx context.Context, over Over, at Setting) ([][]float64, error) {
	switch over {
	case Tolerances:
		at.Theta = 0
	case Values:
		at.X = 0
	default:
		at.Epsilon = 0
	}
	places := over.Places()
	bytes := func(rows [][]float64) int64 { return 8 * int64(len(rows)*len(places)) }
	return work.Do(ctx, work.Simple(curvesKey{c.entrants, over, at}, bytes, func(context.Context) ([][]float64, error) {
		switch over {
		case Tolerances:
			return c.OverTheta(places, at.Epsilon, at.X), nil
		case Values:
			return c.OverX(places, at.Epsilon, at.Theta), nil
		}
		return c.OverEpsilon(places, at.X, at.Window()), nil
	}), nil)
}

// Winners returns the winner and its margin for x ± theta, clipped to [0, 1],
// over the plane of ε and theta: cell (i, j) of epsilons[i] and thetas[j] stands
// at j·len(epsilons) + i, as in a Field.
func (c Contest) Winners(ctx context.Context, epsilons, thetas []float64, x float64) (winners []int, margins []float64, err error) {
	winners = make([]int, len(epsilons)*len(thetas))
	margins = make([]float64, len(winners))
	err = work.Each(ctx, len(epsilons), func(_ context.Context, i int) error {
		laws := c.Laws(epsilons[i], x)
		scores := make([]Score, 0, len(laws))
		for j, theta := range thetas {
			scores = Scores(scores[:0], laws, Around(x, theta))
			cell := j*len(epsilons) + i
			winners[cell], _, margins[cell] = Winner(scores)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	return winners, margins, nil
}

// The plane of all settings of one value, with as many cells as a wide terminal shows.
const (
	LeastBudget, MostBudget = 0.1, 20.0
	WidestTolerance         = 0.5

	columns, rows = 120, 60
)

// PlaneBudgets and PlaneTolerances return the places of the cells of a Plane.
func PlaneBudgets() []float64    { return grid.Log(LeastBudget, MostBudget, columns) }
func PlaneTolerances() []float64 { return grid.Even(0, WidestTolerance, rows) }

// Plane holds the winner at every budget and tolerance, as Winners lists them.
type Plane struct {
	Winners []int
	Margins []float64
	Shares  []int // number of cells that each mechanism wins
	Clear   []int // number of these won by ClearLead or more
}

// ClearLead is the lead, a share, below which the second does about as well.
const ClearLead = 0.01

// Tied returns the number of cells with a winner whose lead is below ClearLead.
func (p Plane) Tied() (cells int) {
	for i := range p.Shares {
		cells += p.Shares[i] - p.Clear[i]
	}
	return cells
}

func (p Plane) bytes() int64 {
	return 8 * int64(len(p.Winners)+len(p.Margins)+len(p.Shares)+len(p.Clear))
}

// planeKey names a plane by content.
type planeKey struct {
	entrants entrants
	x        float64
}

// Plane lets all meet in every cell; the session keeps it.
func (c Contest) Plane(ctx context.Context, x float64) (Plane, error) {
	return work.Do(ctx, work.Simple(planeKey{c.entrants, x}, Plane.bytes, func(ctx context.Context) (p Plane, err error) {
		p.Winners, p.Margins, err = c.Winners(ctx, PlaneBudgets(), PlaneTolerances(), x)
		p.Shares, p.Clear = make([]int, len(c.makers)), make([]int, len(c.makers))
		for cell, w := range p.Winners {
			if w < 0 {
				continue
			}
			if p.Shares[w]++; p.Margins[cell] >= ClearLead {
				p.Clear[w]++
			}
		}
		return p, err
	}), nil)
}

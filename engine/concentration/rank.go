package concentration

import (
	"context"
	"math"
	"slices"

	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/mechanisms"
)

// Contest compares all mechanisms of a menu by the mass they put into one
// window. Results are indexed as the menu's kinds.
type Contest struct{ makers []mechanisms.Family }

// NewContest sets the mechanisms' other parameters, such as delta and bins, as
// in v.
func NewContest(menu param.Menu[mechanisms.Mechanism], v param.Values) Contest {
	c := Contest{make([]mechanisms.Family, len(menu.Kinds))}
	for i, kind := range menu.Kinds {
		c.makers[i] = mechanisms.FamilyOf(kind, v)
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

// Score is how much of a law lies in a window, and how much outside: whichever
// is small has all its digits. Both are NaN where there is no mechanism.
type Score struct{ Mass, Outside float64 }

// Scores appends the score of each law to list.
func Scores(list []Score, laws []mechanisms.Law, w Window) []Score {
	for _, law := range laws {
		s := Score{math.NaN(), math.NaN()}
		if law != nil {
			s.Outside = law.Outside(w.From, w.To)
			if s.Mass = 1 - s.Outside; s.Outside > 0.5 {
				s.Mass = law.Mass(w.From, w.To)
			}
		}
		list = append(list, s)
	}
	return list
}

// Margin returns by how much the mass of s exceeds that of other, taken from
// what lies outside when that is less: near 1 masses are alike to the last bit.
func (s Score) Margin(other Score) float64 {
	if s.Outside < 0.5 && other.Outside < 0.5 {
		return other.Outside - s.Outside
	}
	return s.Mass - other.Mass
}

// Absent reports that there is no mechanism.
func (s Score) Absent() bool { return math.IsNaN(s.Mass) }

// Ranking lists mechanisms from the most mass to the least, those that do not
// exist left out; equals stay in the order of the menu.
func Ranking(scores []Score) []int {
	var order []int
	for i, s := range scores {
		if !s.Absent() {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch margin := scores[i].Margin(scores[j]); {
		case margin > 0:
			return -1
		case margin < 0:
			return 1
		}
		return 0
	})
	return order
}

// Winner returns the mechanism with the most mass, the next one, and the
// margin between them; indices are −1 where there is none.
func Winner(scores []Score) (first, second int, margin float64) {
	first, second = -1, -1
	for i, s := range scores {
		switch {
		case s.Absent():
		case first < 0 || s.Margin(scores[first]) > 0:
			first, second = i, first
		case second < 0 || s.Margin(scores[second]) > 0:
			second = i
		}
	}
	if second >= 0 {
		margin = scores[first].Margin(scores[second])
	}
	return first, second, margin
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

// Shares returns how many of the winners each of count mechanisms is.
func Shares(winners []int, count int) []int {
	shares := make([]int, count)
	for _, w := range winners {
		if w >= 0 {
			shares[w]++
		}
	}
	return shares
}

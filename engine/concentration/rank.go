package concentration

import (
	"math"
	"slices"

	"dpscope/mechanisms"
)

// Score holds a law's mass inside and outside a window: the small one has all its digits. Both are NaN
// without a mechanism.
type Score struct{ Mass, Outside float64 }

// Scores appends the score of each law to list.
func Scores(list []Score, laws []mechanisms.Law, w Window) []Score {
	for _, law := range laws {
		s := absent()
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

// Margin returns by how much the mass of s exceeds that of other, computed from the masses outside if these
// are smaller: near 1 masses agree to the last bit.
func (s Score) Margin(other Score) float64 {
	if s.Outside < 0.5 && other.Outside < 0.5 {
		return other.Outside - s.Outside
	}
	return s.Mass - other.Mass
}

// absent returns the score of a missing mechanism.
func absent() Score { return Score{math.NaN(), math.NaN()} }

// Absent reports that there is no mechanism.
func (s Score) Absent() bool { return math.IsNaN(s.Mass) }

// Ranking lists mechanisms from the most mass to the least, without missing ones; equals stay in the order of
// the menu.
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

// Setting is a point of comparison: a budget, and the window x ± Theta.
type Setting struct{ Epsilon, Theta, X float64 }

// Window returns the setting's window, clipped to [0, 1].
func (s Setting) Window() Window { return Around(s.X, s.Theta) }

// Standing compares the mechanisms of a contest at one setting.
type Standing struct {
	Scores        []Score
	Order         []int // of existing mechanisms, from the most mass
	First, Second int   // among the compared ones; -1: none
	Margin        float64

	compared []Score // absent for a mechanism that is not compared
}

// Standing evaluates all mechanisms. The lead is among the compared ones, as if the others did not exist.
func (c Contest) Standing(at Setting, isCompared func(i int) bool) Standing {
	s := Standing{Scores: Scores(nil, c.Laws(at.Epsilon, at.X), at.Window())}
	s.Order, s.compared = Ranking(s.Scores), slices.Clone(s.Scores)
	for i := range s.compared {
		if !isCompared(i) {
			s.compared[i] = absent()
		}
	}
	s.First, s.Second, s.Margin = Winner(s.compared)
	return s
}

// Tied lists the mechanisms that are level with the first but for rounding, the first among them.
func (s Standing) Tied() (level []int) {
	const rounding = 1e-12
	for _, i := range s.Order {
		if !s.compared[i].Absent() && s.Scores[s.First].Margin(s.Scores[i]) <= rounding {
			level = append(level, i)
		}
	}
	return level
}

// Nearest returns the mechanism with the mass nearest to one at a setting; -1: none exists there.
func (c Contest) Nearest(at Setting, mass float64) int {
	nearest, distance := -1, math.Inf(1)
	for i, s := range Scores(nil, c.Laws(at.Epsilon, at.X), at.Window()) {
		if d := math.Abs(s.Mass - mass); d < distance {
			nearest, distance = i, d
		}
	}
	return nearest
}

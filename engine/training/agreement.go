package training

import (
	"context"
	"math"

	"gonum.org/v1/gonum/stat"

	"dpscope/mechanisms"
)

// Compared holds the clean and the noisy risks of two or more scorers. Sizes holds, per scorer, the size of
// the terms that its risks sum: risks that differ by less than the rounding of these are equal.
type Compared struct{ Clean, Noisy, Sizes []float64 }

// Agreement says how far noisy risks follow clean ones.
type Agreement struct {
	Slope, Intercept float64 // of the least-squares line of noisy on clean risks; the line is level if all noisy risks are equal
	Spread           float64 // standard deviation about that line, divided by that of the noisy risks; 0 if these are all equal
	Kept             float64 // share of the pairs of scorers of unequal clean risk that noisy risks put in the same order; equal noisy risks count half
	Ordered          int     // number of such pairs; without any Kept says nothing
	Chosen           []int   // scorers of the least noisy risk
	Best             []int   // scorers of the least clean risk
	Regret           float64 // clean risk of Chosen, the mean of several, above the least
}

// Comparison holds scorers' noisy risks beside their clean ones, and their agreement.
type Comparison struct {
	Compared
	Agreement
	Outside []bool // scorers with margins beyond the range where the loss is symmetric
}

// Compare returns clean risks beside the mean noisy ones over flips, or beside those of one draw if drawn.
func (s Scorers) Compare(ctx context.Context, m mechanisms.LabelFlip, mean MeanFlips, drawn bool) (c Comparison, err error) {
	parts, err := s.Parts(ctx)
	if err != nil {
		return c, err
	}
	flat := s.Loss.Traits().Flat
	for _, p := range parts {
		c.Outside = append(c.Outside, p.Reach > flat)
		c.Clean, c.Noisy, c.Sizes = append(c.Clean, p.Clean()), append(c.Noisy, mean.Noisy(p)), append(c.Sizes, p.Size())
	}
	if drawn {
		if c.Noisy, err = s.Drawn(ctx, m); err != nil {
			return c, err
		}
	}
	c.Agreement = c.agree()
	return c, nil
}

// agree compares them.
func (c Compared) agree() Agreement {
	a := Agreement{Chosen: c.least(c.Noisy), Best: c.least(c.Clean)}
	a.Kept, a.Ordered = c.kept()
	a.Regret = c.regret(a.Chosen, a.Best[0])
	middle := stat.Mean(c.Noisy, nil)
	if len(a.Chosen) == len(c.Noisy) {
		a.Intercept = middle
		return a
	}
	a.Intercept, a.Slope = stat.LinearRegression(c.Clean, c.Noisy, nil, false)
	total, rest := 0.0, 0.0
	for i, x := range c.Clean {
		total += (c.Noisy[i] - middle) * (c.Noisy[i] - middle)
		off := c.Noisy[i] - a.Intercept - a.Slope*x
		rest += off * off
	}
	a.Spread = math.Sqrt(rest / total)
	return a
}

// kept returns the number of pairs that clean risk orders, and the share of them that noisy risk orders
// alike.
func (c Compared) kept() (share float64, ordered int) {
	right := 0.0
	for i := range c.Clean {
		for j := range i {
			if c.equal(c.Clean, i, j) {
				continue
			}
			ordered++
			switch {
			case c.equal(c.Noisy, i, j):
				right += 0.5
			case c.Noisy[i] > c.Noisy[j] == (c.Clean[i] > c.Clean[j]):
				right++
			}
		}
	}
	return right / float64(ordered), ordered
}

// regret returns the mean clean risk of some scorers above the best one's.
func (c Compared) regret(chosen []int, best int) float64 {
	sum := 0.0
	for _, i := range chosen {
		if !c.equal(c.Clean, i, best) {
			sum += c.Clean[i] - c.Clean[best]
		}
	}
	return sum / float64(len(chosen))
}

// rounding is the relative difference of two risks that are the same but for
// the sums they were computed by.
const rounding = 1e-13

// equal reports whether two scorers have the same risk but for rounding.
func (c Compared) equal(risks []float64, i, j int) bool {
	return math.Abs(risks[i]-risks[j]) <= rounding*(c.Sizes[i]+c.Sizes[j])
}

// least returns the scorers of least risk, the very least one first.
func (c Compared) least(risks []float64) []int {
	best := 0
	for i, v := range risks {
		if v < risks[best] {
			best = i
		}
	}
	all := []int{best}
	for i := range risks {
		if i != best && c.equal(risks, i, best) {
			all = append(all, i)
		}
	}
	return all
}

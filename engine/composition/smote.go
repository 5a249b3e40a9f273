package composition

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// Row is a place in the plane.
type Row struct{ X, Y float64 }

// Made is a row that was made, and whether it would be another one, or none, without the
// record in question.
type Made struct {
	Row
	Changed bool
}

// Touch enlarges the rare class twice with the same coins: with all rows, and without the first of them. It
// returns the rows made from all.
func (c Copies) Touch(rows []Row, seed uint64) []Made {
	here, there := c.made(rows, seed), c.made(rows[1:], seed)
	own := int(c.Copies)
	list := make([]Made, len(here))
	for i := range here {
		list[i] = Made{here[i], i < own || here[i] != there[i-own]}
	}
	return list
}

// made returns the rows made of others, the first row's first. Each row has its own coins, which it keeps if
// a row before it is left out: they are counted from the last.
func (c Copies) made(rows []Row, seed uint64) (list []Row) {
	for i, row := range rows {
		near, rng := nearest(rows, i, int(c.Neighbours)), rand.New(rand.NewPCG(seed, uint64(len(rows)-i)))
		for range int(c.Copies) {
			pick, u := rng.Float64(), rng.Float64()
			if c.Smote && len(near) > 0 {
				to := rows[near[int(pick*float64(len(near)))]]
				list = append(list, Row{row.X + u*(to.X-row.X), row.Y + u*(to.Y-row.Y)})
				continue
			}
			list = append(list, row)
		}
	}
	return list
}

// nearest returns the indices of the rows nearest to one, without itself; of equally near ones the first.
func nearest(rows []Row, of, count int) []int {
	var others []int
	for i := range rows {
		if i != of {
			others = append(others, i)
		}
	}
	distance := func(i int) float64 { return math.Hypot(rows[i].X-rows[of].X, rows[i].Y-rows[of].Y) }
	slices.SortStableFunc(others, func(i, j int) int { return cmp.Compare(distance(i), distance(j)) })
	return others[:min(count, len(others))]
}

// Crowd draws rows of a rare class in the plane.
func Crowd(count int, seed uint64) []Row {
	rng := rand.New(rand.NewPCG(seed, 1))
	rows := make([]Row, count)
	for i := range rows {
		rows[i] = Row{rng.NormFloat64(), rng.NormFloat64()}
	}
	return rows
}

// Five is the counterexample to the paper's Theorem 5: five rows on a line; the neighbouring data have the
// middle one at 3. With one neighbour, SMOTE makes three of five rows inside (−1, 1) from one data set, and
// none from the other.
var Five = [...]float64{-2.05, -1, 0, 1, 2.05}

// Elsewhere is the place of the middle row in the neighbouring data.
const Elsewhere = 3

// Stretch is the range of a row's new rows, from it to its nearest.
type Stretch struct{ From, To float64 }

// Stretches returns the stretches of the five rows, with the middle one at a place. In the middle of two the
// first is the nearest; no result depends on that.
func Stretches(middle float64) (list []Stretch) {
	rows := make([]Row, len(Five))
	for i, x := range Five {
		rows[i].X = x
	}
	rows[2].X = middle
	for i, row := range rows {
		list = append(list, Stretch{row.X, rows[nearest(rows, i, 1)[0]].X})
	}
	return list
}

// Inside counts the rows in (−1, 1), old and new, of the five rows with the middle
// one at a place. A stretch lies inside or outside, so SMOTE's coins do not matter.
func Inside(middle, copies float64) (count float64) {
	for _, s := range Stretches(middle) {
		if math.Abs(s.From) < 1 {
			count++
		}
		if math.Abs((s.From+s.To)/2) < 1 {
			count += copies
		}
	}
	return count
}

// FiveLoss returns the privacy loss of counting the rows in (−1, 1) by Laplace noise with ε for one row:
// exactly its shift.
func (c Copies) FiveLoss() float64 { return c.Epsilon * c.fiveShift() }

func (c Copies) fiveShift() float64 {
	return math.Abs(Inside(Five[2], c.Copies) - Inside(Elsewhere, c.Copies))
}

// five returns the question that the counterexample answers.
func (c Copies) five() Copies {
	c.Smote, c.Dimension, c.Neighbours, c.Minority = true, 1, 1, float64(len(Five))
	return c
}

// FivePromised returns the promise of the theorem's first form there.
func (c Copies) FivePromised() float64 { return c.five().Printed() }

// FiveSecond returns the promise of the second form there, with its slack.
func (c Copies) FiveSecond() (epsilon, delta float64) {
	return c.five().PrintedSecond(), math.Exp(min(c.five().logPrintedDelta(), 0))
}

// FiveDelta returns the true slack of a budget there: the hockey-stick divergence of two Laplace laws, 1 −
// e^((ε − shift)/2).
func (c Copies) FiveDelta(epsilon float64) float64 {
	return max(0, -math.Expm1((epsilon-c.FiveLoss())/2))
}

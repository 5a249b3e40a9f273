package central

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// mostPieces bounds the points of a loss, so that it is comparable.
const mostPieces = 12

// Pieces is a loss of straight pieces between points, with outermost pieces that go on. Its lengths have a
// unit of their own: In gives the number of units per sensitivity.
type Pieces struct {
	count    int
	at, cost [mostPieces]float64
}

// ReadPieces reads a loss as a list of errors with what they cost:
// "-2:3,0:0,1:1,3:5". It must be convex, 0 at 0 and nowhere negative.
func ReadPieces(text string) (Pieces, error) {
	var p Pieces
	words := strings.Split(text, ",")
	if len(words) < 2 || len(words) > mostPieces {
		return p, fmt.Errorf("pieces: points are counted to %d; 2 to %d, as in -2:3,0:0,1:1, would work", len(words), mostPieces)
	}
	for _, word := range words {
		place, cost, found := strings.Cut(strings.TrimSpace(word), ":")
		x, errX := strconv.ParseFloat(place, 64)
		c, errC := strconv.ParseFloat(cost, 64)
		if !found || errX != nil || errC != nil {
			return p, fmt.Errorf("pieces: %q is no error with its cost; 1:2 would work, for a cost of 2 where the answer is too high by 1", word)
		}
		if !(math.Abs(x) <= 1e9 && math.Abs(c) <= 1e9) {
			return p, fmt.Errorf("pieces: %s is not finite, or too large; numbers up to 1e9 would work", word)
		}
		if p.count > 0 && x <= p.at[p.count-1] {
			return p, fmt.Errorf("pieces: the error %g follows %g; increasing errors would work", x, p.at[p.count-1])
		}
		p.at[p.count], p.cost[p.count] = x, c
		p.count++
	}
	return p, p.check()
}

// check returns an error if the points are no loss, in any unit of cost.
func (p Pieces) check() error {
	const hair = 1e-12
	for i := 2; i < p.count; i++ {
		if before, after := p.slope(i-1), p.slope(i); after < before-hair*max(math.Abs(before), math.Abs(after)) {
			return fmt.Errorf("pieces: the loss is not convex: it rises by %g a unit before the error %g, and by %g after it; a slope that never falls would work", before, p.at[i-1], after)
		}
	}
	if v := p.At(0); math.Abs(v) > hair*slices.Max(p.cost[:p.count]) {
		return fmt.Errorf("pieces: no error at all costs %g; 0:0 among the points would work", v)
	}
	if p.slope(1) > 0 || p.slope(p.count-1) < 0 {
		return errors.New("pieces: far from 0 the loss falls below 0; a last slope that rises away from 0, on either side, would work")
	}
	return nil
}

// slope returns the slope of the piece that ends at point i.
func (p Pieces) slope(i int) float64 { return (p.cost[i] - p.cost[i-1]) / (p.at[i] - p.at[i-1]) }

// piece returns the index of the point at which the piece of x ends, or the last one.
func (p Pieces) piece(x float64) int {
	i := 1
	for i < p.count-1 && x > p.at[i] {
		i++
	}
	return i
}

// In returns the loss in lengths of unit of its own.
func (p Pieces) In(unit float64) Loss {
	for i := range p.count {
		p.at[i] /= unit
	}
	return p
}

func (p Pieces) At(x float64) float64 {
	i := p.piece(x)
	return max(0, p.cost[i]+p.slope(i)*(x-p.at[i]))
}

// Mean sums over the pieces; each costs on average as much as its middle.
func (p Pieces) Mean(low, high float64) float64 {
	sum, from := 0.0, low
	for i := 0; i <= p.count; i++ {
		to := high
		if i < p.count {
			to = min(max(p.at[i], low), high)
		}
		if to > from {
			sum += p.At(from+(to-from)/2) * (to - from)
			from = to
		}
	}
	return sum / (high - low)
}

func (p Pieces) Least(low, high float64) float64 { return p.At(nearest(low, high)) }

// Even compares both sides at every point, to the rounding of the pieces it lies on.
func (p Pieces) Even() bool {
	const hair = 1e-12
	for i := range p.count {
		if x := p.at[i]; math.Abs(p.At(x)-p.At(-x)) > hair*max(p.cost[i], p.cost[p.piece(x)], p.cost[p.piece(-x)]) {
			return false
		}
	}
	return p.slope(1) == -p.slope(p.count-1)
}

// Degree is 0: In scales the costs of errors, which follow no power.
func (Pieces) Degree() float64 { return 0 }

// Symmetric sums the cost of each change of slope beyond its place, mirrored for those below 0.
func (p Pieces) Symmetric(m Moments) float64 {
	sum := (p.right(0) - p.left(0)) * m.Absolute / 2
	for i := 1; i < p.count-1; i++ {
		if x := p.at[i]; x != 0 {
			sum += (p.slope(i+1) - p.slope(i)) * m.Beyond(math.Abs(x))
		}
	}
	return sum
}

// right and left are the slopes on either side of a place.
func (p Pieces) right(x float64) float64 {
	i := p.piece(x)
	if i < p.count-1 && x == p.at[i] {
		i++
	}
	return p.slope(i)
}

func (p Pieces) left(x float64) float64 { return p.slope(p.piece(x)) }

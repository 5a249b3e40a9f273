package optimal

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"dpscope/engine/num/lp"
	"dpscope/engine/num/normal"
)

// The law of least loss below a curve must keep a line of the profile at every ε, too many to be rows at
// once. Cutting planes name, for each shift, the corners of the law's polygon that exceed the curve most,
// each by the line that touches the curve there. They enter as rows like any other event.
//
// Tails are written out until their mass is negligible beside 1. What lies beyond counts in the certificate
// as any cell, as told for certain.

// portion is a cell's share of a weight.
type portion struct {
	cell int
	of   float64
}

// below is a problem under a curve as a linear program.
type below struct {
	Problem
	grid
	weights [][]portion
	cost    []float64
	unit    float64 // of costs
	held    Normal  // limit of the rows: a little below the request
	events  []Event
	rows    []lp.Row
	most    float64 // the greatest ε of a line
	over    float64 // greatest excess of the last law over the curve
	masses  []float64
	order   []int
}

// mindedAbove limits the excess of a corner over the curve.
const mindedAbove = 1e-11

// tailed returns the sensitivities of tail written out on either side.
func (p Problem) tailed() int {
	const negligible = 25 // −ln of their end, as a share of the last sensitivity
	if p.Below.Tail == 0 {
		return 0
	}
	return int(math.Ceil(negligible / p.Below.Tail))
}

// written returns the number of cells including those of the tails.
func (p Problem) written() int { return p.Cells() + 2*p.tailed()*p.Steps }

// below holds rows to spare less than the floor.
func (p Problem) below(near []Event, spare float64) *below {
	wide := p
	wide.Reach += p.tailed() * p.Steps
	b := &below{Problem: p, grid: p.eventful(), held: p.Below}
	most, above := p.Below.steepest()
	b.most, b.held.Floor = most, max(b.held.Floor-above-spare, 0)
	b.spreading()
	b.masses, b.order = make([]float64, b.cells), make([]int, b.cells)
	costs := wide.costs(p.Loss, false)
	exponent := unit(floats.Sum(costs) / float64(len(costs)))
	b.unit = math.Ldexp(1, exponent)
	for _, w := range b.weights {
		sum := 0.0
		for _, at := range w {
			sum += at.of * costs[at.cell]
		}
		b.cost = append(b.cost, math.Ldexp(sum, -exponent))
	}
	if near == nil {
		near = b.begun()
	}
	for _, e := range near {
		b.rows = append(b.rows, b.row(e))
	}
	return b
}

// spreading lists what each weight stands for: a cell, with its mirror image if the loss is even, and with
// its repetitions in the tail if it is one of the last sensitivity.
func (b *below) spreading() {
	first, last := b.tailed()*b.Steps, b.cells-b.tailed()*b.Steps // without the tails
	ratio := math.Exp(-b.Below.Tail)
	for i := first; i < last; i++ {
		mirrored := b.cells - 1 - i
		if !b.both && mirrored > i {
			continue
		}
		var w []portion
		out := b.Steps // away from 0
		if i < b.cells/2 {
			out = -out
		}
		for at, of := i, 1.0; ; at, of = at+out, of*ratio {
			w = append(w, portion{at, of})
			if next := at + out; b.tailed() == 0 || i >= first+b.Steps && i < last-b.Steps || next < 0 || next >= b.cells {
				break
			}
		}
		if !b.both {
			for _, at := range w[:len(w):len(w)] {
				w = append(w, portion{b.cells - 1 - at.cell, at.of})
			}
		}
		sum := 0.0
		for _, at := range w {
			sum += at.of
		}
		for i := range w {
			w[i].of /= sum
		}
		b.weights = append(b.weights, w)
	}
}

// begun returns the normal law's own tests: at the greatest shift, all cells on one side of a place, with the
// line of the ratio there.
func (b *below) begun() (events []Event) {
	mu := b.Below.Mu
	for i := 1; i < b.cells; i++ {
		at := float64(i-b.cells/2) / float64(b.Steps)
		epsilon := mu * mu * (0.5 - at)
		if epsilon < 0 || epsilon > b.most {
			continue
		}
		left, right := newSet(b.cells), newSet(b.cells)
		for j := range i {
			left.put(j)
			right.put(b.cells - 1 - j)
		}
		events = append(events, Event{Shift: b.steps, cells: left, epsilon: epsilon})
		if b.both {
			events = append(events, Event{Shift: -b.steps, cells: right, epsilon: epsilon})
		}
	}
	return events
}

// row returns the row that an event demands at its line.
func (b *below) row(e Event) lp.Row {
	gains, ratio := make([]float64, b.cells), math.Exp(e.epsilon)
	e.cells.each(func(i int) {
		gains[i]++
		if from, of := b.from(i, e.Shift); of > 0 {
			gains[from] -= ratio * of
		}
	})
	of := make([]float64, len(b.weights))
	for w, portions := range b.weights {
		for _, at := range portions {
			of[w] += at.of * gains[at.cell]
		}
	}
	b.events = append(b.events, e)
	return lp.Row{Of: of, Most: b.held.At(e.epsilon)}
}

// from returns the cell that a shift moves to a cell, and its multiplier, which continues the tails beyond
// the cells written out.
func (b *below) from(i, k int) (from int, of float64) {
	from = i - k
	inside := from >= 0 && from < b.cells
	switch {
	case inside:
		return from, 1
	case b.tailed() == 0:
		return 0, 0
	case from < 0:
		return from + b.Steps, math.Exp(-b.Below.Tail)
	}
	return from - b.Steps, math.Exp(-b.Below.Tail)
}

// separate is the oracle: for each shift it returns the corners that exceed the curve most.
func (b *below) separate(weights []float64) (rows []lp.Row) {
	b.seen(weights)
	b.over = math.Inf(-1)
	b.shifts(func(k int) {
		for _, e := range b.above(k) {
			rows = append(rows, b.row(e))
		}
	})
	return rows
}

func (b *below) seen(weights []float64) {
	clear(b.masses)
	for w, portions := range b.weights {
		for _, at := range portions {
			b.masses[at.cell] += at.of * weights[w]
		}
	}
}

// above returns the events at a shift, the worst of each stretch of corners above the curve.
func (b *below) above(k int) (events []Event) {
	there := func(i int) float64 {
		from, of := b.from(i, k)
		return of * max(b.masses[from], 0)
	}
	b.order = b.order[:0]
	for i, m := range b.masses {
		if m > 0 {
			b.order = append(b.order, i)
		}
	}
	slices.SortFunc(b.order, func(i, j int) int { return cmp.Compare(b.masses[j]*there(i), b.masses[i]*there(j)) })
	half := normal.UpperTail(b.held.Mu / 2) // where the slope is 1: beyond, the other order says more
	fpr, tpr, worst, at, end := 0.0, 0.0, 0.0, 0.0, -1
	enter := func() {
		if end < 0 {
			return
		}
		in := newSet(b.cells)
		for _, i := range b.order[:end+1] {
			in.put(i)
		}
		events = append(events, Event{Shift: k, cells: in, epsilon: min(b.held.slope(max(at, 1e-300)), b.most)})
		worst, end = 0, -1
	}
	for n, i := range b.order {
		fpr, tpr = fpr+there(i), tpr+b.masses[i]
		over := b.held.over(min(fpr, 1), tpr)
		b.over = max(b.over, over-mindedAbove)
		switch {
		case over <= mindedAbove:
			enter()
		case over > worst:
			worst, end, at = over, n, fpr
		}
		if fpr > half {
			break
		}
	}
	enter()
	return events
}

// solveBelow finds the law of least loss under the curve. Where rounding leaves it above and a wider normal law mends
// nothing, rows are held to as much less of the floor, and twice.
func (p Problem) solveBelow(ctx context.Context, near []Event, watch func(r Round, cells []float64, atom float64)) (Solution, error) {
	const times = 3
	spare := 0.0
	for range times {
		s, err := p.solveSparing(ctx, near, spare, watch)
		over := s.Under.High - p.Below.Floor
		if err != nil || p.Below.Floor == 0 || over <= 0 {
			return s, err
		}
		near, spare = s.Events, spare+2*over
	}
	return Solution{}, &BlurredError{p.Below}
}

// solveSparing solves with rows below the floor by spare; the law may still exceed it.
func (p Problem) solveSparing(ctx context.Context, near []Event, spare float64,
	watch func(r Round, cells []float64, atom float64)) (Solution, error) {
	b, told := p.below(near, spare), reporting(ctx, 0)
	told.weights = len(b.weights)
	s, err := lp.Minimise(ctx, lp.Problem{Cost: b.cost, Rows: b.rows, Separate: b.separate, Pivoted: told.pivoted}, func(r lp.Round) {
		told.cut(b.over)
		if watch != nil {
			watch(Round{Value: b.unit * r.Value, Violation: max(b.over, 0), Entering: r.Broken, Active: r.Active}, b.masses, 0)
		}
	})
	switch {
	case errors.Is(err, lp.ErrInfeasible):
		return Solution{}, &InfeasibleError{Problem: p}
	case err != nil:
		return Solution{}, err
	}
	b.seen(s.X)
	law, u, err := p.underneath(b)
	if err != nil {
		return Solution{}, err
	}
	least, loss := s.Bound, law.expect(p.mean)
	var events []Event
	for at, i := range s.Active {
		events = append(events, b.events[i])
		least -= s.Weights[at] * (p.Below.Floor - b.held.Floor)
	}
	c := law.Certify(p.Moves(), p.Epsilon)
	return Solution{Law: law, Loss: loss, Least: min(b.unit*max(least, floats.Min(b.cost)), loss), Certificate: c, Under: u,
		Events: events, Rounds: s.Rounds, Cuts: s.Cuts}, nil
}

// underneath returns the law of the masses with its certificate. It mends an excess over the floor by mixing
// in a wider normal law on the cells, if little suffices.
func (p Problem) underneath(b *below) (Law, Under, error) {
	cells, _ := cleaned(b.masses, 0)
	law, err := p.law(cells, 0)
	if err != nil {
		return law, Under{}, err
	}
	u := law.Under(p.Moves(), p.Below.Mu)
	const times = 3
	for range times {
		over := u.High - p.Below.Floor
		if over <= 0 || p.Below.Floor == 0 {
			return law, u, nil
		}
		spare := p.wider(1.1)
		safe, err := p.law(spare, 0)
		if err != nil {
			return law, u, err
		}
		share := 1.01 * over / (u.High - safe.Under(p.Moves(), p.Below.Mu).High)
		if !(share > 0 && share < 1e-2) {
			break
		}
		floats.Scale(1-share, cells)
		floats.AddScaled(cells, share, spare)
		if law, err = p.law(cells, 0); err != nil {
			return law, u, err
		}
		u = law.Under(p.Moves(), p.Below.Mu)
	}
	return law, u, nil
}

// wider returns the masses of a normal law, wider than the curve's by a factor.
func (p Problem) wider(by float64) []float64 {
	cells, width := make([]float64, p.Cells()), p.Below.Mu/by/float64(p.Steps)
	for i := range cells {
		from := math.Abs(float64(i)+0.5-float64(len(cells))/2) - 0.5 // mirrored, so that tails have their digits
		cells[i] = normal.UpperTail(from*width) - normal.UpperTail((from+1)*width)
	}
	floats.Scale(1/floats.Sum(cells), cells)
	return cells
}

package agreement

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"dpscope/engine/num/rootfind"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/proof"
)

// PaperBox is the result of the paper's own search. It is no proof: a share tau of the box may have another
// class, and each of some 500 tests on the way may err with probability omega.
type PaperBox struct {
	Radius float64 // as the paper returns it: the first that failed, if any did
	Sides  []proof.Side
	Draws  int // in each test
}

// hoeffdingDraws returns the draws of one test of the paper (Theorem 1):
// ln(2/ω)/(2τ²), rounded up.
func hoeffdingDraws(omega, tau float64) float64 {
	return math.Ceil(math.Log(2/omega) / (2 * tau * tau))
}

// PaperSearch runs the search of the paper's sections 4.2.2 and 5.1 as its experiments do: a radius in [0, ½]
// by bisection to 0.01, each tested with uniform draws that are then clamped to [0, 1]; from the box around
// it, five steps of a hundred boxes with about half of the faces moved out, each tested with uniform draws;
// of those that pass, the one with the largest sum of sides.
//
// It looks draws up in the decision map if there is one, or compares them with known linear pieces or
// quadratic boundaries: the million predictions dominate its time. It reports the number of boxes tested.
func (r *Region) PaperSearch(ctx context.Context, omega, tau float64, rng *rand.Rand) (PaperBox, error) {
	if r.can.TakesLong {
		return PaperBox{}, errCostly
	}
	return r.Question.paperSearch(ctx, omega, tau, rng, r.drawsKept(ctx))
}

var errCostly = errors.New("the paper's search asks for the classes of some million points, too many for a program; a classifier in a file would work")

// drawsKept returns a test, faster than the classifier, of whether private values keep the class; nil without
// one.
func (r *Region) drawsKept(ctx context.Context) func(values []float64) bool {
	if m := r.Map(); m != nil {
		return func(values []float64) bool {
			row, column := m.Cell(0, values[0]), 0
			if len(values) > 1 {
				column = m.Cell(1, values[1])
			}
			return m.At(row, column) == r.Class
		}
	}
	if r.can.Separating != nil {
		return r.marginKept()
	}
	if r.leads == nil {
		return r.piecesKept(ctx)
	}
	c, x := conics{leads: r.leads}, slices.Clone(r.Record)
	c.record[0] = r.Record[r.Private[0]]
	if len(r.Private) > 1 {
		c.record[1] = r.Record[r.Private[1]]
	}
	return func(values []float64) bool {
		at := [2]float64{}
		copy(at[:], values)
		return c.clearly(at[0], at[1], func() bool {
			return r.keepsAll(x, values)
		})
	}
}

// marginKept adds up the private part of the margin alone, and asks where
// rounding leaves the sign open.
func (r *Region) marginKept() func(values []float64) bool {
	held, x, normal := slices.Clone(r.Record), slices.Clone(r.Record), r.can.Separating.Normal()
	size := 0.0 // of all that the margin adds up, but for the private part
	for i, v := range r.Record {
		size += math.Abs(v * normal[i])
	}
	for _, i := range r.Private {
		held[i] = 0
	}
	rest := r.can.Separating.Margin(held)
	size += math.Abs(rest) + math.Abs(r.can.Separating.Margin(make([]float64, len(held)))) // the bias
	rounding := 4 * float64(len(held)+8) * proof.Roundoff
	return func(values []float64) bool {
		margin, most := rest, size
		for k, i := range r.Private {
			part := values[k] * normal[i]
			margin += part
			most += math.Abs(part)
		}
		if math.Abs(margin) > rounding*most {
			return (margin > 0) == (r.Class == 1)
		}
		for k, i := range r.Private {
			x[i] = values[k]
		}
		return r.can.Separating.Predict(x) == r.Class
	}
}

func (q Question) paperSearch(ctx context.Context, omega, tau float64, rng *rand.Rand,
	known func(values []float64) bool) (PaperBox, error) {
	if !(omega > 0 && omega < 1 && tau > 0 && tau < 1) {
		return PaperBox{}, fmt.Errorf("omega = %g and tau = %g have to lie in (0, 1)", omega, tau)
	}
	draws := hoeffdingDraws(omega, tau)
	if draws > mostDraws {
		return PaperBox{}, fmt.Errorf("omega = %g and tau = %g take %.0f draws in each test; at most %d are made", omega, tau, draws, mostDraws)
	}
	if err := q.checkDraws(draws, known != nil); err != nil {
		return PaperBox{}, err
	}
	s := &paperSearch{q: q, class: q.Classifier.Predict(q.Record), draws: int(draws), tau: tau, rng: rng, known: known}
	const widest, closest = 0.5, 0.01
	var failed error
	passes := func(sides []proof.Side, clamp bool) (passed bool) {
		if failed == nil {
			passed, failed = s.passes(ctx, sides, clamp)
		}
		return passed
	}
	_, failing := rootfind.Border(func(radius float64) bool { return passes(s.ball(radius), true) }, 0, widest, rootfind.Halving{
		Near: func(inside, outside float64) bool { return outside-inside <= closest },
	})
	start := s.ball(failing)
	clampSides(start)
	best := PaperBox{Radius: failing, Sides: start, Draws: s.draws}
	const boxes = 100
	steps := [...]float64{0.4, 0.3, 0.2, 0.1, 0.05}
	for k, step := range steps {
		for i := range boxes {
			work.Report(ctx, work.Progress{Done: float64(k*boxes + i + 1), Of: float64(len(steps)*boxes + 1), What: "boxes"})
			sides := s.moved(start, step)
			if passes(sides, false) && totalWidth(sides) > totalWidth(best.Sides) {
				best.Sides = sides
			}
		}
	}
	return best, failed
}

// checkDraws refuses a search of some 500 tests that would take more than seconds, by the numbers to draw or
// to classify.
func (q Question) checkDraws(draws float64, known bool) error {
	const mostDrawn, mostClassified = 200_000, 4_000_000 // numbers in each test
	if most := int(mostDrawn / draws); len(q.Private) > most {
		return &proof.TooLargeError{What: "private features in the paper's search", Count: len(q.Private), Most: most,
			Instead: "fewer private features"}
	}
	if most := int(mostClassified / draws); !known && len(q.Record) > most {
		return &proof.TooLargeError{What: "features in the paper's search", Count: len(q.Record), Most: most,
			Instead: "a classifier of fewer features"}
	}
	return nil
}

type paperSearch struct {
	q            Question
	class, draws int
	tau          float64
	rng          *rand.Rand
	known        func(values []float64) bool // whether these keep the class; nil: ask the classifier

	values, points []float64 // room for a batch
	classes        []int
}

func (s *paperSearch) ball(radius float64) []proof.Side {
	var sides []proof.Side
	for _, i := range s.q.Private {
		x := s.q.Record[i]
		sides = append(sides, proof.Side{Low: x - radius, High: x + radius})
	}
	return sides
}

func clampSides(sides []proof.Side) {
	for k, side := range sides {
		sides[k] = proof.Side{Low: min(max(side.Low, 0), 1), High: min(max(side.High, 0), 1)}
	}
}

// moved moves about half of the faces out by a step.
func (s *paperSearch) moved(from []proof.Side, step float64) []proof.Side {
	sides := append([]proof.Side(nil), from...)
	for k := range sides {
		if s.rng.IntN(2) == 0 {
			sides[k].Low -= step
		}
		if s.rng.IntN(2) == 0 {
			sides[k].High += step
		}
	}
	clampSides(sides)
	return sides
}

func totalWidth(sides []proof.Side) float64 {
	sum := 0.0
	for _, side := range sides {
		sum += side.High - side.Low
	}
	return sum
}

// passes reports whether at most a share tau of uniform draws has another class.
func (s *paperSearch) passes(ctx context.Context, sides []proof.Side, clamp bool) (bool, error) {
	draw := func(k int) float64 {
		v := sides[k].Low + s.rng.Float64()*(sides[k].High-sides[k].Low)
		if clamp {
			v = min(max(v, 0), 1)
		}
		return v
	}
	const batch = 128 // points that any classifier takes in a few milliseconds
	failures := 0
	for done := 0; done < s.draws; done += batch {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		// draw the rest after a failure too, so that the next test begins with the next draw
		points := s.drawn(min(batch, s.draws-done), len(sides), draw)
		if s.few(failures) {
			more, err := s.failing(ctx, points, len(sides))
			if err != nil {
				return false, err
			}
			failures += more
		}
	}
	return s.few(failures), nil
}

// drawn returns the private values of some draws, one after another.
func (s *paperSearch) drawn(draws, features int, draw func(k int) float64) []float64 {
	s.values = s.values[:0]
	for range draws {
		for k := range features {
			s.values = append(s.values, draw(k))
		}
	}
	return s.values
}

// failing counts the draws that have another class.
func (s *paperSearch) failing(ctx context.Context, values []float64, features int) (count int, err error) {
	s.points, s.classes = s.points[:0], s.classes[:0]
	for from := 0; from < len(values); from += features {
		if at := values[from : from+features]; s.known == nil {
			s.points = append(s.points, s.q.Record...)
			for k, i := range s.q.Private {
				s.points[len(s.points)-len(s.q.Record)+i] = at[k]
			}
			s.classes = append(s.classes, 0)
		} else if !s.known(at) {
			count++
		}
	}
	err = learners.PredictAll(ctx, s.q.Classifier, s.points, s.classes)
	for _, k := range s.classes {
		if k != s.class {
			count++
		}
	}
	return count, err
}

// few reports whether that many failures are tolerated.
func (s *paperSearch) few(failures int) bool {
	return float64(failures) <= s.tau*float64(s.draws)
}

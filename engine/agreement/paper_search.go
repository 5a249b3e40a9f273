package agreement

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/engine/num/root"
	"dpscope/learners/proof"
)

// PaperBox is what the paper's own search finds. It is not a proof: a share tau
// of the box may have another class, and each of some 500 tests on the way may
// err with probability omega.
type PaperBox struct {
	Radius float64 // as returned there: the first that failed, when any did
	Sides  []proof.Side
	Draws  int // in each test
}

// HoeffdingDraws returns the draws of one test of the paper (Theorem 1):
// ln(2/ω)/(2τ²), rounded up.
func HoeffdingDraws(omega, tau float64) float64 {
	return math.Ceil(math.Log(2/omega) / (2 * tau * tau))
}

// PaperSearch is the search of the paper's sections 4.2.2 and 5.1 as its
// experiments run it: a radius in [0, ½] by bisection to 0.01, each tested with
// uniform draws that are then clamped to [0, 1]; from the box around it, for
// each of five steps a hundred boxes with about half of the faces moved out,
// each tested with uniform draws; of those that pass, the one whose sides add
// up to most.
//
// Draws are looked up in the decision map where there is one: the million
// predictions it takes are most of its time.
func (r *Region) PaperSearch(ctx context.Context, omega, tau float64, rng *rand.Rand) (PaperBox, error) {
	return r.Question.paperSearch(ctx, omega, tau, rng, r.Map())
}

func (q Question) paperSearch(ctx context.Context, omega, tau float64, rng *rand.Rand, known *proof.DecisionMap) (PaperBox, error) {
	if !(omega > 0 && omega < 1 && tau > 0 && tau < 1) {
		return PaperBox{}, fmt.Errorf("omega = %g and tau = %g have to lie in (0, 1)", omega, tau)
	}
	draws := HoeffdingDraws(omega, tau)
	if draws > MostDraws {
		return PaperBox{}, fmt.Errorf("omega = %g and tau = %g take %.0f draws in each test; at most %d are made", omega, tau, draws, MostDraws)
	}
	s := &paperSearch{ctx: ctx, q: q, class: q.Classifier.Predict(q.Record), draws: int(draws), tau: tau, rng: rng, known: known}
	const widest, closest = 0.5, 0.01
	_, failing := root.Border(func(radius float64) bool { return s.passes(s.ball(radius), true) }, 0, widest, root.Halving{
		Near: func(inside, outside float64) bool { return outside-inside <= closest },
	})
	start := s.ball(failing)
	clampSides(start)
	best := PaperBox{Radius: failing, Sides: start, Draws: s.draws}
	const boxes = 100
	for _, step := range [...]float64{0.4, 0.3, 0.2, 0.1, 0.05} {
		for range boxes {
			sides := s.moved(start, step)
			if s.passes(sides, false) && totalWidth(sides) > totalWidth(best.Sides) {
				best.Sides = sides
			}
		}
	}
	return best, s.err
}

type paperSearch struct {
	ctx          context.Context
	q            Question
	class, draws int
	tau          float64
	rng          *rand.Rand
	known        *proof.DecisionMap // nil: ask the classifier
	err          error
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

// passes reports whether at most a share tau of uniform draws has another
// class.
func (s *paperSearch) passes(sides []proof.Side, clamp bool) bool {
	if s.err != nil {
		return false
	}
	draw := func(k int) float64 {
		v := sides[k].Low + s.rng.Float64()*(sides[k].High-sides[k].Low)
		if clamp {
			v = min(max(v, 0), 1)
		}
		return v
	}
	if s.known != nil {
		return s.passesOnMap(draw, len(sides))
	}
	kept, err := s.q.count(s.ctx, s.draws, s.class, func(x []float64) {
		for k, i := range s.q.Private {
			x[i] = draw(k)
		}
	})
	s.err = err
	return err == nil && s.few(s.draws-kept)
}

// few reports whether so many failures are tolerated.
func (s *paperSearch) few(failures int) bool {
	return float64(failures) <= s.tau*float64(s.draws)
}

// passesOnMap looks the draws up.
func (s *paperSearch) passesOnMap(draw func(k int) float64, features int) bool {
	if s.err = s.ctx.Err(); s.err != nil {
		return false
	}
	failures := 0
	for range s.draws {
		row, column := s.known.Cell(0, draw(0)), 0
		if features > 1 {
			column = s.known.Cell(1, draw(1))
		}
		if s.known.At(row, column) != s.class {
			failures++
		}
	}
	return s.few(failures)
}

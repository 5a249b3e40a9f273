// Package sampling asks what the digits of a computer's noise reveal: it draws answers for two values as a
// program would, and decides exactly for each whether the other value could have given it. Noise with a
// density gives every answer from every value; noise of floating-point numbers does not (Mironov 2012).
package sampling

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/engine/audit"
	"dpscope/engine/known"
	"dpscope/engine/num/binomial"
)

// Method is a program's way to add Laplace noise of scale 1/ε to a value. It is comparable.
type Method interface {
	// Draw draws an answer.
	Draw(value float64, rng *rand.Rand) float64
	// Gives reports whether some random bits give the answer from the value.
	Gives(value, answer float64) bool
	// Proven returns a proven bound on the ε of values at most 1 apart; +Inf if nothing is proven.
	Proven() float64
	// Step returns the number whose multiples all answers are; 0 if they are as fine as floating-point
	// numbers.
	Step() float64
}

// Question is comparable.
type Question struct {
	Method           Method
	Epsilon          float64 // stated
	Value, Neighbour float64 // at most 1 apart
	Draws            int     // of each
	Seed             uint64
}

// Confidence holds for all intervals.
const Confidence = 0.95

// Check reports an invalid number, with one that would work.
func (q Question) Check() error {
	switch apart := math.Abs(q.Value - q.Neighbour); {
	case !(q.Epsilon > 0) || math.IsInf(q.Epsilon, 1):
		return fmt.Errorf("epsilon = %g is no budget; one above 0 is enough", q.Epsilon)
	case !(apart <= 1):
		return fmt.Errorf("neighbour = %g is %g from %g; the stated ε is for values at most 1 apart", q.Neighbour, apart, q.Value)
	case q.Draws < 1:
		return fmt.Errorf("draws = %d shows nothing; 1 and more do", q.Draws)
	}
	return nil
}

// Answer is one that was drawn.
type Answer struct {
	At    float64
	Alone bool // the other value never gives it
}

// Sample holds the answers drawn for both values.
type Sample struct {
	Question
	Of, Beside []Answer // of the value, and of its neighbour
}

// Sample draws. Each value has a stream of its own, so that moving one leaves the other's random bits.
func (q Question) Sample(ctx context.Context) (Sample, error) {
	if err := q.Check(); err != nil {
		return Sample{}, err
	}
	s := Sample{Question: q}
	var err error
	if s.Of, err = q.drawn(ctx, q.Value, q.Neighbour, 1); err == nil {
		s.Beside, err = q.drawn(ctx, q.Neighbour, q.Value, 2)
	}
	return s, err
}

func (q Question) drawn(ctx context.Context, value, other float64, stream uint64) ([]Answer, error) {
	const often = 256
	rng := rand.New(rand.NewPCG(q.Seed, stream))
	list := make([]Answer, q.Draws)
	for i := range list {
		if i%often == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		y := q.Method.Draw(value, rng)
		list[i] = Answer{At: y, Alone: !q.Method.Gives(other, y)}
	}
	return list, nil
}

// alone counts the answers that the other value never gives.
func alone(list []Answer) (n int) {
	for _, a := range list {
		if a.Alone {
			n++
		}
	}
	return n
}

// share returns a frequency with the exact interval of Clopper & Pearson (1934).
func share(happened, draws int) known.Value {
	low, high := binomial.Interval(float64(happened), float64(draws), 1-Confidence)
	return known.Sampled(float64(happened)/float64(draws), low, high, Confidence)
}

// Revealed returns the share of the value's answers that the neighbour never gives.
func (s Sample) Revealed() known.Value { return share(alone(s.Of), s.Draws) }

// RevealedBeside returns the same for the neighbour's answers.
func (s Sample) RevealedBeside() known.Value { return share(alone(s.Beside), s.Draws) }

// Refuted reports whether no ε holds: some answer is possible for one of both values alone.
func (s Sample) Refuted() bool { return alone(s.Of)+alone(s.Beside) > 0 }

// LeastDelta bounds from below the δ beside any finite ε, with Confidence: no e^ε hides an answer that one
// value alone gives, so that its whole probability counts as δ. Each of both values errs with half.
func (s Sample) LeastDelta() known.Value {
	low := 0.0
	for _, list := range [][]Answer{s.Of, s.Beside} {
		low = max(low, binomial.LowerLimit(float64(alone(list)), float64(s.Draws), (1-Confidence)/2))
	}
	return known.OrMore(low).With(Confidence)
}

// Right returns the success rate of a guess that names the only value that gives the answer, or else the
// nearer one. The sum of two binomials is nearer to its mean than one over both draws would be (Hoeffding
// 1956), so that the interval holds.
func (s Sample) Right() known.Value {
	right := 0
	for _, a := range s.Of {
		if s.score(a, true) >= 0 {
			right++
		}
	}
	for _, a := range s.Beside {
		if s.score(a, false) < 0 {
			right++
		}
	}
	return share(right, 2*s.Draws)
}

// score favours the value: the privacy loss of noise with a density, and more than that if one value alone
// gives the answer. of says whose answer it is.
func (s Sample) score(a Answer, of bool) float64 {
	loss := s.Epsilon * (math.Abs(a.At-s.Neighbour) - math.Abs(a.At-s.Value))
	switch {
	case a.Alone && of:
		return s.Epsilon + 1
	case a.Alone:
		return -s.Epsilon - 1
	}
	return loss
}

// Shown bounds from below the ε that the draws show, by an audit that knows the method by its answers alone:
// it chooses a threshold of the score on one half of them and tests it on the other.
func (s Sample) Shown() (known.Value, error) {
	var c audit.Counting
	for pass := range 2 {
		if pass > 0 {
			c.Again()
		}
		for i := range s.Of {
			c.Add(true, s.score(s.Of[i], true))
			c.Add(false, s.score(s.Beside[i], false))
		}
	}
	r, err := c.Runs().Of(audit.Question{Confidence: Confidence})
	if err != nil {
		return known.Nothing("too few draws to show anything"), nil
	}
	return known.OrMore(r.Epsilon).With(Confidence), nil
}

// Error returns the mean distance of an answer from its value.
func (s Sample) Error() known.Value {
	far := make([]float64, len(s.Of))
	for i, a := range s.Of {
		far[i] = math.Abs(a.At - s.Value)
	}
	return known.Summarise(far).In(known.NotNegative)
}

// Example is an answer that one value alone gives, and the nearest one that the other gives.
type Example struct {
	Answer, Nearest float64
	Of, Not         float64
}

// Example returns the first answer drawn that one value alone gives; found is false if there is none, or if
// the other value gives nothing near it.
func (s Sample) Example() (e Example, found bool) {
	for _, side := range []struct {
		list      []Answer
		of, other float64
	}{{s.Of, s.Value, s.Neighbour}, {s.Beside, s.Neighbour, s.Value}} {
		for _, a := range side.list {
			if !a.Alone {
				continue
			}
			if near, found := s.nearest(side.other, a.At); found {
				return Example{Answer: a.At, Nearest: near, Of: side.of, Not: side.other}, true
			}
		}
	}
	return e, false
}

// nearest returns the number nearest to an answer that a value gives.
func (s Sample) nearest(value, answer float64) (near float64, found bool) {
	const far = 1000
	below, above := answer, answer
	for range far {
		below, above = math.Nextafter(below, math.Inf(-1)), math.Nextafter(above, math.Inf(1))
		switch {
		case s.Method.Gives(value, below):
			return below, true
		case s.Method.Gives(value, above):
			return above, true
		}
	}
	return 0, false
}

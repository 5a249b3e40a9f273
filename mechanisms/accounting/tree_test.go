package accounting

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// told is an answer with its probabilities under both of two neighbours. Enumeration lists all answers; it uses no losses, no
// rounding and no dominating pairs.
type told struct{ here, there float64 }

// hockey returns the divergence of the listed answers, by definition.
func hockey(answers []told, epsilon float64) (sum float64) {
	for _, a := range answers {
		sum += max(0, a.here-math.Exp(epsilon)*a.there)
	}
	return sum
}

func turned(answers []told) []told {
	list := slices.Clone(answers)
	for i, a := range list {
		list[i] = told{a.there, a.here}
	}
	return list
}

// worstOf returns the divergence in the worse order.
func worstOf(answers []told, epsilon float64) float64 {
	return max(hockey(answers, epsilon), hockey(turned(answers), epsilon))
}

func product(a, b []told) (list []told) {
	for _, x := range a {
		for _, y := range b {
			list = append(list, told{x.here * y.here, x.there * y.there})
		}
	}
	return list
}

// answers is a law of a few answers with a single pair of neighbours.
type answers string

var lists = map[answers][]told{
	"three":  {{0.6, 0.1}, {0.3, 0.3}, {0.1, 0.6}},
	"five":   {{0.5, 0.2}, {0.25, 0.15}, {0.1, 0.3 - 0.2}, {0.15 - 0.1, 0.25}, {0.1, 0.3}},
	"uneven": {{0.9, 0.6}, {0.02, 0.2}, {0.08, 0.2}},
	"bare":   {{0.5, 0.3}, {0.4, 0.7}, {0.1, 0}},
}

func (a answers) String() string { return "noise of " + string(a) + " answers" }
func (a answers) Profile(context.Context) (func(epsilon float64) float64, error) {
	return func(epsilon float64) float64 { return worstOf(lists[a], epsilon) }, nil
}
func (a answers) Cells(context.Context, int) (list []pairs.Cell, err error) {
	for _, x := range lists[a] {
		list = append(list, pairs.Cell{P: x.here, Q: x.there})
	}
	return list, nil
}

// enumerate lists the answers of a tree, of a record that is there or not.
func enumerate(e Event) []told {
	switch e := e.(type) {
	case Nothing:
		return []told{{1, 1}}
	case Claim:
		p := (1 - e.Delta) / (1 + math.Exp(-e.Epsilon))
		return []told{{e.Delta, 0}, {p, 1 - e.Delta - p}, {1 - e.Delta - p, p}, {0, e.Delta}}
	case Noise:
		return lists[e.Law.(answers)]
	case Both:
		return product(enumerate(e.First), enumerate(e.Then))
	case Times:
		all := []told{{1, 1}}
		for range int(e.Count) {
			all = product(all, enumerate(e.Of))
		}
		return all
	case Sampled:
		list := slices.Clone(enumerate(e.Of))
		for i, a := range list {
			list[i].here = (1-e.Rate)*a.there + e.Rate*a.here
		}
		return list
	}
	panic(fmt.Sprintf("not enumerated: %v", e))
}

func someTree(rng *rand.Rand, depth int) Event {
	if depth == 0 || rng.IntN(4) == 0 {
		switch rng.IntN(3) {
		case 0:
			return Claim{privacy.Claim{Epsilon: 2 * rng.Float64(), Neighbours: privacy.OneAdded}}
		case 1:
			return Claim{privacy.Claim{Epsilon: rng.Float64(), Delta: 0.01 * rng.Float64(), Neighbours: privacy.OneAdded}}
		}
		return Noise{[]answers{"three", "five", "uneven", "bare"}[rng.IntN(4)], privacy.OneAdded}
	}
	switch rng.IntN(3) {
	case 0:
		return Both{someTree(rng, depth-1), someTree(rng, depth-1)}
	case 1:
		return Times{someTree(rng, depth-1), float64(1 + rng.IntN(3))}
	}
	return Sampled{someTree(rng, depth-1), rng.Float64(), Poisson}
}

// The enumeration of all answers of a tree lies within the curve at every ε; and the two ends are near each other where every
// node has one worst pair of neighbours.
func TestCurveAgainstEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 5))
	compared := 0
	for range effort.Scale(100, 200, 3000) {
		e := someTree(rng, 3)
		if releases(parts(e)) > 7 {
			continue
		}
		all := enumerate(e)
		if len(all) > 100_000 {
			continue
		}
		compared++
		c, err := Losses{}.Curve(t.Context(), e, 1e-6)
		if err != nil {
			t.Fatal(err)
		}
		for _, epsilon := range []float64{0, 0.1, 0.5, 1, 2, 3, 6} {
			want, got := worstOf(all, epsilon), c.Delta(epsilon)
			if got.Low > want*(1+1e-9)+1e-15 || got.High < want*(1-1e-9)-1e-15 {
				t.Errorf("%v at ε = %g: %g, and it is between %g and %g", e, epsilon, want, got.Low, got.High)
			}
		}
	}
	if compared < 30 {
		t.Errorf("%d trees compared", compared)
	}
}

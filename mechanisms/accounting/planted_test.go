package accounting

import (
	"context"
	"math"
	"testing"

	"dpscope/engine/known"
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// shifts is noise with a worst shift that depends on ε: a record causes one of two moves, each a pair of laws of its own,
// specification of the attacker.
type shifts struct{ Single bool } // the worst shift at the ε that is asked about alone: a bug

// pairs returns (0, 0.08) first, and randomised response at 1 second.
func (shifts) pairs() [2][]told {
	keep := 1 / (1 + math.Exp(-1))
	return [2][]told{{{0.08, 0}, {0.92, 0.92}, {0, 0.08}}, {{keep, 1 - keep}, {1 - keep, keep}}}
}

func (s shifts) String() string { return "noise of two shifts" }
func (s shifts) Profile(context.Context) (func(epsilon float64) float64, error) {
	p := s.pairs()
	if s.Single { // the worst at ε = 0.9
		return func(epsilon float64) float64 { return worstOf(p[0], epsilon) }, nil
	}
	return func(epsilon float64) float64 { return max(worstOf(p[0], epsilon), worstOf(p[1], epsilon)) }, nil
}
func (s shifts) Cells(context.Context, int) (list []pairs.Cell, err error) {
	for _, x := range s.pairs()[0] {
		list = append(list, pairs.Cell{P: x.here, Q: x.there})
	}
	return list, nil
}

// encloses compares an accountant's δ at ε with the δ that some neighbours and tests reach: an accountant may not report less.
func encloses(delta known.Value, reached float64) bool { return delta.High >= reached*(1-1e-9) }

func deltaOf(t *testing.T, e Event, epsilon float64) known.Value {
	t.Helper()
	c, err := Losses{Accuracy: Fine}.Curve(t.Context(), e, 1e-9)
	if err != nil {
		t.Fatal(err)
	}
	return c.Delta(epsilon)
}

// One feature by noise of two shifts tells .080 at ε = .9, by the first of them; of two features the
// first, twice, tells .154, and the second .357. Whoever composes the shift that is worst once says too little.
func TestSingleShiftIsNoBound(t *testing.T) {
	const epsilon = 0.9
	p := shifts{}.pairs()
	if first, second := worstOf(p[0], epsilon), worstOf(p[1], epsilon); math.Abs(first-0.08) > 1e-9 || math.Abs(second-0.0696) > 1e-4 {
		t.Errorf("once %g and %g", first, second)
	}
	reached := max(worstOf(product(p[0], p[0]), epsilon), worstOf(product(p[1], p[1]), epsilon), worstOf(product(p[0], p[1]), epsilon))
	if math.Abs(reached-0.357) > 1e-3 {
		t.Errorf("twice %g", reached)
	}
	twice := func(single bool) known.Value {
		return deltaOf(t, Times{Noise{shifts{single}, privacy.OneAdded}, 2}, epsilon)
	}
	if v := twice(false); !encloses(v, reached) || v.Low > 0.1536*(1+1e-9) {
		t.Errorf("twice: %+v, and %g is reached", v, reached)
	}
	if v := twice(true); encloses(v, reached) {
		t.Errorf("the worst single shift composed goes unnoticed: %+v, and %g is reached", v, reached)
	}
}

// A part of fixed size, replaced records: two mechanisms that answer by the three laws "the record is not in the part", "it is"
// and "the other is" are told apart from both records' sides. Coins in place of a fixed size omit the second side.
func TestFixedSizeIsNoPoisson(t *testing.T) {
	const rate, epsilon, times = 0.3, 0.8, 4
	// The mechanism tells whether the first record is there, or the second, or neither: by randomised response of three answers
	// at ε = 2, which keeps the claim between any two of them.
	odds := math.Exp(2)
	answer := func(here, at int) float64 {
		if here == at {
			return odds / (odds + 2)
		}
		return 1 / (odds + 2)
	}
	var one []told
	for at := range 3 {
		neither := (1 - rate) * answer(0, at)
		one = append(one, told{neither + rate*answer(1, at), neither + rate*answer(2, at)})
	}
	all := []told{{1, 1}}
	for range times {
		all = product(all, one)
	}
	reached := worstOf(all, epsilon)
	fixed := deltaOf(t, Times{Sampled{claimOf(2, privacy.OneReplaced), rate, FixedSize}, times}, epsilon)
	if !encloses(fixed, reached) {
		t.Errorf("fixed size: %+v, and %g is reached", fixed, reached)
	}
	coins := deltaOf(t, Times{Sampled{claimOf(2, privacy.OneAdded), rate, Poisson}, times}, epsilon)
	if !(coins.High < 0.99*fixed.High) {
		t.Errorf("a fixed size is priced as coins are: %+v and %+v", fixed, coins)
	}
	// The profile of one part, by the theorem, equals that of two answers of equal and opposite loss: two such composed, listed one
	// by one, are within the price, and coins do not reach them.
	c := math.Log1p(rate * math.Expm1(2))
	keep := 1 / (1 + math.Exp(-2))
	up := rate*keep + (1-rate)*(1-keep)
	own := []told{{up, up * math.Exp(-c)}, {up * math.Exp(-c), up}, {1 - up*(1+math.Exp(-c)), 1 - up*(1+math.Exp(-c))}}
	listed := []told{{1, 1}}
	for range times {
		listed = product(listed, own)
	}
	if want := worstOf(listed, epsilon); math.Abs(fixed.High/want-1) > 1e-6 || encloses(coins, want) {
		t.Errorf("fixed size: %+v, coins %+v, and the worst that the theorem allows is %g", fixed, coins, want)
	}
}

// A record that stands for k rows of a mechanism with a claim (ε, δ): the worst one reveals, k records away, δ·(1 + e^ε + ... )
// at kε, and an accountant that keeps δ reports too little.
func TestGroupOfClaims(t *testing.T) {
	const epsilon, delta, size = 0.5, 0.01, 3
	e := Group{Claim{privacy.Claim{Epsilon: epsilon, Delta: delta, Notion: privacy.Approximate}}, size}
	// From one record to the next a test's power p becomes min(e^ε·p + δ, 1) at most: that is a mechanism (its steps are those
	// of the worst for the claim, one after another).
	reached := 0.0
	for range size {
		reached = math.Exp(epsilon)*reached + delta
	}
	want := deltaOf(t, e, size*epsilon)
	if !encloses(want, reached) || want.High > reached*(1+1e-6) {
		t.Errorf("at %g: %+v, and %g is reached", size*epsilon, want, reached)
	}
	if total, slack, err := Promise(e); err != nil || total != size*epsilon || math.Abs(slack-reached) > 1e-15 {
		t.Errorf("the claim is (%g, %g), %v; want (%g, %g)", total, slack, err, size*epsilon, reached)
	}
	if planted := known.OrLess(delta); encloses(planted, reached) {
		t.Error("a group's δ as that of one goes unnoticed")
	}
}

// Both orders count: sampled normal steps reveal an added record more at some ε, and a removed one at others.
func TestBothOrders(t *testing.T) {
	c, err := Losses{Accuracy: Fine}.Curve(t.Context(), Both{NormalSteps(0.3, 0.7, 6), NormalSteps(0.1, 0.6, 3)}, 1e-9)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := c.above.in.Delta(1), c.above.out.Delta(1); math.Abs(a/b-1) < 1e-3 {
		t.Errorf("both orders tell %g", a)
	}
	for epsilon := 0.0; epsilon < 8; epsilon += 0.2 {
		v := c.Delta(epsilon)
		if least := max(c.below.in.Delta(epsilon), c.below.out.Delta(epsilon)); v.High < least || v.Low < least*(1-1e-9) {
			t.Errorf("at ε = %g: %+v, and one order is told %g", epsilon, v, least)
		}
	}
}

// A claim of nothing adds up to nothing, by every theorem and at a slack of 0 too; one of δ alone adds its δ up for a group.
func TestClaimsOfNothing(t *testing.T) {
	for _, theorem := range []Theorem{Basic, Advanced, AdvancedTight, Concentrated, Optimal} {
		for _, slack := range []float64{0, 1e-300, 0.5} {
			v, err := Claims{theorem}.Price(t.Context(), Times{claimOf(0, privacy.OneAdded), 7}, slack)
			if err != nil || v.Missing() || v.High != 0 {
				t.Errorf("%s at δ = %g: %+v, %v", Claims{theorem}.Name(), slack, v, err)
			}
		}
	}
	epsilon, delta, err := Promise(Group{Claim{privacy.Claim{Delta: 0.01, Neighbours: privacy.OneAdded}}, 5})
	if err != nil || epsilon != 0 || math.Abs(delta-0.05) > 1e-15 {
		t.Errorf("five rows of (0, 0.01) are (%g, %g), %v", epsilon, delta, err)
	}
}

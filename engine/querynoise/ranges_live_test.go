package querynoise

import (
	"context"
	"math"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"dpscope/engine/work"
	"dpscope/engine/work/worktest"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
)

// While a slider or the number of groups moves, a family with that number of groups soon appears that is certified over all
// their pairs and costs no less than the final one, which has the digits of one computed at rest.
func TestLiveRanges(t *testing.T) {
	of := func(width, support float64, loss central.Loss) Question {
		return Question{Epsilon: 1, Delta: 0.2, Sensitivity: 1, Loss: loss, Width: width, Support: support}
	}
	count := of(0, 4, absolute)
	count.Query = optimal.Count
	for _, c := range []struct {
		of     Question
		groups []string // one after the other
		weighs string
		near   float64 // how much more it costs at most
	}{
		{of(0.25, 2, absolute), []string{"3,1,1,3", "2,1x3,3", "1x5,3", "3,1,1,3", "4,4"}, optimal.Even, 1e-6},
		{of(0.125, 2, absolute), []string{"1x16", "2,1x14", "1x16"}, optimal.Triangular, 0.35},
		{of(0.125, 2, absolute), []string{"8x3"}, "0.5,0.125,0.375", 0.01},
		{of(0.25, 2, central.Sign{Unit: 1}), []string{"3x4", "3,3,6"}, optimal.Even, 1e-6},
		{of(0.0625, 2, absolute), []string{"2x11"}, optimal.Even, 0.5},
		{count, []string{"1x8", "2,1x6"}, optimal.Even, 1e-6},
	} {
		ctx := work.WithStarts(worktest.Session(t.Context(), 1<<24), &work.WarmStarts{})
		for _, groups := range c.groups {
			for _, epsilon := range []float64{1, 1.1} {
				c.of.Epsilon = epsilon
				r := AskedRanges(Ranges{Question: c.of, Groups: groups, Weights: c.weighs})
				_, known := work.Peek[Found](ctx, rangesKey{r})
				coarse, live, found, err := r.Live(ctx)
				if err != nil || found == known || !slices.Equal(coarse.Ends(), r.Ends()) {
					t.Fatalf("%s at %v: found: %t, %v", groups, epsilon, found, err)
				}
				settled, err := r.Best(ctx)
				if err != nil {
					t.Fatal(err)
				}
				if !found {
					continue
				}
				f, sum := live.Family, 0.0
				for i, share := range r.Shares() {
					sum += share * f.Each[i]
				}
				delta := f.Laws.Certify(r.Moves(), epsilon).Delta
				if len(f.Laws) != len(r.Cells()) || delta > r.Delta || delta != f.Certificate.Delta {
					t.Errorf("%s at %v: %d laws, private at δ = %v, told %v", groups, epsilon, len(f.Laws), delta, f.Certificate.Delta)
				}
				if f.Loss < settled.Family.Loss*(1-1e-8) || f.Loss > settled.Family.Loss*(1+c.near) || math.Abs(sum-f.Loss) > 1e-9*sum {
					t.Errorf("%s at %v: live it costs %v, by groups %v, settled %v", groups, epsilon, f.Loss, sum, settled.Family.Loss)
				}
				alone, err := r.Best(t.Context())
				if err != nil || alone.Family.Loss != settled.Family.Loss {
					t.Errorf("%s at %v: it costs %v where something has moved, and %v where nothing has, %v", groups, epsilon,
						settled.Family.Loss, alone.Family.Loss, err)
				}
				if left, _ := work.StartOf[rangesStart](ctx); left.of.Epsilon != epsilon || len(left.events) == 0 {
					t.Errorf("%s at %v: left are %d events", groups, epsilon, len(left.events))
				}
			}
		}
	}
}

// Where cells do not divide the sensitivity, the width that is said to be enough can be typed, and is enough.
func TestTheWidthThatIsSaidDivides(t *testing.T) {
	said := regexp.MustCompile(`; (\S+) is enough$`)
	for _, sensitivity := range []float64{1.1, 0.7, 3, 1e-6 / 3, 123456.789} {
		q := Question{Epsilon: 1, Delta: 0.2, Sensitivity: sensitivity, Loss: absolute, Width: sensitivity / 4.4, Support: 2}
		of := func() error {
			return AskedRanges(Ranges{Question: q, Groups: "3,1,1,3", Weights: optimal.Even}).Refused()
		}
		why := of()
		if why == nil || !said.MatchString(why.Error()) {
			t.Errorf("%g, %g: %v", sensitivity, q.Width, why)
			continue
		}
		text := said.FindStringSubmatch(why.Error())[1]
		var err error
		if q.Width, err = strconv.ParseFloat(text, 64); err != nil || len(text) > 15 {
			t.Errorf("%g: %q is no width to be typed", sensitivity, text)
		}
		if again := of(); again != nil && said.MatchString(again.Error()) {
			t.Errorf("%g: of what was said to be enough it says %v", sensitivity, again)
		}
	}
}

// The bound belongs to a range, for any groups: where only these change it is not computed again, and has the same digits.
func TestFloorOfARange(t *testing.T) {
	q := Question{Epsilon: 1, Delta: 0.2, Sensitivity: 1, Loss: absolute, Width: 0.25, Support: 2}
	for _, weights := range []string{optimal.Even, optimal.Triangular} {
		ctx := worktest.Session(t.Context(), 1<<24)
		of := func(groups string) Ranges { return AskedRanges(Ranges{Question: q, Groups: groups, Weights: weights}) }
		first, err := of("3,1,1,3").Floor(ctx)
		if err != nil {
			t.Fatal(err)
		}
		ended, end := context.WithCancel(ctx)
		end() // under which nothing can be sought
		for _, groups := range []string{"8", "1x8", "2,6"} {
			if again, err := of(groups).Floor(ended); err != nil || again != first {
				t.Errorf("%s, %s: %v, and of other groups %v, %v", groups, weights, again, first, err)
			}
		}
	}
	weighed := func(weights string) float64 {
		v, err := AskedRanges(Ranges{Question: q, Groups: "4,4", Weights: weights}).Floor(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return v.Value
	}
	if even, other := weighed("0.5,0.5"), weighed("0.3,0.7"); even == other {
		t.Errorf("whatever groups weigh, nothing is below %v", even)
	}
}

// A slider's step takes a few hundred pivots, of some ten microseconds each, for any number of groups.
func TestLiveRangesSoon(t *testing.T) {
	of := func(delta, sensitivity, width, support float64, groups string) Ranges {
		q := Question{Epsilon: 1, Delta: delta, Sensitivity: sensitivity, Loss: absolute, Width: width, Support: support}
		return AskedRanges(Ranges{Question: q, Groups: groups, Weights: optimal.Even})
	}
	for _, r := range []Ranges{
		of(0.2, 1, 0.25, 2, "3,1,1,3"), of(0.1, 1, 0.125, 2.5, "2x12"), of(0.1, 2, 0.5, 3, "4,1x40,4"), of(0.2, 1, 0.0625, 2, "1x32"),
	} {
		const most = 400
		ctx := work.WithStarts(worktest.Session(t.Context(), 1<<24), &work.WarmStarts{})
		for step := range 5 {
			coarse, live, found, err := r.Live(ctx)
			if !found || err != nil {
				t.Fatalf("%s: found: %t, %v", r.Groups, found, err)
			}
			if pivots := live.Family.Rounds; step > 0 && pivots > most {
				t.Errorf("%s at %v, on cells %d times as wide: %d pivots", r.Groups, r.Epsilon, coarse.fine, pivots)
			}
			r.Epsilon *= 1.02
		}
	}
}

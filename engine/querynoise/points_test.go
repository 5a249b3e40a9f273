package querynoise

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"dpscope/engine/effort"
	"dpscope/engine/work"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
)

// Noise of a fixed shape that is set beside several points keeps them all, and no less of it does.
func TestCompeteAtPoints(t *testing.T) {
	q := Question{Epsilon: 1, Delta: 0.05, Also: points(t, "0:0.3,3:0.001"), Sensitivity: 1, Loss: absolute}
	for _, name := range []string{"laplace", "analytic-gaussian", "truncated-laplace"} {
		c, err := q.Compete(name)
		if err != nil || c.Loss.Missing() {
			t.Errorf("%s: %+v, %v", name, c.Loss, err)
			continue
		}
		least := math.Inf(1)
		for _, at := range q.problem().Points() {
			least = min(least, 1-c.Profile(at.Epsilon)/at.Delta)
		}
		if least < -1e-9 || least > 1e-6 && name != "laplace" {
			t.Errorf("%s: the point that is nearest has %v of its δ to spare", name, least)
		}
	}
	best, err := q.Best(t.Context())
	if err != nil || best.None != "" {
		t.Fatal(err, best.None)
	}
	for _, c := range q.Ranked() {
		if c.Loss.Value < best.Loss*(1-1e-3) {
			t.Errorf("%s costs %v, the best noise %v", c.Name, c.Loss.Value, best.Loss)
		}
	}
}

// Noise below a curve is compared with the normal noise that has this curve; its loss scales with the sensitivity.
func TestCompeteBelow(t *testing.T) {
	for _, mu := range []float64{0.05, 0.5, 1, 4} {
		q := Question{Below: optimal.Normal{Mu: mu, Floor: 1e-2}, Sensitivity: 3, Loss: central.Square{}}
		if c, err := q.Compete("analytic-gaussian"); err != nil || math.Abs(c.Loss.Value*mu*mu/9-1) > 1e-9 {
			t.Errorf("μ = %g: %+v, %v", mu, c.Loss, err)
		}
		if c, err := q.Compete("laplace"); err != nil || !c.Loss.Missing() {
			t.Errorf("μ = %g: %+v, %v", mu, c.Loss, err)
		}
	}
}

// Where a support is too short for a curve, or for points, the suggested one is enough on its own grid, unless cells of a width
// are requested, and one sensitivity less is not.
func TestSupportThatIsEnough(t *testing.T) {
	effort.ForNumbers(t)
	said := regexp.MustCompile(`support = ([0-9]+) is (?:the least whole number that is )?enough`)
	for _, q := range []Question{
		{Below: optimal.Normal{Mu: 1, Floor: 1e-6}, Support: 2},
		{Below: optimal.Normal{Mu: 0.6, Floor: 1e-3}, Support: 1.7},
		{Below: optimal.Normal{Mu: 2, Floor: 1e-5}, Support: 1},
		{Below: optimal.Normal{Mu: 1.5}, Support: 1},
		{Epsilon: 3, Delta: 0.03, Also: points(t, "0:0.26"), Support: 2},
		{Epsilon: 1, Delta: 0.2, Also: points(t, "0:0.3,4:1e-3"), Support: 1.2},
	} {
		q.Sensitivity, q.Loss = 3, absolute
		best, err := q.Best(t.Context())
		match := said.FindStringSubmatch(best.None)
		if err != nil || match == nil || best.Refused {
			t.Errorf("%v %v within %g: %q, %v", q.Also, q.Below, q.Support, best.None, err)
			continue
		}
		enough, _ := strconv.ParseFloat(match[1], 64)
		for _, q.Support = range []float64{enough - 1, enough} {
			best, err := q.Best(t.Context())
			if err != nil || (best.None == "") != (q.Support == enough) {
				t.Errorf("%v %v within %g: %q, %v, and %g is said to be the least", q.Also, q.Below, q.Support, best.None, err, enough)
			}
		}
	}
}

// A frontier over μ has noise everywhere: the support that a curve is given is long enough on coarse grids too.
func TestFrontierBelowHasNoise(t *testing.T) {
	effort.ForNumbers(t)
	for _, floor := range []float64{0, 1e-6, 1e-2, optimal.MostFloor} {
		for i, mu := range []float64{optimal.LeastMu, 0.2, 1, 2.2} {
			if !effort.Sample(i, 3, 1) {
				continue
			}
			q := Question{Below: optimal.Normal{Mu: mu, Floor: floor}, Sensitivity: 1, Loss: absolute}.sparse()
			if best, err := q.Best(t.Context()); err != nil || best.None != "" {
				t.Errorf("μ = %g, floor %g: %q, %v", mu, floor, best.None, err)
			}
		}
	}
}

// Invalid points and curves are refused in a line.
func TestPointsRefused(t *testing.T) {
	for want, q := range map[string]Question{
		"also or below alone is enough":            {Epsilon: 1, Delta: 0.1, Also: points(t, "0:0.3"), Below: optimal.Normal{Mu: 1, Floor: 1e-6}},
		"delta = 1e-09 is enough for a program":    {Epsilon: 1, Also: points(t, "0:0.3")},
		"query=real, atom=off and shape=free have": {Below: optimal.Normal{Mu: 1, Floor: 1e-6}, Query: optimal.Count},
	} {
		q.Sensitivity, q.Loss = 1, absolute
		best, err := q.Best(t.Context())
		if err != nil || !best.Refused || !strings.Contains(best.None, want) {
			t.Errorf("%q, %v, want %q", best.None, err, want)
		}
	}
}

// A slider's step is a frame or two, with several points and below a curve, each from where the last one stopped.
func TestLivePointsSoon(t *testing.T) {
	for _, q := range []Question{
		{Epsilon: 1, Delta: 0.1, Also: points(t, "0:0.35,3:0.002"), Sensitivity: 1, Loss: absolute},
		{Epsilon: 1, Delta: 0.1, Below: optimal.Normal{Mu: 1, Floor: 1e-6}, Sensitivity: 1, Loss: absolute},
	} {
		ctx := work.With(work.WithStarts(t.Context(), &work.WarmStarts{}), &work.Session{Store: work.NewStore(1 << 24)})
		if _, err := q.Best(ctx); err != nil {
			t.Fatal(err)
		}
		var took []time.Duration
		for range 5 {
			q.Epsilon *= 1.02
			began := time.Now()
			if _, _, found, err := q.Live(ctx); !found || err != nil {
				t.Fatalf("%+v: found: %t, %v", q, found, err)
			}
			took = append(took, time.Since(began))
		}
		const soon = 250 * time.Millisecond // a few on an idle machine
		if least := slices.Min(took); least > soon {
			t.Errorf("%v %v: a step takes %v at least", q.Also, q.Below, least)
		}
	}
}

package viewtest

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/views/view"
)

var (
	side = param.Param{Name: "side", Symbol: "a", Label: "side", Help: "Of the square.", Min: 0.1, Max: 100, Low: 1, High: 10, Default: 2, Scale: param.Log}
	kind = param.Menu[bool]{Name: "kind", Help: "Of number.", Kinds: []param.Kind[bool]{
		{Name: "whole", Title: "whole", New: func(param.Values) (bool, error) { return true, nil }},
		{Name: "none", Title: "none", New: func(param.Values) (bool, error) { return false, nil }},
	}}
)

type square struct {
	side float64
	has  bool
}

// squares is a view of four readings; area may return something else.
func squares(area func(square) known.Value, exactOf string) view.View {
	return view.Of(view.Declaration[square]{
		Name: "squares", Form: param.Form{Choices: []param.Choice{kind}, Params: []param.Param{side}},
		Ask: func(_ context.Context, v param.Values) (square, error) {
			has, err := kind.New(v)
			return square{v.Get(side), has}, err
		},
		Readings: []view.Entry[square]{
			view.Reading[square]{Name: "area", ExactOf: exactOf, Value: view.Known(area)},
			view.Reading[square]{Name: "half", Value: view.Known(func(q square) known.Value { return known.OrMore(q.side * q.side / 2) })},
			view.Reading[square]{Name: "shape", ExactOf: "the square", Value: view.Known(func(square) known.Value { return known.Said("square") })},
			view.Family[square]{Name: "root", Of: "sign",
				Members: func(context.Context, square) ([]string, error) { return []string{"plus", "minus"}, nil },
				Each: func(sign string) view.Reading[square] {
					return view.Reading[square]{ExactOf: "the square", Value: view.Known(func(q square) known.Value {
						if !q.has {
							return known.Nothing("it has no root")
						}
						return known.Exactly(map[string]float64{"plus": q.side, "minus": -q.side}[sign])
					})}
				}},
		},
		Draw: func(context.Context, square, view.Readings, func(engine.Sheet)) (engine.Sheet, error) {
			return engine.Sheet{}, nil
		},
	})
}

func trueArea(q square) known.Value { return known.Exactly(q.side * q.side) }

// drawnArea throws points at a square that encloses it.
func drawnArea(s Setting) Truth {
	rng, a, hits := s.Rand(), s.Number("side"), 0
	const draws = 20000
	for range draws {
		if x, y := rng.Float64()*100, rng.Float64()*100; x < a && y < a {
			hits++
		}
	}
	share := Share(hits, draws)
	return Between(1e4*share.low, 1e4*share.high)
}

func oracles() map[string]Oracle {
	return map[string]Oracle{
		"area":  func(s Setting) Truth { return Number(math.Exp(2 * math.Log(s.Number("side")))) },
		"half":  drawnArea,
		"shape": func(Setting) Truth { return Word("square") },
		"root": func(s Setting) Truth {
			if s.Option("kind") == "none" {
				return None()
			}
			if s.Member == "minus" {
				return Number(-s.Number("side"))
			}
			return Number(s.Number("side"))
		},
	}
}

func TestAgree(t *testing.T) {
	x := examine(t, squares(trueArea, "the square"), Suite{Oracles: oracles(), Wide: true}, settings)
	if len(x.troubles) > 0 {
		t.Errorf("a right view is refuted: %s", strings.Join(x.troubles, "\n"))
	}
	if x.compared["area"] != settings || x.compared["root"] != 2*settings || x.refused > 0 {
		t.Errorf("%s", x)
	}
}

// A wrong number, a missing oracle, a number that does not name what it is exact for, and an oracle that tells nothing: all are
// noticed.
func TestPlantedBugs(t *testing.T) {
	right := squares(trueArea, "the square")
	without := func(name string) map[string]Oracle {
		list := oracles()
		delete(list, name)
		return list
	}
	with := func(name string, o Oracle) map[string]Oracle {
		list := oracles()
		list[name] = o
		return list
	}
	for _, c := range []struct {
		name    string
		v       view.View
		oracles map[string]Oracle
		says    string
	}{
		{"wrong in the eighth digit", squares(func(q square) known.Value { return known.Exactly(q.side * q.side * (1 + 1e-8)) }, "it"), oracles(), "area is exact"},
		{"wrong at an end", squares(func(q square) known.Value {
			if q.side == 100 {
				return known.Exactly(9999)
			}
			return trueArea(q)
		}, "it"), oracles(), "side=100'"},
		{"none where there is one", squares(func(square) known.Value { return known.Nothing("no area") }, "it"), oracles(), "area is none (no area)"},
		{"wrong by a fifth, by draws", squares(func(q square) known.Value { return known.Exactly(1.2 * q.side * q.side) }, "it"), with("area", drawnArea), "area is exact"},
		{"a bound that is none", squares(trueArea, "the square"), with("half", func(s Setting) Truth { return Number(s.Number("side") / 100) }), "half is at least"},
		{"a word", right, with("shape", func(Setting) Truth { return Word("circle", "ellipse") }), "circle or ellipse"},
		{"a member", right, with("root", func(s Setting) Truth { return Number(s.Number("side")) }), "root-minus is exact"},
		{"no oracle", right, without("area"), "area is exact and has no oracle"},
		{"no oracle of what may be exact", right, without("shape"), "shape may be exact, of the square, and has no oracle"},
		{"no name", squares(trueArea, ""), oracles(), "area is exact and does not name of what"},
		{"an exact number that is asked for seldom", right, oracles(), "area is exact or has an oracle, and is asked for seldom"},
		{"an oracle that cannot tell", right, with("area", func(Setting) Truth { return Cannot("it is late") }), "the oracle of area tells 0 of 200"},
		{"an oracle of nothing", right, with("volume", drawnArea), "never has the reading volume"},
	} {
		s := Suite{Oracles: c.oracles, Wide: true}
		if strings.Contains(c.name, "seldom") {
			s.Seldom = []string{"area"}
		}
		x := examine(t, c.v, s, settings)
		if !slices.ContainsFunc(x.troubles, func(s string) bool { return strings.Contains(s, c.says) }) {
			t.Errorf("%s: nothing says %q of\n%s", c.name, c.says, strings.Join(x.troubles, "\n"))
		}
	}
}

// Shares are right as often as they say: for a coin with a chance outside the interval, draws that give this interval have a
// chance of one in 10⁹.
func TestShare(t *testing.T) {
	for _, c := range []struct{ hits, draws int }{{0, 10}, {10, 10}, {3, 10}, {500, 1000}, {1, 100000}} {
		w := Share(c.hits, c.draws)
		share := float64(c.hits) / float64(c.draws)
		if !(w.low <= share && share <= w.high) {
			t.Errorf("%d of %d: %s", c.hits, c.draws, w)
		}
		// Pr[at most hits] at the upper end and Pr[at least hits] at the lower, summed one by one.
		if p := tail(c.hits, c.draws, w.high); w.high < 1 && (p > 1.000001e-9 || p < 1e-13) {
			t.Errorf("%d of %d: the chance of so few is %g at %g", c.hits, c.draws, p, w.high)
		}
		if p := tail(c.draws-c.hits, c.draws, 1-w.low); w.low > 0 && (p > 1.000001e-9 || p < 1e-13) {
			t.Errorf("%d of %d: the chance of so many is %g at %g", c.hits, c.draws, p, w.low)
		}
	}
}

// tail returns Pr[at most hits] of a binomial number.
func tail(hits, draws int, p float64) float64 {
	log := float64(draws) * math.Log1p(-p)
	sum := 0.0
	for k := range hits + 1 {
		sum += math.Exp(log)
		log += math.Log(float64(draws-k)/float64(k+1)) + math.Log(p) - math.Log1p(-p)
	}
	return sum
}

// About one draw in five stands at an end of its slider, and settings are the same in every run.
func TestSettings(t *testing.T) {
	v, atEnds, notches := squares(trueArea, "it"), 0, 0
	for i := range 1000 {
		s := draw(v, Suite{}, i)
		a := s.Number("side")
		if a == 1 || a == 10 {
			atEnds++
		} else if a == side.Snap(a) {
			notches++
		}
		if again := draw(v, Suite{}, i); again.Address() != s.Address() {
			t.Fatalf("%s is another at the next run: %s", s.Address(), again.Address())
		}
	}
	if atEnds < 150 || atEnds > 280 || notches < 140 || notches > 260 {
		t.Errorf("%d of 1000 are at the ends, %d at notches", atEnds, notches)
	}
	one, other := draw(v, Suite{}, 1).Rand(), draw(v, Suite{}, 1).Rand()
	if one.Uint64() != other.Uint64() || rand.New(one).Uint64() == draw(v, Suite{}, 2).Rand().Uint64() {
		t.Error("the random numbers of a setting are not its own")
	}
}

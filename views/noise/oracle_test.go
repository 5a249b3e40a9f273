package noise

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/mechanisms/optimal"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// pieced has losses in pieces in several units. In three settings of eight, several adds further points to keep: points that
// hold back little, and points that hold back much.
var (
	pieced  = map[string][]string{"pieces": {"-2:2,-1:0,1:0,2:1", "-1:1e-12,0:0,1:1e-12", "-3:1e6,0:0,0.5:1e5,2:5e6", "-1:1,0:0,1:1"}}
	several = map[string][]string{"pieces": pieced["pieces"], "also": {"", "", "", "", "", "0:0.9", "0.5:0.45,2.5:1e-3", "0:0.45,8:1e-6"}}
)

// inside keeps the quantile off its ends, where there is none.
func inside(v view.View) func(param.Values) param.Values {
	return func(values param.Values) param.Values {
		return v.With(values, quantile, min(max(values.Get(quantile), 0.001), 0.999))
	}
}

// short keeps grids, and sums over whole numbers, to some tens of terms, by the cells of the views that have them. Programs
// over whole numbers have at most side numbers on a side.
func short(v view.View, side float64) func(param.Values) param.Values {
	return func(values param.Values) param.Values {
		values = inside(v)(values)
		reach := values.Get(support)
		if reach == 0 {
			reach = optimal.Support(values.Get(epsilon), max(values.Get(delta), 1e-6)) + 1
		}
		if values.Picked(queries).Name == "count" { // one setting of 200 took as long as all others
			return v.With(values, sensitivity, min(values.Get(sensitivity), 20, max(1, math.Floor(side/reach))))
		}
		return v.With(values, width, min(max(values.Get(width), values.Get(sensitivity)*reach/12), values.Get(sensitivity)/2))
	}
}

func whole(s viewtest.Setting) bool { return s.Option("query") == "count" }

// stairs returns the loss of ε-private noise and its probability of 0. No such noise costs less, unless the loss tells the two
// sides apart.
func stairs(s viewtest.Setting) (loss, zero float64) {
	if whole(s) {
		loss, zero, _ = wholeStairs(s.Number("epsilon"), moving(s), costOf(s))
		return loss, zero
	}
	loss, _ = leastStairs(s.Number("epsilon"), moving(s), costOf(s))
	return loss, 0
}

// leastLoss is the oracle of the least loss, and of the losses of noise of fixed shapes.
func leastLoss(law func(viewtest.Setting) (held, bool)) viewtest.Oracle {
	return func(s viewtest.Setting) viewtest.Truth {
		if s.Member != "" {
			if !alone(s) {
				return viewtest.Cannot("which noise of a fixed shape keeps several points")
			}
			loss, found := fixed(s, s.Member)
			if !found {
				return viewtest.None()
			}
			return agreed(loss)
		}
		if l, found := law(s); found {
			return agreed(l.costs(costOf(s)))
		}
		loss, _ := stairs(s)
		return agreed(loss)
	}
}

// beaten is the oracle of a bound on all noise: two private laws, neither with a loss below the bound.
func beaten(law func(viewtest.Setting) (held, bool)) viewtest.Oracle {
	return func(s viewtest.Setting) viewtest.Truth {
		least := math.Inf(1)
		if alone(s) { // stairs may tell the sides apart more than a further point allows
			least, _ = stairs(s)
		}
		if l, found := law(s); found {
			least = min(least, l.costs(costOf(s)))
		}
		return agreed(least)
	}
}

// atMember is the certificate at the ε that names a further point.
func atMember(s viewtest.Setting, l held) viewtest.Truth {
	epsilon, err := strconv.ParseFloat(s.Member, 64)
	if err != nil {
		return viewtest.Cannot("the point has no ε")
	}
	return certified(s, l, epsilon)
}

func TestNoiseOracles(t *testing.T) {
	law := lawOf()
	of := func(truth func(viewtest.Setting, held) viewtest.Truth) viewtest.Oracle { return ofHeld(law, truth) }
	viewtest.Agree(t, leastNoise, viewtest.Suite{Words: several, Wide: true, Easy: short(leastNoise, 150), Oracles: map[string]viewtest.Oracle{
		"loss":        leastLoss(law),
		"lower-bound": beaten(law),
		"gain-over-truncated-laplace": ofAlone(of(func(s viewtest.Setting, l held) viewtest.Truth {
			loss, found := fixed(s, "truncated-laplace")
			if !found {
				return viewtest.None()
			}
			return spared(l.costs(costOf(s)), loss)
		})),
		"saved": ofAlone(func(s viewtest.Setting) viewtest.Truth {
			_, next := leastFixed(s)
			if l, found := law(s); found {
				return spared(l.costs(costOf(s)), next)
			}
			loss, _ := stairs(s)
			return spared(loss, next)
		}),
		"next":                   ofAlone(nextFixed),
		"attacker-right":         guessed(law, rightIf),
		"wrong-once-in":          guessed(law, onceIf),
		"attacker-right-allowed": allowed,
		"delta-at":               of(atMember),
		"delta-certified": func(s viewtest.Setting) viewtest.Truth {
			if l, found := law(s); found {
				return certified(s, l, s.Number("epsilon"))
			}
			return viewtest.Number(0)
		},
		"mass-at-zero": func(s viewtest.Setting) viewtest.Truth {
			if l, found := law(s); found {
				return agreed(l.point(0))
			}
			_, zero := stairs(s)
			return agreed(zero)
		},
		"cells": of(func(_ viewtest.Setting, l held) viewtest.Truth { return viewtest.Number(l.cells()) }),
		// The work of a run cannot be counted from outside.
		"cuts":  of(func(viewtest.Setting, held) viewtest.Truth { return viewtest.Between(0, 1e6) }),
		"tries": of(func(viewtest.Setting, held) viewtest.Truth { return viewtest.Between(1, 1e6) }),
	}})
}

// leastFixed returns the noise of a fixed shape that costs least among those that fit the answer's kind, and its loss.
func leastFixed(s viewtest.Setting) (names []string, least float64) {
	kinds := []string{"laplace", "truncated-laplace", "analytic-gaussian", "staircase"}
	if whole(s) {
		kinds = []string{"discrete-laplace"}
	} else if s.Number("delta") == 0 {
		kinds = kinds[:3] // the staircase is the best noise itself
	}
	least = math.Inf(1)
	losses := map[string]float64{}
	for _, name := range kinds {
		if loss, found := fixed(s, name); found {
			losses[name], least = loss, min(least, loss)
		}
	}
	for name, loss := range losses {
		if loss <= least*(1+1e-9)+1e-12 {
			names = append(names, name)
		}
	}
	return names, least
}

// nextFixed is the oracle of that noise's name; several may tie.
func nextFixed(s viewtest.Setting) viewtest.Truth {
	names, _ := leastFixed(s)
	return viewtest.Word(names...)
}

// spared is the oracle of the share of a loss that another noise saves; it saves none where it costs more.
func spared(loss, of float64) viewtest.Truth {
	switch share := 1 - loss/of; {
	case of == 0 || share < -1.1e-6:
		return viewtest.None()
	case share < 1e-6:
		return viewtest.Cannot("they are the same but for rounding")
	default:
		return viewtest.Within(share, 1e-9+1e-12/of)
	}
}

// rightIf returns how often a guess is right for laws with a total variation, and onceIf in how many guesses it is wrong once.
func rightIf(told float64) float64 { return (1 + told) / 2 }
func onceIf(told float64) float64  { return 2 / max(1-told, 0) }

// guessed is the oracle of a number that rises in the total variation, for what an attacker can tell: over all shifts for the
// law that is drawn, and over some for ε-private stairs.
func guessed(law func(viewtest.Setting) (held, bool), of func(told float64) float64) viewtest.Oracle {
	return func(s viewtest.Setting) viewtest.Truth {
		told, off, epsilon, unit := 0.0, 1e-9, s.Number("epsilon"), moving(s)
		if l, found := law(s); found {
			told, _, _ = l.worst(0, unit, whole(s), 0)
			return viewtest.Between(of(told-off), of(told+off))
		}
		var stairs held
		if whole(s) {
			_, _, first := wholeStairs(epsilon, unit, costOf(s))
			stairs = wholeStairsOf(epsilon, unit, first)
		} else {
			_, first := leastStairs(epsilon, unit, costOf(s))
			if first != first {
				return viewtest.Cannot("many stairs cost as little")
			}
			stairs, off = stairsOf(epsilon, unit, first), 1e-6 // golden sections find the place to this
		}
		for _, part := range []float64{1, 0.5, 0.3} {
			shift := part * unit
			if whole(s) {
				shift = math.Ceil(shift)
			}
			told = max(told, stairs.told(0, shift, whole(s)))
		}
		return viewtest.Between(of(told-off), of(told+off))
	}
}

func own(s viewtest.Setting) [2]float64 { return [2]float64{s.Number("epsilon"), s.Number("delta")} }

// kept returns the points that the noise of a setting keeps: ε and δ, and the further points.
func kept(s viewtest.Setting) [][2]float64 {
	points := [][2]float64{own(s)}
	for _, word := range strings.FieldsFunc(s.Text("also"), func(r rune) bool { return r == ',' }) {
		at, below, _ := strings.Cut(word, ":")
		epsilon, _ := strconv.ParseFloat(at, 64)
		delta, _ := strconv.ParseFloat(below, 64)
		points = append(points, [2]float64{epsilon, delta})
	}
	return points
}

// alone reports whether the noise keeps only ε and δ; then these tests can compute noise of fixed shapes.
func alone(s viewtest.Setting) bool { return len(kept(s)) == 1 }

// ofAlone is an oracle that cannot tell where the noise keeps further points.
func ofAlone(of viewtest.Oracle) viewtest.Oracle {
	return func(s viewtest.Setting) viewtest.Truth {
		if !alone(s) {
			return viewtest.Cannot("which noise of a fixed shape keeps several points")
		}
		return of(s)
	}
}

// allowed is the oracle of what the points allow, the least over all points: the guess is right where the truth slips out, with
// probability δ, and else as often as the odds e^ε to 1 say.
func allowed(s viewtest.Setting) viewtest.Truth { return allowedBy(kept(s)...) }

func allowedBy(points ...[2]float64) viewtest.Truth {
	least := 1.0
	for _, at := range points {
		odds, delta := math.Exp(at[0]), at[1]
		least = min(least, delta+(1-delta)*odds/(odds+1))
	}
	return viewtest.Within(least, 1e-12)
}

// ofHeld is an oracle about the law that is drawn; without a law there is no number.
func ofHeld(law func(viewtest.Setting) (held, bool), of func(viewtest.Setting, held) viewtest.Truth) viewtest.Oracle {
	return func(s viewtest.Setting) viewtest.Truth {
		if l, found := law(s); found {
			return of(s, l)
		}
		return viewtest.None()
	}
}

// certified is the oracle of the greatest V over all shifts: over the differences of edges, and over some random shifts as a
// check on those.
func certified(s viewtest.Setting, l held, epsilon float64) viewtest.Truth {
	most, _, _ := l.worst(epsilon, moving(s), whole(s), 0)
	const anywhere = 40
	for rng, i := s.Rand(), 0; i < anywhere && !whole(s); i++ {
		most = max(most, l.told(epsilon, (2*rng.Float64()-1)*moving(s), false))
	}
	return viewtest.Within(most, 1e-9*most+1e-15*math.Exp(epsilon))
}

func TestFrontierOracles(t *testing.T) {
	law := lawOf()
	viewtest.Agree(t, alongBudget, viewtest.Suite{Words: pieced, Easy: inside(alongBudget), Elsewhere: []string{"loss-ranges"}, Oracles: map[string]viewtest.Oracle{
		"loss": bent(func(s viewtest.Setting) viewtest.Truth {
			switch s.Member {
			case "":
				return ofHeld(law, func(s viewtest.Setting, l held) viewtest.Truth { return agreed(l.costs(costOf(s))) })(s)
			case "analytic-gaussian": // it costs what it costs, of whole numbers too, where it is no rival
				loss, _ := normalCost(s)
				return agreed(loss)
			}
			return viewtest.None()
		}, leastLoss(law)),
		"lower-bound": bent(noneOfCurves, beaten(law)),
		"saved": ofHeld(law, func(s viewtest.Setting, l held) viewtest.Truth {
			if curving(s) {
				next, _ := normalCost(s)
				return spared(l.costs(costOf(s)), next)
			}
			_, next := leastFixed(s)
			return spared(l.costs(costOf(s)), next)
		}),
		"next":                   bent(ofNormal(func(float64) viewtest.Truth { return viewtest.Word("analytic-gaussian") }), nextFixed),
		"attacker-right":         bent(ofHeld(law, func(s viewtest.Setting, _ held) viewtest.Truth { return guessed(law, rightIf)(s) }), guessed(law, rightIf)),
		"wrong-once-in":          bent(ofHeld(law, func(s viewtest.Setting, _ held) viewtest.Truth { return guessed(law, onceIf)(s) }), guessed(law, onceIf)),
		"attacker-right-allowed": bent(allowedByCurve, allowed),
		"loss-halved": func(s viewtest.Setting) viewtest.Truth {
			if curving(s) {
				return viewtest.Between(0, math.Inf(1)).OrNone() // a bound, on a grid that no other page has
			}
			if s.Number("delta") > 0 {
				if whole(s) && s.Number("sensitivity") > 3 {
					return viewtest.Cannot("whether a grid this coarse has any noise at half of ε")
				}
				return viewtest.Between(0, math.Inf(1)).OrNone() // a bound that no other code here finds; a coarse grid may have none
			}
			if whole(s) {
				loss, _, _ := wholeStairs(s.Number("epsilon")/2, moving(s), costOf(s))
				return agreed(loss)
			}
			loss, _ := leastStairs(s.Number("epsilon")/2, moving(s), costOf(s))
			return agreed(loss)
		},
		"epsilon-truncated-laplace": bent(noneOfCurves, ofHeld(law, func(s viewtest.Setting, l held) viewtest.Truth {
			delta, loss, c, unit := s.Number("delta"), l.costs(costOf(s)), costOf(s), moving(s)
			if delta >= 0.5 || truncated(500, delta, unit, c) > loss || truncated(1e-3, delta, unit, c) <= loss {
				return viewtest.None()
			}
			low, high := 1e-3, 500.0
			for range 60 {
				if middle := math.Sqrt(low * high); truncated(middle, delta, unit, c) > loss {
					low = middle
				} else {
					high = middle
				}
			}
			return viewtest.Within(high, 1e-8*high)
		})),
	}})
}

func TestShiftsOracles(t *testing.T) {
	law := lawOf()
	of := func(truth func(viewtest.Setting, held) viewtest.Truth) viewtest.Oracle { return ofHeld(law, truth) }
	viewtest.Agree(t, byShift, viewtest.Suite{Words: several, Easy: short(byShift, 150), Oracles: map[string]viewtest.Oracle{
		"attacker-right":         guessed(law, rightIf),
		"wrong-once-in":          guessed(law, onceIf),
		"attacker-right-allowed": allowed,
		"delta-certified":        of(func(s viewtest.Setting, l held) viewtest.Truth { return certified(s, l, s.Number("epsilon")) }),
		"delta-at":               of(atMember),
		"delta-at-budget":        of(func(s viewtest.Setting, l held) viewtest.Truth { return certified(s, l, s.Number("at")) }),
		"worst-shift": of(func(s viewtest.Setting, l held) viewtest.Truth {
			_, ties, _ := l.worst(s.Number("epsilon"), moving(s), whole(s), 1e-9)
			hair := 1e-9 * moving(s)
			return viewtest.Between(ties[0]-hair, ties[len(ties)-1]+hair)
		}),
		"shifts-binding": of(func(s viewtest.Setting, l held) viewtest.Truth {
			_, few, _ := l.worst(s.Number("epsilon"), moving(s), whole(s), 0.9e-6)
			_, many, _ := l.worst(s.Number("epsilon"), moving(s), whole(s), 1.1e-6)
			return viewtest.Between(float64(len(few)), float64(len(many)))
		}),
		"violation": of(func(s viewtest.Setting, l held) viewtest.Truth {
			shift := s.Number("shift") * moving(s)
			if whole(s) {
				if shift = math.Round(shift); shift == 0 {
					shift = 1
				}
			}
			v := l.told(s.Number("epsilon"), shift, whole(s))
			return viewtest.Within(v, 1e-9*v+1e-15*math.Exp(s.Number("epsilon")))
		}),
	}})
}

// drawn returns the law of a round from its picture.
func drawn() func(viewtest.Setting) (held, bool) {
	of := viewtest.Shared(func(s viewtest.Setting) held {
		var rows []row
		for _, m := range s.Sheet(byRound, query(s, "course")+"&course=law").Figure.Marks {
			switch m := m.(type) {
			case engine.Steps:
				for i := range m.X[1:] {
					rows = append(rows, row{m.X[i], m.X[i+1], m.Y[i] * (m.X[i+1] - m.X[i])})
				}
			case engine.Bars:
				for i, x := range m.X {
					rows = append(rows, row{x, x, m.Y[i]})
				}
			}
		}
		return heldOf(rows)
	})
	return func(s viewtest.Setting) (held, bool) {
		l := of(s)
		return l, len(l.mass) > 0
	}
}

// met returns the greatest V over the shifts by whole cells, and at how many of them V exceeds most.
func (l held) met(s viewtest.Setting, most float64) (worst, over float64) {
	unit, step := moving(s), 1.0
	if !whole(s) {
		step = l.high[0] - l.low[0]
	}
	sided := !same(costOf(s))
	for k := 1.0; k <= math.Round(unit/step); k++ {
		for _, shift := range []float64{k * step, -k * step} {
			if shift < 0 && !sided {
				continue
			}
			v := l.told(s.Number("epsilon"), shift, whole(s))
			if worst = max(worst, v); v > most {
				over++
			}
		}
	}
	return worst, over
}

// same reports whether errors cost the same on either side.
func same(c costing) bool {
	for _, x := range append(c.kinks, 0.37, 5.1, 1e3) {
		if a, b := c.at(x), c.at(-x); math.Abs(a-b) > 1e-9*max(a, b) {
			return false
		}
	}
	return true
}

func TestRoundsOracles(t *testing.T) {
	law := drawn()
	of := func(truth func(viewtest.Setting, held) viewtest.Truth) viewtest.Oracle { return ofHeld(law, truth) }
	viewtest.Agree(t, byRound, viewtest.Suite{Words: pieced, Easy: short(byRound, 60), Oracles: map[string]viewtest.Oracle{
		"loss-so-far": of(func(s viewtest.Setting, l held) viewtest.Truth {
			loss := l.costs(costOf(s))
			return viewtest.Within(loss, 1e-8*loss)
		}),
		"attacker-right":         of(func(s viewtest.Setting, l held) viewtest.Truth { return guessed(law, rightIf)(s) }),
		"wrong-once-in":          of(func(s viewtest.Setting, l held) viewtest.Truth { return guessed(law, onceIf)(s) }),
		"attacker-right-allowed": func(s viewtest.Setting) viewtest.Truth { return allowedBy(own(s)) },
		"delta-needed": of(func(s viewtest.Setting, l held) viewtest.Truth {
			worst, _ := l.met(s, 1)
			return viewtest.Within(worst, 1e-8*worst+1e-11*math.Exp(s.Number("epsilon"))) // the program neglects masses of 10⁻¹²
		}),
		"events-entering": of(func(s viewtest.Setting, l held) viewtest.Truth {
			_, few := l.met(s, s.Number("delta")*(1+1e-7))
			_, many := l.met(s, s.Number("delta")*(1-1e-7))
			return viewtest.Between(few, many)
		}),
		// At a vertex one event holds for each mass beyond the first, and more where several meet.
		"events-active": of(func(s viewtest.Setting, l held) viewtest.Truth { return viewtest.Between(0, 2*float64(len(l.mass))) }),
		"rounds": of(func(s viewtest.Setting, l held) viewtest.Truth {
			panels := s.Sheet(byRound, query(s, "course")+"&course=loss").Figure.Panels
			if len(panels) == 0 {
				return viewtest.None()
			}
			points := 0
			for _, m := range panels[0].Marks {
				if p, is := m.(engine.Points); is && !p.Here {
					points += len(p.X)
				}
			}
			return viewtest.Number(float64(points))
		}),
	}})
}

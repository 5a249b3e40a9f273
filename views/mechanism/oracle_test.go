package mechanism

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/viewtest"
)

// seen holds the laws of a setting of concentration: at x, at the neighbour, and at the ends.
type seen struct {
	m                 named
	here, there, a, b law // at x, x′, 0 and 1
	some              bool
}

var look = viewtest.Shared(func(s viewtest.Setting) seen {
	v := seen{m: asked(s)}
	var some [4]bool
	v.here, some[0] = v.m.at(s.Number("x"))
	v.there, some[1] = v.m.at(s.Number("neighbour"))
	v.a, some[2] = v.m.at(0)
	v.b, some[3] = v.m.at(1)
	v.some = some == [4]bool{true, true, true, true}
	return v
})

// told makes an oracle from the laws of a setting, where there are such.
func told(of func(viewtest.Setting, seen) viewtest.Truth) viewtest.Oracle {
	return func(s viewtest.Setting) viewtest.Truth {
		v := look(s)
		if !v.some {
			return viewtest.Cannot("the law is not computed here")
		}
		return of(s, v)
	}
}

// near returns the truth of a sum of quadratures: nine digits, or what float64 leaves of 1.
func near(v float64) viewtest.Truth { return viewtest.Within(v, 1e-8*math.Abs(v)+1e-14) }

// unbounded reports whether an answer may tell x from x′ with certainty, or nearly.
func (m named) unbounded() bool {
	switch m.kind {
	case "gaussian", "gaussian-pac", "gaussian-pac-tight", "gaussian-classic", "laplace-bounded":
		return true
	}
	return false
}

// normal reports whether the noise is normal.
func (m named) normal() bool { return strings.HasPrefix(m.kind, "gaussian") }

// everyBudget returns the truth of the least of all budgets, which may be called any where each tried one holds.
func everyBudget(holds func(step int) bool, steps int) viewtest.Truth {
	least := viewtest.Number(1e-6)
	for i := range steps + 1 {
		if !holds(i) {
			return least
		}
	}
	return least.Or("any ε")
}

// required returns the least budget with which a window holds the target: the first of a fine grid, refined by halving.
func (m named) required(x, from, to, target float64) viewtest.Truth {
	if m.kind == "gaussian" || m.kind == "gaussian-clamped" {
		return viewtest.Cannot("the deviation takes long to find at many budgets")
	}
	missing := false
	if ambiguous(m, from, to) {
		return viewtest.Cannot("an end of the window is a bin, to rounding")
	}
	holds := func(lnEpsilon float64) bool {
		m.epsilon = math.Exp(lnEpsilon)
		if m.kind == "gaussian-classic" && m.epsilon > 1 { // there is none
			return false
		}
		l, some := m.at(x)
		missing = missing || !some
		return some && l.mass(from, to) >= target
	}
	const steps = 400
	first, last := math.Log(1e-6), math.Log(1500)
	at := func(i int) float64 { return first + (last-first)*float64(i)/steps }
	for i := range steps + 1 {
		if missing {
			break
		}
		if !holds(at(i)) {
			continue
		}
		if i == 0 {
			return everyBudget(func(k int) bool {
				missing = false
				return holds(at(k)) || missing // or it is not computed there
			}, steps)
		}
		low, high := at(i-1), at(i)
		for range 40 {
			if middle := (low + high) / 2; holds(middle) {
				high = middle
			} else {
				low = middle
			}
		}
		target -= 1e-12
		if holds(high - 0.05) {
			return viewtest.Cannot("the target is met to rounding long before")
		}
		return viewtest.Within(math.Exp(high), 1e-6*math.Exp(high))
	}
	if missing {
		return viewtest.Cannot("the law is not computed here at some budgets")
	}
	return viewtest.None()
}

// ambiguous reports whether an end of a window is a bin's place up to rounding.
func ambiguous(m named, from, to float64) bool {
	on := func(edge float64) bool {
		at := edge * float64(m.bins-1)
		return math.Abs(at-math.Round(at)) < 1e-9 && edge != 0 && edge != 1
	}
	return (m.kind == "krr" || strings.HasPrefix(m.kind, "exponential")) && (on(from) || on(to))
}

// loss returns the greatest log-ratio of two laws, over their atoms, their kinks and a grid between.
func loss(one, other law) float64 {
	most := 0.0
	for y, p := range one.atoms {
		most = max(most, math.Log(p/other.atoms[y]))
	}
	if one.lnDensity == nil {
		return most
	}
	for i := range 4001 {
		y := float64(i) / 4000
		most = max(most, one.lnDensity(y)-other.lnDensity(y))
	}
	return most
}

// delta returns the integral of [one - e^ε other] where it is positive, atoms included.
func delta(one, other law, epsilon float64) float64 {
	sum := 0.0
	for y, p := range one.atoms {
		if rest := p - math.Exp(epsilon+math.Log(other.atoms[y])); rest > 0 {
			sum += rest
		}
	}
	if one.lnDensity == nil {
		return sum
	}
	excess := func(y float64) float64 { return one.lnDensity(y) - other.lnDensity(y) - epsilon }
	low, high := one.kinks[0], one.kinks[len(one.kinks)-1]
	turns := append(crossings(excess, panels(low, high, one.kinks, one.scale)), other.kinks...)
	return sum + one.integral(func(y float64) float64 {
		e := excess(y)
		if !(e > 0) {
			return 0
		}
		return one.density(y) * -math.Expm1(-e)
	}, low, high, turns...)
}

// beyond returns the chance of a log-ratio above ε under the first of two laws.
func beyond(one, other law, epsilon float64) float64 {
	sum := 0.0
	for y, p := range one.atoms {
		if math.Log(p/other.atoms[y]) > epsilon {
			sum += p
		}
	}
	excess := func(y float64) float64 { return one.lnDensity(y) - other.lnDensity(y) - epsilon }
	low, high := one.kinks[0], one.kinks[len(one.kinks)-1]
	turns := crossings(excess, panels(low, high, one.kinks, one.scale))
	return sum + one.integral(func(y float64) float64 {
		if excess(y) > 0 {
			return one.density(y)
		}
		return 0
	}, low, high, turns...)
}

// meeting returns the verdict on a share that has to reach a target.
func meeting(mass, target float64) viewtest.Truth {
	switch short := target - mass; {
	case math.Abs(short) < 1e-9 || math.Abs(short-0.02) < 1e-9:
		return viewtest.Cannot("it is at a limit but for rounding")
	case short < 0:
		return viewtest.Word("yes")
	case short < 0.02:
		return viewtest.Word("not-quite")
	}
	return viewtest.Word("no")
}

// telling returns the verdict on how often a guess is right.
func telling(right float64) viewtest.Truth {
	words := []string{"almost-nothing", "faint-hint", "clear-hint", "strong-hint", "nearly-everything"}
	for i, limit := range []float64{0.55, 0.65, 0.8, 0.95} {
		if math.Abs(right-limit) < 1e-9 {
			return viewtest.Word(words[i], words[i+1])
		}
		if right < limit {
			return viewtest.Word(words[i])
		}
	}
	return viewtest.Word(words[4])
}

// overlap returns the integral of the smaller of two laws, atoms included: 1 less their total variation, with all its digits.
func overlap(one, other law) float64 {
	sum := 0.0
	for y, p := range one.atoms {
		sum += min(p, other.atoms[y])
	}
	if one.lnDensity == nil {
		return sum
	}
	low, high := one.kinks[0], one.kinks[len(one.kinks)-1]
	excess := func(y float64) float64 { return one.lnDensity(y) - other.lnDensity(y) }
	turns := append(crossings(excess, panels(low, high, one.kinks, one.scale)), other.kinks...)
	return sum + one.integral(func(y float64) float64 {
		return one.density(y) * math.Exp(-max(excess(y), 0))
	}, low, high, turns...)
}

func TestConcentrationOracles(t *testing.T) {
	deviation := func(v seen) float64 {
		mean := v.here.about(0, 1)
		return v.here.about(mean, 2)
	}
	plateau := func(of func(low, high, p float64) float64) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth {
			low, high, p, _ := asked(s).plateau(s.Number("x"))
			return viewtest.Within(of(low, high, p), 1e-9*of(low, high, p)+1e-15)
		}
	}
	viewtest.Agree(t, Concentration, viewtest.Suite{
		Easy: func(v param.Values) param.Values { // few bins, and budgets whose laws fit float64
			return v.With(mechanisms.Bins, min(v.Get(mechanisms.Bins), 2001))
		},
		Oracles: map[string]viewtest.Oracle{
			"mass": told(func(s viewtest.Setting, v seen) viewtest.Truth {
				return near(v.here.mass(s.Number("from"), s.Number("to")))
			}),
			"outside": told(func(s viewtest.Setting, v seen) viewtest.Truth {
				return near(v.here.outside(s.Number("from"), s.Number("to")))
			}),
			"mean":               told(func(_ viewtest.Setting, v seen) viewtest.Truth { return near(v.here.about(0, 1)) }),
			"variance":           told(func(_ viewtest.Setting, v seen) viewtest.Truth { return near(deviation(v)) }),
			"standard-deviation": told(func(_ viewtest.Setting, v seen) viewtest.Truth { return near(math.Sqrt(deviation(v))) }),
			"loss-audited": told(func(_ viewtest.Setting, v seen) viewtest.Truth {
				if v.m.unbounded() {
					return viewtest.Number(math.Inf(1))
				}
				return viewtest.Within(loss(v.a, v.b), 1e-8*max(1, loss(v.a, v.b)))
			}),
			"sigma": func(s viewtest.Setting) viewtest.Truth {
				sigma, some := asked(s).sigma()
				if !some {
					return viewtest.Cannot("no deviation was found")
				}
				return viewtest.Number(sigma)
			},
			"delta-exact": told(func(_ viewtest.Setting, v seen) viewtest.Truth {
				d := delta(v.a, v.b, v.m.epsilon)
				return viewtest.Within(d, 1e-6*d+1e-15)
			}),
			"loss-tail": told(func(_ viewtest.Setting, v seen) viewtest.Truth {
				d := beyond(v.a, v.b, v.m.epsilon)
				return viewtest.Within(d, 1e-6*d+1e-15)
			}),
			"attacker-right": told(func(_ viewtest.Setting, v seen) viewtest.Truth {
				return near((1 + apart(v.here, v.there)) / 2)
			}),
			"attacker-right-worst": told(func(_ viewtest.Setting, v seen) viewtest.Truth { return near((1 + apart(v.a, v.b)) / 2) }),
			"attacker-right-allowed": told(func(s viewtest.Setting, v seen) viewtest.Truth {
				d, e := 0.0, v.m.epsilon // δ of the time for sure, else as randomised response
				if v.m.unbounded() || v.m.normal() {
					d = v.m.delta
				}
				return near(d + (1-d)/(1+math.Exp(-e)))
			}),
			"wrong-once-in": told(func(_ viewtest.Setting, v seen) viewtest.Truth {
				wrong := overlap(v.here, v.there) / 2
				return viewtest.Within(1/wrong, 1e-6/wrong)
			}),
			"verdict": told(func(s viewtest.Setting, v seen) viewtest.Truth {
				if s.Option("show") == "window" {
					return meeting(v.here.mass(s.Number("from"), s.Number("to")), s.Number("target"))
				}
				if s.Number("x") == s.Number("neighbour") {
					return viewtest.Word("nothing")
				}
				return telling((1 + apart(v.here, v.there)) / 2)
			}),
			"plateau-low":        plateau(func(low, _, _ float64) float64 { return low }),
			"plateau-high":       plateau(func(_, high, _ float64) float64 { return high }),
			"plateau-half-width": plateau(func(low, high, _ float64) float64 { return (high - low) / 2 }),
			"plateau-density":    plateau(func(_, _, p float64) float64 { return p }),
			"epsilon-required": func(s viewtest.Setting) viewtest.Truth {
				return asked(s).required(s.Number("x"), s.Number("from"), s.Number("to"), s.Number("target"))
			},
		},
	})
}

// stands is a mechanism of the contest with its mass in the window; it is missing where its law is not computed here.
type stands struct {
	name string
	mass float64
	some bool
}

// contestants returns all mechanisms that exist at a setting.
var contestants = viewtest.Shared(func(s viewtest.Setting) []stands {
	return standing(s, s.Number("epsilon"), s.Number("theta"))
})

// standing returns all mechanisms that exist at an ε, with their masses within θ of the value of a setting.
func standing(s viewtest.Setting, epsilon, theta float64) (all []stands) {
	x := s.Number("x")
	for _, name := range slices.Sorted(maps.Keys(laws)) {
		m := named{name, epsilon, s.Number("delta"), int(s.Number("bins"))}
		if name == "gaussian-classic" && m.epsilon > 1 {
			continue
		}
		l, some := m.at(x)
		some = some && !ambiguous(m, max(0, x-theta), min(1, x+theta))
		c := stands{name: name, some: some}
		if some {
			c.mass = l.mass(max(0, x-theta), min(1, x+theta))
		}
		all = append(all, c)
	}
	return all
}

// pure returns those that keep ε.
func pure(all []stands) []stands {
	return slices.DeleteFunc(slices.Clone(all), func(c stands) bool {
		return strings.HasPrefix(c.name, "gaussian") || c.name == "laplace-bounded"
	})
}

// ranked returns the masses of mechanisms that keep ε, the greatest first; false where one is missing.
func ranked(s viewtest.Setting) ([]stands, bool) {
	all := pure(contestants(s))
	for _, c := range all {
		if !c.some {
			return nil, false
		}
	}
	slices.SortFunc(all, func(a, b stands) int { return cmp.Compare(b.mass, a.mass) })
	return all, true
}

// alike returns the names with the mass of a place in the ranking, up to the quadrature.
func alike(s viewtest.Setting, place int) viewtest.Truth {
	all, some := ranked(s)
	if !some {
		return viewtest.Cannot("a law is not computed here")
	}
	var names []string
	for _, c := range all {
		if math.Abs(c.mass-all[place].mass) <= 1e-8 {
			names = append(names, c.name)
		}
	}
	return viewtest.Word(names...)
}

func first(s viewtest.Setting) viewtest.Truth  { return alike(s, 0) }
func second(s viewtest.Setting) viewtest.Truth { return alike(s, 1) }

// weakest returns the mechanisms that do not keep ε and land most often.
func weakest(s viewtest.Setting) viewtest.Truth {
	var names []string
	most := -1.0
	for _, c := range contestants(s) {
		if !c.some {
			return viewtest.Cannot("a law is not computed here")
		}
		if !strings.HasPrefix(c.name, "gaussian") && c.name != "laplace-bounded" {
			continue
		}
		if c.mass > most+1e-8 {
			most, names = c.mass, nil
		}
		if c.mass > most-1e-8 {
			names = append(names, c.name)
		}
	}
	return viewtest.Word(names...)
}

// rightAt returns how often randomised response at ε tells the truth, and wrongAt one over how often it lies.
func rightAt(s viewtest.Setting) viewtest.Truth {
	return viewtest.Number(1 / (1 + math.Exp(-s.Number("epsilon"))))
}
func wrongAt(s viewtest.Setting) viewtest.Truth {
	if s.Number("epsilon") > 690 {
		return viewtest.Cannot("it is more than float64 holds")
	}
	return viewtest.Number(1 + math.Exp(s.Number("epsilon")))
}

func lead(s viewtest.Setting) viewtest.Truth {
	all, some := ranked(s)
	if !some {
		return viewtest.Cannot("a law is not computed here")
	}
	return viewtest.Within(all[0].mass-all[1].mass, 1e-8)
}

func massOfMember(s viewtest.Setting) viewtest.Truth {
	for _, c := range contestants(s) {
		if c.name == s.Member && c.some {
			return near(c.mass)
		}
	}
	return viewtest.Cannot("the law is not computed here")
}

func fewBins(v param.Values) param.Values {
	return v.With(mechanisms.Bins, min(v.Get(mechanisms.Bins), 501))
}

func TestCompareOracles(t *testing.T) {
	needs := func(s viewtest.Setting, name string) viewtest.Truth {
		m, x, theta := named{name, 1, s.Number("delta"), int(s.Number("bins"))}, s.Number("x"), s.Number("theta")
		return m.required(x, max(0, x-theta), min(1, x+theta), s.Number("target"))
	}
	viewtest.Agree(t, alongOne, viewtest.Suite{Easy: fewBins, Oracles: map[string]viewtest.Oracle{
		"best":      first,
		"runner-up": second,
		"weaker":    weakest,
		"window-length": func(s viewtest.Setting) viewtest.Truth {
			x, theta := s.Number("x"), s.Number("theta")
			return viewtest.Number(min(1, x+theta) - max(0, x-theta))
		},
		"attacker-right":   rightAt,
		"wrong-once-in":    wrongAt,
		"margin":           lead,
		"mass":             massOfMember,
		"epsilon-required": func(s viewtest.Setting) viewtest.Truth { return needs(s, s.Member) },
		"cheapest": func(s viewtest.Setting) viewtest.Truth { // no more than the piecewise mechanism
			return viewtest.AtMost(needs(s, "pm")).Or("any ε") // of another one
		},
	}})
}

// winsOf counts, among random points of the plane, those that a mechanism wins, and wins by at least a point: with certainty,
// and where ties and laws that are not computed here go its way. It does so at some of the settings, as each takes a third of a
// second.
var winsOf = viewtest.Shared(func(s viewtest.Setting) (w [2]wins) {
	rng := s.Rand()
	if rng.IntN(settingsForOne) > 0 {
		return w
	}
	leads := [2]float64{anyWins: 0, clearWins: 0.01}
	for i := range w {
		w[i] = wins{few: map[string]int{}, many: map[string]int{}}
	}
	const planeColumns, planeRows = 120, 60
	for range pointsDrawn {
		epsilon := 0.1 * math.Pow(200, float64(rng.IntN(planeColumns))/(planeColumns-1))
		theta := 0.5 * float64(rng.IntN(planeRows)) / (planeRows - 1)
		all := pure(standing(s, epsilon, theta))
		for _, c := range all {
			for i, lead := range leads {
				ahead, level := true, true
				for _, other := range all {
					if other.name == c.name {
						continue
					}
					known := c.some && other.some
					ahead = ahead && known && c.mass > other.mass+lead+1e-8
					level = level && (!known || c.mass > other.mass+lead-1e-8)
				}
				w[i].many[c.name] += 0 // one that wins none of these points may win others
				if ahead {
					w[i].few[c.name]++
				}
				if level {
					w[i].many[c.name]++
				}
			}
		}
	}
	return w
})

// Counts of wins.
const (
	anyWins = iota
	clearWins
)

const (
	pointsDrawn    = 100
	settingsForOne = 6
)

type wins struct{ few, many map[string]int } // by mechanism; nil: not counted here

// shareOfWins returns how much of the plane a mechanism wins.
func shareOfWins(s viewtest.Setting, counted int) viewtest.Truth {
	w := winsOf(s)[counted]
	if w.many == nil {
		return viewtest.Cannot("other settings are counted")
	}
	return viewtest.ShareBetween(w.few[s.Member], w.many[s.Member], pointsDrawn).Itself()
}

func TestWinnerOracles(t *testing.T) {
	viewtest.Agree(t, overPlane, viewtest.Suite{Easy: fewBins, Oracles: map[string]viewtest.Oracle{
		"best":  first,
		"share": func(s viewtest.Setting) viewtest.Truth { return shareOfWins(s, anyWins) },
		"clear": func(s viewtest.Setting) viewtest.Truth { return shareOfWins(s, clearWins) },
		"nearly-tied": func(s viewtest.Setting) viewtest.Truth {
			w := winsOf(s)[clearWins]
			if w.many == nil {
				return viewtest.Cannot("other settings are counted")
			}
			certain, possible := 0, 0 // clear wins of all; a point has one at most
			for name, n := range w.many {
				certain, possible = certain+w.few[name], possible+n
			}
			return viewtest.ShareBetween(max(0, pointsDrawn-possible), pointsDrawn-certain, pointsDrawn).Itself()
		},
		"widest": func(s viewtest.Setting) viewtest.Truth {
			w := winsOf(s)[clearWins]
			if w.many == nil {
				return viewtest.Cannot("other settings are counted")
			}
			most, may := 0, []string(nil)
			for _, n := range w.few {
				most = max(most, n)
			}
			const off = pointsDrawn / 2 // five standard deviations of a difference of counts
			for name, n := range w.many {
				if n+off > most {
					may = append(may, name)
				}
			}
			if most == 0 {
				return viewtest.Word(may...).OrNone()
			}
			return viewtest.Word(may...)
		},
		"attacker-right": rightAt,
		"wrong-once-in":  wrongAt,
		"runner-up":      second,
		"margin":         lead,
		"mass":           massOfMember,
	}})
}

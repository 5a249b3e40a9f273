package classifier

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/viewtest"
)

// TestRecommendForOneRecordOracles compares the ranking of mechanisms and the split of a total with independent walks.
func TestRecommendForOneRecordOracles(t *testing.T) {
	all := ownClassifiersByFile(ownClassifiers(t))
	files := slices.Sorted(maps.Keys(all))
	suite := ownSuite(all, map[string][]string{"classifier": {files[1], files[1], files[0]}}) // a tree twice, as its oracle is sharper
	easy := suite.Easy
	suite.Easy = func(v param.Values) param.Values { return fewBins(easy(v).Picking(criterion, "exact")) }
	ranking := viewtest.Shared(func(s viewtest.Setting) ownRanking {
		q, r := all.asked(s), ownRanking{}
		for _, name := range mechanisms.All.Names() {
			r[name] = leastBudget(name, s.Number("target"), 60, func(epsilon float64) enclosure { return q.at(name, epsilon, epsilon, 32) })
		}
		return r
	})
	split := func(s viewtest.Setting, share float64) enclosure {
		total := s.Number("total")
		return all.asked(s).at(s.Option("mechanism"), share*total, (1-share)*total, 500)
	}
	equal := func(s viewtest.Setting) enclosure {
		q := all.asked(s)
		each := s.Number("total") / q.dims()
		return q.at(s.Option("mechanism"), each, each, 2000)
	}
	forbidden := func(s viewtest.Setting) bool {
		return s.Option("mechanism") == "gaussian-classic"
	}
	suite.Oracles = map[string]viewtest.Oracle{
		"epsilon": func(s viewtest.Setting) viewtest.Truth { return ranking(s)[s.Member].listed() },
		"split-equal": func(s viewtest.Setting) viewtest.Truth {
			if forbidden(s) {
				return viewtest.Cannot("a budget beyond 1 is refused")
			}
			return between(equal(s))
		},
		"split-value": func(s viewtest.Setting) viewtest.Truth {
			if forbidden(s) {
				return viewtest.Cannot("a budget beyond 1 is refused")
			}
			const room = 2e-3 // between two splits that are tried
			found := equal(s)
			if all.asked(s).dims() == 2 {
				for i := 1; i < 100; i++ {
					found.high = max(found.high, split(s, float64(i)/100).high+room)
				}
				for share := 0.01; share > 1e-4; share /= 1.5 {
					found.high = max(found.high, split(s, share).high+room, split(s, 1-share).high+room)
				}
			}
			return between(found)
		},
		"total-split": func(s viewtest.Setting) viewtest.Truth {
			if forbidden(s) {
				return viewtest.Cannot("a budget beyond 1 is refused")
			}
			if total := s.Number("total"); all.asked(s).dims() == 2 {
				return viewtest.Between(0, total)
			}
			return viewtest.Number(s.Number("total"))
		},
		"private-range": unscaled,
	}
	maps.Copy(suite.Oracles, all.ofLeast(ranking))
	viewtest.Agree(t, forRecord, suite)
}

// fewBins keeps a ranking of mechanisms on bins quick.
func fewBins(v param.Values) param.Values {
	if v.Get(mechanisms.Bins) > 100 {
		return v.With(mechanisms.Bins, 2+math.Mod(v.Get(mechanisms.Bins), 99))
	}
	return v
}

// ownPerson is a record of a table.
type ownPerson struct {
	x    [2]float64
	town string
}

var ownPeople = []ownPerson{{[2]float64{0.3, 0.6}, "Ely"}, {[2]float64{0.8, 0.4}, "Ely"}, {[2]float64{0, 1}, "Bath"}, {[2]float64{1, 0}, "Bath"},
	{[2]float64{0.5, 0.25}, "Ely"}, {[2]float64{0.42, 0.63}, "York"}, {[2]float64{0.1, 0}, "Ely"}}

// ownTable writes the people to a file.
func ownTable(t *testing.T) string {
	t.Helper()
	text := "a,b,town\n"
	for _, p := range ownPeople {
		text += fmt.Sprintf("%v,%v,%s\n", p.x[0], p.x[1], p.town)
	}
	file := filepath.Join(t.TempDir(), "people.csv")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// crowdSuite returns the settings for views of a whole table.
func crowdSuite(t *testing.T, all ownClassifiersByFile) viewtest.Suite {
	suite := ownSuite(all, map[string][]string{"data": {ownTable(t)}, "by": {"", "class", "town"}, "record": nil})
	easy := suite.Easy
	suite.Easy = func(v param.Values) param.Values { return fewBins(easy(v)) }
	return suite
}

// agreements returns the agreements of all people.
func (all ownClassifiersByFile) agreements(s viewtest.Setting, mechanism string, epsilon float64, steps int) (each []enclosure) {
	q := all.about(s)
	for _, p := range ownPeople {
		each = append(each, q.c.under(p.x, q.private, mechanism, epsilon, epsilon, s, steps))
	}
	return each
}

// groupOf returns the group of a person, by the text by.
func (all ownClassifiersByFile) groupOf(s viewtest.Setting, i int) string {
	if s.Text("by") == "town" {
		return ownPeople[i].town
	}
	return strconv.Itoa(all.about(s).c.class(ownPeople[i].x[0], ownPeople[i].x[1]))
}

func meanOf(each []enclosure) (m enclosure) {
	for _, e := range each {
		m.low, m.high = m.low+e.low/float64(len(each)), m.high+e.high/float64(len(each))
	}
	return m
}

// orderedOf returns the k-th least.
func orderedOf(each []enclosure, k int) enclosure {
	var lows, highs []float64
	for _, e := range each {
		lows, highs = append(lows, e.low), append(highs, e.high)
	}
	slices.Sort(lows)
	slices.Sort(highs)
	return enclosure{lows[k-1], highs[k-1]}
}

func reachOf(each []enclosure, target float64) (r enclosure) {
	for _, e := range each {
		if e.low >= target {
			r.low += 1 / float64(len(each))
		}
		if e.high >= target {
			r.high += 1 / float64(len(each))
		}
	}
	return enclosure{r.low - 1e-12, r.high + 1e-12}
}

// means returns the means of all groups.
func (all ownClassifiersByFile) means(s viewtest.Setting, each []enclosure) map[string]enclosure {
	of, means := map[string][]enclosure{}, map[string]enclosure{}
	for i, e := range each {
		of[all.groupOf(s, i)] = append(of[all.groupOf(s, i)], e)
	}
	for name, some := range of {
		means[name] = meanOf(some)
	}
	return means
}

// ofTable returns the oracles of the records looked at.
func (all ownClassifiersByFile) ofTable() map[string]viewtest.Oracle {
	count := func(viewtest.Setting) viewtest.Truth { return viewtest.Number(float64(len(ownPeople))) }
	return map[string]viewtest.Oracle{
		"records-used": count, "records-total": count,
		"records-left-out": func(viewtest.Setting) viewtest.Truth { return viewtest.Number(0) },
		"classes":          func(viewtest.Setting) viewtest.Truth { return viewtest.Number(2) },
		"private-range":    unscaled,
	}
}

// TestPopulationOracles compares answers about all people, and about groups, with independent agreements.
func TestPopulationOracles(t *testing.T) {
	all := ownClassifiersByFile(ownClassifiers(t))
	suite := crowdSuite(t, all)
	suite.Oracles = all.ofTable()
	maps.Copy(suite.Oracles, ofAttacker(all))
	each := viewtest.Shared(func(s viewtest.Setting) []enclosure {
		return all.agreements(s, s.Option("mechanism"), s.Number("epsilon"), 500)
	})
	group := func(s viewtest.Setting) (some []enclosure) {
		for i, e := range each(s) {
			if all.groupOf(s, i) == s.Member {
				some = append(some, e)
			}
		}
		return some
	}
	least := func(s viewtest.Setting) viewtest.Truth { return between(orderedOf(each(s), 1)) }
	served := func(before func(a, b enclosure) bool) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth {
			var names []string
			means := all.means(s, each(s))
			for name, m := range means {
				first := true
				for _, other := range means {
					first = first && !before(other, m)
				}
				if first {
					names = append(names, name)
				}
			}
			return viewtest.Word(names...)
		}
	}
	maps.Copy(suite.Oracles, map[string]viewtest.Oracle{
		"mean":        func(s viewtest.Setting) viewtest.Truth { return between(meanOf(each(s))) },
		"mean-proven": func(s viewtest.Setting) viewtest.Truth { return between(meanOf(each(s))) },
		"fifth":       least, // of fewer than 20 people
		"worst":       least,
		"worst-record": func(s viewtest.Setting) viewtest.Truth {
			var lines []string
			for i, e := range each(s) {
				if e.low <= orderedOf(each(s), 1).high {
					lines = append(lines, fmt.Sprintf("line %d", i+2))
				}
			}
			return viewtest.Word(lines...)
		},
		"lowest": least,
		"reach-count": func(s viewtest.Setting) viewtest.Truth {
			r, n := reachOf(each(s), s.Number("target")), float64(len(ownPeople))
			return viewtest.Between(n*r.low, n*r.high)
		},
		"worst-group": served(func(a, b enclosure) bool { return a.high < b.low }),
		"worst-group-size": func(s viewtest.Setting) viewtest.Truth {
			means, sizes := all.means(s, each(s)), map[string]int{}
			for i := range ownPeople {
				sizes[all.groupOf(s, i)]++
			}
			least, most := len(ownPeople), 0
			for name, m := range means {
				first := true
				for _, other := range means {
					first = first && other.high >= m.low
				}
				if first {
					least, most = min(least, sizes[name]), max(most, sizes[name])
				}
			}
			return viewtest.Between(float64(least), float64(most))
		},
		"worst-group-mean": func(s viewtest.Setting) viewtest.Truth {
			least := enclosure{1, 1}
			for _, m := range all.means(s, each(s)) {
				least.low, least.high = min(least.low, m.low), min(least.high, m.high)
			}
			return between(least)
		},
		"reach-target": func(s viewtest.Setting) viewtest.Truth { return between(reachOf(each(s), s.Number("target"))) },
		"records":      func(viewtest.Setting) viewtest.Truth { return viewtest.Number(float64(len(ownPeople))) },
		"epsilon-total": func(s viewtest.Setting) viewtest.Truth {
			return viewtest.Number(all.about(s).dims() * s.Number("epsilon"))
		},
		"least-served": served(func(a, b enclosure) bool { return a.high < b.low }),
		"most-served":  served(func(a, b enclosure) bool { return a.low > b.high }),
		"gap": func(s viewtest.Setting) viewtest.Truth {
			low, high, lowest, highest := 0.0, 0.0, 1.0, 1.0
			for _, m := range all.means(s, each(s)) {
				low, high = max(low, m.low), max(high, m.high)
				lowest, highest = min(lowest, m.low), min(highest, m.high)
			}
			return viewtest.Between(low-highest, high-lowest)
		},
	})
	byGroup := map[string]func([]enclosure, float64) enclosure{
		"mean":  func(e []enclosure, _ float64) enclosure { return meanOf(e) },
		"p5":    func(e []enclosure, _ float64) enclosure { return orderedOf(e, 1) },
		"worst": func(e []enclosure, _ float64) enclosure { return orderedOf(e, 1) },
		"reach": reachOf,
	}
	for name, of := range byGroup {
		everybody := suite.Oracles[name]
		suite.Oracles[name] = func(s viewtest.Setting) viewtest.Truth {
			if s.Member == "" {
				return everybody(s)
			}
			return between(of(group(s), s.Number("target")))
		}
	}
	viewtest.Agree(t, Population, suite)
}

// levelOf returns the number that must reach the target, from the agreements of all people.
func (all ownClassifiersByFile) levelOf(s viewtest.Setting, each []enclosure) enclosure {
	n := len(each)
	switch s.Option("for") {
	case "mean":
		return meanOf(each)
	case "worst-group":
		least := enclosure{1, 1}
		for _, m := range all.means(s, each) {
			least.low, least.high = min(least.low, m.low), min(least.high, m.high)
		}
		return least
	case "share": // this many reach it
		return orderedOf(each, n+1-max(int(math.Ceil(s.Number("share")*float64(n)-1e-9)), 1))
	}
	return orderedOf(each, 1) // the worst, and the 5th percentile of fewer than 20
}

// TestRecommendOracles compares recommendations with independent walks over all people.
func TestRecommendOracles(t *testing.T) {
	all := ownClassifiersByFile(ownClassifiers(t))
	suite := crowdSuite(t, all)
	files := slices.Sorted(maps.Keys(all))
	suite.Words["classifier"] = []string{files[1], files[1], files[1], files[0]}
	suite.Oracles = all.ofTable()
	ranking := viewtest.Shared(func(s viewtest.Setting) ownRanking {
		r := ownRanking{}
		for _, name := range mechanisms.All.Names() {
			r[name] = leastBudget(name, s.Number("target"), 60, func(epsilon float64) enclosure {
				return all.levelOf(s, all.agreements(s, name, epsilon, 16))
			})
		}
		return r
	})
	ofBest := func(number func(viewtest.Setting, ownRanking, enclosure) viewtest.Truth) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth {
			names, least := ranking(s).bests()
			switch {
			case names == nil:
				return viewtest.None()
			case math.IsInf(least.high, 1):
				return viewtest.Cannot("the target is nearly reached")
			}
			return number(s, ranking(s), least)
		}
	}
	// then makes an oracle from the agreements with any mechanism that may be best
	then := func(of func([]enclosure) enclosure) viewtest.Oracle {
		return ofBest(func(s viewtest.Setting, r ownRanking, least enclosure) viewtest.Truth {
			const places, room = 4, 1e-3
			names, _ := r.bests()
			found := enclosure{1, 0}
			for _, name := range names {
				for i := range places + 1 {
					epsilon := r[name].low + (min(r[name].high, least.high)-r[name].low)*float64(i)/places
					e := of(all.agreements(s, name, epsilon, 200))
					found.low, found.high = min(found.low, e.low-room), max(found.high, e.high+room)
				}
			}
			return between(found)
		})
	}
	maps.Copy(suite.Oracles, all.ofEnough(ranking))
	maps.Copy(suite.Oracles, map[string]viewtest.Oracle{
		"best":    func(s viewtest.Setting) viewtest.Truth { return ranking(s).best() },
		"epsilon": func(s viewtest.Setting) viewtest.Truth { return ranking(s)[s.Member].listed() },
		"epsilon-total": ofBest(func(s viewtest.Setting, _ ownRanking, least enclosure) viewtest.Truth {
			d := all.about(s).dims()
			return viewtest.Between(d*least.low, d*least.high)
		}),
		"tied": ofBest(func(s viewtest.Setting, r ownRanking, _ enclosure) viewtest.Truth {
			names, _ := r.bests()
			if all, sure := r.withAny(); sure && len(all) > 0 {
				names = all
			} else if len(names) > 1 {
				return viewtest.Cannot("several are nearly as good")
			}
			if len(names) == 1 {
				return viewtest.Word("none")
			}
			return viewtest.Word(strings.Join(names[1:], " "))
		}),
		"next-best-costs": ofBest(func(s viewtest.Setting, r ownRanking, least enclosure) viewtest.Truth {
			names, _ := r.bests()
			next := enclosure{math.Inf(1), math.Inf(1)}
			for name, b := range r {
				if !slices.Contains(names, name) && !b.never {
					next.low, next.high = min(next.low, b.low), min(next.high, b.high)
				}
			}
			all, sure := r.withAny()
			switch {
			case sure && len(all) > 0: // for the best any budget suffices
				return viewtest.None()
			case !sure || len(names) > 1:
				return viewtest.Cannot("several are nearly as good")
			case math.IsInf(next.low, 1):
				return viewtest.None()
			case math.IsInf(next.high, 1):
				return viewtest.Cannot("the next nearly reaches the target")
			}
			return viewtest.Between(next.low/least.high-1, next.high/least.low-1)
		}),
		"split": ofBest(func(s viewtest.Setting, _ ownRanking, least enclosure) viewtest.Truth {
			return viewtest.Between(0, 2*least.high)
		}),
		"mean":  then(meanOf),
		"fifth": then(func(e []enclosure) enclosure { return orderedOf(e, 1) }),
		"worst": then(func(e []enclosure) enclosure { return orderedOf(e, 1) }),
	})
	viewtest.Agree(t, forTable, suite)
}

// byGuarantee splits a ranking into the mechanisms with ε alone and the others.
func byGuarantee(ranking func(viewtest.Setting) ownRanking) func(viewtest.Setting) (of, others ownRanking) {
	return func(s viewtest.Setting) (of, others ownRanking) {
		of, others = ownRanking{}, ownRanking{}
		for name, b := range ranking(s) {
			if control.Notion(name) == control.PureNotion {
				of[name] = b
			} else {
				others[name] = b
			}
		}
		return of, others
	}
}

// ofEnough returns the oracles of the sufficient budget for all people of a file, which is the one they need: among the
// mechanisms with ε alone.
func (all ownClassifiersByFile) ofEnough(ranking func(viewtest.Setting) ownRanking) map[string]viewtest.Oracle {
	split := byGuarantee(ranking)
	// asked makes an oracle for the mechanisms that may need least; anybody answers where any budget suffices.
	asked := func(anybody func(s viewtest.Setting, some []string, of ownRanking) viewtest.Truth,
		number func(s viewtest.Setting, names []string, least enclosure, of, others ownRanking) viewtest.Truth) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth {
			of, others := split(s)
			names, least := of.bests()
			some, sure := of.withAny()
			switch {
			case names == nil:
				return viewtest.Cannot("none of them reaches the target")
			case math.IsInf(least.high, 1) || !sure:
				return viewtest.Cannot("the target is nearly reached, or nothing is asked for")
			case len(some) > 0:
				return anybody(s, some, of)
			}
			return number(s, names, least, of, others)
		}
	}
	constant := func(truth viewtest.Truth) func(viewtest.Setting, []string, ownRanking) viewtest.Truth {
		return func(viewtest.Setting, []string, ownRanking) viewtest.Truth { return truth }
	}
	// wrongAt returns how often an attacker errs at the sufficient budget, rounded up to three digits.
	wrongAt := func(of func(s viewtest.Setting, private, mechanism string, a, b float64) enclosure) func(viewtest.Setting, []string, enclosure) enclosure {
		return func(s viewtest.Setting, names []string, least enclosure) (w enclosure) {
			w.low, w.high = 0.5, 0
			for _, name := range names {
				private := all.about(s).private
				w.low = min(w.low, of(s, private, name, least.high*1.01, least.high*1.01).low)
				w.high = max(w.high, of(s, private, name, least.low, least.low).high)
			}
			return w
		}
	}
	wrong := wrongAt(ownWrongAt)
	// shared returns the best mechanism and its budgets where the total is split.
	shared := func(s viewtest.Setting) (best string, a, b float64) {
		for _, answer := range s.Answers {
			switch {
			case answer.Name == "best":
				best = answer.Known.Word
			case answer.Name == "split" && answer.Member == "a":
				a = answer.Known.Value
			case answer.Name == "split":
				b = answer.Known.Value
			}
		}
		return best, a, b
	}
	return map[string]viewtest.Oracle{
		"enough": func(s viewtest.Setting) viewtest.Truth {
			of, _ := split(s)
			names, least := of.bests()
			if some, sure := of.withAny(); !sure || len(some) > 0 && len(some) < len(of) {
				return viewtest.Word(append(names, "any")...)
			} else if len(some) == len(of) {
				return viewtest.Word("any")
			}
			if names == nil || math.IsInf(least.high, 1) {
				return viewtest.Cannot("none of them reaches the target, or nearly")
			}
			return viewtest.Word(names...)
		},
		"epsilon-enough": asked(constant(viewtest.Word("any")), func(_ viewtest.Setting, _ []string, least enclosure, _, _ ownRanking) viewtest.Truth {
			return viewtest.Between(least.low, least.high)
		}),
		"epsilon-enough-total": asked(constant(viewtest.Word("any")), func(s viewtest.Setting, _ []string, least enclosure, _, _ ownRanking) viewtest.Truth {
			d := all.about(s).dims()
			return viewtest.Between(d*least.low, d*least.high)
		}),
		"next": asked(func(_ viewtest.Setting, some []string, of ownRanking) viewtest.Truth {
			switch {
			case len(some) == len(of):
				return viewtest.None()
			case len(some) > 1:
				return viewtest.Word(some[1])
			}
			return viewtest.Cannot("one needs nothing")
		}, func(_ viewtest.Setting, first []string, _ enclosure, of, _ ownRanking) viewtest.Truth {
			rest := maps.Clone(of)
			for _, name := range first {
				delete(rest, name)
			}
			names, least := rest.bests()
			switch {
			case names == nil && len(first) == 1:
				return viewtest.None()
			case names == nil || math.IsInf(least.high, 1):
				return viewtest.Cannot("the target is nearly reached")
			}
			return viewtest.Word(append(names, first...)...)
		}),
		"same": asked(func(_ viewtest.Setting, some []string, of ownRanking) viewtest.Truth {
			names, _ := of.bests()
			for _, name := range mechanisms.All.Names() { // the least budget may suffice where a greater one does not
				switch {
				case !slices.Contains(names, name) || slices.Contains(some, name):
				case of[name].high > leastEpsilon:
					return viewtest.Cannot("one may need a little more")
				default:
					some = append(some, name)
				}
			}
			if len(some) == 1 {
				return viewtest.Word("none")
			}
			return viewtest.Word(strings.Join(some[1:], " "))
		}, func(_ viewtest.Setting, names []string, _ enclosure, _, _ ownRanking) viewtest.Truth {
			if len(names) > 1 {
				return viewtest.Cannot("several are nearly as good")
			}
			return viewtest.Word("none")
		}),
		"weaker": asked(constant(viewtest.Word("none")), func(_ viewtest.Setting, _ []string, first enclosure, _, others ownRanking) viewtest.Truth {
			names, least := others.bests()
			switch {
			case names == nil || least.low > first.high:
				return viewtest.Word("none")
			case least.high < first.low:
				return viewtest.Word(names...)
			}
			return viewtest.Word(append(names, "none")...)
		}),
		"worst-at-enough": asked(func(s viewtest.Setting, some []string, _ ownRanking) viewtest.Truth {
			return between(orderedOf(all.agreements(s, some[0], leastEpsilon, 200), 1))
		}, func(s viewtest.Setting, names []string, least enclosure, _, _ ownRanking) viewtest.Truth {
			const places, room = 4, 1e-3
			found := enclosure{1, 0}
			for _, name := range names {
				for i := range places + 1 {
					e := orderedOf(all.agreements(s, name, least.low+(least.high-least.low)*float64(i)/places, 200), 1)
					found.low, found.high = min(found.low, e.low-room), max(found.high, e.high+room)
				}
			}
			return between(found)
		}),
		"worst-split": func(s viewtest.Setting) viewtest.Truth {
			best, a, b := shared(s)
			q, least := all.about(s), enclosure{1, 1}
			for _, p := range ownPeople {
				e := q.c.under(p.x, q.private, best, a, b, s, 500)
				least.low, least.high = min(least.low, e.low), min(least.high, e.high)
			}
			return between(least)
		},
		"attacker-right-split": func(s viewtest.Setting) viewtest.Truth {
			best, a, b := shared(s)
			w := ownWrongAt(s, all.about(s).private, best, a, b)
			return viewtest.Between(1-w.high, 1-w.low)
		},
		"attacker-right": asked(constant(viewtest.None()), func(s viewtest.Setting, names []string, least enclosure, _, _ ownRanking) viewtest.Truth {
			w := wrong(s, names, least)
			return viewtest.Between(1-w.high, 1-w.low)
		}),
		"attacker-right-allowed": asked(constant(viewtest.None()), func(s viewtest.Setting, names []string, least enclosure, _, _ ownRanking) viewtest.Truth {
			w := wrongAt(allowedWrongAt)(s, names, least)
			return viewtest.Between(1-w.high, 1-w.low).Itself()
		}),
		rightInTotal: asked(constant(viewtest.None()), func(s viewtest.Setting, names []string, least enclosure, _, _ ownRanking) viewtest.Truth {
			w := wrongAt(summedWrongAt)(s, names, least)
			return viewtest.Between(1-w.high, 1-w.low).Itself()
		}),
		"wrong-once-in": asked(constant(viewtest.None()), func(s viewtest.Setting, names []string, least enclosure, _, _ ownRanking) viewtest.Truth {
			w := wrong(s, names, least)
			if w.low < 1e-9 {
				return viewtest.Between(1/w.high, math.Inf(1))
			}
			return viewtest.Between(1/w.high, 1/w.low)
		}),
	}
}

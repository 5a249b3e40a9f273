package classifier

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/param"
	"dpscope/views/viewtest"
)

// ownRecords lists values of a and b: in the middle, at the ends, near a cut.
var ownRecords = [][2]float64{{0.3, 0.6}, {0.8, 0.4}, {0, 1}, {1, 0}, {0.5, 0.25}, {0.42, 0.63}, {0.1, 0}}

// ownQuestion is a question about one record.
type ownQuestion struct {
	c       ownClassifier
	record  [2]float64
	private string // "a,b"
	s       viewtest.Setting
}

func (q ownQuestion) dims() float64 { return float64(len(strings.Split(q.private, ","))) }

// at returns the agreement with a mechanism and a budget for each private feature.
func (q ownQuestion) at(mechanism string, a, b float64, steps int) enclosure {
	return q.c.under(q.record, q.private, mechanism, a, b, q.s, steps)
}

func (c ownClassifier) under(record [2]float64, private, mechanism string, a, b float64, s viewtest.Setting, steps int) enclosure {
	law := func(name string, epsilon, x float64) ownLaw {
		if !strings.Contains(private, name) {
			return nil
		}
		return ownLawOf(mechanism, epsilon, s.Number("delta"), int(s.Number("bins")), x)
	}
	return c.agreement(record, law("a", a, record[0]), law("b", b, record[1]), steps)
}

// ownSuite returns the settings for the views of one record.
func ownSuite(all map[string]ownClassifier, more map[string][]string) viewtest.Suite {
	var records []string
	for _, r := range ownRecords {
		records = append(records, strconv.FormatFloat(r[0], 'g', -1, 64)+","+strconv.FormatFloat(r[1], 'g', -1, 64))
	}
	words := map[string][]string{"classifier": slices.Sorted(maps.Keys(all)), "record": records, "private": {"a,b", "a,b", "a", "b"}}
	maps.Copy(words, more)
	return viewtest.Suite{Words: words, Easy: func(v param.Values) param.Values {
		return v.Picking(rawValues, "scaled").With(draws, 100)
	}}
}

// asked returns the question of a setting about one record.
func (all ownClassifiersByFile) asked(s viewtest.Setting) ownQuestion {
	q := all.about(s)
	q.record = ownRecords[0]
	if words := strings.Split(s.Text("record"), ","); len(words) == 2 {
		q.record[0], _ = strconv.ParseFloat(words[0], 64)
		q.record[1], _ = strconv.ParseFloat(words[1], 64)
	}
	return q
}

// about returns the question of a setting without a record.
func (all ownClassifiersByFile) about(s viewtest.Setting) ownQuestion {
	q := ownQuestion{c: all[s.Text("classifier")], private: "a,b", s: s}
	if word := s.Text("private"); word != "" {
		q.private = word
	}
	return q
}

type ownClassifiersByFile map[string]ownClassifier

func between(e enclosure) viewtest.Truth { return viewtest.Between(e.low, e.high) }

// weighed returns each feature's share relative to the mean budget.
func weighed(s viewtest.Setting) (a, b float64) {
	if s.Text("weights") == "a:3,b:1" {
		return 1.5, 0.5
	}
	return 1, 1
}

// agreed returns the agreement that utility and map ask for.
func (all ownClassifiersByFile) agreed(s viewtest.Setting) enclosure {
	a, b := weighed(s)
	return all.asked(s).at(s.Option("mechanism"), a*s.Number("epsilon"), b*s.Number("epsilon"), 2000)
}

// ofPrediction returns the oracles of utility and map about one record.
func ofPrediction(all ownClassifiersByFile) map[string]viewtest.Oracle {
	agreed := viewtest.Shared(all.agreed)
	radius := func(inside bool) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth {
			q := all.asked(s)
			return viewtest.Within(q.c.radius(q.record, q.private, inside), 1e-6) // float32
		}
	}
	oracles := map[string]viewtest.Oracle{
		"agreement-exact": func(s viewtest.Setting) viewtest.Truth { return between(agreed(s)) },
		"box-mass":        func(s viewtest.Setting) viewtest.Truth { return between(agreed(s)) },
		"radius":          radius(true),
		"radius-unbounded": func(s viewtest.Setting) viewtest.Truth {
			return radius(false)(s)
		},
		"box": func(s viewtest.Setting) viewtest.Truth {
			q := all.asked(s)
			end, name, ends := strings.Cut(s.Member, "-")
			if !ends {
				return viewtest.Cannot("the ends of a side are held one by one")
			}
			feature := strings.Index("ab", name)
			limit, x := q.c.limit(q.record, feature, end == "high"), q.record[feature]
			return viewtest.Between(min(limit, x)-1e-3, max(limit, x)+1e-3)
		},
		"class": func(s viewtest.Setting) viewtest.Truth {
			q := all.asked(s)
			return viewtest.Word(strconv.Itoa(q.c.class(q.record[0], q.record[1])))
		},
		"epsilon-total": func(s viewtest.Setting) viewtest.Truth {
			return viewtest.Number(all.asked(s).dims() * s.Number("epsilon"))
		},
		"private-range": unscaled,
	}
	maps.Copy(oracles, ofAttacker(all))
	return oracles
}

// unscaled returns the range of a feature that its file does not scale.
func unscaled(viewtest.Setting) viewtest.Truth { return viewtest.Word("0 to 1") }

// Answers about one record agree with integrals over independent laws.
func TestUtilityOracles(t *testing.T) {
	all := ownClassifiersByFile(ownClassifiers(t))
	suite := ownSuite(all, map[string][]string{"weights": {"", "", "a:3,b:1"}})
	suite.Oracles = ofPrediction(all)
	suite.Oracles["agreement-with-indicator"] = func(s viewtest.Setting) viewtest.Truth {
		kept, raw := all.agreed(s), s.Number("indicator")
		return viewtest.Between(raw+(1-raw)*kept.low, raw+(1-raw)*kept.high)
	}
	suite.Oracles["exposed"] = func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(s.Number("indicator")) }
	suite.Oracles["epsilon-required-exact"] = func(s viewtest.Setting) viewtest.Truth {
		q := all.asked(s)
		a, b := weighed(s)
		return leastBudget(s.Option("mechanism"), s.Number("target"), 300, func(epsilon float64) enclosure {
			return q.at(s.Option("mechanism"), a*epsilon, b*epsilon, 100)
		}).listed()
	}
	suite.Oracles["verdict"] = func(s viewtest.Setting) viewtest.Truth {
		kept, raw, target := all.agreed(s), s.Number("indicator"), s.Number("target")
		verdict := func(p float64) string {
			switch p = raw + (1-raw)*p; {
			case p >= target:
				return "yes"
			case p >= target-0.02:
				return "not-quite"
			}
			return "no"
		}
		if verdict(kept.low) != verdict(kept.high) {
			return viewtest.Cannot("it lies near a limit")
		}
		return viewtest.Word(verdict(kept.low))
	}
	viewtest.Agree(t, Utility, suite)
}

// TestMapOracles does the same for the map of two private features.
func TestMapOracles(t *testing.T) {
	all := ownClassifiersByFile(ownClassifiers(t))
	suite := ownSuite(all, map[string][]string{"private": {"a,b"}, "weights": {"", "", "a:3,b:1"}})
	suite.Oracles = ofPrediction(all)
	viewtest.Agree(t, Map, suite)
}

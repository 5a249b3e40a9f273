package imbalance

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"

	"dpscope/engine/param"
	"dpscope/views/viewtest"
)

// approachWrong is how often the best guess is wrong at the least under (ε, δ).
func approachWrong(s viewtest.Setting) float64 {
	return (1 - s.Number("delta")) / (1 + math.Exp(s.Number("epsilon")))
}

// guaranteed reports whether an approach of that name keeps a guarantee.
func guaranteed(name string) bool {
	return strings.HasPrefix(name, "private-") || slices.Contains([]string{"gem-boosted", "privbayes-boosted", "sgd-mlp", "bagging"}, name)
}

// most is which member of a family has the most at a place, by the numbers that the page shows; of equal ones each may be it.
func most(s viewtest.Setting, family string, place int, among func(name string) bool) viewtest.Truth {
	type scored struct {
		name  string
		value float64
	}
	var list []scored
	for _, a := range s.Sheet(Approaches, strings.TrimPrefix(s.Address(), "approaches?")).Answers {
		again := a.Member == "private-threshold" && s.Option("measure") == "auc" && family == "score" // the same scores as without it
		if a.Name == family && among(a.Member) && !again {
			list = append(list, scored{a.Member, a.Known.Value})
		}
	}
	slices.SortFunc(list, func(a, b scored) int { return cmp.Compare(b.value, a.value) })
	var names []string
	for _, l := range list {
		if l.value == list[place].value {
			names = append(names, l.name)
		}
	}
	return viewtest.Word(names...)
}

func TestApproachesOracles(t *testing.T) {
	one := func(viewtest.Setting) viewtest.Truth { return viewtest.Word("undecided") } // of one split
	viewtest.Agree(t, Approaches, viewtest.Suite{
		Easy: func(v param.Values) param.Values { return v.With(approachSeeds, 1) },
		Oracles: map[string]viewtest.Oracle{
			// The worst learner with (ε, δ) tells the truth with probability δ, and else by randomised response.
			"attacker-right": func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(1 - approachWrong(s)) },
			"wrong-once-in":  func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(1 / approachWrong(s)) },
			"verdict":        one,
			"rare-test":      func(viewtest.Setting) viewtest.Truth { return viewtest.Number(20) }, // a fifth of a tenth of a thousand
			"duplicates":     func(viewtest.Setting) viewtest.Truth { return viewtest.Number(0) },
			"best":           func(s viewtest.Setting) viewtest.Truth { return most(s, "score", 0, guaranteed) },
			"second":         func(s viewtest.Setting) viewtest.Truth { return most(s, "score", 1, guaranteed) },
			"best-plain": func(s viewtest.Setting) viewtest.Truth {
				return most(s, "score", 0, func(name string) bool { return !guaranteed(name) })
			},
			"size-best": func(s viewtest.Setting) viewtest.Truth { return most(s, "size-wins", 0, guaranteed) },
			"refused": func(s viewtest.Setting) viewtest.Truth {
				if s.Member == "smote-private" || s.Member == "copies-private" || s.Member == "bagging-alone" {
					return viewtest.Word("refused")
				}
				return viewtest.Word("missing")
			},
		}})
}

package population

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dpscope/engine/agreement"
	"dpscope/engine/effort"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/engine/work/worktest"
	"dpscope/learners/model"
	"dpscope/mechanisms"
)

// askedOf prepares made-up records of an embedded classifier.
func askedOf(t testing.TB, word string, records int, seed uint64, private ...string) (*model.Model, Sample, *Asked) {
	t.Helper()
	m, err := model.Load(word)
	if err != nil {
		t.Fatal(err)
	}
	if len(private) == 0 {
		private = agreement.UsualPrivate(m)
	}
	features, err := agreement.FindPrivate(m, strings.Join(private, ","))
	if err != nil {
		t.Fatal(err)
	}
	table, err := OpenTable(t.Context(), m, features, TableKey{Data: "synthetic", Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	s, err := OpenSample(t.Context(), m.Classifier, table, records, seed)
	if err != nil {
		t.Fatal(err)
	}
	a, err := Population{Classifier: m.Classifier, Records: s.Records(), Private: features}.Ask(t.Context(), func(work.Progress) {})
	if err != nil {
		t.Fatal(err)
	}
	return m, s, a
}

// The least budget agrees with a search of a grid: no budget of the grid below it keeps people as the goal says, unless a
// smaller one was found, and it does itself.
func TestLeastBudgetIsThatOfAGrid(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 3))
	scenarios := effort.Scale(2, 6, 200)
	for range scenarios {
		word := []string{"stroke-forest", "stroke-logistic", "circle-qda", "circle-network"}[rng.IntN(4)]
		var private []string
		if word[0] == 's' && rng.IntN(3) == 0 {
			private = []string{[]string{"age", "bmi", "avg_glucose_level"}[rng.IntN(3)]}
		}
		m, s, a := askedOf(t, word, 5+rng.IntN(20), rng.Uint64()%1000, private...)
		kind := mechanisms.All.Kinds[rng.IntN(len(mechanisms.All.Kinds))]
		g := Goal{For: GoalKind(rng.IntN(5)), Target: 0.5 + 0.49*rng.Float64(), Share: 0.5 + 0.5*rng.Float64()}
		if g.For == WorstGroup {
			var err error
			if g.Groups, err = s.OpenGroups(t.Context(), m, ByClass, ""); err != nil {
				t.Fatal(err)
			}
		}
		maker := mechanisms.FamilyOf(kind, param.Values{})
		level := func(epsilon float64) float64 {
			budgets := make([]float64, len(a.p.Private))
			for k := range budgets {
				budgets[k] = epsilon
			}
			values, err := a.agreements(t.Context(), maker, budgets, 0)
			if err != nil {
				t.Fatal(err)
			}
			return g.level(values.Low)
		}
		need, err := a.Least(t.Context(), g, Walked{Make: maker})
		if err != nil {
			t.Fatal(err)
		}
		if need.Reached() && level(need.Epsilon) < g.Target {
			t.Errorf("%s of %d, goal %+v: ε = %g keeps %g", kind.Name, s.Len(), g, need.Epsilon, level(need.Epsilon))
		}
		if need.Missed > 0 && (level(need.Missed) >= g.Target || need.Missed < need.Epsilon*(1-1e-9)) {
			t.Errorf("%s of %d, goal %+v: ε = %.12g is the least, and %.12g keeps %g", kind.Name, s.Len(), g, need.Epsilon, need.Missed, level(need.Missed))
		}
		for epsilon := 0.03; epsilon < min(need.Epsilon, 300, mechanisms.MostBudget(maker)) || math.IsNaN(need.Epsilon) && epsilon < min(300, mechanisms.MostBudget(maker)); epsilon *= 1.07 {
			if v := level(epsilon); v >= g.Target {
				t.Errorf("%s of %s, %d records of seed %d, goal %d for %g: the least is %g, and ε = %g keeps %g", kind.Name, word, s.Len(), s.Seed, g.For, g.Target, need.Epsilon, epsilon, v)
				break
			}
		}
	}
}

// Where every budget does, sharing it out gains nothing and ends; and it ends when no caller waits.
func TestSharingOutEnds(t *testing.T) {
	_, _, a := askedOf(t, "circle-qda", 5, 1)
	m := Walked{Make: mechanisms.FamilyOf(mechanisms.All.Kinds[0], param.Values{})}
	g := Goal{For: MeanRecord, Target: 1e-6}
	for _, equal := range []float64{mechanisms.Epsilon.Min, 0.01} {
		s, err := a.Share(t.Context(), g, m, equal)
		if least := 2 * mechanisms.Epsilon.Min; err != nil || s.Total < least || s.Total > 2*equal {
			t.Errorf("from %v each: %+v, %v", equal, s, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := a.Share(ctx, g, m, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// A walk reports every record of every look, with growing shares, and what the session has kept at once: another target asks
// few budgets anew.
func TestWalksTellOfEveryRecord(t *testing.T) {
	_, s, a := askedOf(t, "stroke-forest", 7, 3)
	ctx := worktest.Session(t.Context(), 1<<24)
	var told []float64
	m := Walked{Make: mechanisms.FamilyOf(mechanisms.All.Kinds[0], param.Values{}), Key: "pm", News: func(look float64) { told = append(told, look) }}
	counted := func(target float64) (looks, anew int) {
		told = nil
		if _, err := a.Least(ctx, Goal{For: MeanRecord, Target: target}, m); err != nil {
			t.Fatal(err)
		}
		for at, last := 0, -1.0; at < len(told); at++ {
			if told[at] <= last {
				t.Fatalf("from %v to %v of a look", last, told[at])
			}
			if last < 0 && told[at] < 1 {
				anew++
			}
			if last = told[at]; last == 1 {
				looks, last = looks+1, -1
			}
		}
		if most := s.Len()*anew + looks; len(told) > most {
			t.Errorf("told %d times of %d looks, %d of them anew, at %d records", len(told), looks, anew, s.Len())
		}
		return looks, anew
	}
	if looks, anew := counted(0.9); looks < 2 || anew < looks/2 {
		t.Errorf("%d of %d looks are anew", anew, looks)
	}
	if looks, anew := counted(0.9); looks < 2 || anew > 0 {
		t.Errorf("asked again, %d of %d looks are anew", anew, looks)
	}
	if looks, anew := counted(0.85); anew > looks-3 {
		t.Errorf("for another target %d of %d looks are anew", anew, looks)
	}
}

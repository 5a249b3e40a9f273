package classifier

import (
	"context"
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/work"
	"dpscope/engine/work/worktest"
	"dpscope/views/view"
)

// moved returns the page shown while a slider moves, and the settled one.
func moved(t *testing.T, v view.View, query string) (moving, settled engine.Sheet) {
	t.Helper()
	values, err := v.Setting(query)
	if err != nil {
		t.Fatal(err)
	}
	settled, err = v.Sheet(work.WithStarts(worktest.Session(t.Context(), 16<<20), new(work.WarmStarts)), values, func(s engine.Sheet) {
		if s.Settling {
			moving = s
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return moving, settled
}

// Recommend's answers about one record are valid while a slider moves: budgets suffice and are no more than a hundredth above
// the least, and the split is one of the possible ones.
func TestAdviceForOneRecordIsTrueWhileItMoves(t *testing.T) {
	for _, query := range []string{
		"criterion=exact&mechanism=pm&classifier=stroke-forest&target=0.9&total=8",
		"criterion=certified&mechanism=laplace&classifier=stroke-forest&target=0.8&total=9",
		"criterion=exact&mechanism=sw&classifier=stroke-logistic&private=age&target=0.7&total=5",
	} {
		moving, settled := moved(t, forRecord, query)
		if len(moving.Readings) != len(settled.Readings) || !moving.Lead.Said() {
			t.Fatalf("%s: %d answers while it moves, %d settled", query, len(moving.Readings), len(settled.Readings))
		}
		for _, least := range settled.Readings {
			enough := find(t, moving, least.Key)
			switch least.Name {
			case "epsilon":
				if enough.Missing() != least.Known.Missing() {
					t.Errorf("%s, %s: %v while it moves, settled %v", query, least.Key, enough, least.Known)
				}
				if !enough.Missing() && (enough.Basis != known.AtMost || enough.Value < least.Known.Value || enough.Value > 1.0101*least.Known.Value) {
					t.Errorf("%s, %s: %+v while it moves, settled %+v", query, least.Key, enough, least.Known)
				}
			case "split-value":
				if enough.Value > least.Known.Value {
					t.Errorf("%s: the best of few splits has %v, the best %v", query, enough, least.Known)
				}
			case "split-equal", "class":
				if enough != least.Known {
					t.Errorf("%s, %s: %v while it moves, settled %v", query, least.Key, enough, least.Known)
				}
			}
		}
	}
}

func find(t *testing.T, s engine.Sheet, key engine.Key) known.Value {
	t.Helper()
	for _, a := range s.Readings {
		if a.Key == key {
			if a.Pending {
				t.Errorf("%s is to come", key)
			}
			return a.Known
		}
	}
	t.Fatalf("%s is not answered", key)
	return known.Value{}
}

// While a slider moves utility draws less and says so; all other answers are final.
func TestUtilityIsTrueWhileItMoves(t *testing.T) {
	moving, settled := moved(t, Utility, "mechanism=pm&classifier=stroke-forest&epsilon=4&target=0.9&draws=2000")
	for _, a := range settled.Readings {
		got := find(t, moving, a.Key)
		switch {
		case a.Name != "agreement-estimate" && got != a.Known:
			t.Errorf("%s: %v while it moves, settled %v", a.Key, got, a.Known)
		case a.Name == "agreement-estimate" && !(got.Basis == known.Estimate && got.High-got.Low > a.Known.High-a.Known.Low && got.Low <= a.Known.Value && a.Known.Value <= got.High):
			t.Errorf("%s: %+v of few draws, %+v of all", a.Key, got, a.Known)
		}
	}
	for _, a := range moving.Readings {
		if a.Name == "agreement-estimate" && a.Label != "… in 200 samples" {
			t.Errorf("few draws are called %q", a.Label)
		}
	}
}

// At rest nothing waits.
func TestNothingMovesAtRest(t *testing.T) {
	values, err := Utility.Setting("mechanism=pm&classifier=interval&epsilon=4&draws=2000")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Utility.Sheet(context.WithoutCancel(t.Context()), values, func(s engine.Sheet) {
		if s.Settling {
			t.Error("a page of less effort is shown")
		}
	}); err != nil {
		t.Fatal(err)
	}
}

package imbalance

import (
	"testing"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/rareclass"
	"dpscope/engine/work"
	"dpscope/engine/work/worktest"
	"dpscope/views/view"
)

// What is drawn is a share with some measures and with others is not; so are its
// number and its interval.
func TestMethodsAreSpokenOfAsTheirMeasure(t *testing.T) {
	method, _ := standing.At(engine.Key{Name: "standing", Member: "weighted"})
	for _, m := range measured {
		want := numeral.Percent
		if m.name == "auc" || m.name == "mcc" {
			want = numeral.Plain
		}
		if got := method.Styled(weights{measure: m}); got != want {
			t.Errorf("%s is written in style %d, want %d", m.name, got, want)
		}
	}
}

// While nothing has been run of a method, its numbers are still to come: nothing is said
// of what they would be.
func TestMethodsThatHaveNotRunAreStillToCome(t *testing.T) {
	ctx := worktest.Session(t.Context(), 1<<20)
	q, err := askWeights(ctx, param.Values{})
	if err != nil {
		t.Fatal(err)
	}
	coarse := 0
	runs := make([]rareclass.Repeats, len(q.trials()))
	view.SoFar(ctx, engine.Sheet{Progress: work.Progress{Of: 1}}, weightsReadings, q.knowing(runs), func(s engine.Sheet) {
		for _, a := range s.Readings {
			if a.Expensive {
				coarse++
				if !a.Pending || a.Known.None != "" {
					t.Errorf("%s: pending is %t, %+v", a.Key, a.Pending, a.Known)
				}
			}
		}
	})
	if coarse == 0 {
		t.Error("nothing is shown")
	}
}

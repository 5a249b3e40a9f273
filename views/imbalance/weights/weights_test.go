package weights

import (
	"testing"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/rareclass"
	"dpscope/engine/work"
	"dpscope/engine/work/worktest"
	"dpscope/views/imbalance"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// The drawn quantity is a share with some measures and not with others; its number and its interval follow the measure.
func TestMethodsAreSpokenOfAsTheirMeasure(t *testing.T) {
	method, _ := standing.At(engine.Key{Name: "standing", Member: "weighted"})
	for _, m := range imbalance.Measured {
		want := numeral.Percent
		if m.Name == "auc" || m.Name == "mcc" {
			want = numeral.Plain
		}
		if got := method.Styled(weights{measure: m}); got != want {
			t.Errorf("%s is written in style %d, want %d", m.Name, got, want)
		}
	}
}

// Until a method has run, its numbers are pending, and no sentence anticipates them.
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

// The ring lies on the line of its method and within the axis, at a budget of the list, between two and beyond them.
func TestRingOfWeightsLiesOnItsLine(t *testing.T) {
	for _, epsilon := range []string{"1", "1.5", "0.01", "20"} {
		at := map[string]map[float64]float64{}
		f := viewtest.Sheet(t, View, "method=weighted&seeds=2&epsilon="+epsilon).Figure
		for _, m := range f.Marks {
			n := m.Normal()
			at[n.Name] = map[float64]float64{}
			for i, x := range n.X {
				if _, twice := at[n.Name][x]; twice {
					t.Errorf("%s: %s is drawn twice at ε = %v", epsilon, n.Name, x)
				}
				at[n.Name][x] = n.Y[i]
			}
		}
		if len(at["here"]) != 1 {
			t.Errorf("ε = %s: the rings are %v", epsilon, at["here"])
		}
		for x, y := range at["here"] {
			if line, passes := at["weighted"][x]; !passes || line != y {
				t.Errorf("ε = %s: the ring is at %v, the line at %v", epsilon, y, line)
			}
			if x < f.X.Low || x > f.X.High {
				t.Errorf("ε = %s: the axis is from %v to %v", epsilon, f.X.Low, f.X.High)
			}
		}
	}
}

// The sentence of a tie on other budgets agrees with the verdicts of the pages at those: which method is ahead there, even if
// the verdict may be that neither works, and that between them and the chosen one neither is.
func TestTieSaysWhereItEnds(t *testing.T) {
	for query, epsilon := range map[string]float64{
		"method=weighted&seeds=10":                        1,
		"measure=g-mean&lambda-n=1&imbalance=30&seeds=10": 1,
		"measure=g-mean&lambda-n=3&imbalance=30&seeds=10": 0.4,
		"measure=mcc&lambda-n=1&imbalance=9&seeds=10":     0.4,
	} {
		verdicts := map[float64]string{}
		verdict := func(epsilon float64) string {
			if _, asked := verdicts[epsilon]; !asked {
				verdicts[epsilon] = viewtest.Answer(t, View, query+"&epsilon="+numeral.Short(epsilon), "verdict").Word
			}
			return verdicts[epsilon]
		}
		here := viewtest.Readings(t, View, query+"&epsilon="+numeral.Short(epsilon))
		if here["verdict"].Known.Word != "either" {
			t.Errorf("%s: at ε = %v it is no tie: %+v", query, epsilon, here["verdict"].Known)
		}
		for side, beyond := range map[string]func(tried, of float64) bool{
			"below": func(tried, of float64) bool { return tried < of },
			"above": func(tried, of float64) bool { return tried > of },
		} {
			at, ahead := here["clear-"+side].Known, here["ahead-"+side].Known
			if at.Missing() != ahead.Missing() {
				t.Errorf("%s: %s, the budget is %+v and who is ahead there %+v", query, side, at, ahead)
			}
			if words := map[string]string{weighted: "weights", atThreshold: "threshold"}; !at.Missing() && verdict(at.Value) != words[ahead.Word] {
				t.Errorf("%s: %s, %s is said to be ahead at ε = %v, where the verdict is %s", query, side, ahead.Word, at.Value, verdict(at.Value))
			}
			for _, tried := range budgets {
				if !beyond(tried, epsilon) || !at.Missing() && !beyond(at.Value, tried) {
					continue
				}
				if v := verdict(tried); v == "weights" || v == "threshold" {
					t.Errorf("%s: %s, ε = %v is passed over, where the verdict is %s", query, side, tried, v)
				}
			}
		}
	}
}

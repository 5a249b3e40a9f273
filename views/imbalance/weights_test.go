package imbalance

import (
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/rareclass"
	"dpscope/engine/work"
	"dpscope/engine/work/worktest"
	"dpscope/views/view"
	"dpscope/views/viewtest"
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

// The ring lies on the line of its method and within the axis, at a budget of the list, between two and beyond them.
func TestRingOfWeightsLiesOnItsLine(t *testing.T) {
	for _, epsilon := range []string{"1", "1.5", "0.01", "20"} {
		at := map[string]map[float64]float64{}
		f := viewtest.Sheet(t, Weights, "method=weighted&seeds=2&epsilon="+epsilon).Figure
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

// What a tie says of other budgets is what the pages at those say: who is ahead there, and that between them and the chosen one
// nobody is.
func TestTieSaysWhereItEnds(t *testing.T) {
	const query = "method=weighted&seeds=10&epsilon="
	here := viewtest.Readings(t, Weights, query+"1")
	if here["verdict"].Known.Word != "either" {
		t.Fatalf("at ε = 1 it is no tie: %+v", here["verdict"].Known)
	}
	for side, nearer := range map[string]func(at, tried float64) bool{
		"below": func(at, tried float64) bool { return at < tried && tried < 1 },
		"above": func(at, tried float64) bool { return 1 < tried && tried < at },
	} {
		at, ahead := here["clear-"+side].Known, here["ahead-"+side].Known
		if at.Missing() || ahead.Missing() {
			t.Errorf("%s: nobody is ahead at any budget", side)
			continue
		}
		differs := func(epsilon float64) known.Value {
			return viewtest.Readings(t, Weights, query+numeral.Short(epsilon))["difference"].Known
		}
		if d := differs(at.Value); !distinct(d) || (d.Value > 0) != (ahead.Word == weighted) {
			t.Errorf("%s: %s is said to be ahead at ε = %v, where the difference is %+v", side, ahead.Word, at.Value, d)
		}
		for _, tried := range budgets {
			if nearer(at.Value, tried) && distinct(differs(tried)) {
				t.Errorf("%s: ε = %v is passed over, where one is ahead", side, tried)
			}
		}
	}
}

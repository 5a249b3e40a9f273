package classifier_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/views"
	"dpscope/views/viewtest"
)

// The recommendation for one person equals the choice for that record, under any promise to people: the mean of one record is
// its worst.
func TestRecommendedForOneIsChosen(t *testing.T) {
	file := filepath.Join(t.TempDir(), "one.csv")
	if err := os.WriteFile(file, []byte("age,hypertension,heart_disease,ever_married,avg_glucose_level,bmi\n0.7,0,0,1,0.4,0.55\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	const about = "classifier=stroke-forest&target=0.9&data="
	chosen := readings(t, session(), "recommend?for=record&"+about+file+"&record=line:2")
	for _, goal := range []string{"mean", "worst"}[:effort.Scale(1, 2, 2)] {
		advised := readings(t, session(), "recommend?for="+goal+"&"+about+file)
		for _, name := range mechanisms.All.Names() {
			got, want := advised["epsilon-"+name].Known, chosen["epsilon-"+name].Known
			if got.Missing() != want.Missing() || math.Abs(got.Value-want.Value) > 1e-6*want.Value || got.Basis != want.Basis {
				t.Errorf("%s for the %s: %+v, chosen is %+v", name, goal, got, want)
			}
		}
		if advised["best"].Known.Word != chosen["enough"].Known.Word {
			t.Errorf("best for the %s is %s, chosen is %s", goal, advised["best"].Known.Word, chosen["enough"].Known.Word)
		}
	}
}

// The population fares as promised with the recommended budget, and not with less.
func TestRecommendedIsKept(t *testing.T) {
	effort.ForNumbers(t)
	ctx := session()
	const of = "classifier=stroke-logistic&data=synthetic&records=15&by=class&"
	for i, promise := range [][2]string{{"p5", "fifth"}, {"worst", "worst"}, {"share&share=0.7", "reach-target"}} {
		if !effort.Sample(i, 3, 1) {
			continue
		}
		goal, reading := promise[0], promise[1]
		advised := readings(t, ctx, "recommend?target=0.85&for="+goal+"&"+of)
		best, total := advised["best"].Known.Word, advised["epsilon-total"].Known.Value
		least := 0.85
		if reading == "reach-target" {
			least = 0.7
		}
		for by, kept := range map[float64]bool{1: true, 0.999: false} {
			address := "population?target=0.85&mechanism=" + best + "&epsilon=" + mechanisms.Epsilon.Exact(by*total/2) + "&" + of
			if got := answer(t, ctx, address, reading); (got >= least-1e-12) != kept {
				t.Errorf("%s for %s with %g of ε = %g keeps %g", best, goal, by, total/2, got)
			}
		}
		if split := advised["split-total"].Known.Value; split > total*(1+1e-12) {
			t.Errorf("shared out well a total of %g is more than %g", split, total)
		}
		shares := fmt.Sprintf("age:%v,bmi:%v", advised["split-age"].Known.Value, advised["split-bmi"].Known.Value)
		address := "population?target=0.85&mechanism=" + best + "&epsilon=" + mechanisms.Epsilon.Exact(advised["split-total"].Known.Value/2) + "&weights=" + shares + "&" + of
		if got := answer(t, ctx, address, reading); got < least-1e-12 {
			t.Errorf("%s for %s shared out as %s keeps %g", best, goal, shares, got)
		}
		if next := advised["next-best-costs"].Known.Value; !(next > 0) {
			t.Errorf("the next best costs %g more", next)
		}
	}
}

// A long search shows parts, with the budgets known by then and the best as soon as all are, and it ends when no caller waits.
func TestRecommendShowsParts(t *testing.T) {
	asked, values, err := views.Open("recommend?for=mean&classifier=stroke-forest&records=60&target=0.9")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(session())
	defer cancel()
	parts, known, best, last := 0, 0, 0, work.Progress{}
	_, err = asked.Sheet(ctx, values, func(s engine.Sheet) {
		parts++
		if s.Progress.Share() < last.Share() {
			t.Errorf("progress goes back from %v to %v", last, s.Progress)
		}
		last = s.Progress
		for _, a := range s.Readings {
			if a.Name == "epsilon" && !a.Pending {
				known++
			}
			if a.Name == "best" && !a.Pending {
				best++
			}
		}
		if best > 0 {
			cancel()
		}
	})
	if err == nil || parts < 2 || known == 0 || best == 0 {
		t.Errorf("%d parts with %d budgets and %d with the best, then %v", parts, known, best, err)
	}
}

// An impossible question is refused in a line.
func TestRecommendRefuses(t *testing.T) {
	for address, says := range map[string]string{
		"recommend?for=worst-group&by=town":                                   "simulated records have no further columns",
		"recommend?for=nobody":                                                "nearest",
		"recommend?classifier=stroke-logistic&data=/nowhere.csv":              "no such file",
		"recommend?classifier=stroke-logistic&for=share&share=2":              "share",
		"recommend?classifier=stroke-logistic&for=worst-group&by=truth&id=no": "have no ids",
	} {
		asked, values, err := views.Open(address)
		var sheet engine.Sheet
		if err == nil {
			sheet, err = viewtest.Drawn(session(), asked, values)
		}
		text := ""
		if err != nil {
			text = err.Error()
		} else if best := answerIn(sheet, "best"); best.Missing() {
			text = best.None
			for _, name := range []string{"tied", "epsilon-total", "next-best-costs", "split-total", "worst"} {
				if v := answerIn(sheet, name); !v.Missing() || v.None != text {
					t.Errorf("%s is %+v where nobody can tell the best: %s", name, v, text)
				}
			}
		}
		if !strings.Contains(text, says) || strings.Contains(text, "\n") {
			t.Errorf("%s says %q, want %q", address, text, says)
		}
	}
}

// answerIn returns an answer of a sheet.
func answerIn(s engine.Sheet, name string) known.Value {
	for _, a := range s.Readings {
		if a.Name == name {
			return a.Known
		}
	}
	return known.Value{}
}

// The advice leads to a page about the same people, including those looked at beyond the drawn ones: its numbers agree with the
// advice.
func TestAdviceLeadsToTheSamePeople(t *testing.T) {
	effort.ForNumbers(t)
	ctx := session()
	many := filepath.Join(t.TempDir(), "many.csv")
	text := "age,hypertension,heart_disease,ever_married,avg_glucose_level,bmi\n"
	for i := range 450 {
		text += fmt.Sprintf("%g,0,0,1,%g,%g\n", 0.3+0.6*float64(i*37%450)/450, 0.3+0.3*float64(i%13)/13, 0.2+0.4*float64(i%29)/29)
	}
	if err := os.WriteFile(many, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for i, address := range []string{
		"recommend?for=worst-group&records=15&classifier=stroke-logistic",
		"recommend?for=worst&by=class&records=15&classifier=stroke-logistic",
		"recommend?for=mean&by=truth&records=15&classifier=stroke-logistic",
		"recommend?for=p5&private=age&target=0.7&sure=on&classifier=stroke-logistic&data=" + many,
	} {
		if !effort.Sample(i, 4, 2) {
			continue
		}
		from, at, err := views.Open(address)
		if err != nil {
			t.Fatal(err)
		}
		sheet, err := viewtest.Drawn(ctx, from, at)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range sheet.Readings {
			if a.Name != "mean" && a.Name != "fifth" && a.Name != "worst" {
				continue
			}
			to, values, err := views.Follow(a.Opens, from, at)
			if err != nil {
				t.Fatal(err)
			}
			v, err := to.Value(ctx, values, engine.Key{Name: a.Name})
			if err != nil || math.Abs(v.Value-a.Known.Value) > 1e-9 {
				t.Errorf("%s: %s then is %+v, and %s says %+v, %v", address, a.Name, a.Known, a.Opens, v, err)
			}
		}
	}
}

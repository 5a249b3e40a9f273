package views

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/numeral"
	"dpscope/engine/work"
	"dpscope/learners/subprocess"
	"dpscope/learners/table"
	"dpscope/views/pages"
	"dpscope/views/view"
)

// casesElsewhere returns settings at which answers are explained by a case that no preset has, and the session that answers
// them.
func casesElsewhere(t *testing.T) (context.Context, []string) {
	// The tree looks at c alone, with a threshold that float32 lacks and the data's own range.
	const tree = `{"format": "dpscope-classifier/1", "kind": "decision_tree", "features": ["c", "a", "b"],
	 "normalisation": {"c": {"offset": 0, "divisor": 1, "from_data": true}},
	 "tree": {"feature": [0, -1, -1], "threshold": [0.30000001, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1], "p1": [0, 0, 1]}}`
	folder := t.TempDir()
	path := func(name, text string) string {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	programs := &subprocess.Programs{}
	t.Cleanup(programs.Close)
	program := path("predict", "read h; while IFS=, read -r a b; do case $a in 0.[0-4]*|0) echo no;; *) echo yes;; esac; done")
	programs.Allow([]string{"sh " + program}, []table.Feature{{Name: "a"}, {Name: "b"}})
	session := &work.Session{Files: work.AnyFile, Cores: work.NewCores(1), Store: work.NewStore(64 << 20)}
	work.Keep(session, programs)

	private := path("private.json", `{"format": "dpscope-classifier/1", "kind": "decision_tree", "features": ["c"],
	 "normalisation": {"c": {"offset": 0, "divisor": 1, "from_data": true}}, "training": {"epsilon": 1, "delta": 0},
	 "tree": {"feature": [0, -1, -1], "threshold": [0.3, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1], "p1": [0, 0, 1]}}`)
	asked, own := "classifier=cmd:sh%20"+program+"&record=0.7,0.2&private=a,b", "classifier="+path("tree.json", tree)
	network := path("network.json", `{"format": "dpscope-classifier/1", "kind": "relu_mlp", "features": ["a", "b", "c"],
	 "layers": [{"W": [[1, 1, 0], [0, 1, -1]], "b": [-1, 0], "activation": "relu"}, {"W": [[-1, 1], [1, -1]], "b": [0.1, 0]}]}`)
	here, people := own+"&record=0.1,0.5,0.5", own+"&private=c,a&data="+path("people.csv", "c,a,b\n0.1,0.2,0.3\n0.5,0.5,0.5\n0.9,0.1,0.4\n")
	return work.With(t.Context(), session), []string{
		"concentration?mechanism=gaussian&show=window", "concentration?mechanism=gaussian-pac&show=window",
		"learning?model=linear&patience=2&epochs=3&n=40", "proof?query=count", "anatomy?weights=normalised&drawn=split",
		"weights?measure=precision&seeds=1", "weights?measure=f1&seeds=1", "weights?measure=balanced-accuracy&seeds=1",
		"attack?of=model&model=" + private, "digits?value=0.3&neighbour=0.3",
		"weights?measure=accuracy&seeds=1", "weights?measure=mcc&seeds=1",
		"utility?" + asked + "&draws=20", "map?" + asked, "utility?classifier=stroke-logistic&private=age,bmi,hypertension",
		"utility?mechanism=gaussian&" + here + "&private=c,a", "utility?" + here + "&private=b",
		"map?" + here + "&private=c,a", "map?" + here + "&private=a,b",
		"recommend?for=record&" + here + "&private=c,a", "population?" + people, "recommend?" + people,
		"recommend?classifier=" + network + "&private=a,b,c&target=0.6&data=" + path("points.csv", "a,b,c\n0.1,0.2,0.3\n0.9,0.8,0.7\n0.2,0.1,0.9\n"),
	}
}

// Every answer is explained by a declared case, and every declared case explains an answer at some preset, or at a setting
// listed here. All cases except the last say in words when they hold.
func TestCases(t *testing.T) {
	effort.Unwatched(t)
	ctx, elsewhere := casesElsewhere(t)
	for _, v := range All {
		seen := map[view.Explained]bool{}
		explain := func(at string, answers []engine.Reading) {
			for _, a := range answers {
				if a.Pending {
					continue
				}
				c, found := caseOf(v, a)
				if !found {
					t.Errorf("%s: %s is explained by no case: %+v", at, a.Key, a.Why)
				}
				c.If = a.Name + " " + c.Of + c.If
				seen[c] = true
			}
		}
		for _, p := range v.Presets {
			page, err := pages.Of(v.Name, p.Name)
			if err != nil {
				t.Fatal(err)
			}
			explain(v.Name+"?preset="+p.Name, page.Readings)
		}
		for _, address := range elsewhere {
			if of, values, err := Open(address); err != nil {
				t.Error(err)
			} else if of.Name == v.Name {
				sheet, err := v.Sheet(ctx, values, func(engine.Sheet) {})
				if err != nil {
					t.Error(err)
				}
				explain(address, sheet.Readings)
			}
		}
		for _, d := range v.Declared {
			for i, c := range d.Cases {
				if last := i == len(d.Cases)-1 || d.Cases[i+1].Of != c.Of; !last && c.If == "" {
					t.Errorf("%s of %s does not say when it is %q", d.Pattern(), v.Name, c.Formula)
				}
				c.If = d.Name + " " + c.Of + c.If
				if !seen[c] {
					t.Errorf("%s of %s is explained nowhere by %q", d.Pattern(), v.Name, c.If+": "+c.Formula+" "+c.Assumes)
				}
			}
			if len(d.Cases) == 0 {
				t.Errorf("%s of %s declares no case", d.Pattern(), v.Name)
			}
		}
	}
}

// caseOf returns the case that explains an answer.
func caseOf(v view.View, a engine.Reading) (view.Explained, bool) {
	for _, d := range v.Declared {
		if d.Name != a.Name || (d.Of != "") != (a.Member != "") {
			continue
		}
		for _, c := range d.Cases {
			of, source := c.Of == "" || c.Of == a.Member, c.Source == "" || c.Source == a.Why.Source
			if of && source && c.Formula == a.Why.Formula && c.Assumes == a.Why.Assumes {
				return c, true
			}
		}
	}
	return view.Explained{}, false
}

// Every number lies in the range that its reading declares.
func TestDeclaredRanges(t *testing.T) {
	const rounding = 1e-12
	for _, v := range All {
		for _, p := range v.Presets {
			page, err := pages.Of(v.Name, p.Name)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range page.Readings {
				d := declaredOf(v, a.Key)
				switch k := a.Known; {
				case a.Pending || k.Missing():
				case k.Word != "":
				case !d.Range.OfNumbers():
					t.Errorf("%s of %s is %v and declares no range", d.Pattern(), v.Name, k.Value)
				case !d.Range.Holds(k.Value) && !d.Range.Holds(k.Value*(1-rounding)):
					t.Errorf("%s of %s is %v at preset %s, and declared to be %s", d.Pattern(), v.Name, k.Value, p.Name, d.Range)
				}
			}
		}
	}
}

// A share of a whole is at most one: more than the whole is not written as a share.
func TestSharesAreOfAWhole(t *testing.T) {
	for _, v := range All {
		for _, d := range v.Declared {
			if d.Style == numeral.Percent && !d.Ranges && !(0 <= d.Range.Low && d.Range.High <= 1) {
				t.Errorf("%s of %s is a share, and declared to be %s", d.Pattern(), v.Name, d.Range)
			}
		}
	}
}

// declaredOf returns the declaration of an answer.
func declaredOf(v view.View, key engine.Key) view.Declared {
	for _, d := range v.Declared {
		if d.Name == key.Name && (d.Of != "") == (key.Member != "") {
			return d
		}
	}
	return view.Declared{}
}

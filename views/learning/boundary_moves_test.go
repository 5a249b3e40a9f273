package learning

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/training"
	"dpscope/views/viewtest"
)

// The learners moved most and least have a panel each, by the answers of the page, in any order of learners; where no learner
// sees both labels all have one.
func TestBoundaryShowsThoseMovedMostAndLeast(t *testing.T) {
	const query = "average=one&points=hidden&n=200&learner=extremes&learners="
	for _, learners := range []string{"logistic,tree,linear-sigmoid", "tree,linear-sigmoid,logistic"} {
		s := viewtest.Sheet(t, Boundary, query+learners+"&labels=both")
		low, high, least, most := 2.0, -1.0, "", ""
		words := map[string]string{}
		for _, a := range s.Readings {
			words[a.Name] = a.Known.Word
			if a.Name != "changed" {
				continue
			}
			if a.Known.Value < low {
				low, least = a.Known.Value, a.Member
			}
			if a.Known.Value > high {
				high, most = a.Known.Value, a.Member
			}
		}
		if got := panels(s); !slices.Equal(got, []string{most, least}) || s.Figure.First != 0 || low == high {
			t.Errorf("%s: panels of %q, first %d, want %s and %s", learners, got, s.Figure.First, most, least)
		}
		if words["most-moved"] != most || words["least-moved"] != least {
			t.Errorf("%s: moved most is %s, least %s, want %s and %s", learners, words["most-moved"], words["least-moved"], most, least)
		}
	}
	for labels, want := range map[string]int{"true": 2, "flipped": 2} {
		if got := panels(viewtest.Sheet(t, Boundary, query+"logistic,tree&labels="+labels)); len(got) != want {
			t.Errorf("on %s labels the panels are of %q", labels, got)
		}
	}
}

// Held-out records stand in the picture, and those that change class are marked: none where no label flips, about the stated
// share where many do.
func TestBoundaryMarksTheRecordsThatChange(t *testing.T) {
	for epsilon, changes := range map[string]bool{"750": false, "0.5": true} {
		s := viewtest.Sheet(t, Boundary, "average=one&points=shown&n=200&learner=tree&learners=tree&labels=both&epsilon="+epsilon)
		some, changed := 0, 0
		for _, m := range s.Figure.Panels[0].Marks {
			if points, ok := m.(engine.Points); ok {
				if some += len(points.X); strings.HasPrefix(points.Name, "turned-") {
					changed += len(points.X)
				}
			}
		}
		said := viewtest.Readings(t, Boundary, "average=one&points=shown&n=200&learner=tree&learners=tree&labels=both&epsilon="+epsilon)["changed-tree"].Known
		share := float64(changed) / float64(some)
		const deviations = 4
		if some != 60 || changes != (changed > 0) || math.Abs(share-said.Value) > deviations*math.Sqrt(said.Value*(1-said.Value)/60) {
			t.Errorf("at ε = %s %d of %d records are marked, said is %g", epsilon, changed, some, said.Value)
		}
	}
}

func panels(s engine.Sheet) (names []string) {
	for _, p := range s.Figure.Panels {
		names = append(names, p.Name)
	}
	return names
}

// Computed alone, as solving does, the share equals that of the page.
func TestChangedAlone(t *testing.T) {
	const query = "labels=both&average=one&n=200&learners=logistic,tree"
	values, err := Boundary.Setting(query)
	if err != nil {
		t.Fatal(err)
	}
	for key, a := range viewtest.Readings(t, Boundary, query) {
		if a.Name != "changed" {
			continue
		}
		if alone, err := Boundary.Value(t.Context(), values, a.Key); err != nil || alone != a.Known {
			t.Errorf("%s is %+v alone (%v), %+v on the page", key, alone, err, a.Known)
		}
	}
}

// Every panel has records, also that of a private learner, which sees true labels alone.
func TestBoundaryShowsRecordsInEveryPanel(t *testing.T) {
	for _, labels := range []string{"both", "flipped", "true"} {
		s := viewtest.Sheet(t, Boundary, "average=one&points=shown&n=200&learner=logistic&learners=logistic,private&labels="+labels)
		for _, p := range s.Figure.Panels {
			if !slices.ContainsFunc(s.Figure.On(p).Marks, func(m engine.Mark) bool { points, ok := m.(engine.Points); return ok && len(points.X) > 0 }) {
				t.Errorf("on %s labels the panel of %s has no record", labels, p.Name)
			}
		}
	}
}

// The plane reaches as far as the drawn records, which all lie in it, and is the same for every ε, draw and kind of labels.
func TestBoundaryPlaneStandsStill(t *testing.T) {
	var first engine.Figure
	for i, query := range []string{"epsilon=0.5&labels=both", "epsilon=1.5&labels=both&draw=2", "epsilon=0.5&labels=flipped", "labels=true"} {
		f := viewtest.Sheet(t, Boundary, "average=one&points=shown&n=200&learner=tree&learners=tree&"+query).Figure
		if i == 0 {
			first = f
		}
		if !reflect.DeepEqual(f.X, first.X) || !reflect.DeepEqual(f.Y, first.Y) {
			t.Errorf("%s: from %g to %g and from %g to %g", query, f.X.Low, f.X.High, f.Y.Low, f.Y.High)
		}
		for _, m := range f.Together().Marks {
			points, _ := m.(engine.Points)
			for k, x := range points.X {
				if y := points.Y[k]; x <= f.X.Low || x >= f.X.High || y <= f.Y.Low || y >= f.Y.High {
					t.Errorf("%s: a record at %g, %g lies outside", query, x, y)
				}
			}
		}
	}
}

// The marks of records that turn are explained where records are drawn, and nowhere else.
func TestBoundaryExplainsTheRecordsThatItDraws(t *testing.T) {
	for query, want := range map[string]bool{"points=shown": true, "points=hidden": false, "points=shown&labels=flipped": false} {
		s := viewtest.Sheet(t, Boundary, "average=one&n=200&learner=logistic&learners=logistic&"+query)
		if got := slices.ContainsFunc(s.Notes, func(n engine.Note) bool { return strings.Contains(n.Text, "where flips change it") }); got != want {
			t.Errorf("%s explains turns: %t", query, got)
		}
	}
}

// Each learner that flipped labels may move has a name within a sentence.
func TestLearnersAreCalledSomething(t *testing.T) {
	for _, k := range training.Fitters.Kinds {
		if private := strings.HasPrefix(k.Name, "private"); (called[k.Name] == "") != private {
			t.Errorf("%s is called %q", k.Name, called[k.Name])
		}
	}
}

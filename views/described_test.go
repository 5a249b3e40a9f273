package views

import (
	"fmt"
	"math"
	"sort"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/described"
	"dpscope/views/pages"
)

// What is told of every recorded picture is what its marks hold, looked up again here: a line's ends and extremes among its
// samples, crossings where the order of two lines changes close by, and the highest line at points within its stretch.
func TestPicturesAreToldTruly(t *testing.T) {
	kinds := map[described.Kind]int{}
	for _, v := range All {
		for _, p := range v.Presets {
			s, err := pages.Of(v.Name, p.Name)
			if err != nil {
				t.Fatal(err)
			}
			f := s.Shown()
			figures := []engine.Figure{f}
			if len(f.Panels) > 0 {
				figures = nil
				for _, panel := range f.Panels {
					figures = append(figures, f.On(panel))
				}
			}
			for _, fact := range described.Picture(f) {
				kinds[fact.Kind]++
				if strings.Contains(fact.Text, "NaN") || strings.Contains(fact.Text, "\n") || strings.HasSuffix(fact.Text, "..") {
					t.Errorf("%s?preset=%s tells %q", v.Name, p.Name, fact.Text)
				}
				if wrong := untrue(figures[fact.Panel], fact); wrong != "" {
					t.Errorf("%s?preset=%s tells %q: %s", v.Name, p.Name, fact.Text, wrong)
				}
			}
		}
	}
	for kind := described.Subject; kind <= described.Counted; kind++ {
		if kinds[kind] == 0 {
			t.Errorf("no picture tells a fact of kind %d", kind)
		}
	}
}

// untrue says how a fact differs from the figure; empty: it does not.
func untrue(f engine.Figure, fact described.Fact) string {
	switch fact.Kind {
	case described.Shape:
		if len(fact.X) == 0 {
			return ""
		}
		least, most := math.Inf(1), math.Inf(-1)
		for _, m := range linesOf(f, fact.Series) {
			for i, y := range m.Y {
				if low, high := f.X.Low, f.X.High; low < high && (m.X[i] < low || m.X[i] > high) || math.IsInf(y, 0) {
					continue
				}
				least, most = math.Min(least, y), math.Max(most, y)
				if math.IsNaN(y) {
					return "" // an end beside a gap
				}
			}
		}
		if most > fact.Y[1]*(1+1e-9)+1e-300 && fact.Y[1] > 0 || least < fact.Y[2]*(1-1e-9)-1e-300 && fact.Y[2] > 0 {
			return fmt.Sprintf("samples lie from %v to %v, told are %v", least, most, fact.Y)
		}
	case described.Crossing, described.Highest:
		if fact.Series == "" {
			return ""
		}
		for _, share := range [...]float64{0.03, 0.31, 0.77, 0.98} {
			from, to := fact.X[0], fact.X[len(fact.X)-1]
			if fact.Kind == described.Crossing {
				from, to = fact.X[len(fact.X)-1], fact.X[len(fact.X)-1]+1e-7*math.Abs(fact.X[0])
			}
			x := from + share*(to-from)
			own, is := heightOf(f, fact.Series, x)
			if !is {
				return ""
			}
			names := []string{fact.With}
			if fact.Kind == described.Highest {
				names = nil
				for _, m := range f.Marks {
					if n := m.Normal(); n.IsLine() && n.Held == "" && !n.Masses {
						names = append(names, n.Name)
					}
				}
			}
			for _, name := range names {
				if other, is := heightOf(f, name, x); is && other > own+1e-6*math.Abs(own) {
					return "another line is higher at " + engineText(x)
				}
			}
		}
	case described.Meeting:
		x := fact.X[0]
		before, okB := heightOf(f, fact.Series, x-1e-6*math.Abs(x))
		after, okA := heightOf(f, fact.Series, x+1e-6*math.Abs(x))
		if slack := 1e-6 * math.Abs(fact.Y[0]); okB && okA && (before-fact.Y[0]-slack)*(after-fact.Y[0]+slack) > 0 && (before-fact.Y[0]+slack)*(after-fact.Y[0]-slack) > 0 {
			return "the line is on one side of the level there"
		}
	case described.Area:
		cells, held := 0, 0
		for _, m := range f.Marks {
			n := m.Normal()
			for _, c := range n.Class {
				cells++
				if n.ClassName(c) == fact.Series {
					held++
				}
			}
		}
		if fact.Series != "" && cells > 0 && held > 0 && math.Abs(float64(held)/float64(cells)-fact.Y[0]) > 1e-12 {
			return "the share is another one"
		}
	}
	return ""
}

func engineText(x float64) string { return engine.Axis{}.Rounded(x, 0) }

// linesOf returns the marks that make up a line.
func linesOf(f engine.Figure, name string) (marks []engine.Normal) {
	for _, m := range f.Marks {
		if n := m.Normal(); n.Name == name && n.IsLine() && n.Held == "" {
			marks = append(marks, n)
		}
	}
	return marks
}

// heightOf interpolates a line anew.
func heightOf(f engine.Figure, name string, x float64) (float64, bool) {
	for _, m := range linesOf(f, name) {
		i := sort.Search(len(m.X), func(i int) bool { return m.X[i] > x })
		if i == 0 || i == len(m.X) || i >= len(m.Y) {
			continue
		}
		a, b, share := m.Y[i-1], m.Y[i], (x-m.X[i-1])/(m.X[i]-m.X[i-1])
		if f.X.Log {
			share = math.Log(x/m.X[i-1]) / math.Log(m.X[i]/m.X[i-1])
		}
		switch {
		case math.IsNaN(a+b) || math.IsInf(a+b, 0):
			continue
		case m.Interpolation == engine.Previous:
			return a, true
		case f.Y.Log && a > 0 && b > 0:
			return a * math.Pow(b/a, share), true
		}
		return a + share*(b-a), true
	}
	return 0, false
}

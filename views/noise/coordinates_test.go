package noise

import (
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/views/viewtest"
)

// The line has the answer's interval at its end; one split has none. The level beside it is the answer without noise, and a
// page without noise has no such level.
func TestCoordinatesDrawIntervalsAtTheEnd(t *testing.T) {
	for query, want := range map[string][]string{"": {"error"}, "&seeds=1": nil, "&noise=none": {"error"}, "&rounds=1&seeds=1": nil} {
		if !strings.Contains(query, "rounds") {
			query += "&rounds=20"
		}
		if !strings.Contains(query, "seeds") {
			query += "&seeds=3"
		}
		s := viewtest.Sheet(t, Coordinates, query)
		answers := map[string]engine.Reading{}
		for _, a := range s.Readings {
			answers[a.Key.String()] = a
		}
		var got []string
		lines, levels := 0, 0
		for _, m := range s.Figure.Panels[0].Marks {
			switch m := m.(type) {
			case engine.Curve:
				lines++
			case engine.Rule:
				if levels++; m.At != answers["error-none"].Known.Value {
					t.Errorf("%s: the level is %v, the answer %+v", query, m.At, answers["error-none"].Known)
				}
			case engine.Band:
				got = append(got, m.Name)
				answer := answers[map[string]string{"error": "error", "without-noise": "error-none"}[m.Name]].Known
				if len(m.X) != 1 || m.X[0] != 40 || m.Low[0] != answer.Low || m.High[0] != answer.High {
					t.Errorf("%s: %s has an interval at %v from %v to %v, the answer is %+v", query, m.Name, m.X, m.Low, m.High, answer)
				}
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: intervals of %q, want %q", query, got, want)
		}
		if written := slices.ContainsFunc(s.Shown().Shows, func(shown engine.Shown) bool {
			return shown.Mark == "without-noise" && strings.HasPrefix(shown.Text, "≈ ")
		}); levels == 1 && !written {
			t.Errorf("%s: the level is no estimate: %+v", query, s.Shown().Shows)
		}
		if lines != 1 || (levels == 1) == strings.Contains(query, "noise=none") {
			t.Errorf("%s: %d lines and %d levels", query, lines, levels)
		}
	}
}

// The table has the errors of all rounds, with intervals at the places that are drawn, and so has the table without noise.
func TestCoordinatesTableHasEveryRound(t *testing.T) {
	const rounds = 20
	table := viewtest.Sheet(t, Coordinates, "rounds=20&seeds=3").Table()
	column := func(name string) int {
		return slices.IndexFunc(table.Columns, func(c engine.TableColumn) bool { return c.Name == name })
	}
	all, sure := map[string]int{}, map[string]int{}
	for _, row := range table.Rows {
		name := row[column("line")].Word
		all[name]++
		if row[column("low")].Kind == engine.Number {
			sure[name]++
		}
	}
	for _, name := range []string{"error", "without-noise"} {
		if all[name] != rounds || sure[name] < 5 {
			t.Errorf("%s has %d rows, %d with an interval", name, all[name], sure[name])
		}
	}
}

// The columns keep the order that files have had: values held fixed stand before the intervals.
func TestCoordinatesTableKeepsItsColumns(t *testing.T) {
	for query, want := range map[string]string{
		"rounds=20&seeds=3":              "line gradients share epsilon delta seeds low high confidence spent basis",
		"rounds=20&seeds=3&budget=query": "line gradients share epsilon delta seeds low high confidence basis",
		"rounds=20&seeds=1":              "line gradients share epsilon delta seeds spent basis",
	} {
		var names []string
		for _, c := range viewtest.Sheet(t, Coordinates, query).Table().Columns {
			names = append(names, c.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: columns %s, want %s", query, got, want)
		}
	}
}

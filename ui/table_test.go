package ui

import (
	"fmt"
	"strings"
	"testing"

	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/ui/explorer"
)

// The answers come first, the samples next, the picture after them.
func TestTableShowsAnswersFirst(t *testing.T) {
	d := drive(t, "compare?show=epsilon&epsilon=2&theta=0.3&x=0.5", 80, 24, colourless)
	d.press("t")
	d.shows(fmt.Sprintf("answers  1 of %d", 6+2*len(mechanisms.All.Kinds)))
	d.shows("t samples")
	d.press("down", "down", "down", "pgdown")
	if at := d.shell.current.Scene().Table.At; at <= 4 {
		t.Errorf("a page on from the fourth row it marks row %d", at+1)
	}
	d.press("tab")
	d.shows("samples  1 of")
	d.press("tab")
	d.shows(fmt.Sprintf("answers  1 of %d", 6+2*len(mechanisms.All.Kinds)))
	d.press("t", "t")
	d.shows("answers within")
}

// Sliders keep their keys while the table has its own.
func TestSlidersMoveUnderATable(t *testing.T) {
	d := drive(t, "compare?show=epsilon&epsilon=2&theta=0.3&x=0.5", 80, 24, colourless)
	d.on("epsilon")
	d.press("t", "down", "right")
	if got := d.value(mechanisms.Epsilon); got != 2.1 {
		t.Errorf("ε = %v", got)
	}
	d.shows(fmt.Sprintf("answers  2 of %d", 6+2*len(mechanisms.All.Kinds)))
}

// A table is sorted by any column, from either end or not at all; empty cells come last.
func TestTableSorts(t *testing.T) {
	d := drive(t, "compare?show=epsilon&epsilon=2&theta=0.3&x=0.5", 120, 40, colourless)
	column := func() []float64 {
		var values []float64
		table := d.shell.current.Scene().Table
		for i := range table.Len() {
			values = append(values, table.Row(i)[1].Number)
		}
		return values
	}
	d.press("t", "/")
	d.press(strings.Split("laplace", "")...)
	d.press("enter", ">", "S")
	d.shows("by value ↑")
	up := column()
	d.press("S")
	d.shows("by value ↓")
	down := column()
	if len(up) != 8 || up[0] >= up[7] || down[0] != up[7] || down[7] != up[0] {
		t.Errorf("sorted they are %v, and the other way %v", up, down)
	}
	d.press("S")
	if text := d.screen(); strings.Contains(text, "by value") {
		t.Error("the third time it is still sorted")
	}
	d.press("/", "esc", "S", "end")
	d.press("S", "ctrl+end")
	table := d.shell.current.Scene().Table
	if last := table.Row(table.Len() - 1)[1]; last.Word != "none" {
		t.Errorf("the last row has %v", last)
	}
}

// Enter opens what a row is about, with the values that both views have, and back returns.
func TestRowsOpenWhatTheyAreAbout(t *testing.T) {
	for _, c := range []struct{ from, keys, to string }{
		{"compare?epsilon=3&theta=0.1&x=0.4", "t down down down down enter", "concentration?mechanism=pm&show=window&epsilon=3&x=0.4&from=0.30000000000000004&to=0.5&target=0.8"},
		{"compare?epsilon=3&theta=0.1&x=0.4", "tab g", "concentration?mechanism=pm&show=window&epsilon=3&x=0.4&from=0.30000000000000004&to=0.5&target=0.8"},
		{"compare?show=plane&epsilon=3&theta=0.1&x=0.4", "c enter", "concentration?mechanism=pm&show=window&epsilon=1.46"},
		{"compare?show=plane&epsilon=3&theta=0.1&x=0.4", "t t enter", "concentration?mechanism=krr&show=window&epsilon=0.1&bins=101&x=0.4"},
		{"recommend?for=record&classifier=stroke-logistic&target=0.8", "t down enter", "utility?mechanism=pm"},
		{"population?classifier=stroke-logistic&records=10&epsilon=3", "t down down enter", "map?mechanism=pm&clamp=off&outlines=box&classifier=stroke-logistic&record="},
		{"population?classifier=stroke-logistic&records=10&epsilon=3", "t t enter", "map?mechanism=pm&clamp=off&outlines=box&classifier=stroke-logistic&record="},
		{"concentration", "t enter", "attack?of=mechanism&mechanism=pm&pair=values&axes=log&epsilon=1&x=0.3&neighbour=0.7"},
		{"flips", "t down down enter", "attack?of=labels&axes=log&epsilon=1"},
	} {
		d := drive(t, c.from, 120, 40, colourless)
		before := d.shell.current.Address()
		d.press(strings.Fields(c.keys)...)
		if at := d.shell.current.Address(); !strings.HasPrefix(at, c.to) {
			t.Errorf("from %s %s opens %s, want %s", c.from, c.keys, at, c.to)
			continue
		}
		if err := d.shell.current.Scene().Trouble; err != nil {
			t.Errorf("from %s %s: %v", c.from, c.keys, err)
		}
		d.press("backspace")
		if at := d.shell.current.Address(); at != before {
			t.Errorf("back from %s is %s, want %s", c.to, at, before)
		}
	}
	d := drive(t, "concentration?preset=paper-pm", 120, 40, colourless)
	d.press("t", "enter")
	if pane := d.shell.current.Scene().Pane; pane != explorer.WhyPane {
		t.Errorf("an answer that no other view explains opens pane %d", pane)
	}
	d.press("esc", "g")
	d.shows("this leads to no other view")
}

// Values that two views share are carried along when one is opened from the other.
func TestSharedControlsAreCarriedAlong(t *testing.T) {
	d := drive(t, "concentration?mechanism=krr&epsilon=3&bins=11&x=0.25&target=0.9", 120, 40, colourless)
	d.press("]")
	if at := d.shell.current.Address(); !strings.HasPrefix(at, "compare?show=epsilon&epsilon=3&theta=0.3&x=0.25&target=0.9") || !strings.HasSuffix(at, "bins=11") {
		t.Errorf("it opens %s", at)
	}
	d.on("epsilon")
	d.press("right", "[")
	if got := d.value(mechanisms.Epsilon); got != 3.1 {
		t.Errorf("back by the row of views ε = %v", got)
	}
	if at := d.shell.current.Values().Picked(mechanisms.All).Name; at != "krr" {
		t.Errorf("the mechanism is now %s", at)
	}
	d = drive(t, "utility?classifier=stroke-logistic&record=stroke-B&private=bmi&epsilon=3", 120, 40, colourless)
	d.press("]")
	if at := d.shell.current.Address(); !strings.Contains(at, "classifier=stroke-logistic&record=stroke-B&private=bmi") {
		t.Errorf("from a record it opens %s", at)
	}
	classifier := param.Text{Name: "classifier"}
	d.press("]", "]")
	if at := d.shell.current; at.View().Name != "population" || at.Values().Word(classifier) != "stroke-logistic" {
		t.Errorf("from what is chosen for it it opens %s", at.Address())
	}
}

// A population has a table of its people: sorted by their result, the first row opens the worst record, which is carried to the
// views beside it.
func TestPeopleOpenTheirRecords(t *testing.T) {
	d := drive(t, "population?classifier=stroke-forest&epsilon=2&records=30", 120, 40, colourless)
	d.press("t", "tab")
	d.shows("people  1 of 30")
	d.press(">", "S", "enter")
	record := d.shell.current.Values().Word(d.shell.current.View().Texts[2])
	if d.shell.current.View().Name != "map" || strings.Count(record, ",") != 5 {
		t.Errorf("it leads to %s", d.shell.current.Address())
	}
	d.press("[")
	if d.shell.current.View().Name != "utility" || !strings.Contains(d.shell.current.Address(), "record="+record) {
		t.Errorf("beside the map the record is not that of %s", d.shell.current.Address())
	}
}

package ui

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"dpscope/ui/lesson"
	written "dpscope/views/lesson"
)

// search opens the list of a key and types into it.
func search(d *driver, key, text string) {
	d.press(key)
	d.types(text)
}

// types presses the letters of a text.
func (d *driver) types(text string) { d.press(strings.Split(text, "")...) }

// The keys are searched by typing, and enter presses the marked one.
func TestHelpIsSearchedAndRuns(t *testing.T) {
	d := drive(t, "concentration", 80, 24, colourless)
	d.press("?")
	d.shows("A control")
	d.press("esc")
	search(d, "?", "crosshair")
	d.press("enter")
	if !d.shell.current.Scene().Pointer.On {
		t.Error("the crosshair is not there")
	}
	search(d, "?", "square wave")
	d.press("enter")
	if at := d.shell.current.Address(); !strings.Contains(at, "mechanism=sw") {
		t.Errorf("it is at %s", at)
	}
	d.press("esc", "?", "?")
	if d.shell.overlay != noOverlay {
		t.Error("the key that opens it does not close it")
	}
}

// A line that cannot run at the moment stays, with its reason; in the table it runs.
func TestWhatCannotRunSaysWhy(t *testing.T) {
	for _, key := range []string{"?", ":"} {
		d := drive(t, "compare", 80, 24, colourless)
		text, reason := "column to the left", "works in the table; t opens it"
		if key == ":" {
			text, reason = "undo", ""
		}
		search(d, key, text)
		d.press("enter")
		if reason == "" {
			if d.shell.overlay != noOverlay {
				t.Errorf("%q does not run", text)
			}
			continue
		}
		if d.shell.overlay == noOverlay {
			t.Errorf("%q is run", text)
		}
		d.shows("It cannot be run here: " + reason)
		d.press("esc", "t")
		search(d, key, text)
		d.press("enter")
		if d.shell.overlay != noOverlay {
			t.Errorf("in the table %q cannot be run:\n%s", text, d.screen())
		}
	}
	d := drive(t, "compare", 80, 24, colourless)
	search(d, "?", "private answer")
	d.shows("this view has no private answer to draw")
}

// Newcomers are offered the first lesson until they open one or close the line; nothing else removes it.
func TestNewcomersAreOfferedALesson(t *testing.T) {
	for size, invited := range map[[2]int]string{{120, 40}: "New here? L: lesson 1, 8 minutes.", {80, 24}: "New here? L: lesson 1, 8 minutes.", {60, 15}: "L lesson 1"} {
		for _, way := range [][]string{{"x"}, {"L", "enter"}} {
			begun := 0
			o := colourless
			o.Begun = func() { begun++ }
			d := drive(t, "concentration", size[0], size[1], o)
			d.press("w", "esc", "right", "?", "esc", ":", "esc", "enter", "esc")
			d.shows(invited)
			if begun != 0 {
				t.Errorf("before %q the user has begun", way)
			}
			d.press(way...)
			if begun != 1 || strings.Contains(d.screen(), invited) {
				t.Errorf("%v: after %q they began %d times:\n%s", size, way, begun, d.screen())
			}
			d.fits()
		}
	}
	if l, err := written.Open(written.Shipped()[0]); err != nil || !strings.Contains(invitation, fmt.Sprintf("%d minutes", l.Minutes)) {
		t.Errorf("the first lesson takes %d minutes, the line says %q (%v)", l.Minutes, invitation, err)
	}
	d := drive(t, "concentration", 80, 24, colourless)
	d.press("x")
	d.shows("L lists the lessons")
}

// The keys that work everywhere stand in the top line, with their effects where they have room.
func TestTopLineNamesKeys(t *testing.T) {
	for _, c := range []struct {
		width int
		keys  string
	}{{120, "L learn  O my data  : find  ? keys"}, {104, "L learn  O my data  : find  ? keys"}, {103, "L O : ?"}, {80, "L O : ?"}, {60, "L O : ?"}} {
		for _, address := range []string{"concentration", "noise", "papers"} {
			d := drive(t, address, c.width, 24, colourless)
			if first, _, _ := strings.Cut(d.screen(), "\n"); !strings.HasSuffix(strings.TrimRight(first, " "), c.keys) {
				t.Errorf("%d columns: %q", c.width, first)
			}
		}
	}
	d := drive(t, "concentration", 60, 15, colourless)
	if first, _, _ := strings.Cut(d.screen(), "\n"); !strings.HasSuffix(strings.TrimRight(first, " "), "L O : ?") {
		t.Errorf("a small screen begins with %q", first)
	}
}

// L lists the lessons with the progress in each; the first line continues where the user left off, or begins the first.
func TestLessonsList(t *testing.T) {
	kept := lesson.In(t.TempDir())
	o := colourless
	o.Kept = kept
	d := drive(t, "concentration", 80, 24, o)
	d.press("L")
	d.shows("Begin lesson 1, What does ε promise?")
	d.shows(" 1  What does ε promise?")
	d.shows("8 minutes")
	d.fits()
	budget, err := written.Open("budget")
	if err != nil {
		t.Fatal(err)
	}
	place := slices.Index(written.Shipped(), "budget") + 1
	if err := kept.Keep("budget", lesson.Left{Version: budget.Version, Step: 3, At: time.Unix(1, 0)}); err != nil {
		t.Fatal(err)
	}
	d.press("esc", "L")
	d.shows(fmt.Sprintf("Go on with lesson %d, %s", place, budget.Title))
	d.shows(fmt.Sprintf("at step 4 of %d", len(budget.Steps)))
	d.press("enter")
	if run := d.shell.lesson; run == nil || run.Lesson.Name != "budget" || run.At() != 3 {
		t.Errorf("it opens %+v", run)
	}
	d.press("esc")
	d.shows("left the lesson")
	last := len(budget.Steps) - 1
	if err := kept.Keep("budget", lesson.Left{Version: budget.Version, Step: last, At: time.Unix(2, 0), Answers: []lesson.Answer{{Step: last}}}); err != nil {
		t.Fatal(err)
	}
	d.press("L")
	d.shows(fmt.Sprintf("Begin lesson %d,", place+1))
	d.shows("done")
}

// O lists the files of the folder with their kinds; opening one lists its counts, the questions that it can answer with their
// first lines, and what the others need.
func TestMyData(t *testing.T) {
	t.Chdir(t.TempDir())
	d := drive(t, "concentration", 120, 40, colourless)
	d.press("O")
	d.shows("no table (CSV, Parquet)")
	var people strings.Builder
	people.WriteString("age,ill\n")
	for i := range 200 {
		fmt.Fprintf(&people, "%d,%d\n", 20+i%60, min(i%60/40, 1))
	}
	people.WriteString(",1\n")
	for name, text := range map[string]string{"mine.csv": people.String(), "old.pkl": "x", "notes.txt": "x", "bad.json": "{}"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d.press("O")
	d.shows("mine.csv")
	if strings.Contains(d.screen(), "notes.txt") {
		t.Errorf("what nothing opens is listed:\n%s", d.screen())
	}
	d.types("old.pkl")
	d.press("enter")
	d.shows("dpscope convert writes a script")
	d.press("esc")
	search(d, "O", "bad")
	d.press("enter")
	d.shows("neither a classifier nor a schema")
	d.press("esc")
	search(d, "O", "mine")
	d.press("enter")
	for _, text := range []string{"my data: mine.csv", "201 rows; ill has 2 classes; missing: age 1. 2 columns: age, ill.", "Should I weight the rare class",
		"it asks a classifier: dpscope train --data mine.csv --label ill -o model.json"} {
		d.shows(text)
	}
	if strings.Contains(d.screen(), "computing") {
		t.Errorf("a first line is still to come:\n%s", d.screen())
	}
	d.types("prediction survive")
	d.press("enter")
	if d.shell.current.View().Name != "concentration" {
		t.Error("a question without an answer opens")
	}
	d.press("esc")
	search(d, "O", "mine")
	d.press("enter")
	d.types("should i weight")
	d.press("enter")
	if at := d.shell.current.Address(); !strings.HasPrefix(at, "weights?") || !strings.Contains(at, "data=mine.csv") {
		t.Errorf("it leads to %s", at)
	}
}

// The words for ε stand among the keys, each with the ε where it begins.
func TestHelpPutsEpsilonIntoWords(t *testing.T) {
	d := drive(t, "survey", 80, 24, colourless)
	search(d, "?", "guesses are right")
	for _, line := range []string{"almost nothing: from ε = 0 on, where 50 % of guesses are right", "a faint hint: from ε = 0.201 on, where 55 %",
		"a clear hint: from ε = 0.619 on, where 65 %", "a strong hint: from ε = 1.39 on, where 80 %", "nearly everything: from ε = 2.94 on, where 95 %"} {
		d.shows(line)
	}
}

// Published uses are found among the keys by their publisher, with their unit; the two nearest stand under +, and change with
// ε.
func TestPublishedUsesAreShown(t *testing.T) {
	d := drive(t, "survey?epsilon=1", 120, 40, colourless)
	search(d, "?", "apple")
	d.shows("2 for one donation, local: Apple: HealthKit data types, 2017")
	d.press("esc", "esc", "+")
	d.press(strings.Split(strings.Repeat("down ", 40)+"down", " ")...)
	d.shows("published, local; units differ")
	d.shows("2 for one donation")
	d.press("w")
	d.shows("Of the published uses with local noise, the two whose ε is nearest by ratio.")
	d = drive(t, "survey?trust=office&epsilon=0.25", 120, 50, colourless)
	d.press("+")
	d.press(strings.Split(strings.Repeat("down ", 40)+"down", " ")...)
	d.shows("published, central; units differ")
	d.shows("0.2 for a user")
}

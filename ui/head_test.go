package ui

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"dpscope/engine/classroom"
	"dpscope/engine/effort"
	"dpscope/mechanisms"
	"dpscope/ui/explorer"
	"dpscope/views"
	"dpscope/views/view"
)

// alone removes from a screen's head what changes with every new view: the tabs, the views of the tab, and the rule between
// them.
func alone(screen string) string {
	lines := strings.Split(screen, "\n")
	for i := range min(4, len(lines)) {
		if i > 0 && strings.HasSuffix(lines[i], "?") {
			break
		}
		lines[i] = ""
	}
	return strings.Join(lines, "\n")
}

const menuFile = "testdata/screens/mechanisms.txt"

// otherMenu reports whether a view shows one answer for each mechanism and its pictures were recorded with another menu.
func otherMenu(t *testing.T, v view.View) bool {
	if !slices.ContainsFunc(v.Declared, func(d view.Declared) bool { return d.Of == mechanisms.All.Name }) {
		return false
	}
	var names []string
	for _, kind := range mechanisms.All.Kinds {
		names = append(names, kind.Name)
	}
	menu := strings.Join(names, "\n") + "\n"
	if *update {
		if err := os.WriteFile(menuFile, []byte(menu), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	drawn, err := os.ReadFile(menuFile)
	if err != nil {
		t.Fatal(err)
	}
	return string(drawn) != menu
}

func TestAlone(t *testing.T) {
	for _, c := range []struct{ screen, want string }{
		{"[Mechanisms] Labels      ? keys\n one [two-three] four\n──────\n What is it?\n │ a · b\n", "\n\n\n What is it?\n │ a · b\n"},
		{" Mechanisms  Labels\n one [two]\n What is it?\n", "\n\n What is it?\n"},
		{" Mechanisms [one] 2›   ?\n What is it?\n Yes: it is?\n", "\n What is it?\n Yes: it is?\n"},
	} {
		if got := alone(c.screen); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.screen, got, c.want)
		}
	}
}

// The head has the tabs, the question, and the views of the tab: all of them, or a window of whole names with the counts of the
// others.
func TestHead(t *testing.T) {
	effort.ForPages(t)
	for i, v := range views.All {
		if slow(v) && !effort.Sample(i, 7, 1) {
			continue
		}
		var names []string
		if v.Group == views.Learn {
			names = []string{" lessons "}
		}
		for _, other := range views.In(v.Group) {
			name := " " + other.Label + " "
			switch {
			case other.Name == v.Name:
				name = "[" + v.Label + "]"
			case other.More && !v.More:
				name = " more "
			}
			if names = append(names, name); name == " more " {
				break
			}
		}
		list := strings.TrimRight(strings.Join(names, ""), " ")
		d := drivePage(t, v, v.Presets[0], 120, 40, colourless)
		for _, size := range [][2]int{{120, 40}, {104, 24}, {80, 24}, {60, 15}, {40, 15}} {
			d.redraw(size[0], size[1], colourless)
			lines := strings.Split(trimRight(d.screen()), "\n")
			head := strings.Join(lines[:4], "\n")
			if !strings.Contains(lines[0], "?") {
				t.Errorf("%s at %v: help is not named in %q", v.Name, size, lines[0])
			}
			if want := "[" + string(v.Group) + "]"; size[1] >= 20 && !strings.Contains(lines[0], want) {
				t.Errorf("%s at %v: the tabs are %q", v.Name, size, lines[0])
			}
			if size[0] >= 60 && !strings.Contains(head, "\n "+v.Question) {
				t.Errorf("%s at %v asks nothing in\n%s", v.Name, size, head)
			}
			if size[0] >= 80 && !v.More && !strings.Contains(head, list) || !strings.Contains(head, "["+v.Label+"]") {
				t.Errorf("%s at %v: the views are not %q in\n%s", v.Name, size, list, head)
			}
		}
	}
}

// The views of a tab stand in a row of their own under the tabs, and the question alone in its row, on all pages of a size.
func TestViewsStandAtOnePlace(t *testing.T) {
	for _, size := range []struct{ width, height, head int }{{80, 24, 3}, {104, 24, 3}, {80, 40, 3}, {104, 40, 4}, {120, 40, 4}, {132, 40, 4}} {
		for _, v := range views.All {
			p := painter{Look: colourless.look(), scene: explorer.Scene{View: v, Question: v.Question}}
			lines := p.top(size.width, size.height)
			if len(lines) != size.head || !strings.Contains(ansi.Strip(lines[1]), "["+v.Label+"]") {
				t.Errorf("%s at %v: the head is\n%s", v.Name, size, strings.Join(lines, "\n"))
			}
			if !slices.ContainsFunc(lines, func(l string) bool { return strings.TrimSpace(ansi.Strip(l)) == v.Question }) {
				t.Errorf("%s at %v: the question does not stand alone in\n%s", v.Name, size, strings.Join(lines, "\n"))
			}
		}
	}
}

// More than one blank separates a key's word from the names before it; it would be read as one of them.
func TestHelpStandsApart(t *testing.T) {
	oneBlank := regexp.MustCompile(`[a-z] \? keys`)
	for _, v := range views.All {
		for width := 20; width <= 130; width++ {
			for _, o := range []Options{colourless, {}} {
				p := painter{Look: o.look(), scene: explorer.Scene{View: v, Question: v.Question}}
				for _, row := range []string{p.tabs(width), p.place(width)} {
					if text := ansi.Strip(row); oneBlank.MatchString(text) {
						t.Errorf("%s at %d: %q", v.Name, width, text)
					}
				}
			}
		}
	}
}

// Eight tabs fit 80 columns whole, nine with fewer letters, and a window holds whole names round the present one.
func TestNamesFit(t *testing.T) {
	tabs := strings.Fields("Mechanisms Labels Classifier Learning Noise Imbalance Risk Claims")
	if got := widthOf(nameList{names: tabs}, span{0, len(tabs)}); got > 80-len(" ?") {
		t.Errorf("eight tabs take %d columns", got)
	}
	nine := shortened(append(tabs, "Lessons"), 4, 80-len(" ?"))
	want := strings.Fields("Mechani Labels Classif Learnin Noise Imbalan Risk Claims Lessons")
	if !slices.Equal(nine, want) {
		t.Errorf("nine tabs are %q, want %q", nine, want)
	}
	eight := nameList{names: strings.Fields("threshold weights copies budget-sum bagging anatomy synth plan"), present: 3}
	if got := widthOf(eight, eight.all()); got > 80 {
		t.Errorf("eight views take %d columns", got)
	}
	for present := range eight.names {
		eight.present = present
		for room := 20; room < 90; room++ {
			s := eight.around(room)
			if s.from > present || s.to <= present {
				t.Fatalf("in %d columns %s is not among %v", room, eight.names[present], s)
			}
			if s != (span{present, present + 1}) && widthOf(eight, s) > room {
				t.Fatalf("in %d columns %v do not fit", room, s)
			}
		}
	}
}

// Two blanks stand between names, and without colours brackets round the present one.
func TestPresentName(t *testing.T) {
	names := nameList{names: []string{"synth", "why private", "budget-sum"}, present: 1, open: func(int) func(*Shell) tea.Cmd { return nil }}
	for brackets, want := range map[bool]string{true: " synth [why private] budget-sum ", false: " synth  why private  budget-sum "} {
		p := painter{Look: Options{}.look()}
		names.brackets = brackets
		l := p.Line(len(want))
		p.names(l, 0, names, names.all())
		if got := ansi.Strip(l.String()); got != want {
			t.Errorf("brackets %v: %q, want %q", brackets, got, want)
		}
	}
}

// The keys that go from view to view reach the lessons, which stand first in their tab.
func TestViewsLeadToLessons(t *testing.T) {
	for from, key := range map[string]string{"papers": "[", "class": "]"} {
		d := drive(t, from, 120, 40, colourless)
		if d.press(key); d.shell.overlay != paletteOverlay {
			t.Errorf("%s on %s does not list the lessons:\n%s", key, from, trimRight(d.screen()))
		}
		d.shows("lessons")
	}
}

// The view of a class stands in the row while a gradebook is open there, and behind "more" while the simulated class is.
func TestOpenGradebookIsInTheRow(t *testing.T) {
	file := filepath.Join(t.TempDir(), "room.csv")
	if err := os.WriteFile(file, []byte(strings.Join(classroom.Columns(), ",")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{"": "more", "file=protected": "more", "file=" + file: "a class"} {
		d := drive(t, "papers", 120, 40, colourless)
		v, values, err := views.Open("class?" + query)
		if err != nil {
			t.Fatal(err)
		}
		d.settle(d.shell.visit(v, values))
		d.press("[")
		if row := strings.Split(trimRight(d.screen()), "\n")[1]; d.shell.current.View().Name != "papers" || !strings.HasSuffix(row, "[do papers hold?] "+want) {
			t.Errorf("with %q the row of %s is %q", query, d.shell.current.View().Name, row)
		}
	}
}

// The views behind the main ones stand in the row as one word, until the key moves on into them; then all stand there.
func TestMoreViews(t *testing.T) {
	effort.Unwatched(t)
	second := func(d *driver) string { return strings.Split(trimRight(d.screen()), "\n")[1] }
	d := drive(t, "success", 120, 40, colourless)
	if row := second(d); !strings.HasSuffix(row, " boundary  more") {
		t.Errorf("beside a main view stands %q", row)
	}
	for range 3 {
		d.press("]")
	}
	if at := d.shell.current.View(); !at.More || at.Group != views.Labels || strings.Contains(second(d), " more") || !strings.Contains(second(d), "["+at.Label+"]") {
		t.Errorf("after the main views comes %s, beside it %q", at.Name, second(d))
	}
	d.press("[")
	if d.shell.current.View().Name != "boundary" || !strings.HasSuffix(second(d), "[boundary] more") {
		t.Errorf("back from them is %q", second(d))
	}
	for range views.In(views.Labels) {
		d.press("]")
	}
	if d.shell.current.View().Name != "boundary" {
		t.Errorf("once round is %s", d.shell.current.View().Name)
	}
	d = drive(t, "papers", 80, 24, colourless)
	if row := second(d); row != " lessons [do papers hold?] more" {
		t.Errorf("the last tab has %q", row)
	}
	x := strings.Index(second(d), "lessons")
	d.send(tea.MouseClickMsg{X: x, Y: 1, Button: tea.MouseLeft})
	d.shows("Begin lesson 1")
}

package ui

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/mechanisms"
	"dpscope/views"
	"dpscope/views/view"
)

// What the head of a page says of other views: the tabs, the views of the
// group, or the place among them.
var (
	tabs  = regexp.MustCompile(`(?m)^ dpscope  .*$`)
	group = regexp.MustCompile(`(?m) +[a-z-]+( [·-] [a-z-]+)+$`)
	place = regexp.MustCompile(` *[a-z-]+ [0-9]+/[0-9]+ \[ \] ?`)
	rule  = regexp.MustCompile(`(?m)^[─-]+$`)
)

// alone leaves out of a screen's head what changes with every new view.
func alone(screen string) string {
	lines := strings.SplitAfter(screen, "\n")
	head := min(3, len(lines))
	text := strings.Join(lines[:head], "")
	text = tabs.ReplaceAllString(text, " dpscope")
	text = place.ReplaceAllString(group.ReplaceAllString(text, ""), "")
	return rule.ReplaceAllString(text, "─") + strings.Join(lines[head:], "")
}

const menuFile = "testdata/screens/mechanisms.txt"

// otherMenu reports whether a view shows one answer for each mechanism and its
// pictures were drawn when there were others.
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
		{" dpscope   Mechanisms   Labels      ? keys\n──────\n What is it?   one · two-three · four\n │ a · b\n", " dpscope\n─\n What is it?\n │ a · b\n"},
		{" dpscope   Mechanisms   Labels      ? keys\n── one 1/12 [ ] ─\n What is it?\n", " dpscope\n─\n What is it?\n"},
		{" What is it?      one 1/3 [ ]\n 3/4 of all\n", " What is it?\n 3/4 of all\n"},
		{" What is it? one - two\n------\n", " What is it?\n─\n"},
	} {
		if got := alone(c.screen); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.screen, got, c.want)
		}
	}
}

// The head has the tabs, the question, and the views of the group or the place
// among them.
func TestHead(t *testing.T) {
	effort.ForPages(t)
	for i, v := range views.All {
		if slow(v) && !effort.Some(i, 7, 1) {
			continue
		}
		var tabs, names []string
		for _, g := range views.Groups() {
			tabs = append(tabs, string(g))
		}
		for _, other := range views.In(v.Group) {
			names = append(names, other.Name)
		}
		place := fmt.Sprintf("%s %d/%d [ ]", v.Name, 1+slices.Index(names, v.Name), len(names))
		d := drivePage(t, v, v.Presets[0], 120, 40, colourless)
		for _, width := range []int{120, 80} {
			d.redraw(width, 30, colourless)
			lines := strings.Split(trimRight(d.screen()), "\n")
			apart, hints := "   ", "? keys   : find"
			if width == 80 {
				apart, hints = "  ", "? keys"
			}
			if !strings.HasPrefix(lines[0], " dpscope"+apart+strings.Join(tabs, apart)) || !strings.HasSuffix(lines[0], hints) {
				t.Errorf("%s: the tabs are %q", v.Name, lines[0])
			}
			if !strings.HasPrefix(lines[2], " "+v.Question) {
				t.Errorf("%s asks %q", v.Name, lines[2])
			}
			if list := strings.Join(names, " · "); !strings.HasSuffix(lines[2], "  "+list) && !strings.Contains(lines[1]+lines[2], " "+place) {
				t.Errorf("%s has neither %q nor %q in\n%s\n%s", v.Name, list, place, lines[1], lines[2])
			}
		}
	}
}

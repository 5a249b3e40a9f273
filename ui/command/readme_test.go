package command

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dpscope/views"
)

// What the README shows is what the program does: its picture is the first screen,
// its table views that there are, in their order.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "```\n")
	picture, _, found := strings.Cut(after, "```\n")
	if !found {
		t.Fatal("the README has no picture")
	}
	_, screen, _ := call("", "show", "concentration", "--width", "80", "--height", "24")
	lines := strings.Split(strings.TrimRight(screen, "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	shown := strings.Split(strings.TrimRight(picture, "\n"), "\n")
	const siblings = 2 // the lines that name the tabs and the views of the present one
	if now := slices.Clone(lines); len(shown) != len(now) {
		t.Errorf("the picture in the README has %d lines, the first screen %d", len(shown), len(now))
	} else {
		if !slices.Equal(now[siblings:], shown[siblings:]) {
			t.Errorf("the picture in the README is not the first screen, which is\n%s", strings.Join(lines, "\n"))
		}
	}
	listed := regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|").FindAllStringSubmatch(string(text), -1)
	for _, v := range views.All {
		if len(listed) > 0 && listed[0][1] == v.Name {
			listed = listed[1:]
		}
	}
	if len(listed) > 0 {
		t.Errorf("the README lists %q, which is no view or not in its place", listed[0][1])
	}
}

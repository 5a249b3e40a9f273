package ui

import (
	"regexp"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/views"
)

// mayBeCut matches names of a user's own files, sets of picked names, and names cut by a long number or reason: "classifier:
// strok…", "all but 1.33e-15", "none: diverged".
var mayBeCut = regexp.MustCompile(`(classifier|data|record|id|file|model|learners|highlight)[: ]|= (all but|none:)`)

// cut matches a word that has lost its end; a list that continues has a blank before the mark.
var cut = regexp.MustCompile(`[^\s·]…`)

// No label of a reading, a menu or a control is cut at the opening or at a preset of a view, at either size: where a label is
// too long a shorter one is declared.
func TestNoLabelIsCut(t *testing.T) {
	effort.ForPages(t)
	for _, v := range views.All {
		for _, p := range v.Presets {
			wide := drivePage(t, v, p, 120, 40, colourless)
			for _, text := range strings.Split(wide.screen(), "\n") {
				if i := strings.LastIndex(text, "│"); i >= 0 && len([]rune(text[:i])) > 80 {
					checkUncut(t, v.Name, p.Name, text[i:])
				}
			}
			all := drivePage(t, v, p, 120, 90, colourless)
			all.press("+")
			for _, text := range strings.Split(all.screen(), "\n") {
				if i := strings.LastIndex(text, "│"); i >= 0 && len([]rune(text[:i])) > 80 {
					checkUncut(t, v.Name, p.Name, text[i:])
				}
			}
			narrow := drivePage(t, v, p, 80, 24, colourless)
			texts := strings.Split(narrow.screen(), "\n")
			for i, text := range texts {
				if strings.HasPrefix(text, "▸") && i+1 < len(texts) {
					checkUncut(t, v.Name, p.Name, text)
					checkUncut(t, v.Name, p.Name, texts[i+1])
				}
			}
		}
	}
}

func checkUncut(t *testing.T, name, preset, text string) {
	t.Helper()
	if cut.MatchString(text) && !mayBeCut.MatchString(text) {
		t.Errorf("%s?preset=%s cuts %s", name, preset, strings.TrimSpace(text))
	}
}

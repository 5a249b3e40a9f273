package page

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dpscope/assets"
	"dpscope/engine"
	"dpscope/ui/theme"
	"dpscope/views"
)

// Sentences are set to one measure on all wide enough pages; they break a little earlier where a word or two would be left alone.
func TestSentencesOfALeadHaveOneMeasure(t *testing.T) {
	p := painter{Look: plainLook}
	words := func(count int) string { return strings.TrimSpace(strings.Repeat("abcd ", count)) }
	for _, page := range []int{80, 120, 200} {
		for count, first := range map[int]int{25: 15, 17: 14} {
			set := p.set(p.Text, words(count), p.measure(page), page)
			if got := theme.Width(strings.TrimSpace(ansi.Strip(set[0]))); got != theme.Width(words(first)) || len(set) != 2 {
				t.Errorf("of %d words the first of %d lines has %d columns, want %d", count, len(set), got, theme.Width(words(first)))
			}
		}
	}
}

// A page says once which people it is about: right under who sees what where there is air, else at the head of the picture. Below
// it is a row that is blank, or says what a term of the answer means.
func TestTheScopeIsSaidOnce(t *testing.T) {
	for _, v := range views.All {
		s := opened(t, v, v.Presets[0]).Scene()
		text := s.Sheet.Provenance.Text
		if text == "" {
			continue
		}
		lines := Draw(s, plainLook, wide, Frame{}).Lines
		first := strings.Join(strings.Fields(text)[:2], " ")
		at := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(ansi.Strip(l), " "+first) })
		if at < 1 || strings.Count(ansi.Strip(strings.Join(lines, "\n")), first) > 1 || !setsOff(lines[at+1], s.Sheet.Lead) {
			t.Errorf("%s does not say %q once, set off from the picture:\n%s", v.Name, first, strings.Join(lines, "\n"))
		}
		above := strings.Fields(cmp.Or(s.Sheet.Lead.Sees.String(), s.Sheet.Lead.Price.String()))
		if last := above[len(above)-1]; !strings.HasSuffix(strings.TrimSpace(ansi.Strip(lines[at-1])), last) {
			t.Errorf("%s: above %q stands %q", v.Name, first, lines[at-1])
		}
	}
}

// setsOff reports whether a row is blank or says what a term of a lead's answer means.
func setsOff(row string, lead engine.Lead) bool {
	text := strings.TrimSpace(ansi.Strip(row))
	return text == "" || slices.ContainsFunc(assets.Uses(lead.Answer.String()), func(u assets.Use) bool {
		return text == u.Term.Title()+": "+u.Term.Plain
	})
}

// The answer of another setting is marked as such, without its price and its warning: it does not answer the present question.
func TestAFormerLeadIsNoAnswer(t *testing.T) {
	s := opened(t, views.All[0], views.All[0].Presets[0]).Scene()
	s.LeadStale = true
	text := ansi.Strip(strings.Join(Draw(s, plainLook, wide, Frame{}).Lines, "\n"))
	if first := strings.Join(strings.Fields(s.Sheet.Lead.Answer.String())[:3], " "); !strings.Contains(text, "Computing; before: "+first) {
		t.Errorf("it does not say that %q was before:\n%s", first, text)
	}
	if price := strings.Join(strings.Fields(s.Sheet.Lead.Price.String())[:3], " "); strings.Contains(text, price) {
		t.Errorf("it says the former price %q:\n%s", price, text)
	}
}

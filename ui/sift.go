package ui

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"dpscope/views"
)

// sift keeps the items that meet at least half of the words typed, those that
// meet most of them first, then those that do so in their title, then those
// whose title begins so. A word that nothing has stands for the nearest one that
// something has. An address opens by itself.
func (p *palette) sift() {
	text := p.entry.Text()
	p.at, p.trouble = 0, nil
	words := corrected(searchWords(text), p.spelt)
	type match struct {
		item            item
		met, metInTitle int
		begins          int // 1: its title begins with what was typed
	}
	var matches []match
	for i, item := range p.items {
		m := match{item: item}
		if strings.HasPrefix(p.spelt[i].title, spellOut(text)) {
			m.begins = 1
		}
		for _, w := range words {
			if strings.Contains(p.spelt[i].all, w) {
				m.met++
			}
			if strings.Contains(p.spelt[i].title, w) {
				m.metInTitle++
			}
		}
		if 2*m.met >= len(words) {
			matches = append(matches, m)
		}
	}
	slices.SortStableFunc(matches, func(a, b match) int {
		return cmp.Or(cmp.Compare(b.met, a.met), cmp.Compare(b.metInTitle, a.metInTitle), cmp.Compare(b.begins, a.begins))
	})
	p.found = nil
	for _, m := range matches {
		p.found = append(p.found, m.item)
	}
	if !strings.Contains(text, "?") || strings.Contains(text, " ") {
		return
	}
	view, values, err := views.Open(text)
	if err != nil {
		p.found, p.trouble = nil, err
		return
	}
	p.found = append([]item{{title: "open this address", detail: text, run: opening(view, values)}}, p.found...)
}

// searchWords are the words of a question that say something, without the s of
// a plural or a verb.
func searchWords(text string) []string {
	var words []string
	for _, w := range strings.Fields(spellOut(text)) {
		w = strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if len(w) > 3 {
			w = strings.TrimSuffix(w, "s")
		}
		if w != "" && !slices.Contains(smallWords, w) {
			words = append(words, w)
		}
	}
	return words
}

var smallWords = strings.Fields("a an and are at can do doe for how i in is it me my of on or should that the this to what when where which who whose why with")

// spellOut writes text as people type it.
func spellOut(text string) string {
	text = strings.ToLower(text)
	for _, s := range [][2]string{{"ε", "epsilon"}, {"δ", "delta"}, {"θ", "theta"}, {"σ", "sigma"}} {
		text = strings.ReplaceAll(text, s[0], s[1])
	}
	return text
}

package ui

import (
	"slices"
	"strings"
	"unicode"

	"dpscope/engine/param"
)

// spelling is an item's title and all its words, as people type them.
type spelling struct{ title, all string }

func spell(items []item) []spelling {
	spelt := make([]spelling, len(items))
	for i, item := range items {
		spelt[i] = spelling{spellOut(item.title), spellOut(item.title + " " + item.detail + " " + item.about + " " + item.help)}
	}
	return spelt
}

// corrected puts the nearest known word in place of each that nothing has, where
// one is near: one slip in a word of four letters, two from six on.
func corrected(words []string, known []spelling) []string {
	corrected := slices.Clone(words)
	for i, w := range words {
		if slips := slipsIn(w); slips > 0 && !slices.ContainsFunc(known, func(s spelling) bool { return strings.Contains(s.all, w) }) {
			corrected[i] = nearest(w, known, slips)
		}
	}
	return corrected
}

// slipsIn is how many letters of a word may be wrong.
func slipsIn(word string) int {
	const short, long = 4, 6
	switch n := len(word); {
	case n >= long:
		return 2
	case n >= short:
		return 1
	}
	return 0
}

// nearest is the known word, or its beginning, that a word differs least from;
// the word itself where it differs from all by more than so many slips.
func nearest(word string, known []spelling, slips int) string {
	best, least := word, slips+1
	seen := map[string]bool{}
	for _, s := range known {
		for _, w := range strings.FieldsFunc(s.all, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			for _, part := range []string{w, w[:min(len(w), len(word))]} {
				if seen[part] || len(part)+slips < len(word) || len(part) > len(word)+slips {
					continue
				}
				seen[part] = true
				if d := param.Distance(word, part); d < least {
					best, least = part, d
				}
			}
		}
	}
	return best
}

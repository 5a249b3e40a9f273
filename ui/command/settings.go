package command

import (
	"slices"
	"strings"
)

// settingsOf says of each of several addresses what tells it from the others: the controls in which
// those of one view differ, or else its question.
func settingsOf(all []asked) []string {
	texts := make([]string, len(all))
	for i, a := range all {
		var keys, words []string
		for j, b := range all {
			if i == j {
				continue
			}
			if a.view.Name != b.view.Name {
				words = []string{a.view.Asked(a.values)}
				break
			}
			for _, d := range a.view.Apart(b.values.Holding(a.values)) {
				if !slices.Contains(keys, d.Key) {
					keys, words = append(keys, d.Key), append(words, d.Text)
				}
			}
		}
		texts[i] = strings.Join(words, ", ")
	}
	return texts
}

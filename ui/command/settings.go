package command

import (
	"slices"
	"strings"
)

// settingsOf tells several addresses apart: for each it gives the controls in which those of one view differ, after the
// question where there are several views.
func settingsOf(all []asked) []string {
	texts := make([]string, len(all))
	for i, a := range all {
		var keys, words []string
		question := ""
		for j, b := range all {
			if i == j {
				continue
			}
			if a.view.Name != b.view.Name {
				question = a.view.Asked(a.values)
				continue
			}
			for _, d := range a.view.Apart(b.values.Holding(a.values)) {
				if !slices.Contains(keys, d.Key) {
					keys, words = append(keys, d.Key), append(words, d.Text)
				}
			}
		}
		texts[i] = strings.TrimSpace(question + " " + strings.Join(words, ", "))
	}
	return texts
}

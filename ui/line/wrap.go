package line

import (
	"strings"

	"dpscope/ui/theme"
)

// Wrap breaks text into lines of at most width cells, at spaces where it can.
func (l Look) Wrap(text string, width int) []string {
	var lines []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		current := ""
		for _, word := range strings.Fields(l.Plain(paragraph)) {
			switch {
			case current == "":
				current = word
			case theme.Width(current)+1+theme.Width(word) <= width:
				current += " " + word
			default:
				lines = append(lines, l.Fit(current, width))
				current = word
			}
		}
		lines = append(lines, l.Fit(current, width))
	}
	return lines
}

// WrapSentences breaks text into at most so many lines. What does not fit
// goes sentence by sentence, from the end; a first sentence that is too long
// by itself is cut.
func (l Look) WrapSentences(text string, width, most int) []string {
	lines := l.Wrap(text, width)
	for len(lines) > most {
		end := strings.LastIndex(strings.TrimRight(text, ". "), ". ")
		if end < 0 {
			lines = lines[:most]
			lines[most-1] = l.Fit(lines[most-1]+" "+l.Ellipsis, width)
			break
		}
		text = text[:end+1]
		lines = l.Wrap(text, width)
	}
	return lines
}

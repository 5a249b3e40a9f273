package line

import (
	"strings"

	"dpscope/ui/theme"
)

// Wrap breaks text into lines of at most width cells, at spaces where it can.
func (l Look) Wrap(text string, width int) []string {
	var lines []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		current, at := "", 0 // and its width, which takes longer to measure than to add up
		for _, word := range words(l.Plain(paragraph)) {
			wide := theme.Width(word)
			switch {
			case current == "":
				current, at = word, wide
			case at+1+wide <= width:
				current, at = current+" "+word, at+1+wide
			default:
				lines = append(lines, l.Fit(current, width))
				current, at = word, wide
			}
		}
		lines = append(lines, l.Fit(current, width))
	}
	return lines
}

// WrapSentences breaks text into at most so many lines. What does not fit
// goes sentence by sentence, from the end; a first sentence that is too long
// by itself is cut. Where there is room for none there are none.
func (l Look) WrapSentences(text string, width, most int) []string {
	if most <= 0 {
		return nil
	}
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

// words are what a line may not be broken within: a number stays with its sign and its
// unit.
func words(text string) []string {
	var list []string
	signed := false
	for _, field := range strings.Fields(text) {
		if n := len(list); n > 0 && (signed || strings.HasPrefix(field, "%")) {
			list[n-1] += " " + field
		} else {
			list = append(list, field)
		}
		signed = strings.HasSuffix(field, "≈") || strings.HasSuffix(field, "≤") || strings.HasSuffix(field, "≥")
	}
	return list
}

package line

import (
	"strings"

	"dpscope/ui/theme"
)

// Wrap breaks text into lines of at most width cells, at spaces where it can.
func (l Look) Wrap(text string, width int) []string {
	var lines []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		current, at := "", 0 // and its width, which is quicker to add up than to measure
		for _, word := range Words(l.Plain(paragraph)) {
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

// Balance breaks text into as few lines as Wrap does, of about one width, so that no line is left with a single word.
func (l Look) Balance(text string, width int) []string {
	lines := l.Wrap(text, width)
	if len(lines) < 2 {
		return lines
	}
	narrow, wide := 1, width // too many lines, and few enough
	for wide-narrow > 1 {
		if half := (narrow + wide) / 2; l.fits(text, half, len(lines)) {
			wide = half
		} else {
			narrow = half
		}
	}
	return l.Wrap(text, wide)
}

// fits reports whether text fits in most lines with no word cut.
func (l Look) fits(text string, width, most int) bool {
	lines := 0
	for paragraph := range strings.SplitSeq(text, "\n") {
		lines++
		at := 0
		for i, word := range Words(l.Plain(paragraph)) {
			wide := theme.Width(word)
			switch {
			case wide > width:
				return false
			case i > 0 && at+1+wide > width:
				lines, at = lines+1, wide
			case i > 0:
				at += 1 + wide
			default:
				at = wide
			}
		}
	}
	return lines <= most
}

// WrapSentences breaks text into at most most lines. Sentences that do not fit go, from the last; a first sentence that is too
// long is cut. Without room it returns no lines.
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

// Words returns the parts that a line may not break within: a number stays with its sign, its unit and its symbol.
func Words(text string) []string {
	var list []string
	signed := false
	for _, field := range strings.Fields(text) {
		if n := len(list); n > 0 && (signed || field == "=" || strings.HasPrefix(field, "%")) {
			list[n-1] += " " + field
		} else {
			list = append(list, field)
		}
		signed = field == "=" || field == "±" || strings.HasSuffix(field, "≈") || strings.HasSuffix(field, "≤") || strings.HasSuffix(field, "≥")
	}
	return list
}

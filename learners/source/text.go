package source

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How long texts may be, in characters.
const (
	MaxName = 120
	MaxNote = 2000
)

// Clean makes text from a file harmless on a screen and in an export: it drops characters that move the
// cursor, hide others or turn the direction of writing, turns white space into one blank, and cuts the text
// to most characters.
func Clean(text string, most int) string {
	var b strings.Builder
	blank, count := false, 0
	for _, r := range text {
		if unicode.IsSpace(r) {
			blank = b.Len() > 0
			continue
		}
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			continue // including ESC, C1, zero width and bidirectional controls
		}
		if count >= most {
			return b.String() + "..."
		}
		if blank {
			b.WriteByte(' ')
			blank = false
			count++
		}
		b.WriteRune(r)
		count++
	}
	return b.String()
}

// Quote shortens and cleans text for a one-line message.
func Quote(text string) string { return `"` + Clean(text, 60) + `"` }

// Message cleans a one-line message. It drops the middle of a long quotation, and keeps the subject and the
// remedy.
func Message(text string) string {
	const most = 500
	letters := []rune(Clean(text, utf8.RuneCountInString(text)))
	if len(letters) <= most {
		return string(letters)
	}
	return string(letters[:most/2]) + " ... " + string(letters[len(letters)-most/2:])
}

// Name cleans the name of a file, a feature or a class.
func Name(text string) string { return Clean(text, MaxName) }

// Distinct says which of the names is given twice.
func Distinct(what string, names []string) error {
	seen := make(map[string]int, len(names))
	for i, n := range names {
		if j, ok := seen[n]; ok {
			return fmt.Errorf("%s %d and %d are both called %s; different names would work", what, j, i, n)
		}
		seen[n] = i
	}
	return nil
}

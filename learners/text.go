package learners

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// clean makes text from a file harmless on a screen and in an export: what
// moves the cursor, hides characters or turns the direction of writing is
// dropped, white space becomes one blank, and what is longer than most
// characters is cut.
func clean(text string, most int) string {
	var b strings.Builder
	blank, count := false, 0
	for _, r := range text {
		if unicode.IsSpace(r) {
			blank = b.Len() > 0
			continue
		}
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			continue // among them ESC, C1, zero width and bidirectional controls
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

// quote shortens and cleans text for a one-line message.
func quote(text string) string { return `"` + clean(text, 60) + `"` }

// cleanName cleans the name of a file, a feature or a class.
func cleanName(text string) string { return clean(text, maxName) }

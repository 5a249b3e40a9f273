package ui

import (
	"strings"
	"testing"
)

// A term of the lead is underlined where it first stands, and the key of explanations shows its whole definition.
func TestTermsOfTheLeadAreUnderlined(t *testing.T) {
	for address, c := range map[string]struct{ word, says string }{
		"losses": {"margins", "How far a score lies on the right side: below 0 it is wrong."},
		"flips":  {"label", "What a record is called: ill or healthy, spam or not."},
	} {
		d := drive(t, address, 120, 40, colourless)
		lead, underlined := d.shell.View().Content, 0
		for _, piece := range strings.Split(lead, "\x1b[")[1:] {
			attributes, text, _ := strings.Cut(piece, "m")
			if strings.Contains(";"+attributes+";", ";4;") && strings.HasPrefix(text, c.word) {
				underlined++
			}
		}
		if underlined != 1 {
			t.Errorf("%s underlines %q %d times", address, c.word, underlined)
		}
		d.press("w")
		if text := strings.Join(strings.Fields(d.screen()), " "); !strings.Contains(text, c.says) {
			t.Errorf("%s does not explain %q:\n%s", address, c.word, d.screen())
		}
	}
}

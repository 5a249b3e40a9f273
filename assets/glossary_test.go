package assets

import (
	"strings"
	"testing"
)

// Words are underlined where they stand whole, each term once.
func TestUses(t *testing.T) {
	for text, want := range map[string]string{
		"One label, of all labels, by DP-SGD.": "label DP-SGD",
		"Mislabelled ones in epochs.":          "epoch",
		"AUC is no AUCTION; margin of error":   "AUC",
		"nothing":                              "",
	} {
		var words []string
		for _, use := range Uses(text) {
			words = append(words, text[use.At:use.End])
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("%q uses %q, want %q", text, got, want)
		}
	}
}

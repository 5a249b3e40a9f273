package script

import (
	"maps"
	"strings"
	"testing"
)

func TestObject(t *testing.T) {
	words, err := Object([]byte(`{"sigma": 1.10, "rate": "256/60000", "drawn": "poisson", "delta": 1e-5}`))
	if err != nil || !maps.Equal(words, map[string]string{"sigma": "1.10", "rate": "256/60000", "drawn": "poisson", "delta": "1e-5"}) {
		t.Errorf("%v, %v", words, err)
	}
	for text, want := range map[string]string{
		``:                           "is no JSON object",
		`[1]`:                        "is no JSON object",
		`{"sigma": 1`:                "is no JSON",
		`{"sigma": [1]}`:             "a number or a word would work",
		`{"sigma": {"a": 1}}`:        "a number or a word would work",
		`{"sigma": null}`:            "a number or a word would work",
		`{"sigma": 1, "sigma": 1}`:   "says sigma twice",
		`{"sigma": 1} {"sigma": 2}`:  "more follows",
		strings.Repeat(" ", 1<<20+1): "bytes: one up to",
	} {
		if _, err := Object([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: %v, not %q", text, err, want)
		}
	}
}

func TestAsked(t *testing.T) {
	names := func(words map[string]string) (list []string) {
		for _, m := range Asked(words) {
			list = append(list, m.Name)
		}
		return list
	}
	for words, want := range map[string]string{"": "records batch epochs sigma delta drawn", "rate steps sigma delta drawn": "", "records epochs": "batch sigma delta drawn"} {
		given := map[string]string{}
		for _, w := range strings.Fields(words) {
			given[w] = "1"
		}
		if got := strings.Join(names(given), " "); got != want {
			t.Errorf("%q asks for %q, not %q", words, got, want)
		}
	}
}

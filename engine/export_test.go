package engine

import (
	"strings"
	"testing"

	"dpscope/engine/work"
)

// No cell begins with text that a spreadsheet would run, nor does a part that it would split off; numbers and all else stay
// unchanged.
func TestHarmless(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "pm": "pm", "-1": "-1", "+2.5e3": "+2.5e3", "-1+cmd": "'-1+cmd", "+x": "'+x", "a-b=c": "a-b=c", "a;-1": "a;-1", "ε=2": "ε=2",
		"utility?record=0.5,-0.25&x=1": "utility?record=0.5,-0.25&x=1",
		"=1+1":                         "'=1+1",
		"@SUM(1)":                      "'@SUM(1)",
		"\tname":                       "'\tname",
		"\r=1":                         "'\r'=1",
		"a;=HYPERLINK(1)":              "a;'=HYPERLINK(1)",
		"a; \"=HYPERLINK(1)":           "a; \"'=HYPERLINK(1)",
		"a\t+cmd|@b":                   "a\t'+cmd|'@b",
		"a\n=1;b\r\n-x":                "a\n'=1;b\r\n'-x",
		"＝HYPERLINK(1)":                "'＝HYPERLINK(1)",
		"＋1; ＠b;－c":                    "'＋1; '＠b;'－c",
		"\u200b\ufeff=1+1":             "\u200b\ufeff'=1+1",
	} {
		if got := Harmless(text); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
}

// A file of a part says that it is one.
func TestPartsSaySo(t *testing.T) {
	const says = "This is of 634 records; the whole has 20000."
	s := Sheet{Progress: work.Progress{Done: 634, Of: 20000, What: "records"}}
	var file, metadata strings.Builder
	if err := exported(s, Origin{}).WriteJSON(&file); err != nil || !strings.Contains(file.String(), says) {
		t.Errorf("%v: %s", err, file.String())
	}
	if err := exported(s, Origin{}).WriteMetadata(&metadata, "f.csv"); err != nil || !strings.Contains(metadata.String(), says) {
		t.Errorf("%v: %s", err, metadata.String())
	}
}

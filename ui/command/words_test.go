package command

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
)

// said runs the program and returns what it writes to both outputs.
func said(words ...string) (out, trouble string, status int) {
	var o, e bytes.Buffer
	status = Main(1, words, strings.NewReader(""), &o, &e)
	return o.String(), e.String(), status
}

func TestWordsJoinTheAddressBefore(t *testing.T) {
	for _, c := range []struct{ words, want string }{
		{"survey", "survey"},
		{"survey n=500 target=5", "survey?n=500&target=5"},
		{"survey?epsilon=2 n=500 flips n=9", "survey?epsilon=2&n=500 flips?n=9"},
		{"survey compare?x=0.1", "survey compare?x=0.1"},
		{"people.csv", "people.csv"},
		{"survey table=a=b.csv", "survey?table=a=b.csv"},
	} {
		got, err := joined(strings.Fields(c.words))
		if err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("%s joins to %q, %v; want %q", c.words, got, err, c.want)
		}
	}
	joint, _, _ := said("read", "survey", "n=500", "epsilon=2")
	if whole, _, _ := said("read", "survey?n=500&epsilon=2"); joint != whole || !strings.Contains(whole, ",margin-of-error,") {
		t.Errorf("words are answered with %q, their address with %q", joint, whole)
	}
}

func TestWordsThatJoinNothingAreRefusedInOneLine(t *testing.T) {
	for words, want := range map[string]string{
		"show n=500":                   `"n=500" follows no address`,
		"show survey n":                `"n" after survey has no value; n=VALUE would work`,
		"show survey nonsense":         `"nonsense" after survey is neither an address nor NAME=VALUE`,
		"show survey flips":            "2 addresses are given, survey and flips",
		"show survey n=5 n=6":          "n is given twice",
		"show survey n=5=6":            `n = "5=6"`,
		"show survey epsilon=1 nope=2": `control = "nope" is not known`,
		"report people.csv n=5":        `"n=5" follows the file people.csv`,
		"code":                         "no address is given",
	} {
		out, trouble, status := said(strings.Fields(words)...)
		if out != "" || status == ok || strings.Count(trouble, "\n") != 1 || !strings.Contains(trouble, want) {
			t.Errorf("%s: status %d, %q, %q; want one line with %q", words, status, out, trouble, want)
		}
	}
}

func TestCompletionKnowsViewsControlsOptionsPresetsLessonsAndFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"people.csv", "notes.txt"} {
		if err := os.WriteFile(name, []byte("a,b\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for words, want := range map[string]string{
		"show con":                           "concentration",
		"read survey fl":                     "flips",
		"read survey eps":                    "epsilon=",
		"export concentration mechanism=p":   "mechanism=pm",
		"show concentration?mechanism=p":     "concentration?mechanism=pm",
		"show concentration?mechanism=pm&ep": "concentration?mechanism=pm&epsilon=",
		"show compare preset=mid":            "preset=middle",
		"show attack?of=runs&file=":          "attack?of=runs&file=people.csv",
		"lesson co":                          "coin",
		"con":                                "concentration",
	} {
		out, _, _ := said(append([]string{"__complete"}, strings.Fields(words)...)...)
		var names []string
		for line := range strings.Lines(out) {
			name, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			names = append(names, name)
		}
		if !slices.Contains(names, want) || slices.Contains(names, "notes.txt") {
			t.Errorf("dpscope %s completes to %q; want %q among them", words, names, want)
		}
	}
	if out, _, _ := said("__complete", "read", "survey", "n=5", ""); strings.Contains(out, "\nn=") || strings.HasPrefix(out, "n=") {
		t.Errorf("a control that is given is offered again: %q", out)
	}
}

package command

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"dpscope/engine"
)

// cite prints each work of a view once, including those of its mechanism, and the program with its version last.
func TestCite(t *testing.T) {
	status, out, trouble := call("", "cite", "concentration?mechanism=gaussian&delta=1e-5", "concentration?mechanism=laplace")
	if status != 0 || trouble != "" {
		t.Fatalf("status %d: %s", status, trouble)
	}
	for _, key := range []string{"balle2018improving", "dwork2006calibrating", "zheng2025quantifying", "neyman1933problem"} {
		if strings.Count(out, "{"+key+",") != 1 {
			t.Errorf("%s is there %d times", key, strings.Count(out, "{"+key+","))
		}
	}
	last := out[strings.LastIndex(out, "@"):]
	if !strings.HasPrefix(last, "@software{dpscope,") || !strings.Contains(last, "version = {"+Version+"}") {
		t.Errorf("the program is cited as\n%s", last)
	}
	if _, alone, _ := call("", "cite"); alone != last {
		t.Errorf("without an address it prints\n%s", alone)
	}
	if status, _, trouble := call("", "cite", "concentratoin"); status != 2 || !strings.Contains(trouble, "nearest: concentration") {
		t.Errorf("a view that is not there: %d, %s", status, trouble)
	}
}

func TestBibliographyOfABuild(t *testing.T) {
	got := bibliography(nil, engine.Program{Version: "1.2", Commit: "abc", Date: "2026-11-25"})
	if !strings.HasSuffix(got, "  version = {1.2},\n  date = {2026-11-25},\n  note = {commit abc}\n}\n") {
		t.Errorf("the program is\n%s", got)
	}
}

// CITATION.cff names this version.
func TestCitationFile(t *testing.T) {
	const file = "../../CITATION.cff"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`(?m)^version: ` + regexp.QuoteMeta(Version) + `$`).Match(text) {
		t.Errorf("%s is not of version %s", file, Version)
	}
	for _, key := range []string{"cff-version: 1.2.0", "message: ", "title: ", "authors:", "license: MIT"} { // required by the format
		if !strings.Contains(string(text), "\n"+key) && !strings.HasPrefix(string(text), key) {
			t.Errorf("%s has no %q", file, key)
		}
	}
}

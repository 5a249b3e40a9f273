package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	started "dpscope/ui/lesson"
	"dpscope/views/lesson"
)

// A grader's program examines a report anew: it does not trust the findings written in it.
func TestReports(t *testing.T) {
	l, err := lesson.Open(lesson.Capstone)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", folder)
	for _, c := range []struct {
		words  []string
		status int
		says   string
	}{
		{[]string{"lesson", "clinic", "--report"}, failed, "nothing was advised in clinic yet"},
		{[]string{"lesson", "coin", "--report"}, misuse, "coin asks for no advice"},
		{[]string{"lesson", "--report"}, misuse, "needs the name of a lesson"},
		{[]string{"grade", "a.md", "b.csv"}, misuse, "by themselves"},
		{[]string{"grade", "a.md"}, failed, "a.md"},
	} {
		if status, _, trouble := called(t, c.words...); status != c.status || !strings.Contains(trouble, c.says) || strings.Count(trouble, "\n") != 1 {
			t.Errorf("%v: %d, %s", c.words, status, trouble)
		}
	}
	last := len(l.Steps) - 1
	address := l.Steps[last].At.Address()
	kept := started.Left{Version: l.Version, Step: last, Answers: []started.Answer{{Step: last, Kind: "advice", Prediction: "δ stays below 1 in 2,000.", Address: address}}}
	if err := started.In(filepath.Join(folder, "dpscope")).Keep(l.Name, kept); err != nil {
		t.Fatal(err)
	}
	status, report, trouble := called(t, "lesson", "clinic", "--report")
	if status != ok || !strings.Contains(report, address) || strings.Contains(report, "- [ ]") || strings.Count(report, "Nothing is left standing") != last {
		t.Fatalf("%d, %s\n%s", status, trouble, report)
	}
	forged := bytes.ReplaceAll([]byte(strings.Replace(report, "1 in 2,000", "1 in 200", 1)), []byte("[ ]"), []byte("[x]"))
	for name, c := range map[string]struct {
		text         []byte
		status       int
		says, nowise string
	}{
		"ann.md":    {[]byte(report), ok, "ann.md: 3 of 8 hold", "6. How small δ stays         missing"},
		"forged.md": {forged, ok, "forged.md: 2 of 8 hold", "tells δ"},
		"other.md":  {bytes.Replace([]byte(report), []byte("version 1"), []byte("version 7"), 1), failed, "is of version 7 of clinic", "hold"},
		"none.md":   {[]byte("# notes\n"), failed, "is no report", "hold"},
	} {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, c.text, 0o600); err != nil {
			t.Fatal(err)
		}
		if status, said, trouble := called(t, "grade", file); status != c.status || !strings.Contains(said+trouble, c.says) || strings.Contains(said+trouble, c.nowise) {
			t.Errorf("%s: %d, %s%s", name, status, said, trouble)
		}
	}
}

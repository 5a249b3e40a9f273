package learning

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/views/viewtest"
)

// No ε covers what private learners take from a file without a declaration, and the page says so; simulated records are
// declared.
func TestPrivateLearnersOfAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "points.csv")
	if err := os.WriteFile(path, []byte("a,b,c\n"+strings.Repeat("0.1,0.3,x\n0.8,0.7,y\n0.2,0.9,x\n0.9,0.2,y\n", 30)), 0o600); err != nil {
		t.Fatal(err)
	}
	const covered = "No ε covers the scale of features"
	for query, want := range map[string]bool{"preset=private": false, "preset=private&data=" + path: true} {
		sheet := viewtest.Sheet(t, Boundary, query)
		if got := strings.HasPrefix(sheet.Lead.Warning, covered); got != want {
			t.Errorf("%s warns %q", query, sheet.Lead.Warning)
		}
	}
}

package files

import (
	"os"
	"testing"
)

func TestFreeNameIsFree(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, want := range []string{"compare.csv", "compare-2.csv", "compare-3.csv"} {
		got := Own{}.Free("compare", ".csv")
		if got != want {
			t.Errorf("free is %s, want %s", got, want)
		}
		if err := os.WriteFile(got, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

package noise

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/views/viewtest"
)

// Where most records have one class, the page says that a small error after learning nothing is the error of always naming that
// class. Where something is learned it says nothing of it.
func TestAnErrorThatNamesOneClassIsSaidToBe(t *testing.T) {
	effort.Unwatched(t)
	write := func(name string, far int) string {
		text := "a,b,y\n"
		for i := range 200 {
			positive := i % 10 / 9
			text += fmt.Sprintf("%d,%d,%d\n", i*37%11+far*positive, i*17%13, positive)
		}
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const said = "Always naming the most frequent class"
	chance, apart := write("chance.csv", 0), write("apart.csv", 100)
	if got := viewtest.Sheet(t, Coordinates, "seeds=2&data="+chance).Lead.Warning; !strings.Contains(got, said) {
		t.Errorf("descent that learns nothing: %q", got)
	}
	if got := viewtest.Sheet(t, Bayes, "seeds=2&repeats=2&epsilon=0.5&data="+chance).Lead.Warning; !strings.Contains(got, said) {
		t.Errorf("naive Bayes that learns nothing: %q", got)
	}
	if got := viewtest.Sheet(t, Bayes, "seeds=2&repeats=2&epsilon=10&data="+apart).Lead.Warning; strings.Contains(got, said) {
		t.Errorf("naive Bayes that learns: %q", got)
	}
}

//go:build unix

package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A table of a sweep opens as a list of its settings, long or wide, over the first that there is, and enter opens one.
func TestASweepsTableOpens(t *testing.T) {
	const address = "concentration?show=window&mechanism=pm,laplace&epsilon=1..8:3&x=1.5,0.25&from=0.2&to=0.8"
	for _, layout := range []string{"--wide", "--wide=false"} {
		file := filepath.Join(t.TempDir(), "swept.csv")
		if status, _, trouble := call("", "sweep", address, layout, "-o", file); status != 1 { // x = 1.5 is outside [0, 1]
			t.Fatalf("status %d: %s", status, trouble)
		}
		x := openTerminal(t, program(file), 120, 40)
		x.await("mechanism pm, epsilon 1, x 0.25")
		x.await("cannot be: x = 1.5 is outside [0, 1]")
		x.send("laplace 4.5 0.25")
		x.await("mechanism laplace, epsilon 4.5")
		x.send("\r")
		x.await("How close does a private answer land?")
		x.await("4.50")
		x.send("q")
		if err := x.exit(); err != nil {
			t.Errorf("it ends with %v", err)
		}
		x.restored()
	}
}

// Another table is refused, with what would open it, and so is a file that is not there.
func TestOtherTablesAreNoSweeps(t *testing.T) {
	file := filepath.Join(t.TempDir(), "people.csv")
	if err := os.WriteFile(file, []byte("row,age,address\n1,2,x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for word, says := range map[string]string{file: "no table that a sweep wrote; a view opens other tables, such as 'population?data=" + file + "'",
		file + ".csv": "is not known"} {
		if status, _, trouble := call("", word); status != 2 || !strings.Contains(trouble, says) {
			t.Errorf("%s: status %d, %s", word, status, trouble)
		}
	}
}

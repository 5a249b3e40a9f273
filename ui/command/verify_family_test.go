package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An exported family is certified at the guarantee it was made for, and at no less, pair by pair.
func TestVerifyFamilies(t *testing.T) {
	file := filepath.Join(t.TempDir(), "family.csv")
	for _, address := range []string{"ranges?preset=start", "ranges?preset=count", "ranges?epsilon=1&delta=0.2&sensitivity=5&beta=0.5&support=2&groups=4,3x2,4&atom=on"} {
		if status, _, trouble := call("", "export", address, "-o", file, "--force"); status != 0 {
			t.Fatal(address, trouble)
		}
		delta, less, sensitivity := "0.2", "0.199999998", "1"
		if strings.Contains(address, "count") {
			delta, less = "0.1", "0.099999998"
		}
		if strings.Contains(address, "sensitivity=5") {
			sensitivity = "5"
		}
		for _, exact := range []string{"", "--exact"} {
			args := func(delta string) []string {
				return strings.Fields("verify " + file + " --epsilon 1 --sensitivity " + sensitivity + " --delta " + delta + " " + exact)
			}
			if status, out, trouble := call("", args(delta)...); status != 0 || !strings.Contains(out, "over all ordered pairs of") {
				t.Errorf("%s %s: status %d, %q, %q", address, exact, status, out, trouble)
			}
			status, out, trouble := call("", args(less)...)
			if status != 1 || !strings.Contains(trouble, "not private at delta") || !strings.Contains(trouble, " at a shift of ") {
				t.Errorf("%s %s at less: status %d, %q, %q", address, exact, status, out, trouble)
			}
		}
	}
}

func TestVerifyRefusesFamilies(t *testing.T) {
	for _, c := range []struct{ rows, says string }{
		{"1,0,1,-1,1,1\n2,2,3,-1,1,1", "line 3: between group 1, which ends at 1, and group 2, which begins at 2, there is a gap"},
		{"1,0,1,-1,1,1\n2,0.5,3,-1,1,1", "line 3: group 2 begins at 0.5 and overlaps group 1"},
		{"1,0,1,-1,1,1\n2,1,2,-1,1,1\n1,2,3,-1,1,1", "line 4: group 1 comes again"},
		{"1,0,1,-1,0,.5\n1,0,2,0,1,.5", "line 3: group 1 is from 0 to 2 here and from 0 to 1 on line 2"},
		{"1,1,1,-1,1,1", "line 2: group 1 begins at 1 and ends at 1"},
		{"1,0,x,-1,1,1", `line 2: "x" is not a finite number`},
		{"1,0,1,-1,0,.5\n1,0,1,0.5,1,.5", "line 2 and below, group 1: between 0 and 0.5 there is a gap"},
		{"1,0,1,-1,1,1\n2,1,2,0,0,1", "line 3: group 2 has points alone"},
		{"1,0,0.5,0,0,1\n2,0.5,1,0,0,1", "lie between whole ones"},
		{"", "no rows"},
	} {
		file := filepath.Join(t.TempDir(), "family.csv")
		if err := os.WriteFile(file, []byte("group,from,to,low,high,mass\n"+c.rows+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if status, _, trouble := call("", "verify", file, "--epsilon", "1", "--delta", "0.2"); status != 1 || !strings.Contains(trouble, c.says) {
			t.Errorf("%q: status %d, %q, want %q", c.rows, status, trouble, c.says)
		}
		if status, _, trouble := call("", "verify", file, "--epsilon", "1", "--delta", "0.2", "--below", "normal:1"); status != 2 || !strings.Contains(trouble, "--below") {
			t.Errorf("below: status %d, %q", status, trouble)
		}
	}
}

//go:build unix

package command

import (
	"os"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"
	"time"
)

// On a terminal every long command shows its progress after a second; when it is stopped, it leaves no file.
func TestMetersOnATerminal(t *testing.T) {
	const slow = "utility?mechanism=pm&draws=10000000"
	file := filepath.Join(t.TempDir(), "u.csv")
	meter := regexp.MustCompile(`[=-]{8,} +[1-9]\d* %`) // the bar itself begins at some three percent
	for _, args := range [][]string{{"read", slow}, {"show", slow}, {"export", slow, "-o", file}} {
		t.Run(args[0], func(t *testing.T) {
			t.Parallel()
			x := openTerminal(t, program(args...), 120, 40)
			for start := time.Now(); !meter.MatchString(x.text()); time.Sleep(20 * time.Millisecond) {
				select {
				case <-x.died: // a machine with many processors is done in a second
					return
				default:
				}
				if time.Since(start) > 10*time.Second {
					t.Fatalf("it is silent:\n%s", x.text())
				}
			}
			x.cmd.Process.Signal(syscall.SIGTERM)
			x.exit()
			if left, err := os.ReadDir(filepath.Dir(file)); err != nil || len(left) > 0 {
				t.Errorf("it leaves %v, %v", left, err)
			}
		})
	}
}

//go:build unix

package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dpscope/engine/effort"
)

// However early or late a signal comes, the file exists as a whole or not at all, and no other file is left.
func TestSignalsLeaveNoHalfFile(t *testing.T) {
	for i, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		for wait := range effort.Scale(2, 4, 4) {
			folder := t.TempDir()
			c := program("export", "compare?show=plane&epsilon=1", "-o", filepath.Join(folder, "w.json"))
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(10*wait+3*i) * time.Millisecond)
			c.Process.Signal(s)
			c.Wait()
			entries, err := os.ReadDir(folder)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				text, err := os.ReadFile(filepath.Join(folder, e.Name()))
				if err != nil || strings.HasPrefix(e.Name(), ".") || !json.Valid(text) {
					t.Errorf("%v leaves %s of %d bytes, %v", s, e.Name(), len(text), err)
				}
			}
		}
	}
}

// However early or late a signal comes, the report exists with its pictures or not at all.
func TestSignalsLeaveNoHalfReport(t *testing.T) {
	for wait := range effort.Scale(4, 12, 40) {
		folder := t.TempDir()
		c := program("report", "flips", "compare?show=plane", "-o", filepath.Join(folder, "r.md"))
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(25*wait) * time.Millisecond)
		c.Process.Signal(syscall.SIGINT)
		c.Wait()
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) != 0 && len(entries) != 3 {
			t.Errorf("after %d ms there are %v", 25*wait, entries)
		}
	}
}

// A classifier of thousands of features is drawn as quickly as one of two: only the visible part is drawn.
func TestThousandsOfFeaturesAreDrawnAtOnce(t *testing.T) {
	effort.ForNumbers(t)
	file := filepath.Join(t.TempDir(), "wide.json")
	const features = 8000
	list := func(cell func(i int) string) string {
		cells := make([]string, features)
		for i := range cells {
			cells[i] = cell(i)
		}
		return "[" + strings.Join(cells, ",") + "]"
	}
	text := fmt.Sprintf(`{"format":"dpscope-classifier/1","kind":"linear","intercept":-0.5,"sensitive":["f0","f1"],"features":%s,"coef":%s}`,
		list(func(i int) string { return fmt.Sprintf(`"f%d"`, i) }), list(func(i int) string { return fmt.Sprint(1 / float64(i+1)) }))
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	spent := processed()
	if status, _, trouble := call("", "show", "utility?sampling=off&classifier="+file); status != 0 {
		t.Errorf("it ends with %d: %.200s", status, trouble)
	}
	if took := processed() - spent; took > time.Second {
		t.Errorf("drawing takes %v", took)
	}
}

// processed returns the processor time of this process.
func processed() time.Duration {
	var used syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

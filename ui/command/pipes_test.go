//go:build unix

package command

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// No command waits for a writer of a pipe that stands in the place of a file.
func TestPipesAreNotWaitedFor(t *testing.T) {
	folder := t.TempDir()
	pipe := func(name string) string {
		path := filepath.Join(folder, name)
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Skipf("this system makes no named pipes: %v", err)
		}
		return path
	}
	table, text, class, collection, swept := pipe("f.csv"), pipe("f.md"), pipe("f.class"), pipe("f.txt"), pipe("s.csv.part.journal")
	for _, args := range [][]string{
		{"read", "class?file=" + table}, {"show", "class?file=" + table}, {"lesson", text}, {"lesson", class}, {"grade", table}, {"grade", text},
		{"report", collection, "-o", filepath.Join(folder, "r.md")}, {"report", "class?file=" + table, "-o", filepath.Join(folder, "r.md")},
		{"verify", table, "--epsilon", "1", "--delta", "0"}, {"sweep", "success?show=outcomes&n=10..12", "--resume", strings.TrimSuffix(swept, ".part.journal")},
		{"audit", table, "--delta", "0"}, {"read", "population?data=" + table}, {"read", "weights?data=" + table},
		{"read", "attack?of=model&model=" + table},
	} {
		done := make(chan string, 1)
		go func() {
			_, out, trouble := call("", args...)
			done <- out + trouble
		}()
		select {
		case said := <-done:
			if !strings.Contains(said, "not a regular file") {
				t.Errorf("%v says %s", args, said)
			}
		case <-time.After(20 * time.Second):
			t.Errorf("%v waits", args)
		}
	}
}

package source

import (
	"os"
	"path/filepath"
	"testing"
)

// A path that is no regular file is refused before it is opened: opening or reading it may wait for ever.
func TestSpecialFilesAreNotOpened(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{empty, t.TempDir(), os.DevNull, "/dev/zero", "/dev/tty", "/proc/kmsg", "/proc/self/mem", "/sys/kernel/debug"} {
		if f, err := Open(path, 1<<20); err == nil {
			f.Close()
			t.Errorf("%s was opened", path)
		}
	}
}

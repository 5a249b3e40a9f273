package learners

import (
	"os"
	"path/filepath"
	"testing"
)

// shared returns the path of a file of the material that lies beside the
// repository, and skips the test when it is not there.
func shared(t testing.TB, parts ...string) string {
	t.Helper()
	var folders []string
	if f := os.Getenv("DPSCOPE_SHARED"); f != "" {
		folders = append(folders, f)
	}
	if dir, err := os.Getwd(); err == nil {
		for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
			folders = append(folders, filepath.Join(dir, "shared"))
		}
	}
	folders = append(folders, "/work/shared")
	for _, f := range folders {
		path := filepath.Join(append([]string{f}, parts...)...)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	t.Skipf("%s is not here; set DPSCOPE_SHARED to the folder that holds it", filepath.Join(parts...))
	return ""
}

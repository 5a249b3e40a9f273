package starts

import (
	"os"
	"path/filepath"
	"testing"
)

// A user is new until the opposite is recorded.
func TestNew(t *testing.T) {
	m := Mark{filepath.Join(t.TempDir(), "dpscope", "begun")}
	for range 5 {
		if !m.New() {
			t.Fatal("nobody is new")
		}
	}
	if err := m.Begun(); err != nil || m.New() {
		t.Errorf("who has begun is new (%v)", err)
	}
}

// Where nothing can be kept users do not count as new: they always would.
func TestNoPlaceToKeep(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, m := range []Mark{{}, {filepath.Join(file, "begun")}} {
		if m.New() || m.Begun() == nil {
			t.Errorf("%q is new", m.file)
		}
	}
}

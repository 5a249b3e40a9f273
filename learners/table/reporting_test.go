package table

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine/work"
)

// Whoever waits for a long file hears how much of it has been read.
func TestReadingReports(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long.csv")
	if err := os.WriteFile(path, []byte("a,b,ill\n"+strings.Repeat("1.5,2.5,0\n0.25,7.5,1\n", 200000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, open := range map[string]func(context.Context) (Data, Survey, error){
		"of its own features": func(ctx context.Context) (Data, Survey, error) { return Open(ctx, path, Options{Label: "ill"}) },
		"of given features": func(ctx context.Context) (Data, Survey, error) {
			return Named(ctx, path, 0, RecordOptions{Features: []Feature{{Name: "a"}, {Name: "b"}}})
		},
	} {
		told, last := 0, 0.0
		d, _, err := open(work.Reporting(t.Context(), func(p work.Progress) {
			if told++; p.Share() < last || p.Share() > 1 {
				t.Errorf("%s: %v after %v", name, p.Share(), last)
			}
			last = p.Share()
		}))
		if err != nil || d.Len() != 400000 || told == 0 || !(last > 0.1) {
			t.Errorf("%s: %d records, told %d times, the last of %v; %v", name, d.Len(), told, last, err)
		}
	}
}

package pages

import (
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
)

// Some passes the pages to a test of drawing, one after another: one in few in an ordinary run, every one in the whole check.
func Some(t *testing.T, few int, each func(name string, page engine.Sheet)) {
	t.Helper()
	effort.ForPages(t)
	names, err := Names()
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for i, name := range names {
		if !effort.Sample(i, few, 1) {
			continue
		}
		page, err := Named(name)
		if err != nil {
			t.Fatal(err)
		}
		each(name, page)
	}
}

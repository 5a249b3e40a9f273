//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package save

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// The temporary files of a killed export are removed by the next one to that folder, and nothing else: neither files being
// written at that moment, nor foreign files with such names.
func TestLeftFilesAreRemoved(t *testing.T) {
	folder := t.TempDir()
	at := place{file: filepath.Join(folder, "a.csv")}
	left, done, err := at.temporary()
	if err != nil {
		t.Fatal(err)
	}
	left.Close()
	done() // as the end of the process does
	live, ends, err := at.temporary()
	if err != nil {
		t.Fatal(err)
	}
	defer ends()
	live.Close()
	others := []string{".dpscope-notes", ".dpscope-0123456789abcdef.part.gz", ".dpscope-0123456789abcdeg.part", "dpscope-0123456789abcdef.part"}
	for _, name := range others {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	link, inner := ".dpscope-0000000000000001.part", ".dpscope-0000000000000002.part"
	if err := os.Symlink(filepath.Join(folder, others[0]), filepath.Join(folder, link)); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, inner), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := New(context.Background(), at.file, func(w io.Writer) error { _, err := io.WriteString(w, "x"); return err }, false); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	want := append([]string{"a.csv", filepath.Base(live.Name()), link, inner}, others...)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the folder has %q, want %q", got, want)
	}
}

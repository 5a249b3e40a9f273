//go:build linux

package save

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func words(w io.Writer) error {
	_, err := io.WriteString(w, "new")
	return err
}

// A device or a pipe is left as it is, with or without overwriting.
func TestWhatIsNoFileIsLeftAlone(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(path string) error
		says string
	}{
		{"pipe", func(path string) error { return syscall.Mkfifo(path, 0o600) }, "is not a regular file; a file's name, or no -o for standard output, would work"},
		{"device", func(path string) error { return syscall.Mknod(path, syscall.S_IFCHR|0o600, 1<<8|3) }, "is not a regular file; a file's name, or no -o for standard output, would work"},
		{"folder", func(path string) error { return os.Mkdir(path, 0o700) }, "is a folder; a file's name would work"},
		{"link to a pipe", func(path string) error {
			if err := syscall.Mkfifo(path+"-end", 0o600); err != nil {
				return err
			}
			return os.Symlink(path+"-end", path)
		}, "is not a regular file; a file's name, or no -o for standard output, would work"},
		{"link to nothing", func(path string) error { return os.Symlink("nothing", path) }, "is a link that leads nowhere; another name would work"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "n")
			if err := c.make(path); err != nil {
				t.Skip("it cannot be made here:", err)
			}
			before, err := os.Lstat(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, overwrite := range []bool{false, true} {
				want := path + " " + c.says
				for _, err := range []error{New(t.Context(), path, words, overwrite), Export(t.Context(), path, export, CSV, overwrite), Check(path, overwrite)} {
					if err == nil || err.Error() != want || errors.Is(err, fs.ErrExist) {
						t.Errorf("overwrite %v: %v, want %s", overwrite, err, want)
					}
				}
			}
			after, err := os.Lstat(path)
			if err != nil || !os.SameFile(before, after) || before.Mode() != after.Mode() {
				t.Errorf("it was %v and is %v, %v", before.Mode(), after.Mode(), err)
			}
		})
	}
}

// The target of a link is replaced; the link stays.
func TestLinksAreFollowed(t *testing.T) {
	folder := t.TempDir()
	file, link := filepath.Join(folder, "there", "file"), filepath.Join(folder, "link")
	if err := os.Mkdir(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join("there", "file"), link); err != nil {
		t.Fatal(err)
	}
	if err := New(t.Context(), link, words, false); !errors.Is(err, fs.ErrExist) {
		t.Errorf("unasked: %v", err)
	}
	if err := New(t.Context(), link, words, true); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Lstat(link); info.Mode()&fs.ModeSymlink == 0 {
		t.Error("the link is a file now")
	}
	if text, _ := os.ReadFile(file); string(text) != "new" {
		t.Errorf("the file holds %q", text)
	}
	if got := strings.Join(names(t, folder), " ") + " " + strings.Join(names(t, filepath.Dir(file)), " "); got != "link there file" {
		t.Errorf("the folders hold %s", got)
	}
}

// A new file gets the mode that the umask leaves, a replaced one keeps its mode.
func TestModes(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o027))
	folder := t.TempDir()
	for _, c := range []struct {
		old, want fs.FileMode
	}{{0, 0o640}, {0o600, 0o600}, {0o664, 0o664}, {0o755, 0o755}} {
		path := filepath.Join(folder, c.want.String())
		if c.old != 0 {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, c.old); err != nil {
				t.Fatal(err)
			}
		}
		if err := New(t.Context(), path, words, c.old != 0); err != nil {
			t.Fatal(err)
		}
		if info, _ := os.Stat(path); info.Mode() != c.want {
			t.Errorf("a file of mode %v has %v now, want %v", c.old, info.Mode(), c.want)
		}
	}
}

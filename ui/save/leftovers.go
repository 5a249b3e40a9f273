package save

import (
	"os"
	"path/filepath"
	"regexp"
)

// temporaryName is the name of temporary files, with a random number.
const temporaryName = ".dpscope-%016x.part"

var isTemporary = regexp.MustCompile(`^\.dpscope-[0-9a-f]{16}\.part$`)

// sweep removes from a folder the temporary files of exports that ended without time to clean up: files with our names that no
// process holds.
func sweep(folder string) {
	f, err := os.Open(folder)
	if err != nil {
		return
	}
	defer f.Close()
	names, _ := f.Readdirnames(-1)
	for _, name := range names {
		if !isTemporary.MatchString(name) {
			continue
		}
		path := filepath.Join(folder, name)
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
			removeLeft(path)
		}
	}
}

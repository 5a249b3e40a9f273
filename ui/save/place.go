package save

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// place says where a file goes.
type place struct {
	file  string      // the name to give it: the requested one, or the end of its symbolic links
	taken bool        // a regular file is there, to be replaced
	mode  fs.FileMode // of the file that is there

	private bool // only its owner may read it
}

// ownersAlone is the mode of a file that only its owner may read.
const ownersAlone fs.FileMode = 0o600

// find looks at path. An error says why nothing may be written there.
func find(path string, overwrite bool) (place, error) {
	free := place{file: path}
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return free, nil
	case err != nil:
		return free, plain(path, free.left(), err)
	}
	link := info.Mode()&fs.ModeSymlink != 0
	if link {
		if info, err = os.Stat(path); err != nil {
			return free, fmt.Errorf("%s is a link that leads nowhere; another name would work", path)
		}
	}
	switch {
	case info.IsDir():
		return free, fmt.Errorf("%s is a folder; a file's name would work", path)
	case !info.Mode().IsRegular():
		return free, fmt.Errorf("%s is not a regular file; a file's name, or no -o for standard output, would work", path)
	case !overwrite:
		return free, exists(path)
	}
	file := path
	if link {
		if file, err = filepath.EvalSymlinks(path); err != nil {
			return free, plain(path, free.left(), err)
		}
	}
	return place{file: file, taken: true, mode: info.Mode().Perm()}, nil
}

// temporary makes an empty file beside the place, and holds it until done is called. A new file gets what the umask leaves of
// 0666; one that replaces another is kept from other users until it has the mode of that one.
func (at place) temporary() (file *os.File, done func(), err error) {
	mode := fs.FileMode(0o666)
	if at.taken || at.private {
		mode = ownersAlone
	}
	for {
		name := filepath.Join(filepath.Dir(at.file), fmt.Sprintf(temporaryName, rand.Uint64()))
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		if done, held := hold(file); held {
			return file, done, nil
		}
		file.Close() // another process has taken it for an abandoned one
	}
}

//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package save

import (
	"os"
	"path/filepath"
	"syscall"
)

// Locked calls do while no other process does so with this file. It locks the folder, so that nothing is left beside the file,
// and the lock ends with the process. Where a file system has no locks it calls do without.
func Locked(path string, do func() error) error {
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer folder.Close()
	_ = syscall.Flock(int(folder.Fd()), syscall.LOCK_EX)
	return do()
}

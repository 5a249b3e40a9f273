//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package save

import (
	"os"
	"path/filepath"
	"syscall"
)

// Locked does something with a file while no other process that asks for it does: the folder is locked, so that nothing is left beside the
// file, and the lock ends with the process. Where a system of files has no locks it is done without.
func Locked(path string, do func() error) error {
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer folder.Close()
	_ = syscall.Flock(int(folder.Fd()), syscall.LOCK_EX)
	return do()
}

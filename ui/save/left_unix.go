//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package save

import (
	"errors"
	"os"
	"syscall"
)

// hold locks a file for as long as this process lives and done is not called, through a
// descriptor of its own, as that of the writer is closed before the file is moved. It reports
// false where the file was taken for one that was left. Where there are no locks nobody
// can take it.
func hold(file *os.File) (done func(), held bool) {
	lock, err := os.Open(file.Name())
	if err != nil {
		return func() {}, !os.IsNotExist(err)
	}
	err = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) || !same(lock, file.Name()) {
		lock.Close()
		return nil, false
	}
	return func() { lock.Close() }, true
}

// removeLeft removes a file that nobody holds.
func removeLeft(path string) {
	lock, err := os.Open(path)
	if err != nil {
		return
	}
	defer lock.Close()
	if syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil && same(lock, path) {
		os.Remove(path)
	}
}

// same reports whether a file is still the one of that name.
func same(file *os.File, name string) bool {
	a, err := file.Stat()
	b, err2 := os.Lstat(name)
	return err == nil && err2 == nil && os.SameFile(a, b)
}

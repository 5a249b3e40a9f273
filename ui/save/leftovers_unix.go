//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package save

import (
	"errors"
	"os"
	"syscall"
)

// hold locks a file until this process ends or done is called, through a descriptor of its own, as the writer's is closed
// before the file is moved. It reports false where another process has removed the file as an abandoned one. Where there are no
// locks, no process removes it.
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

// removeLeft removes a file that no process holds.
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

// same reports whether a file still has that name.
func same(file *os.File, name string) bool {
	a, err := file.Stat()
	b, err2 := os.Lstat(name)
	return err == nil && err2 == nil && os.SameFile(a, b)
}

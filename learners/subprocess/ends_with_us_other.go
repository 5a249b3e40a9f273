//go:build !linux

package subprocess

import (
	"os/exec"
	"time"
)

// startTied starts a process.
func startTied(cmd *exec.Cmd, started chan<- error, then func()) {
	err := cmd.Start()
	started <- err
	if err == nil {
		then()
	}
}

// killAll ends a process.
func killAll(cmd *exec.Cmd, _ time.Time) { cmd.Process.Kill() }

// ended returns false: here nothing ends processes that the program has started, or anything once it has been
// waited for.
func ended(*exec.Cmd) bool { return false }

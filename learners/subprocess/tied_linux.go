package subprocess

import (
	"os/exec"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// startTied starts a process in a group of its own that the kernel ends with the
// thread that started it: it does not outlive this program, however that ends. The
// thread stays with it until then has run.
func startTied(cmd *exec.Cmd, started chan<- error, then func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	err := cmd.Start()
	started <- err
	if err == nil {
		then()
	}
}

// killAll ends a process and its children.
func killAll(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// ended waits for the end of a process, which keeps its number until it is waited for
// in the usual way; false: nobody can tell.
func ended(cmd *exec.Cmd) bool {
	for {
		err := unix.Waitid(unix.P_PID, cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return err == nil
		}
	}
}

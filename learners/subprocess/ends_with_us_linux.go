package subprocess

import (
	"bytes"
	"crypto/rand"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// startTied starts a process in a group of its own that the kernel ends with the
// thread that started it: it does not outlive this program, however that ends. The
// thread stays with it until then has run.
func startTied(cmd *exec.Cmd, started chan<- error, then func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Env = append(cmd.Environ(), mark+rand.Text())
	err := cmd.Start()
	started <- err
	if err == nil {
		then()
	}
}

// mark begins the environment entry that identifies the processes a program has started: children inherit it
// in any group and session, even after their parents have ended.
const mark = "DPSCOPE_PROGRAM="

// killAll ends a process that began at a time, and all it has started: its group at once, and then processes
// that left the group, repeatedly while new ones appear. It misses processes that empty their environment.
func killAll(cmd *exec.Cmd, began time.Time) {
	const rounds, pause = 100, time.Millisecond
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	from := 0
	if time.Since(began) < time.Second && newest() >= cmd.Process.Pid {
		from = cmd.Process.Pid // numbers are given in order, and not all are used up within a second
	}
	for range rounds {
		left, unknown := marked(cmd.Env[len(cmd.Env)-1], from)
		if len(left) == 0 && !unknown {
			return
		}
		for _, pid := range left {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		time.Sleep(pause)
	}
}

// newest returns the latest process number; 0: unknown.
func newest() int {
	text, _ := os.ReadFile("/proc/loadavg")
	pid, _ := strconv.Atoi(string(bytes.TrimSpace(text[bytes.LastIndexByte(text, ' ')+1:])))
	return pid
}

// marked returns the processes with an entry in their environment, from a number on. A process that has ended
// and been waited for has none. While a process becomes another program, the kernel shows no environment for a
// moment: unknown reports that there is such a process, or one that has emptied its own.
func marked(word string, from int) (pids []int, unknown bool) {
	proc, err := os.Open("/proc")
	if err != nil {
		return nil, false
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1)
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil || pid < from {
			continue
		}
		text, err := os.ReadFile("/proc/" + name + "/environ")
		switch {
		case err != nil:
		case bytes.Contains(text, []byte(word)):
			pids = append(pids, pid)
		case len(text) == 0 && hasMemory(name):
			unknown = true
		}
	}
	return pids, unknown
}

// hasMemory reports whether a process has memory of its own: one that has ended has none, nor has the kernel's own.
func hasMemory(pid string) bool {
	text, err := os.ReadFile("/proc/" + pid + "/statm")
	return err == nil && !bytes.HasPrefix(text, []byte("0 "))
}

// ended waits for the end of a process, which keeps its number until it is waited for as usual; false:
// unknown.
func ended(cmd *exec.Cmd) bool {
	for {
		err := unix.Waitid(unix.P_PID, cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return err == nil
		}
	}
}

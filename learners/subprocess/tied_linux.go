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

// mark begins the word of the environment by which what a process has started is found: children inherit it, in whatever group and
// session they are, and whether their parents live or not.
const mark = "DPSCOPE_PROGRAM="

// killAll ends a process that began at a time, and what it has started: its group at once, and then whoever left it, again and again
// while there are some that were just starting. Those that empty their environment are not found.
func killAll(cmd *exec.Cmd, began time.Time) {
	const rounds, pause = 100, time.Millisecond
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	from := 0
	if time.Since(began) < time.Second && newest() >= cmd.Process.Pid {
		from = cmd.Process.Pid // numbers are given in order, and are not all used up within a second
	}
	for range rounds {
		left := marked(cmd.Env[len(cmd.Env)-1], from)
		if len(left) == 0 {
			return
		}
		for _, pid := range left {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		time.Sleep(pause)
	}
}

// newest is the number that was given last; 0: nobody tells.
func newest() int {
	text, _ := os.ReadFile("/proc/loadavg")
	pid, _ := strconv.Atoi(string(bytes.TrimSpace(text[bytes.LastIndexByte(text, ' ')+1:])))
	return pid
}

// marked are the processes with a word in their environment, from a number on. One that has ended and is waited for has none any more.
func marked(word string, from int) (pids []int) {
	proc, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1)
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil || pid < from {
			continue
		}
		if text, err := os.ReadFile("/proc/" + name + "/environ"); err == nil && bytes.Contains(text, []byte(word)) {
			pids = append(pids, pid)
		}
	}
	return pids
}

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

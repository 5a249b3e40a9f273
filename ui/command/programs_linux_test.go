package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// No process started by a program outlives the command, in a session of its own or not, whether the command ends or is killed.
func TestNothingOutlivesTheCommand(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("no setsid here")
	}
	folder := t.TempDir()
	in := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	pids := filepath.Join(folder, "pids")
	leaves := "setsid sh -c 'echo $$ >>" + pids + "; exec sleep 1000' >/dev/null 2>&1 &\nsleep 1000 >/dev/null 2>&1 &\necho $! >>" + pids + "\n"
	scores := in("scores", leaves+"while :; do echo 1; done")
	silent := in("silent", leaves+"sleep 1000")
	audit := func(program string) []string {
		return []string{"audit", "--command", "sh " + program, "--with", in("with", "1\n"), "--without", in("without", "0\n"), "--delta", "0", "--runs", "1000"}
	}
	for name, c := range map[string]struct {
		args []string
		end  os.Signal // nil: it ends by itself
	}{
		"an audit":            {audit(scores), nil},
		"an audit that waits": {audit(silent), syscall.SIGTERM},
		"answers": {[]string{"read", "utility?classifier=cmd:sh%20" + silent + "&private=age&draws=100&record=0.7", "--command", "sh " + silent,
			"--feature", "age=0..100 years"}, syscall.SIGINT},
	} {
		os.Remove(pids)
		cmd := program(c.args...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if c.end != nil {
			for start := time.Now(); len(numbers(pids)) < 2 && time.Since(start) < 10*time.Second; {
				time.Sleep(5 * time.Millisecond)
			}
			cmd.Process.Signal(c.end)
		}
		cmd.Wait()
		started := numbers(pids)
		if len(started) < 2 {
			t.Errorf("%s: %d processes were started", name, len(started))
		}
		for _, pid := range started {
			left := true
			for start := time.Now(); left && time.Since(start) < time.Second; time.Sleep(5 * time.Millisecond) {
				state, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
				left = err == nil && !strings.Contains(string(state), ") Z ") // a container may have no process that waits for one that ended
			}
			if left {
				syscall.Kill(pid, syscall.SIGKILL)
				t.Errorf("%s: process %d is left", name, pid)
			}
		}
	}
}

// numbers reads the numbers in a file.
func numbers(file string) (list []int) {
	text, _ := os.ReadFile(file)
	for word := range strings.FieldsSeq(string(text)) {
		if n, err := strconv.Atoi(word); err == nil {
			list = append(list, n)
		}
	}
	return list
}

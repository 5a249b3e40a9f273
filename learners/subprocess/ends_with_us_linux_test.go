package subprocess

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"dpscope/learners/table"
)

// holding holds the command of the program that a process of this test keeps running.
const holding = "DPSCOPE_TEST_HOLDING"

// However a process ends, also with no time to clean up, its programs end with it.
func TestNoProcessIsLeftByAKilledSession(t *testing.T) {
	if command := os.Getenv(holding); command != "" {
		hold(command)
	}
	command := script(t, `trap '' TERM HUP INT; read h; read r; echo $$; while :; do sleep 0.1; done`)
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT} {
		session := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		session.Env = append(os.Environ(), holding+"="+command)
		out, err := session.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := session.Start(); err != nil {
			t.Fatal(err)
		}
		var pid int
		if _, err := fmt.Fscan(out, &pid); err != nil {
			t.Fatal(err)
		}
		session.Process.Signal(signal)
		session.Wait()
		if !goes(pid) {
			t.Errorf("%v leaves process %d", signal, pid)
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// hold opens a program and prints its number, which is its first label.
func hold(command string) {
	session := &Programs{}
	session.Allow([]string{command}, []table.Feature{{Name: "age"}})
	p, err := session.Open(prefix + command)
	if err == nil {
		var labels []string
		if labels, err = p.Ask(numbered(0, 1)); err == nil {
			fmt.Println(labels[0])
			time.Sleep(time.Minute)
		}
	}
	fmt.Println(err)
	os.Exit(1)
}

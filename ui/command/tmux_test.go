//go:build unix

package command

import (
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// pane is dpscope in a tmux of its own: a real terminal, as a person sees it.
type pane struct {
	t      *testing.T
	socket string
}

func openPane(t *testing.T, folder string, columns, rows int, command string) pane {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not installed; it is what shows the program in a real terminal")
	}
	p := pane{t, fmt.Sprintf("dpscope-%d-%d", os.Getpid(), time.Now().UnixNano())}
	p.tmux("-f", "/dev/null", "new-session", "-d", "-x", fmt.Sprint(columns), "-y", fmt.Sprint(rows), "-c", folder,
		fmt.Sprintf("env %s=1 %s LANG=C.UTF-8 %s; echo ended with $?; exec sleep 60", asProgram, noCount, command))
	t.Cleanup(func() { exec.Command("tmux", "-L", p.socket, "kill-server").Run() })
	return p
}

func (p pane) tmux(args ...string) string {
	p.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-L", p.socket}, args...)...).CombinedOutput()
	if err != nil {
		p.t.Fatalf("tmux %q: %v\n%s", args, err, out)
	}
	return string(out)
}

func (p pane) keys(keys ...string) {
	p.t.Helper()
	for _, k := range keys {
		p.tmux("send-keys", k)
	}
}

func (p pane) await(text string) {
	p.t.Helper()
	var screen string
	for start := time.Now(); time.Since(start) < 15*time.Second; time.Sleep(20 * time.Millisecond) {
		if screen = p.tmux("capture-pane", "-p"); strings.Contains(screen, text) {
			return
		}
	}
	p.t.Fatalf("the terminal never shows %q:\n%s", text, screen)
}

// A person opens the program, moves a slider, asks which ε reaches the target, takes the numbers away and quits.
func TestWholeVisitInTmux(t *testing.T) {
	folder := t.TempDir()
	p := openPane(t, folder, 120, 40, os.Args[0]+" 'concentration?preset=paper-pm'")
	p.await("How close does a private answer land?")
	p.await("85.3 %")
	p.keys("Right", "Right")
	p.await("2.20")
	p.keys("s")
	p.await("tried will do")
	p.keys("Enter")
	p.await("80.0 %")
	p.keys("]")
	p.await("Which mechanism's answer lands closest to x?")
	p.keys("BSpace")
	p.await("How close does a private answer land?")
	p.keys("e")
	p.await("export to concentration-pm-window.csv")
	p.keys("Enter")
	p.await("wrote concentration-pm-window.csv")
	p.keys("q")
	p.await("ended with 0")

	file, err := os.Open(filepath.Join(folder, "concentration-pm-window.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) < 300 || strings.Join(rows[0][:3], ",") != "mechanism,y,density" {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// The first minute of a new user, in a window of the usual size: how often an attacker is right, what less privacy gives away,
// which mechanism is better, which ε it takes, all answers, and the numbers to take along.
func TestFirstMinuteInTmux(t *testing.T) {
	folder := t.TempDir()
	p := openPane(t, folder, 80, 24, os.Args[0]+" concentration")
	p.await("attacker")
	p.await("for learning only")
	p.keys("m")
	p.await("same")
	p.keys("3", "Enter")
	p.await("held: ε = 1.00")
	p.await("+19.2")
	p.keys("]")
	p.await("Which mechanism's answer lands closest to x?")
	p.await("ε budget 3.00")
	p.keys("Up") // the closeness has the focus first
	p.await("ε  budget  3.00")
	p.keys("s")
	p.await("which ε?")
	p.await("the smallest tried")
	p.keys("Enter")
	p.await("meets it")
	p.keys("t")
	p.await("answers  1 of")
	p.keys("Down", "Down", "Down", "Down", "Enter")
	p.await("How close does a private answer land?")
	p.await("lands")
	p.keys("BSpace")
	p.await("answers  5 of")
	p.keys("e")
	p.await("export to compare")
	p.keys("Enter")
	p.await("wrote compare")
	p.keys("q")
	p.await("ended with 0")
	if files, err := filepath.Glob(filepath.Join(folder, "compare*.csv")); err != nil || len(files) == 0 {
		t.Errorf("%q are written, %v", files, err)
	}
}

// Small, plain and colourless terminals show the same answer.
func TestOtherTerminalsInTmux(t *testing.T) {
	for _, c := range []struct {
		columns, rows int
		command, sign string
	}{
		{80, 24, "NO_COLOR=1 " + os.Args[0], "margin"},
		{60, 15, "TERM=linux " + os.Args[0], "margin"},
		{60, 15, os.Args[0] + " --ascii", "["},
		{30, 6, os.Args[0], "margin"},
	} {
		p := openPane(t, t.TempDir(), c.columns, c.rows, c.command)
		p.await("4.67")
		p.await(c.sign)
		p.keys("q")
		p.await("ended with 0")
	}
}

// A shell gets its terminal back when the program is suspended, by the key or by a signal, and gives it again.
func TestSuspendInTmux(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash, the shell whose jobs are stopped here")
	}
	folder := t.TempDir()
	pid := filepath.Join(folder, "pid")
	p := openPane(t, folder, 80, 24, "PS1='$ ' "+bash+" --norc --noprofile -i")
	p.await("$")
	p.keys("sh -c 'echo $$ >pid; exec "+os.Args[0]+" \"concentration?show=window&epsilon=2\"'", "Enter")
	for _, value := range []string{"2.10", "2.20"} {
		p.await("lands in the window")
		if value == "2.10" {
			p.keys("C-z")
		} else {
			p.signal(pid, syscall.SIGTSTP)
		}
		p.await("Stopped")
		if got := p.tmux("display-message", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}"); got != "0 0 1\n" {
			t.Errorf("alternate screen, mouse and cursor of the shell are %s", got)
		}
		p.keys("clear; fg", "Enter")
		p.await("lands in the window")
		p.keys("Right")
		p.await(value)
		if got := p.tmux("display-message", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}"); got != "1 1 0\n" {
			t.Errorf("alternate screen, mouse and cursor of the program are %s", got)
		}
	}
	p.keys("C-z")
	p.await("Stopped")
	p.keys("kill %1", "Enter")
	for start := time.Now(); p.signal(pid, 0) == nil; time.Sleep(20 * time.Millisecond) {
		if time.Since(start) > 10*time.Second {
			t.Fatal("what is stopped does not end when it is asked to")
		}
	}
}

// signal sends a signal to the process whose number a file holds.
func (p pane) signal(file string, s syscall.Signal) error {
	p.t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		p.t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		p.t.Fatal(err)
	}
	return syscall.Kill(pid, s)
}

// Where no shell controls jobs, suspending returns at once.
func TestSuspendWithoutShell(t *testing.T) {
	x := openTerminal(t, program("concentration?show=window&epsilon=2"), 80, 24)
	x.await("lands in the window")
	x.send("\x1a")
	x.cmd.Process.Signal(syscall.SIGTSTP)
	x.send("\x1b[C")
	x.await("2.10")
	x.send("q")
	if err := x.exit(); err != nil {
		t.Errorf("it ends with %v, after\n%s", err, x.written())
	}
	x.restored()
}

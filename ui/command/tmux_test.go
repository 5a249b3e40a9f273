//go:build unix

package command

import (
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// pane is dpscope in a tmux of its own: a real terminal, seen as a person
// would see it.
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
		fmt.Sprintf("env %s=1 LANG=C.UTF-8 %s; echo ended with $?; exec sleep 60", asProgram, command))
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

// A person opens the program, moves a slider, asks which ε reaches the
// target, takes the numbers away and quits.
func TestWholeVisitInTmux(t *testing.T) {
	folder := t.TempDir()
	p := openPane(t, folder, 120, 40, os.Args[0])
	p.await("Where does a private answer land?")
	p.await("85.3 %")
	p.keys("Right", "Right")
	p.await("2.20")
	p.keys("s")
	p.await("ε = 1.38629436111989")
	p.keys("Enter")
	p.await("80.0 %")
	p.keys("]")
	p.await("Which mechanism keeps the answer close?")
	p.keys("BSpace")
	p.await("Where does a private answer land?")
	p.keys("e")
	p.await("export to concentration-pm.csv")
	p.keys("Enter")
	p.await("wrote concentration-pm.csv")
	p.keys("q")
	p.await("ended with 0")

	file, err := os.Open(filepath.Join(folder, "concentration-pm.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) < 300 || strings.Join(rows[0][:3], ",") != "mechanism,y,density" {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// Small, plain and colourless terminals show the same answer.
func TestOtherTerminalsInTmux(t *testing.T) {
	for _, c := range []struct {
		columns, rows int
		command, sign string
	}{
		{80, 24, "NO_COLOR=1 " + os.Args[0], "lands in the window"},
		{60, 15, "TERM=linux " + os.Args[0], "lands in the window"},
		{60, 15, os.Args[0] + " --ascii", "["},
		{30, 6, os.Args[0], "lands in"},
	} {
		p := openPane(t, t.TempDir(), c.columns, c.rows, c.command)
		p.await("85.3 %")
		p.await(c.sign)
		p.keys("q")
		p.await("ended with 0")
	}
}

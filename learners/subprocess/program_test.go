//go:build unix

package subprocess

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"dpscope/learners/table"
)

// script writes a program of the shell and returns the command that runs it.
func script(t *testing.T, text string) string {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell here")
	}
	path := filepath.Join(t.TempDir(), "predict")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return "sh " + path
}

// opened starts a program that a session allows; it ends with the test.
func opened(t *testing.T, text string, patience time.Duration) (*Program, *Programs) {
	t.Helper()
	command := script(t, text)
	session := &Programs{Patience: patience}
	session.Allow([]string{command}, []table.Feature{{Name: "age"}, {Name: "b,mi"}})
	t.Cleanup(session.Close)
	p, err := session.Open(prefix + command)
	if err != nil {
		t.Fatal(err)
	}
	return p, session
}

// numbered returns rows of two cells.
func numbered(from, to int) (rows [][]string) {
	for i := from; i < to; i++ {
		rows = append(rows, []string{fmt.Sprint(i), "x"})
	}
	return rows
}

// The header comes first, rows after it, and one process answers all questions.
func TestAsk(t *testing.T) {
	p, _ := opened(t, `IFS= read -r header; n=0; while IFS=, read -r age rest; do n=$((n+1)); echo "$header/$age/$n"; done`, time.Minute)
	for _, c := range [][2]int{{0, 1}, {1, 40}, {40, 41}} {
		labels, err := p.Ask(numbered(c[0], c[1]))
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range labels {
			if want := fmt.Sprintf(`age,"b,mi"/%d/%d`, c[0]+i, c[0]+i+1); l != want {
				t.Fatalf("label %q, want %q", l, want)
			}
		}
	}
}

// Each failure is one line, and the same at the next question.
func TestProgramsThatFail(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"dies":                    {`read h; read r; echo a; echo "no model" >&2; exit 3`, "ended after 1 row, with exit status 3: no model; a program that answers until its input ends would work"},
		"ends at once":            {`exit 0`, "ended after 0 rows, with status 0"},
		"hangs":                   {`sleep 1000`, "gave no label for row 1 within 200ms, and was ended"},
		"closes its output":       {`exec >&-; sleep 1000`, "ended after 0 rows, with signal: killed"},
		"keeps labels":            {`cat >/dev/null`, "gave no label for row 1 within 200ms"},
		"an empty line":           {`read h; while read r; do echo; done`, `for row 1, which is no label; a word or a number`},
		"control characters":      {`read h; while read r; do printf '\033[2J\n'; done`, "which is no label"},
		"a line without end":      {`read h; read r; head -c 9000 /dev/zero; sleep 1000`, "wrote a line of more than 4096 bytes"},
		"answers without reading": {`read h; while :; do echo a; sleep 0.02; done`, "answered rows that it did not read within 200ms, and was ended"},
		"more than it is asked":   {`read h; read r; echo a; echo b; echo c; sleep 1000`, `wrote "b" where nothing was asked; one label for each row`},
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := opened(t, c.script, 200*time.Millisecond)
			var err error
			for i := range 3 {
				rows := numbered(i, i+1)
				if name == "answers without reading" {
					rows[0][0] = strings.Repeat("9", 1<<20) // more than a pipe holds
				}
				if _, err = p.Ask(rows); err != nil {
					break
				}
				time.Sleep(50 * time.Millisecond) // in which it may say too much
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("it says %v, want %s", err, c.want)
			}
			if _, again := p.Ask(numbered(0, 1)); again == nil || again.Error() != err.Error() {
				t.Errorf("asked again it says %v", again)
			}
		})
	}
}

// A program has one process, for all that open it, and a new one where that has failed, but not at once.
func TestOneProcessOfEach(t *testing.T) {
	p, session := opened(t, `read h; read r; echo a`, time.Minute)
	if again, err := session.Open(prefix + p.command); again != p || err != nil {
		t.Errorf("opened again it is another: %v", err)
	}
	for i := range 2 {
		p.Ask(numbered(i, i+1))
	}
	if again, err := session.Open(prefix + p.command); again != nil || err == nil || err.Error() != p.failure().Error() {
		t.Errorf("as soon as it has failed it is started again: %v", err)
	}
	p.since = time.Now().Add(-rest)
	if again, err := session.Open(prefix + p.command); again == nil || again == p || err != nil {
		t.Errorf("after its end it is the same, %v", err)
	}
}

// Only the programs that the command line names run.
func TestWhatIsNotAllowedIsNotRun(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	for _, session := range []*Programs{nil, {}} {
		if _, err := session.Open(prefix + "touch " + mark); err == nil || !strings.Contains(err.Error(), "an address by itself runs no program") {
			t.Errorf("it says %v", err)
		}
	}
	session := &Programs{}
	session.Allow([]string{"no-such-program"}, []table.Feature{{Name: "age"}})
	if _, err := session.Open(prefix + "no-such-program"); err == nil || !strings.Contains(err.Error(), `"no-such-program" cannot be started: executable file not found`) {
		t.Errorf("it says %v", err)
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("it was run")
	}
}

// The end of a session ends its programs and their child processes, even those that ignore it; so does the end of a program by
// itself.
func TestNoProcessIsLeft(t *testing.T) {
	pids := filepath.Join(t.TempDir(), "pids")
	begins := `sleep 1000 >/dev/null 2>&1 & echo $! >` + pids + `; echo $$ >>` + pids
	if _, err := exec.LookPath("setsid"); err == nil && runtime.GOOS == "linux" {
		begins += `; setsid sh -c 'echo $$ >>` + pids + `; exec sleep 1000' >/dev/null 2>&1 &` + // in a session of its own
			` (setsid sh -c 'sleep 1000 & echo $! >>` + pids + `' >/dev/null 2>&1 &); sleep 0.2` // and of parents that have ended
	}
	for name, c := range map[string]struct {
		script string
		end    func(*Program, *Programs)
	}{
		"session": {begins + `; trap '' TERM HUP; read h; while read r; do echo a; done`, func(_ *Program, s *Programs) { s.Close() }},
		"program": {begins + `; read h; read r; echo a`, func(p *Program, _ *Programs) { p.Ask(numbered(1, 2)) }},
	} {
		p, session := opened(t, c.script, time.Minute)
		if _, err := p.Ask(numbered(0, 1)); err != nil {
			t.Fatal(err)
		}
		c.end(p, session)
		text, err := os.ReadFile(pids)
		if err != nil {
			t.Fatal(err)
		}
		for word := range strings.FieldsSeq(string(text)) {
			if pid, err := strconv.Atoi(word); err != nil || !goes(pid) {
				t.Errorf("after the end of the %s process %s is left", name, word)
			}
		}
	}
}

// goes reports whether a process ends within a second.
func goes(pid int) bool {
	for range 100 {
		if syscall.Kill(pid, 0) != nil || zombie(pid) {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

// zombie reports whether a process has ended without being waited for, as in a container without an init.
func zombie(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, state, found := strings.Cut(string(text), ") ")
	return err != nil || found && strings.HasPrefix(state, "Z")
}

// A child that becomes another program shows no environment while it does so, and is ended all the same.
func TestChildThatBecomesAnother(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil || runtime.GOOS != "linux" {
		t.Skip("no setsid here")
	}
	folder := t.TempDir()
	child, pids := filepath.Join(folder, "child"), filepath.Join(folder, "pid")
	if err := os.WriteFile(child, []byte("exec sh "+child), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 60 {
		os.Remove(pids)
		p, session := opened(t, `read h; read r; setsid sh -c 'echo $$ >`+pids+`; exec sh `+child+`' >/dev/null 2>&1 & while [ ! -s `+pids+` ]; do :; done; echo a; read r`, time.Minute)
		if _, err := p.Ask(numbered(0, 1)); err != nil {
			t.Fatal(err)
		}
		session.Close()
		text, _ := os.ReadFile(pids)
		pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		if !goes(pid) {
			syscall.Kill(pid, syscall.SIGKILL)
			t.Fatalf("process %d is left", pid)
		}
	}
}

// A child in a session of its own and without its environment cannot be found, and holds the pipes open: neither the end of the
// session nor a question waits for it, and nothing of ours is left behind.
func TestChildrenThatHoldThePipe(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("no setsid here")
	}
	before := runtime.NumGoroutine()
	for name, c := range map[string]struct {
		script string
		end    func(*Program, *Programs)
	}{
		"session": {`read h; read r; env -i $(command -v setsid) sleep 20 & echo a; while read r; do echo a; done`, func(_ *Program, s *Programs) { s.Close() }},
		"program": {`read h; read r; env -i $(command -v setsid) sleep 20 & echo a`, func(p *Program, s *Programs) {
			if _, err := p.Ask(numbered(1, 2)); err == nil || !strings.Contains(err.Error(), "ended after 1 row, with status 0") {
				t.Errorf("asked after its end it says %v", err)
			}
			s.Close()
		}},
	} {
		p, session := opened(t, c.script, time.Minute)
		if _, err := p.Ask(numbered(0, 1)); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			c.end(p, session)
		}()
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: its end waits for the child", name)
		}
	}
	for range 200 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

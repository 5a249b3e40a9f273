//go:build unix

package command

import (
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"

	"dpscope/engine/effort"
)

// asProgram makes the test binary run as dpscope itself.
const asProgram = "DPSCOPE_RUN_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		processors := runtime.GOMAXPROCS(0)
		runtime.GOMAXPROCS(processors + 2) // as main does
		os.Exit(Main(processors, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// program is dpscope as a command of its own, with a quiet environment.
func program(args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], args...)
	c.Env = []string{asProgram + "=1", "TERM=xterm-256color", "LANG=C.UTF-8", "HOME=" + os.TempDir(), noCount, "PATH=" + os.Getenv("PATH")}
	return c
}

// noCount is an environment in which a start of the program is not counted.
const noCount = "XDG_CONFIG_HOME=/dev/null"

// ptyTerminal runs a program in a pseudo-terminal and keeps its screen.
type ptyTerminal struct {
	t      testing.TB
	cmd    *exec.Cmd
	file   *os.File
	died   chan struct{} // closed when the process ends
	ended  chan error    // receives its error, when all it wrote has been read
	mu     sync.Mutex
	screen *vt.Emulator
	raw    []byte
	last   time.Time  // time of the newest output
	shut   sync.Mutex // held while the terminal reads nothing
}

func openTerminal(t testing.TB, cmd *exec.Cmd, columns, rows int) *ptyTerminal {
	t.Helper()
	file, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: uint16(rows), Cols: uint16(columns)})
	if err != nil {
		t.Fatal(err)
	}
	x := &ptyTerminal{t: t, cmd: cmd, file: file, died: make(chan struct{}), ended: make(chan error, 1), screen: vt.NewEmulator(columns, rows)}
	go io.Copy(file, x.screen) // the emulator's answers to queries
	var failure error
	go func() {
		failure = cmd.Wait()
		close(x.died)
	}()
	go func() {
		buffer := make([]byte, 1<<16)
		for {
			x.awaitOpen()
			n, err := file.Read(buffer)
			if now := time.Now(); n > 0 {
				x.mu.Lock()
				x.last = now
				x.raw = append(x.raw, buffer[:n]...)
				x.screen.Write(buffer[:n])
				x.mu.Unlock()
			}
			if err != nil {
				<-x.died
				x.ended <- failure
				return
			}
		}
	}()
	t.Cleanup(func() {
		cmd.Process.Kill()
		file.Close()
	})
	return x
}

func (x *ptyTerminal) send(keys string) {
	x.t.Helper()
	if _, err := x.file.WriteString(keys); err != nil {
		x.t.Fatal(err)
	}
}

func (x *ptyTerminal) text() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.screen.String()
}

// written returns all that the program has written, perhaps with a report of a race.
func (x *ptyTerminal) written() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return string(x.raw)
}

// await waits until the screen shows text.
func (x *ptyTerminal) await(text string) {
	x.t.Helper()
	for start := time.Now(); time.Since(start) < 10*time.Second; time.Sleep(5 * time.Millisecond) {
		if strings.Contains(x.text(), text) {
			return
		}
	}
	x.t.Fatalf("the screen never shows %q:\n%s", text, x.text())
}

// newest returns when the newest output came.
func (x *ptyTerminal) newest() time.Time {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.last
}

// quiet waits until nothing has been written for a while and returns when the last output came.
func (x *ptyTerminal) quiet(pause time.Duration) time.Time {
	for {
		last := x.newest()
		if rest := pause - time.Since(last); rest > 0 {
			time.Sleep(rest)
			continue
		}
		return last
	}
}

// exit waits for the program to end.
func (x *ptyTerminal) exit() error {
	x.t.Helper()
	select {
	case err := <-x.ended:
		return err
	case <-time.After(10 * time.Second):
		x.t.Fatalf("it does not end:\n%s", x.text())
		return nil
	}
}

// echoes reports whether the terminal ends with this echo of a key.
func (x *ptyTerminal) echoes(key string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return strings.HasSuffix(string(x.raw), key)
}

// restored fails unless the program left the terminal as it found it: main screen, cursor shown, mouse and bracketed paste off.
func (x *ptyTerminal) restored() {
	x.t.Helper()
	x.mu.Lock()
	defer x.mu.Unlock()
	raw := string(x.raw)
	for _, mode := range []string{"1049", "2004", "1002", "1003", "1006"} {
		on, off := strings.LastIndex(raw, "\x1b[?"+mode+"h"), strings.LastIndex(raw, "\x1b[?"+mode+"l")
		if on > off {
			x.t.Errorf("mode %s stays on", mode)
		}
	}
	if hidden, shown := strings.LastIndex(raw, "\x1b[?25l"), strings.LastIndex(raw, "\x1b[?25h"); hidden > shown {
		x.t.Error("the cursor stays hidden")
	}
}

func TestExploreAndQuit(t *testing.T) {
	x := openTerminal(t, program("concentration?mechanism=pm&show=window&epsilon=2&x=0.5"), 120, 40)
	x.await("How close does a private answer land?")
	x.await("85.3 %")
	x.send("\x1b[C") // right: ε = 2.1
	x.await("2.10")
	x.send("q")
	if err := x.exit(); err != nil {
		t.Errorf("it ends with %v", err)
	}
	x.restored()
}

func TestSignalsRestoreTheTerminal(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT} {
		x := openTerminal(t, program("concentration"), 80, 24)
		x.await("attacker")
		x.cmd.Process.Signal(s)
		x.exit()
		x.restored()
	}
}

// Input that no keyboard sends neither crashes the program nor hangs it, at any size.
func TestTerminalAbuse(t *testing.T) {
	x := openTerminal(t, program(), 80, 24)
	x.await("margin of error")
	for i, size := range [][2]uint16{{1, 1}, {1000, 300}, {2, 50}, {50, 2}, {60, 15}, {3, 3}, {0, 0}, {200, 5}, {80, 24}} {
		pty.Setsize(x.file, &pty.Winsize{Cols: size[0], Rows: size[1]})
		x.mu.Lock()
		x.screen.Resize(max(int(size[0]), 1), max(int(size[1]), 1))
		x.mu.Unlock()
		x.send("\x1b[C\x1b[99;99~\x1b]52;c;!\x07\x1b[<0;500;500M\x1b[<35;1;1M\x1bO\x1b[?999$y\x00\xff\xfe")
		if i%3 == 0 {
			time.Sleep(30 * time.Millisecond)
		}
	}
	x.send("\x1b[200~pasted\n\x1b[31mtext\x1b[201~\x1b")
	time.Sleep(100 * time.Millisecond)
	x.send("\x1b")
	time.Sleep(100 * time.Millisecond)
	x.send("r")
	x.await("margin of error")
	x.send("\x03")
	if err := x.exit(); err != nil {
		t.Errorf("it ends with %v\n%s", err, x.text())
	}
	x.restored()
}

// Without a terminal, or on one that cannot move its cursor, the program goes by lines of text.
func TestNoTerminal(t *testing.T) {
	piped := program()
	piped.Stdin = strings.NewReader("epsilon 2\nquit\n")
	out, err := piped.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "epsilon: ε = 1.00 to ε = 2.00.") || strings.Contains(string(out), "\x1b") {
		t.Errorf("%v: %q", err, out)
	}
	dumb := program()
	dumb.Env = append(dumb.Env, "TERM=dumb")
	x := openTerminal(t, dumb, 80, 24)
	x.await("dpscope, plain text")
	x.send("quit\n")
	if err := x.exit(); err != nil {
		t.Errorf("with TERM=dumb: %v\n%s", err, x.text())
	}
}

func TestUnfinishedPasteLeavesTheKeys(t *testing.T) {
	x := openTerminal(t, program("concentration"), 80, 24)
	x.await("attacker")
	x.send("\x1b[200~pasted")
	interrupting := time.NewTicker(200 * time.Millisecond)
	defer interrupting.Stop()
	over := time.After(10 * time.Second)
	for {
		select {
		case <-interrupting.C: // a key of its own is read by itself, sooner or later
			x.file.WriteString("\x03")
			continue
		case <-over:
			t.Fatalf("it does not end:\n%s", x.text())
		case err := <-x.ended:
			if late := "signal: interrupt"; err != nil && err.Error() != late { // a key after the one that ended it, in a terminal that is given back
				t.Errorf("it ends with %v", err)
			}
		}
		break
	}
	x.restored()
}

// awaitOpen waits while the terminal reads nothing.
func (x *ptyTerminal) awaitOpen() {
	x.shut.Lock()
	defer x.shut.Unlock()
}

// stall keeps the terminal from reading until the program waits for it: the program is made to draw more than the system
// buffers for the terminal.
func (x *ptyTerminal) stall() {
	x.t.Helper()
	x.shut.Lock()
	for range 20 {
		for _, key := range []string{"]", "[", "\x1b[C"} { // another view, back again, and ε
			x.send(key)
			time.Sleep(15 * time.Millisecond)
		}
	}
}

func TestQuitWhileTheTerminalReadsNothing(t *testing.T) {
	tried := 0
	for name, end := range map[string]func(x *ptyTerminal){
		"q":       func(x *ptyTerminal) { x.send("q") },
		"ctrl+c":  func(x *ptyTerminal) { x.send("\x03") },
		"SIGTERM": func(x *ptyTerminal) { x.cmd.Process.Signal(syscall.SIGTERM) },
	} {
		if tried++; !effort.Sample(tried, 2, 1) { // another one in each run
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := openTerminal(t, program("concentration"), 200, 60)
			x.await("attacker")
			x.stall()
			end(x)
			select {
			case <-x.died:
			case <-time.After(8 * time.Second):
				t.Error("it does not end")
			}
			x.shut.Unlock()
		})
	}
}

func TestTerminalThatStallsShowsTheNewestPicture(t *testing.T) {
	t.Parallel()
	x := openTerminal(t, program("concentration?show=window&epsilon=2"), 200, 60)
	x.await("lands in the window")
	x.stall()
	x.send("\x1b[C")
	time.Sleep(500 * time.Millisecond) // its picture waits, drawn upon one that is left out
	x.shut.Unlock()
	x.await("4.10")
	x.quiet(300 * time.Millisecond)
	shown := x.text()
	for _, columns := range []uint16{199, 200} { // which draws all of it anew
		pty.Setsize(x.file, &pty.Winsize{Rows: 60, Cols: columns})
		time.Sleep(300 * time.Millisecond)
		x.quiet(100 * time.Millisecond)
	}
	if anew := x.text(); shown != anew {
		t.Errorf("when the terminal reads again it shows\n%s\nand not\n%s", shown, anew)
	}
}

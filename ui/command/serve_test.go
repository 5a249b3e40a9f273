package command

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"io"
	"math"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"dpscope/engine/classroom"
	"dpscope/engine/work"
	"dpscope/ui/files"
	"dpscope/ui/serve"
)

// served is a server of guests on a loopback port, until the test ends.
func served(t testing.TB, room *classroomOver, with ...func(*serve.Server)) (address string, end context.CancelFunc) {
	t.Helper()
	session := &work.Session{Store: work.NewStore(1 << 20), Files: work.AnyFile, Cores: work.NewCores(runtime.GOMAXPROCS(0)), Memory: new(work.Memory)}
	room.ctx, room.kept, room.inside = work.With(context.Background(), session), 4<<20, map[string]bool{}
	host, err := serve.HostKey(filepath.Join(t.TempDir(), "host"))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	limits := serve.Usual
	limits.Farewell = 100 * time.Millisecond
	server := &serve.Server{Host: host, Open: true, Limits: limits, Log: func(string) {}, Serve: room.serve}
	for _, set := range with {
		set(server)
	}
	ctx, end := context.WithCancel(room.ctx)
	ended := make(chan bool)
	go func() { server.Run(ctx, listener); close(ended) }()
	t.Cleanup(func() { end(); <-ended })
	return listener.Addr().String(), end
}

// visitor is a guest of a server.
type visitor struct {
	*ssh.Client
	keys io.Writer
	mu   sync.Mutex
	text strings.Builder
	came chan bool // something was shown
}

func visitAs(t testing.TB, address, name string, keys ...ssh.Signer) *visitor {
	t.Helper()
	silent := ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })
	client, err := ssh.Dial("tcp", address, &ssh.ClientConfig{User: name, Auth: []ssh.AuthMethod{ssh.PublicKeys(keys...), silent}, HostKeyCallback: ssh.InsecureIgnoreHostKey(), Timeout: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return &visitor{Client: client, came: make(chan bool, 1)}
}

// asks runs a command, and returns what it writes and its status.
func (v *visitor) asks(t testing.TB, command string) (out, trouble string, status int) {
	t.Helper()
	session, err := v.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	var a, b bytes.Buffer
	session.Stdout, session.Stderr = &a, &b
	err = session.Run(command)
	if exit, is := err.(*ssh.ExitError); is {
		status = exit.ExitStatus()
	} else if err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	return a.String(), b.String(), status
}

func (v *visitor) Write(b []byte) (int, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.text.Write(b)
	select {
	case v.came <- true:
	default:
	}
	return len(b), nil
}

// explores opens the program in a terminal.
func (v *visitor) explores(t testing.TB, columns, rows int, command string) *ssh.Session {
	t.Helper()
	session, err := v.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	session.Stdout, session.Stderr = v, v
	if v.keys, err = session.StdinPipe(); err == nil {
		err = session.RequestPty("xterm-256color", rows, columns, nil)
	}
	if err == nil && command == "" {
		err = session.Shell()
	} else if err == nil {
		err = session.Start(command)
	}
	if err != nil {
		t.Fatal(err)
	}
	return session
}

// awaits waits until texts were shown.
func (v *visitor) awaits(t testing.TB, texts ...string) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		v.mu.Lock()
		found := !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(v.text.String(), text) })
		if found {
			v.text.Reset()
		}
		v.mu.Unlock()
		if found {
			return
		}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	t.Fatalf("%q is not shown; the end of what is: %q", texts, v.text.String()[max(0, v.text.Len()-400):])
}

// Guests get from commands what the command line writes, and errors in one line.
func TestGuestsCommands(t *testing.T) {
	address, _ := served(t, &classroomOver{})
	v := visitAs(t, address, "ann")
	for _, c := range []struct {
		command, begins, trouble string
		status                   int
	}{
		{"show concentration --plain", "What does one private answer give away?", "", ok},
		{"read concentration", "address,reading,value", "", ok},
		{"read 'concentration?epsilon=2'", "address,reading,value", "", ok},
		{"export concentration --format png", "\x89PNG", "", ok},
		{"export concentration --format pdf", "%PDF", "", ok},
		{"export concentration", "value,y,density", "", ok},
		{"read 'survey?n=1000000000'", "address,reading,value", "", ok},
		{"read 'class?file=../../proc/self/environ'", "address,reading,value", "rows say why", failed},
		{"lesson", " 1  promise", "", ok},
		{"lesson coin", "", "", ok},
		{"lesson ../../etc/passwd", "", "is no lesson", misuse},
		{"lesson /dev/zero", "", "is no lesson", misuse},
		{"export concentration -o /tmp/x.csv", "", "unknown shorthand flag", misuse},
		{"export concentration --format ../x", "", "is not known", misuse},
		{"read --command ls concentration", "", "unknown flag", misuse},
		{"train classic", "", "is no command of this server", misuse},
		{"show 'concentration", "", "a quote is open", misuse},
		{"show nothing", "", "nearest", misuse},
		{"show concentration --width 4000", "", "outside [1, 1000]", misuse},
		{"show 'map?classifier=cmd:ls'", "", "runs no program", failed},
	} {
		out, trouble, status := v.asks(t, c.command)
		if status != c.status || !strings.HasPrefix(out, c.begins) || !strings.Contains(trouble, c.trouble) || strings.Count(trouble, "\n") > 1 {
			t.Errorf("%s: status %d, %.60q, %.300q", c.command, status, out, trouble)
		}
	}
}

// Guests whose terminal moves no cursor, who ask for it, or who have none explore by lines, without an escape sequence.
func TestGuestsInWords(t *testing.T) {
	address, _ := served(t, &classroomOver{})
	for name, c := range map[string]struct {
		term, plain string
		terminal    bool
	}{"a dumb terminal": {"dumb", "", true}, "a terminal without a name": {"", "", true}, "who asks for it": {"xterm-256color", "1", true}, "no terminal": {"", "", false}} {
		v := visitAs(t, address, "ann")
		session, err := v.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if c.plain != "" {
			session.Setenv("DPSCOPE_PLAIN", c.plain)
		}
		enter, shows := "\n", "\n"
		if c.terminal {
			session.RequestPty(c.term, 30, 100, nil)
			enter, shows = "\r", "\r\n"
		}
		session.Stdin = strings.NewReader("epsilon 2" + enter + "quit" + enter)
		out, err := session.Output("")
		text := string(out)
		if err != nil || strings.ContainsAny(text, "\x1b\u009b") || !strings.Contains(text, "epsilon: ε = 1.00 to ε = 2.00.") || !strings.Contains(text, "This page opens again by: dpscope 'survey") ||
			strings.Count(text, shows) != strings.Count(text, "\n") || strings.Contains(text, "quit\r\n") != c.terminal {
			t.Errorf("%s: %v, %q", name, err, text)
		}
		v.Close()
	}
}

// A window of 4,000 columns is drawn, and its guest leaves as from any other.
func TestLargeWindow(t *testing.T) {
	address, _ := served(t, &classroomOver{})
	v := visitAs(t, address, "ann")
	session := v.explores(t, 4000, 4000, "")
	v.awaits(t, "people")
	io.WriteString(v.keys, "\x03")
	if err := session.Wait(); err != nil {
		t.Error(err)
	}
}

// A server that cannot begin says why in one line, and what would work.
func TestServerThatCannotBegin(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	host, exposed := filepath.Join(t.TempDir(), "host"), filepath.Join(t.TempDir(), "exposed")
	for _, path := range []string{host, exposed} {
		if _, err := serve.HostKey(path); err != nil {
			t.Fatal(err)
		}
	}
	os.Chmod(exposed, 0o644)
	for _, c := range []struct {
		flags, says string
		status      int
	}{
		{"--addr " + taken.Addr().String() + " --host-key " + host, "is in use; another one, with --addr, would work", failed},
		{"--addr 127.0.0.1:0 --host-key " + exposed, "has mode 0644, so others may use it; chmod 600", failed},
		{"--addr :0", "everybody could enter", misuse},
		{"--addr 127.0.0.1:0 --idle 0s", "idle = 0s is below a second", misuse},
		{"--addr 127.0.0.1:0 --teacher " + host, "--class FILE besides would work", misuse},
	} {
		if runtime.GOOS == "windows" && strings.Contains(c.flags, exposed) {
			continue
		}
		if status, out, trouble := call("", append([]string{"serve"}, strings.Fields(c.flags)...)...); status != c.status || out != "" ||
			!strings.Contains(trouble, c.says) || strings.Count(trouble, "\n") != 1 {
			t.Errorf("serve %s: %d, %q, %q", c.flags, status, out, trouble)
		}
	}
}

// No path leads out of the shared folder.
func TestGuestsStayInTheFolder(t *testing.T) {
	folder, outside := t.TempDir(), t.TempDir()
	for _, name := range []string{filepath.Join(folder, "mine.csv"), filepath.Join(outside, "secret.csv")} {
		if err := os.WriteFile(name, []byte("a,label\n1,0\n2,1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(outside, "secret.csv"), filepath.Join(folder, "link.csv")); err != nil {
		t.Skip(err)
	}
	os.Symlink(outside, filepath.Join(folder, "away"))
	os.Symlink("mine.csv", filepath.Join(folder, "same.csv"))
	if exec.Command("mkfifo", filepath.Join(folder, "pipe.csv")).Run() != nil {
		t.Log("no mkfifo: a pipe in the folder is not tried")
	}
	t.Chdir(folder)
	shared, err := files.NewShared(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"mine.csv", "./mine.csv", "same.csv", filepath.Join(folder, "mine.csv")} {
		if err := shared.May(path); err != nil {
			t.Error(err)
		}
	}
	for _, path := range []string{"pipe.csv", "link.csv", "away/secret.csv", "../" + filepath.Base(outside) + "/secret.csv", filepath.Join(outside, "secret.csv"),
		"/proc/self/environ", "/dev/zero", "..", ".", "", "no\x00name", "cmd:ls", strings.Repeat("x/", 5000)} {
		if shared.May(path) == nil {
			t.Errorf("%.60q opens", path)
		}
		if _, _, err := shared.Begin(path, 10); err == nil {
			t.Errorf("%.60q is read", path)
		}
	}
	for _, path := range []string{"..", "/", "away", "/proc/self"} {
		if list, err := shared.List(path); err == nil {
			t.Errorf("%s lists %v", path, list)
		}
	}
	list, err := shared.List(".")
	var names []string
	for _, e := range list.Entries {
		names = append(names, e.Name)
	}
	if slices.Sort(names); err != nil || !slices.Equal(names, []string{"mine.csv", "same.csv"}) {
		t.Errorf("the folder lists %q, %v", names, err)
	}
}

// Students have the names of their files, one session each, and hand in to the folder of the class.
func TestClassOverSSH(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "maths.class")
	if err := os.WriteFile(file, []byte("class: Maths\nversion: 1\nlessons: coin\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := serveCommand()
	c.SetContext(work.With(t.Context(), &work.Session{Files: work.AnyFile}))
	class, err := lessonFlags{}.classOf(c, file)
	if err != nil {
		t.Fatal(err)
	}
	address, _ := served(t, &classroomOver{class: &class})
	first := visitAs(t, address, "Ann")
	session := first.explores(t, 100, 30, "")
	first.awaits(t, "Flip labels")
	words, err := visitAs(t, address, "Bea").NewSession()
	if err != nil {
		t.Fatal(err)
	}
	words.Stdin = strings.NewReader("quit\n")
	if out, err := words.Output(""); err != nil || !strings.Contains(string(out), "answers go to the server of the class, in Maths-Bea.csv") || strings.Contains(string(out), "\x1b") {
		t.Errorf("a student without a terminal: %v, %q", err, out)
	}
	again := visitAs(t, address, "ann")
	again.explores(t, 100, 30, "")
	again.awaits(t, "is in this class already")
	nobody := visitAs(t, address, "..")
	nobody.explores(t, 100, 30, "")
	nobody.awaits(t, "no letter and no digit")
	session.Close()
	first.Close()
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		late := visitAs(t, address, "Ann")
		late.explores(t, 100, 30, "")
		late.awaits(t, "dpscope")
		late.mu.Lock()
		in := !strings.Contains(late.text.String(), "already")
		late.mu.Unlock()
		late.Close()
		if in {
			break
		}
		if time.Now().After(end) {
			t.Fatal("a name stays taken")
		}
	}
}

// The screens of a class follow its teacher until a key is pressed, and again after another; the teacher sees what is handed in,
// from flipped answers as an estimate with its interval, and nobody else does.
func TestTeacher(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "maths.class")
	if err := os.WriteFile(file, []byte("class: Maths\nversion: 1\nlessons: coin\nprivate: 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := serveCommand()
	c.SetContext(work.With(t.Context(), &work.Session{Files: work.AnyFile}))
	class, err := lessonFlags{}.classOf(c, file)
	if err != nil {
		t.Fatal(err)
	}
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	address, _ := served(t, &classroomOver{class: &class, classFile: file}, func(s *serve.Server) { s.Teacher = key.PublicKey() })
	ann := visitAs(t, address, "Ann")
	ann.explores(t, 100, 30, "")
	ann.awaits(t, "Flip labels")
	teacher := visitAs(t, address, "Ann", key) // no student, so the name is free
	teacher.explores(t, 100, 30, "")
	teacher.awaits(t, "Nobody in class Maths has answered yet.")

	io.WriteString(teacher.keys, "}")
	ann.awaits(t, "the teacher's page; any key: on your own")
	io.WriteString(ann.keys, "n") // would begin the lesson
	ann.awaits(t, "on your own; ctrl+t: the teacher's page again", "Flip labels")
	io.WriteString(ann.keys, "\x14")
	ann.awaits(t, "the teacher's page; any key: on your own")

	var rows []classroom.Row
	p := classroom.Protection{Epsilon: 2, Options: 2}
	const sent, right = 30, 21
	for i := range sent {
		option := 0
		if i >= right {
			option = 1
		}
		rows = append(rows, classroom.Row{Class: "Maths", Student: fmt.Sprint("student ", i), Lesson: "coin", Version: 1, Step: 1,
			Kind: p.Kind("choice"), Prediction: p.Sent(option), Answer: p.Sent(0)})
	}
	var text bytes.Buffer
	if err := classroom.Write(&text, rows); err != nil {
		t.Fatal(err)
	}
	io.WriteString(teacher.keys, "\x7f") // back to the class
	teacher.awaits(t, "Nobody in class Maths has answered yet.")
	if err := os.WriteFile(filepath.Join(folder, "Maths-all.csv"), text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	teacher.awaits(t, "30 answers to question 1")

	asks := visitAs(t, address, "teacher", key)
	out, trouble, status := asks.asks(t, "read 'class?file="+url.QueryEscape(file)+"'")
	kept := math.Exp(2) / (1 + math.Exp(2))
	want := (float64(right)/sent - (1 - kept)) / (2*kept - 1)
	var got, low, high float64
	for line := range strings.Lines(out) {
		if _, rest, found := strings.Cut(line, ",right,"); found {
			if _, err := fmt.Sscanf(strings.ReplaceAll(rest, ",", " "), "%g %g %g estimate", &got, &low, &high); err != nil {
				t.Errorf("%q: %v", line, err)
			}
		}
	}
	if status != ok || math.Abs(got-want) > 1e-9 || !(low < want && want < high) {
		t.Errorf("read says %q, %q, %d: %g in [%g, %g], not %g", out, trouble, status, got, low, high, want)
	}
	if out, _, status := visitAs(t, address, "Bob").asks(t, "read 'class?file="+url.QueryEscape(file)+"'"); status == ok || strings.Contains(out, ",right,") {
		t.Errorf("a student reads %q", out)
	}
	teacher.Close()
	ann.awaits(t, "the teacher is gone; on your own")
}

// A connection that drops ends what it computes: a training of hours and its goroutines are over before the guest's seat is free.
func TestDropEndsWork(t *testing.T) {
	room := &classroomOver{}
	address, _ := served(t, room)
	guest := func() *leaving {
		room.mu.Lock()
		defer room.mu.Unlock()
		if len(room.guests) == 0 {
			return nil
		}
		return room.guests[0]
	}
	const hours = "network?steps=20000&seeds=200&q=1"
	for _, at := range []string{"show '" + hours + "'", "read '" + hours + "'", "show 'approaches?seeds=200'"} {
		v := visitAs(t, address, "ann")
		session, err := v.NewSession()
		if err == nil {
			err = session.Start(at)
		}
		if err != nil {
			t.Fatal(err)
		}
		becomes(t, at+" computes nothing", func() bool { g := guest(); return g != nil && g.store.Running() > 0 })
		ann := guest()
		v.Close()
		dropped := time.Now()
		select {
		case <-ann.over:
			t.Logf("%s ended %v after the drop", at, time.Since(dropped).Round(time.Millisecond)) // 0.2 s on a quiet machine
		case <-time.After(time.Minute):
			t.Fatalf("%s goes on", at)
		}
		if n := ann.store.Running(); n > 0 {
			t.Errorf("of %s %d computations go on", at, n)
		}
	}
}

// The client of OpenSSH opens the program and its commands.
func TestOpenSSH(t *testing.T) {
	client, err := exec.LookPath("ssh")
	if err != nil {
		t.Skip("no ssh: the test with the client of OpenSSH is left out")
	}
	address, _ := served(t, &classroomOver{})
	host, port, _ := net.SplitHostPort(address)
	words := []string{"-F", "none", "-p", port, "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", "ann@" + host}
	if text, err := exec.Command(client, append(words, "show", "concentration", "--plain")...).Output(); err != nil ||
		!strings.HasPrefix(string(text), "What does one private answer give away?") {
		t.Errorf("%.100q, %v", text, err)
	}
	if text, err := exec.Command(client, append(words, "export", "concentration", "--format", "png")...).Output(); err != nil || !bytes.HasPrefix(text, []byte("\x89PNG")) {
		t.Errorf("%.20q, %v", text, err)
	}
}

// What guests send neither crashes the server nor keeps it from the next guest.
func FuzzGuest(f *testing.F) {
	for _, text := range []string{"show concentration", "show '", "read \x00\xff", "export concentration --format " + strings.Repeat("x", 5000), "lesson ../x",
		"show 'map?n=1000000000'", "show \"a\\", "completion bash", "help", "--help", "__complete show con"} {
		f.Add("ann", text, uint32(4000), uint32(1))
	}
	f.Add("../\x1b[2J", "", uint32(0), uint32(1<<31))
	address, _ := served(f, &classroomOver{})
	f.Fuzz(func(t *testing.T, name, command string, columns, rows uint32) {
		v := visitAs(t, address, name)
		defer v.Close()
		session, err := v.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		session.Setenv("TERM", name)
		session.Setenv("LANG", command)
		session.RequestPty(name, int(rows), int(columns), nil)
		if session.Start(command) == nil {
			session.WindowChange(int(columns), int(rows))
			time.Sleep(20 * time.Millisecond)
		}
	})
}

// BenchmarkClass has forty guests press a key every 250 ms, and reports the time to the first byte of the answer, and memory.
func BenchmarkClass(b *testing.B) {
	const guests, keys, apart = 40, 40, 250 * time.Millisecond
	address, _ := served(b, &classroomOver{})
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		var mu sync.Mutex
		var waits []time.Duration
		var all sync.WaitGroup
		for i := range guests {
			v := visitAs(b, address, fmt.Sprint("guest", i))
			defer v.Close()
			v.explores(b, 100, 30, "")
			v.awaits(b, "people")
			all.Go(func() {
				time.Sleep(time.Second + apart*time.Duration(i)/guests)
				for k := range keys {
					select {
					case <-v.came:
					default:
					}
					pressed := time.Now()
					io.WriteString(v.keys, []string{"\x1b[C", "\x1b[D"}[k%2])
					select {
					case <-v.came:
					case <-time.After(5 * time.Second):
					}
					took := time.Since(pressed)
					mu.Lock()
					waits = append(waits, took)
					mu.Unlock()
					time.Sleep(apart - min(took, apart))
				}
			})
		}
		all.Wait()
		runtime.GC()
		runtime.ReadMemStats(&after)
		slices.Sort(waits)
		b.ReportMetric(float64(waits[len(waits)/2].Microseconds())/1000, "p50-ms")
		b.ReportMetric(float64(waits[len(waits)*99/100].Microseconds())/1000, "p99-ms")
		b.ReportMetric((float64(after.HeapInuse+after.StackInuse)-float64(before.HeapInuse+before.StackInuse))/guests/(1<<20), "MB/guest")
	}
}

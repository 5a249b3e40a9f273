package serve

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// opened is a server on a loopback port, until the test ends.
type opened struct {
	address string
	end     context.CancelFunc
	ended   chan error
}

func start(t testing.TB, s *Server) opened {
	t.Helper()
	host, err := HostKey(filepath.Join(t.TempDir(), "keys", "host"))
	if err != nil {
		t.Fatal(err)
	}
	s.Host = host
	if s.Log == nil {
		s.Log = func(string) {}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	o := opened{listener.Addr().String(), end, make(chan error, 1)}
	go func() { o.ended <- s.Run(ctx, listener) }()
	t.Cleanup(end)
	return o
}

func (o opened) dial(auth ...ssh.AuthMethod) (*ssh.Client, error) {
	return ssh.Dial("tcp", o.address, &ssh.ClientConfig{User: "ann", Auth: auth, HostKeyCallback: ssh.InsecureIgnoreHostKey(), Timeout: 10 * time.Second})
}

// short limits a test.
var short = Limits{Guests: 3, Idle: time.Minute, Attempts: 4, Requests: 50, Farewell: 100 * time.Millisecond}

func greet(_ context.Context, g *Guest) int {
	fmt.Fprintf(g.Out, "%s asks %q with %v", g.Name, g.Command, g.Env)
	return 7
}

// signer returns a new key.
func signer(t *testing.T) ssh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	s, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Keys and passwords let in those who have them, and nobody else; too many failures bar an address.
func TestWhoMayEnter(t *testing.T) {
	mine, other := signer(t), signer(t)
	o := start(t, &Server{Limits: short, Keys: []ssh.PublicKey{mine.PublicKey()}, Password: "open sesame", Serve: greet})
	for name, c := range map[string]struct {
		auth   ssh.AuthMethod
		enters bool
	}{"key": {ssh.PublicKeys(mine), true}, "another key": {ssh.PublicKeys(other), false}, "password": {ssh.Password("open sesame"), true},
		"another password": {ssh.Password("open"), false}, "no password": {ssh.Password(""), false}} {
		client, err := o.dial(c.auth)
		if (err == nil) != c.enters {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			client.Close()
		}
	}
	if client, err := o.dial(); err == nil {
		client.Close()
		t.Error("nothing lets in")
	}
	for range short.Attempts {
		o.dial(ssh.Password("guess"))
	}
	if client, err := o.dial(ssh.Password("open sesame")); err == nil {
		client.Close()
		t.Error("an address that failed too often still enters")
	}
}

// A guest gets what it asked for, and may tell a few variables only; nothing but sessions opens.
func TestSessionsOnly(t *testing.T) {
	o := start(t, &Server{Limits: short, Open: true, Serve: greet})
	client, err := o.dial()
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	session, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	if err := session.Setenv("NO_COLOR", "1"); err != nil {
		t.Error(err)
	}
	for name, value := range map[string]string{"LD_PRELOAD": "x", "PATH": "/", "LANG": strings.Repeat("x", longestValue+1)} {
		if session.Setenv(name, value) == nil {
			t.Errorf("%s = %.9q is taken", name, value)
		}
	}
	if session.RequestSubsystem("sftp") == nil {
		t.Error("files can be transferred")
	}
	for _, request := range []string{"auth-agent-req@openssh.com", "x11-req"} {
		if good, err := session.SendRequest(request, true, nil); good || err != nil {
			t.Errorf("%s is granted: %v", request, err)
		}
	}
	if conn, err := client.Dial("tcp", o.address); err == nil {
		conn.Close()
		t.Error("connections are forwarded")
	}
	if l, err := client.Listen("tcp", "127.0.0.1:0"); err == nil {
		l.Close()
		t.Error("the server listens for guests")
	}
	out, err := session.Output("show me")
	if exit, is := err.(*ssh.ExitError); !is || exit.ExitStatus() != 7 || string(out) != `ann asks "show me" with [NO_COLOR=1]` {
		t.Errorf("%q, %v", out, err)
	}
}

// A guest too many is told, a fault ends one session, and a flood of requests its connection.
func TestLimits(t *testing.T) {
	inside := make(chan bool, 10)
	o := start(t, &Server{Limits: short, Open: true, Serve: func(ctx context.Context, g *Guest) int {
		if g.Command == "fail" {
			panic("a fault")
		}
		inside <- true
		<-ctx.Done()
		return 0
	}})
	var clients []*ssh.Client
	for range short.Guests {
		client, err := o.dial()
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		clients = append(clients, client)
	}
	faulty, err := clients[0].NewSession()
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := faulty.CombinedOutput("fail"); !strings.Contains(string(text), "fault of the program") {
		t.Errorf("a fault says %q", text)
	}
	for _, client := range clients[1:] {
		session, err := client.NewSession()
		if err == nil {
			err = session.Start("stay")
		}
		if err != nil {
			t.Fatal(err)
		}
		<-inside
	}
	late, err := o.dial()
	if err != nil {
		t.Fatal(err)
	}
	defer late.Close()
	session, err := late.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := session.CombinedOutput("stay"); !strings.Contains(string(text), "3 guests are in") {
		t.Errorf("one guest too many is told %q", text)
	}
	for i := 0; ; i++ {
		if _, _, err := clients[1].SendRequest("flood", true, nil); err != nil {
			break
		}
		if i > 1000*short.Requests {
			t.Fatal("a flood of requests is answered")
		}
	}
}

// Guests are told that the server ends, and it ends although they stay.
func TestFarewell(t *testing.T) {
	told := make(chan bool, 1)
	begun := make(chan bool)
	o := start(t, &Server{Limits: short, Open: true, Serve: func(ctx context.Context, g *Guest) int {
		close(begun)
		<-g.Ending.Done()
		told <- ctx.Err() == nil
		<-ctx.Done()
		return 0
	}})
	client, err := o.dial()
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	session, err := client.NewSession()
	if err == nil {
		err = session.Start("stay")
	}
	if err != nil {
		t.Fatal(err)
	}
	<-begun
	o.end()
	select {
	case err := <-o.ended:
		if err != nil || !<-told {
			t.Errorf("%v; a guest may learn too late", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("the server does not end")
	}
}

// Connections that come and go leave no goroutine.
func TestNothingStays(t *testing.T) {
	o := start(t, &Server{Limits: Usual, Open: true, Serve: func(ctx context.Context, g *Guest) int {
		io.Copy(io.Discard, g.In)
		return 0
	}})
	visit := func(i int) {
		client, err := o.dial()
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		if i%2 == 0 {
			return
		}
		session, err := client.NewSession()
		if err == nil {
			session.RequestPty("xterm", 30, 100, nil)
			err = session.Shell()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	visit(1)
	before := settled(0)
	for i := range 40 {
		visit(i)
	}
	if after := settled(before); after > before {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
}

// settled returns the number of goroutines, once it is most or has not fallen for a while.
func settled(most int) int {
	n := runtime.NumGoroutine()
	for range 40 {
		if n <= most {
			return n
		}
		time.Sleep(100 * time.Millisecond)
		n = runtime.NumGoroutine()
	}
	return n
}

// A host key that others may read is refused, and so is a file that is no key.
func TestHostKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "host")
	made, err := HostKey(path)
	if err != nil {
		t.Fatal(err)
	}
	again, err := HostKey(path)
	if err != nil || string(again.PublicKey().Marshal()) != string(made.PublicKey().Marshal()) {
		t.Errorf("another key the second time: %v", err)
	}
	if runtime.GOOS != "windows" {
		os.Chmod(path, 0o640)
		if _, err := HostKey(path); err == nil || !strings.Contains(err.Error(), "0640") || !strings.Contains(err.Error(), "chmod 600") {
			t.Errorf("a key for all to read: %v", err)
		}
	}
	os.Chmod(path, 0o600)
	os.WriteFile(path, []byte("no key"), 0o600)
	if _, err := HostKey(path); err == nil {
		t.Error("a text passes for a key")
	}
}

// Names of terminals lead to no file, and what is logged is printable.
func FuzzGuestText(f *testing.F) {
	for _, text := range []string{"xterm-256color", "../../etc/passwd", "x\x1b[2J", strings.Repeat("é", 100), "", "..", "\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		name := term(text)
		if strings.ContainsAny(name, "/\\\x00") || strings.HasPrefix(name, ".") || len(name) > longestName || name == "" {
			t.Errorf("%q is a terminal's name", name)
		}
		shown := printable(text)
		if len(shown) > longestName || strings.ContainsAny(shown, "\x1b\n\r\u009b") {
			t.Errorf("%q is shown", shown)
		}
	})
}

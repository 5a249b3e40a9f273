// Package serve lets guests in over SSH, limits them, and hands each session to its caller. It opens nothing but sessions: no
// forwarding, no file transfer, no agent.
package serve

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"
)

// Server lets guests in.
type Server struct {
	Host     ssh.Signer                              // the server's own key
	Keys     []ssh.PublicKey                         // of guests
	Teacher  ssh.PublicKey                           // nil: there is none
	Password string                                  // of a class; empty: none
	Open     bool                                    // everybody may enter
	Limits   Limits                                  //
	Log      func(line string)                       // says who came and went, and nothing of what they did
	Serve    func(ctx context.Context, g *Guest) int // runs a session and returns its exit status

	mu      sync.Mutex
	failed  map[string][]time.Time // attempts to enter that failed, by address
	running sync.WaitGroup
}

// Limits hold what guests may take.
type Limits struct {
	Guests   int           // connections at once
	Idle     time.Duration // without a key
	Attempts int           // that fail, of one address within a minute
	Requests int           // of one connection, a second
	Farewell time.Duration // from the news that the server ends until it does
}

// Usual holds the limits of a class.
var Usual = Limits{Guests: 40, Idle: 30 * time.Minute, Attempts: 20, Requests: 100, Farewell: 5 * time.Second}

const (
	handshake = 15 * time.Second // longest time to enter
	tries     = 6                // to enter, of a connection: a client offers its keys first
	restoring = 2 * time.Second  // for a session that ends to give the terminal back
	knocking  = 20               // connections beyond Guests that may be told that the server is full
)

var errWrong = errors.New("this key or password lets nobody in")

// Run lets guests in until ctx ends, tells those inside, and returns when they have left.
func (s *Server) Run(ctx context.Context, listener net.Listener) error {
	s.failed = map[string][]time.Time{}
	inside, end := context.WithCancelCause(context.WithoutCancel(ctx))
	defer end(nil)
	context.AfterFunc(ctx, func() { listener.Close() })
	seats, doors := make(chan bool, s.Limits.Guests), make(chan bool, s.Limits.Guests+knocking)
	for {
		conn, err := listener.Accept()
		if ctx.Err() != nil {
			if err == nil {
				conn.Close()
			}
			break
		}
		var network net.Error
		switch {
		case errors.As(err, &network), err != nil && !errors.Is(err, net.ErrClosed): // as too many open files
			time.Sleep(50 * time.Millisecond)
			continue
		case err != nil:
			return err
		}
		select {
		case doors <- true:
			s.running.Go(func() {
				defer func() { <-doors }()
				defer conn.Close()
				s.enter(ctx, inside, conn, seats)
			})
		default:
			conn.Close()
		}
	}
	left := make(chan bool)
	go func() { s.running.Wait(); close(left) }()
	select {
	case <-left:
	case <-time.After(s.Limits.Farewell):
		end(errors.New("the server has ended"))
		<-left
	}
	return nil
}

// config says who may enter.
func (s *Server) config(address string) *ssh.ServerConfig {
	c := &ssh.ServerConfig{MaxAuthTries: tries, NoClientAuth: s.Open, ServerVersion: "SSH-2.0-dpscope"}
	teacher := &ssh.Permissions{Extensions: map[string]string{"teacher": "yes"}}
	if s.Teacher != nil || len(s.Keys) > 0 {
		c.PublicKeyCallback = func(_ ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
			same := func(k ssh.PublicKey) bool { return string(k.Marshal()) == string(key.Marshal()) }
			switch {
			case s.Teacher != nil && same(s.Teacher):
				return teacher, nil
			case slices.ContainsFunc(s.Keys, same):
				return nil, nil
			}
			return nil, errWrong
		}
	}
	if s.Open && s.Teacher != nil { // a client asks for none first, and would enter before it shows the teacher's key
		c.NoClientAuth = false
		c.KeyboardInteractiveCallback = func(ssh.ConnMetadata, ssh.KeyboardInteractiveChallenge) (*ssh.Permissions, error) {
			return nil, nil
		}
	}
	if s.Password != "" {
		c.PasswordCallback = func(_ ssh.ConnMetadata, password []byte) (*ssh.Permissions, error) {
			if subtle.ConstantTimeCompare(password, []byte(s.Password)) == 1 {
				return nil, nil
			}
			return nil, errWrong
		}
	}
	c.AuthLogCallback = func(_ ssh.ConnMetadata, method string, err error) {
		if err != nil && method == "password" {
			s.fail(address)
		}
	}
	c.AddHostKey(s.Host)
	return c
}

// fail notes an attempt that failed.
func (s *Server) fail(address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	const most = 10_000 // addresses that are remembered
	if len(s.failed) > most {
		clear(s.failed)
	}
	s.failed[address] = append(s.failed[address], time.Now())
}

// barred reports whether an address failed too often within a minute.
func (s *Server) barred(address string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	late := slices.DeleteFunc(s.failed[address], func(at time.Time) bool { return time.Since(at) > time.Minute })
	if s.failed[address] = late; len(late) == 0 {
		delete(s.failed, address)
	}
	return len(late) >= s.Limits.Attempts
}

// enter serves a connection until it is closed.
func (s *Server) enter(ending, ctx context.Context, conn net.Conn, seats chan bool) {
	address, _, _ := net.SplitHostPort(conn.RemoteAddr().String())
	if s.barred(address) {
		s.Log(fmt.Sprintf("%s: turned away, %d attempts failed within a minute", address, s.Limits.Attempts))
		return
	}
	conn.SetDeadline(time.Now().Add(handshake))
	client, channels, requests, err := ssh.NewServerConn(conn, s.config(address))
	if err != nil {
		return
	}
	defer client.Close()
	conn.SetDeadline(time.Time{})
	ctx, leave := context.WithCancelCause(ctx)
	defer leave(nil)
	context.AfterFunc(ctx, func() { time.AfterFunc(restoring, func() { client.Close() }) })
	v := &visit{server: s, conn: client, ending: ending, leave: leave, address: address, pace: pace{most: s.Limits.Requests}}
	select {
	case seats <- true:
		defer func() { <-seats }()
	default:
		v.refusal = fmt.Sprintf("%d guests are in, and no more fit; later would work", s.Limits.Guests)
	}
	s.Log(fmt.Sprintf("%s: %s came", address, printable(client.User())))
	v.serve(ctx, channels, requests)
	s.Log(fmt.Sprintf("%s: %s left", address, printable(client.User())))
}

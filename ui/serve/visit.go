package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"golang.org/x/crypto/ssh"

	"dpscope/ui/terminal"
)

// Guest is one session of a guest.
type Guest struct {
	Name     string
	Teacher  bool
	Command  string               // what it asks for; empty: the program
	Terminal bool                 // it has one
	Size     terminal.Size        // of its terminal, at first
	Sizes    <-chan terminal.Size // later sizes
	Env      []string             // of what may be told, NAME=VALUE
	In       io.Reader
	Out, Err io.Writer
	Ending   context.Context // done once the server is about to end
}

// Getenv returns a variable of the guest.
func (g *Guest) Getenv(name string) string {
	for _, v := range g.Env {
		if value, is := strings.CutPrefix(v, name+"="); is {
			return value
		}
	}
	return ""
}

// told lists the variables that a guest may set.
var told = []string{"TERM", "COLORTERM", "NO_COLOR", "LANG", "DPSCOPE_PLAIN"}

const (
	longestValue   = 64      // bytes of a variable
	longestCommand = 8 << 10 // bytes
	longestName    = 64      // bytes
	most           = 4096    // cells of a side of a terminal
)

// visit is one connection.
type visit struct {
	server  *Server
	conn    *ssh.ServerConn
	ending  context.Context
	leave   context.CancelCauseFunc
	address string
	refusal string // why nothing is served; empty: it is
	pace    pace
	open    sync.Mutex // held by the session
}

// serve opens one session after another, until the connection is closed.
func (v *visit) serve(ctx context.Context, channels <-chan ssh.NewChannel, requests <-chan *ssh.Request) {
	var sessions sync.WaitGroup
	defer sessions.Wait()
	defer v.leave(nil)
	lonely := time.NewTicker(handshake) // a connection without a session leaves
	defer lonely.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-lonely.C:
			if v.open.TryLock() {
				return
			}
		case r, more := <-requests:
			if !more {
				requests = nil
				continue
			}
			v.count()
			r.Reply(false, nil)
		case c, more := <-channels:
			if !more {
				return
			}
			v.count()
			switch {
			case c.ChannelType() != "session":
				c.Reject(ssh.Prohibited, "this server opens sessions only, and forwards nothing")
			case !v.open.TryLock():
				c.Reject(ssh.ResourceShortage, "a connection has one session at a time")
			default:
				channel, asks, err := c.Accept()
				if err != nil {
					v.open.Unlock()
					continue
				}
				sessions.Go(func() {
					defer v.open.Unlock()
					v.session(ctx, channel, asks)
				})
			}
		}
	}
}

// count counts a request, and closes a connection that makes too many.
func (v *visit) count() {
	if !v.pace.next(time.Now()) {
		v.leave(fmt.Errorf("more than %d requests a second", v.server.Limits.Requests))
	}
}

// session serves one session.
func (v *visit) session(ctx context.Context, channel ssh.Channel, asks <-chan *ssh.Request) {
	defer channel.Close()
	ctx, end := context.WithCancel(ctx)
	defer end()
	sizes := make(chan terminal.Size, 1)
	in := v.idling(channel)
	defer in.timer.Stop()
	g := &Guest{Name: printable(v.conn.User()), Teacher: v.conn.Permissions != nil && v.conn.Permissions.Extensions["teacher"] != "",
		Sizes: sizes, In: in, Out: channel, Err: channel.Stderr(), Ending: v.ending}
	begun, over := make(chan bool), make(chan int, 1)
	env := map[string]string{}
	started := false
	start := func() {
		started = true
		for _, name := range slices.Sorted(maps.Keys(env)) {
			g.Env = append(g.Env, name+"="+env[name])
		}
		close(begun)
	}
	go func() {
		select {
		case <-begun:
			over <- v.run(ctx, g)
		case <-ctx.Done():
			over <- 1
		}
	}()
	for {
		select {
		case r, more := <-asks:
			if !more { // the guest is gone
				end()
				<-over
				return
			}
			v.count()
			v.answer(r, g, env, sizes, &started, start)
		case status := <-over:
			channel.SendRequest("exit-status", false, ssh.Marshal(struct{ Status uint32 }{uint32(status)}))
			return
		}
	}
}

// run runs a session. A panic in it ends it alone.
func (v *visit) run(ctx context.Context, g *Guest) (status int) {
	defer func() {
		if fault := recover(); fault != nil {
			v.server.Log(fmt.Sprintf("%s: the session of %s ended by a fault of the program: %v", v.address, g.Name, fault))
			fmt.Fprint(g.Err, "this session ended by a fault of the program; another one would work\r\n")
			status = 1
		}
	}()
	if v.refusal != "" {
		fmt.Fprint(g.Err, v.refusal+"\r\n")
		return 1
	}
	return v.server.Serve(ctx, g)
}

// answer answers a request of a session.
func (v *visit) answer(r *ssh.Request, g *Guest, env map[string]string, sizes chan terminal.Size, started *bool, start func()) {
	good := false
	switch r.Type {
	case "pty-req":
		var p struct {
			Term                         string
			Columns, Rows, Width, Height uint32
			Modes                        string
		}
		if good = !*started && ssh.Unmarshal(r.Payload, &p) == nil; good {
			g.Terminal, g.Size = true, size(p.Columns, p.Rows)
			env["TERM"] = term(p.Term)
		}
	case "window-change":
		var p struct{ Columns, Rows, Width, Height uint32 }
		if good = ssh.Unmarshal(r.Payload, &p) == nil; good {
			select {
			case <-sizes: // an older one that was not read
			default:
			}
			sizes <- size(p.Columns, p.Rows)
		}
	case "env":
		var p struct{ Name, Value string }
		if good = !*started && ssh.Unmarshal(r.Payload, &p) == nil && slices.Contains(told, p.Name) && len(p.Value) <= longestValue; good {
			env[p.Name] = printable(p.Value)
			if p.Name == "TERM" {
				env[p.Name] = term(p.Value)
			}
		}
	case "shell", "exec":
		var p struct{ Command string }
		good = !*started && (r.Type == "shell" || ssh.Unmarshal(r.Payload, &p) == nil && len(p.Command) <= longestCommand)
		if g.Command = p.Command; good {
			r.Reply(true, nil)
			start()
			return
		}
	}
	if r.WantReply {
		r.Reply(good, nil)
	}
}

func size(columns, rows uint32) terminal.Size {
	return terminal.Size{Columns: int(min(columns, most)), Rows: int(min(rows, most))}
}

// term returns the name of a terminal: libraries look for a file of that name.
func term(name string) string {
	plain := func(r rune) bool {
		return r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-+.", r))
	}
	if name == "" || len(name) > longestName || strings.HasPrefix(name, ".") || strings.ContainsFunc(name, func(r rune) bool { return !plain(r) }) {
		return "dumb"
	}
	return name
}

// printable returns a text without control characters, of bounded length.
func printable(text string) string {
	text = strings.ToValidUTF8(text, "?")
	if len(text) > longestName {
		text = strings.ToValidUTF8(text[:longestName], "")
	}
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
}

// idle is the input of a guest, which leaves when nothing comes for too long.
type idle struct {
	io.Reader
	timer *time.Timer
	limit time.Duration
}

func (v *visit) idling(channel ssh.Channel) *idle {
	limit := v.server.Limits.Idle
	return &idle{channel, time.AfterFunc(limit, func() {
		fmt.Fprintf(channel.Stderr(), "no key came for %v; connecting again would work\r\n", limit)
		v.leave(errors.New("idle"))
	}), limit}
}

func (i *idle) Read(b []byte) (int, error) {
	n, err := i.Reader.Read(b)
	if n > 0 {
		i.timer.Reset(i.limit)
	}
	return n, err
}

// pace limits requests to so many a second, and twice as many at once.
type pace struct {
	most int

	mu   sync.Mutex
	left float64
	last time.Time
}

func (p *pace) next(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last.IsZero() {
		p.left, p.last = 2*float64(p.most), now
	}
	p.left = min(2*float64(p.most), p.left+float64(p.most)*now.Sub(p.last).Seconds()) - 1
	p.last = now
	return p.left >= 0
}

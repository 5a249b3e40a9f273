package serve

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"
)

// A guest without a key for too long is told so and leaves; one who types stays.
func TestIdleGuestsLeave(t *testing.T) {
	limits := short
	limits.Idle = time.Second
	o := start(t, &Server{Limits: limits, Open: true, Serve: func(ctx context.Context, g *Guest) int {
		io.Copy(g.Out, g.In)
		return 0
	}})
	for name, keys := range map[string]int{"who types nothing": 0, "who types": 6} {
		last := time.Now()
		client, err := o.dial()
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		session, err := client.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		var said strings.Builder
		session.Stderr = &said
		typed, err := session.StdinPipe()
		if err == nil {
			err = session.Shell()
		}
		if err != nil {
			t.Fatal(err)
		}
		for range keys {
			time.Sleep(limits.Idle / 4)
			last = time.Now()
			io.WriteString(typed, "x")
		}
		ended := make(chan bool)
		go func() { session.Wait(); close(ended) }()
		select {
		case <-ended:
		case <-time.After(20 * time.Second):
			t.Fatal(name, "stays without a key")
		}
		if quiet := time.Since(last); quiet < limits.Idle || !strings.Contains(said.String(), "no key came for 1s") {
			t.Errorf("%s left %v after the last key, told %q", name, quiet, said.String())
		}
	}
}

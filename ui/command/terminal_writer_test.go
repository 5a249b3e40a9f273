package command

import (
	"strings"
	"sync"
	"testing"
	"time"
)

// tap is a terminal that reads only while it is open.
type tap struct {
	open chan struct{}
	mu   sync.Mutex
	read []string
}

func (t *tap) Write(text []byte) (int, error) {
	<-t.open
	t.mu.Lock()
	defer t.mu.Unlock()
	t.read = append(t.read, string(text))
	return len(text), nil
}

func (t *tap) got() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(t.read, " ")
}

func TestOutletWaitsOnceForAStalledTerminal(t *testing.T) {
	reader := &tap{open: make(chan struct{})}
	out := newOutlet(reader)
	out.patience = 20 * time.Millisecond
	repainted := make(chan struct{})
	go out.run(func() { close(repainted) })
	start := time.Now()
	for _, text := range strings.Fields("enter picture second third leave") {
		out.Write([]byte(text))
	}
	out.flush()
	if took := time.Since(start); took > 10*out.patience {
		t.Errorf("a terminal that reads nothing holds up for %v", took)
	}
	close(reader.open)
	<-repainted
	if got := reader.got(); got != "enter leave" {
		t.Errorf("it reads %q, and not what was begun and what is newest", got)
	}
}

func TestOutletLosesNothingOfASlowTerminal(t *testing.T) {
	reader := &tap{open: make(chan struct{})}
	out := newOutlet(reader)
	go out.run(func() { t.Error("the screen is repainted") })
	go close(reader.open)
	for _, text := range strings.Fields("a b c d e") {
		out.Write([]byte(text))
	}
	out.flush()
	if got := strings.TrimSpace(reader.got()); got != "a b c d e" {
		t.Errorf("it reads %q", got)
	}
}

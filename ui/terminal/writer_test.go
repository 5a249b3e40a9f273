package terminal

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
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

func TestWriterWaitsForNoTerminal(t *testing.T) {
	reader := &tap{open: make(chan struct{})}
	out := NewWriter(reader)
	out.patience = 20 * time.Millisecond
	go out.run()
	start := time.Now()
	out.Write([]byte("enter" + takes))
	for _, screen := range strings.Fields("first second third newest") {
		out.show(screen)
	}
	out.Write([]byte("title"))
	out.Flush()
	if took := time.Since(start); took > 10*out.patience {
		t.Errorf("a terminal that reads nothing holds up for %v", took)
	}
	close(reader.open)
	out.patience = time.Minute
	out.Flush()
	got := reader.got()
	for _, late := range []string{"second", "third"} {
		if strings.Contains(got, late) {
			t.Errorf("it reads %q, in which a screen is out of date", got)
		}
	}
	if !strings.HasPrefix(got, "enter"+takes) || strings.Count(got, "title") != 1 || !strings.Contains(got, "newest") {
		t.Errorf("it reads %q, and not all that sets it up and what is newest", got)
	}
}

// Screens are shown while the program has the terminal, and again after each return; what sets it up comes in the order of
// writing.
func TestWriterShowsWhileItHasTheTerminal(t *testing.T) {
	reader := &tap{open: make(chan struct{})}
	close(reader.open)
	out := NewWriter(reader)
	go out.run()
	for _, c := range []struct{ set, screen, want string }{
		{"a", "early", "a"},
		{takes, "", takes + " early"},
		{"b" + gives, "hidden", "b" + gives},
		{"d" + takes + "e", "", "d" + takes + "e hidden"},
		{"f", "newest", "f hidden newest"},
	} {
		before := reader.got()
		out.Write([]byte(c.set))
		out.Flush()
		if c.screen != "" {
			out.show(c.screen)
			out.Flush()
		}
		got := strings.TrimPrefix(reader.got(), before)
		for _, word := range strings.Fields(c.want) {
			if !strings.Contains(got, word) {
				t.Errorf("after %q it reads %q, without %q", c.set, got, word)
			}
		}
		for _, word := range []string{"early", "hidden", "newest"} {
			if !strings.Contains(c.want, word) && strings.Contains(got, word) {
				t.Errorf("after %q it reads %q", c.set, got)
			}
		}
	}
}

// A terminal of 256 colours gets the nearest of them.
func TestWriterFindsTheNearestColours(t *testing.T) {
	reader := &tap{open: make(chan struct{})}
	close(reader.open)
	out := NewWriter(reader)
	go out.run()
	out.colours(colorprofile.ANSI256)
	out.Write([]byte(takes))
	out.show("\x1b[38;2;255;0;0mred\x1b[m")
	out.Flush()
	if got := reader.got(); !strings.Contains(got, "38;5;") || strings.Contains(got, "38;2;") {
		t.Errorf("it reads %q", got)
	}
}

// A closed writer leaves no goroutine, whether it waits for output or for the terminal.
func TestWriterEnds(t *testing.T) {
	for _, busy := range []bool{false, true} {
		reader, ended := &tap{open: make(chan struct{})}, make(chan struct{})
		out := NewWriter(reader)
		go func() { out.run(); close(ended) }()
		if busy {
			out.Write([]byte(takes))
		}
		out.close()
		close(reader.open)
		select {
		case <-ended:
		case <-time.After(5 * time.Second):
			t.Errorf("busy %v: it goes on after it is closed", busy)
		}
	}
}

package terminal

import (
	"context"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine/work"
	"dpscope/ui"
	"dpscope/views"
)

// screenOf collects what a terminal is sent.
type screenOf struct {
	mu  sync.Mutex
	got strings.Builder
}

func (s *screenOf) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.got.Write(b)
}

// await waits until the terminal was sent a text, and forgets what came until then.
func (s *screenOf) await(t *testing.T, text string) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		s.mu.Lock()
		found := strings.Contains(s.got.String(), text)
		if found {
			s.got.Reset()
		}
		s.mu.Unlock()
		if found {
			return
		}
	}
	t.Fatalf("%q was not sent", text)
}

// A session runs on any reader and writer, follows the sizes that it is told, and ends as its user asks.
func TestSessionOnAnyReaderAndWriter(t *testing.T) {
	v, values, err := views.Open("concentration")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(work.With(t.Context(), &work.Session{Store: work.NewStore(1 << 20)}))
	defer cancel()
	in, keys := io.Pipe()
	out, sizes, ended := &screenOf{}, make(chan Size), make(chan error)
	s := Session{Shell: ui.New(ctx, v, values, ui.Options{}), In: Typed(in), Out: NewWriter(out), Size: Size{100, 30}, Sizes: sizes,
		Environ: []string{"TERM=xterm"}, Profile: colorprofile.ASCII}
	go func() { ended <- s.Run(ctx) }()
	out.await(t, "attacker")
	sizes <- Size{8, 3}
	out.await(t, "attack…")
	sizes <- Size{100, 30}
	out.await(t, "attacker")
	io.WriteString(keys, "\x03")
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("it does not end")
	}
}

package explorer

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
)

// inlineBudget is whether an answer is waited for before the screen is drawn. One that
// takes less than a frame then stands in the frame of its key, instead of one
// frame and one drawing later. A key is never held up for longer than that, not
// where the view's last answer took longer, and not where keys come faster than
// frames, which answers then follow as they can.
type inlineBudget struct {
	asked  time.Time     // the newest
	lasted time.Duration // the last answer, from when it was asked for; 0: there was none
}

// calm is the time since another key after which frames keep up with keys.
const calm = 12 * time.Millisecond

// ask notes a request, and tells whether its answer is waited for.
func (h *inlineBudget) ask(now time.Time, most time.Duration) bool {
	since := now.Sub(h.asked)
	h.asked = now
	return h.lasted > 0 && h.lasted <= most && since >= calm
}

// answered notes that the newest request was.
func (h *inlineBudget) answered(now time.Time) { h.lasted = now.Sub(h.asked) }

// soon runs a command that begins a computation, and takes what it brings in a moment:
// what is shown on the way to an answer is no answer yet.
func (e *Explorer) soon(begin tea.Cmd) tea.Cmd {
	for over := time.After(e.session.Clock.Soon); ; {
		first := make(chan tea.Msg, 1)
		go func(begin tea.Cmd) { first <- begin() }(begin)
		select {
		case msg := <-first:
			m := msg.(Message)
			next := e.Take(m)
			if d, is := m.what.(done[request, engine.Sheet]); !is || !d.partial || d.value.Settling {
				return next
			}
			begin = next
		case <-over:
			return func() tea.Msg { return <-first }
		}
	}
}

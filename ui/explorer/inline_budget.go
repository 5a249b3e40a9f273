package explorer

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
)

// inlineBudget decides whether the screen waits for an answer. An answer that takes less than a frame is then drawn in the
// frame of its key, instead of one frame and one drawing later. A key never waits longer than that, and does not wait where the
// view's last answer took longer, or where keys come faster than frames; answers then follow as they can.
type inlineBudget struct {
	asked  time.Time     // time of the newest request
	lasted time.Duration // time that the last answer took; 0: there was none
}

// calm is the time between two keys above which frames keep up with keys.
const calm = 12 * time.Millisecond

// ask notes a request, and reports whether to wait for its answer.
func (h *inlineBudget) ask(now time.Time, most time.Duration) bool {
	since := now.Sub(h.asked)
	h.asked = now
	return h.lasted > 0 && h.lasted <= most && since >= calm
}

// answered notes that the newest request was answered.
func (h *inlineBudget) answered(now time.Time) { h.lasted = now.Sub(h.asked) }

// soon runs a command that begins a computation, and handles its result if that comes within a moment; a part of an answer is
// no result yet.
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

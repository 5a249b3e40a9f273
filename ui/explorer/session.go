package explorer

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpscope/ui/files"
)

// Session holds what the explorers of one user share. Nothing else connects them, and two sessions share nothing.
type Session struct {
	Context context.Context // ends with the session; carries what its computations share
	Files   files.Files     // nil: the session has none, and its Context opens none
	Clock   Clock
}

// Clock tells the time and wakes the program; tests have one of their own.
type Clock struct {
	Now   func() time.Time
	After func(time.Duration, tea.Msg) tea.Cmd
	Soon  time.Duration // longest wait for an answer within a key's frame; 0: none
}

// TimeOfDay is the real clock.
var TimeOfDay = Clock{
	Now: time.Now,
	After: func(d time.Duration, msg tea.Msg) tea.Cmd {
		return tea.Tick(d, func(time.Time) tea.Msg { return msg })
	},
	Soon: 5 * time.Millisecond,
}

// Message brings something back to the explorer of a view.
type Message struct {
	View string
	what any
}

// later sends itself a message after a while.
func (e *Explorer) later(d time.Duration, what any) tea.Cmd {
	return e.session.Clock.After(d, Message{e.view.Name, what})
}

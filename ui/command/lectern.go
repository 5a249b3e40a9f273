//go:build !js

package command

import (
	"context"
	"path/filepath"
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpscope/ui"
)

// lectern holds the address that a teacher shows to a class.
type lectern struct {
	mu      sync.Mutex
	address string        // empty: nobody teaches
	changed chan struct{} // closed at the next change; nil: nobody waits
}

// show shows an address; the empty one says that the teacher is gone.
func (l *lectern) show(address string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if address == l.address {
		return
	}
	if l.address = address; l.changed != nil {
		close(l.changed)
		l.changed = nil
	}
}

// shown returns the address, and what is closed once it is another one.
func (l *lectern) shown() (address string, changed <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.changed == nil {
		l.changed = make(chan struct{})
	}
	return l.address, l.changed
}

// followPause is the time between two pages that a screen follows: a slider under way is not followed step by step.
const followPause = 200 * time.Millisecond

// follow tells a guest's program where the teacher is, until stop is called.
func (l *lectern) follow(ctx context.Context, tells chan<- tea.Msg) (stop func()) {
	ctx, stop = context.WithCancel(ctx)
	go func() {
		told := ""
		for {
			address, changed := l.shown()
			if address != told {
				if !send(ctx, tells, ui.Lead(address)) {
					return
				}
				told = address
			}
			select {
			case <-changed:
			case <-ctx.Done():
				return
			}
			select {
			case <-time.After(followPause):
			case <-ctx.Done():
				return
			}
		}
	}()
	return stop
}

// send sends a message, and reports whether that was before ctx ended.
func send(ctx context.Context, to chan<- tea.Msg, msg tea.Msg) bool {
	select {
	case to <- msg:
		return true
	case <-ctx.Done():
		return false
	}
}

// handInPause is the time between two looks for new answers of a class.
const handInPause = time.Second

// watchHandIns has the teacher's page drawn anew whenever the class has answered, until stop is called.
func (h *classroomOver) watchHandIns(ctx context.Context, tells chan<- tea.Msg) (stop func()) {
	ctx, stop = context.WithCancel(ctx)
	go func() {
		look := time.NewTicker(handInPause)
		defer look.Stop()
		seen := h.class.Revision(ctx, h.class.Folder)
		for {
			select {
			case <-look.C:
			case <-ctx.Done():
				return
			}
			if now := h.class.Revision(ctx, h.class.Folder); now != seen {
				if seen = now; !send(ctx, tells, ui.Afresh{}) {
					return
				}
			}
		}
	}()
	return stop
}

// teacherMayOpen returns why the teacher may not open a file: besides what guests may open, the class file and what is handed in.
func (h *classroomOver) teacherMayOpen(path string) error {
	if path == h.classFile || filepath.Dir(path) == h.class.Folder && slices.Contains(h.class.HandIns(h.class.Folder), path) {
		return nil
	}
	return h.mayOpen(path)
}

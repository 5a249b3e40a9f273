package view

import (
	"context"
	"math"
	"sync"
	"time"

	"dpscope/engine"
	"dpscope/engine/work"
)

// telling shows how far the work for a sheet is where whoever draws it does not: what
// was shown last stands, and its progress moves on within the unit that is being
// done.
type telling struct {
	show   func(engine.Sheet)
	lock   sync.Mutex
	last   engine.Sheet
	newest time.Time // when that was shown
}

// often is how often a sheet is shown for its progress alone.
const often = 100 * time.Millisecond

func newTelling(show func(engine.Sheet)) *telling { return &telling{show: show, newest: time.Now()} }

// part shows a part of the sheet.
func (t *telling) part(s engine.Sheet) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.last, t.newest = s, time.Now()
	t.show(s)
}

// stand says what there is by now, to be shown when there is news of what comes next.
func (t *telling) stand(s engine.Sheet) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.last = s
}

// on returns a context under which reports are shown, with the answers known by
// then.
func (t *telling) on(ctx context.Context, answers func(context.Context) []engine.Answer) context.Context {
	return work.Reporting(ctx, func(p work.Progress) {
		t.lock.Lock()
		defer t.lock.Unlock()
		if time.Since(t.newest) < often {
			return
		}
		t.newest = time.Now()
		part := t.last
		if !part.Progress.Partial() {
			part.Progress = work.Progress{Of: 1}
		}
		within := math.Min(part.Progress.Done+p.Share(), part.Progress.Of)
		part.Progress.Done = math.Min(within, math.Nextafter(part.Progress.Of, 0)) // not all of it is there
		part.Answers = answers(ctx)
		t.show(part)
	})
}

package view

import (
	"context"
	"math"
	"sync"
	"time"

	"dpscope/engine"
	"dpscope/engine/work"
)

// progressRelay shows how far the work for a sheet is where whoever draws it does not: what
// was shown last stands, and its progress moves on within the unit that is being
// done.
type progressRelay struct {
	show   func(engine.Sheet)
	opened float64       // share of all that was done before the sheet was begun
	stands *engine.Sheet // what is shown in place of every part; nil: the parts
	lock   sync.Mutex
	last   engine.Sheet  // as it was handed over
	newest time.Time     // when that was shown
	base   work.Progress // of what was shown last, without what was reported since
	unit   float64       // of the base, through which reports move
	within along         // that
}

// along is how far something is in which one thing after another reports, each from its own
// beginning: each moves through nine tenths of what those before it have left. What many
// answers share the first of them waits for, so that no answer is worth as much as another.
type along struct {
	before float64 // share that is behind the work that reports now
	done   float64 // and with that
	report float64 // of the work that reports now
}

// move takes a report.
func (a *along) move(share float64) {
	const part = 0.9
	if share < a.report {
		a.before = a.done
	}
	a.report = share
	a.done = a.before + part*(1-a.before)*share
}

// often is how often a sheet is shown for its progress alone.
const often = 100 * time.Millisecond

func newTelling(show func(engine.Sheet)) *progressRelay {
	t := &progressRelay{show: show, newest: time.Now()}
	t.begin(work.Progress{})
	return t
}

// begin begins a unit, or what is left of the last. Where nobody says how much there is,
// that is all that is left.
func (t *progressRelay) begin(p work.Progress) {
	before := t.progress().Share()
	t.base, t.unit = p, math.Min(1, p.Of-p.Done)
	if !p.Partial() {
		t.base, t.unit = work.Progress{Done: before, Of: 1}, 1-before
	}
	t.within = along{}
}

// progress is what is done with what was reported: less than all, which is not there.
func (t *progressRelay) progress() work.Progress {
	p := t.base
	if p.Of > 0 {
		p.Done = math.Min(math.Min(p.Done+t.unit*t.within.done, p.Of), math.Nextafter(p.Of, 0))
	}
	return p
}

// openedKey is under what the share of the page's work is told that was done before it.
type openedKey struct{}

// told is a progress as it is shown: after what was done before.
func (t *progressRelay) told(p work.Progress) work.Progress {
	p.Done = t.opened*p.Of + (1-t.opened)*p.Done
	return p
}

// part shows a part of the sheet.
func (t *progressRelay) part(s engine.Sheet) {
	t.lock.Lock()
	defer t.lock.Unlock()
	if s.Progress.Partial() {
		if s.Progress != t.base {
			t.begin(s.Progress)
		}
		s.Progress = t.told(t.progress())
	}
	t.last, t.newest = t.instead(s), time.Now()
	t.show(t.last)
}

// stand says what there is by now, to be shown when there is news of what comes next.
func (t *progressRelay) stand(s engine.Sheet) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.begin(s.Progress)
	t.last = t.instead(s)
}

// instead is what is shown of a part.
func (t *progressRelay) instead(part engine.Sheet) engine.Sheet {
	if t.stands == nil {
		return part
	}
	s := *t.stands
	s.Progress = part.Progress
	return s
}

// on returns a context under which reports are shown, with the answers known by
// then: those that what is under way will decide are later.
func (t *progressRelay) on(ctx context.Context, answers func(context.Context) []engine.Reading) context.Context {
	return work.Reporting(ctx, func(p work.Progress) {
		t.lock.Lock()
		defer t.lock.Unlock()
		t.within.move(p.Share())
		if time.Since(t.newest) < often {
			return
		}
		t.newest = time.Now()
		part := t.last
		part.Progress = t.told(t.progress())
		if t.stands == nil {
			if known := answers(work.Unwaiting(ctx)); known != nil {
				part.Readings = known
			}
		}
		t.show(part)
	})
}

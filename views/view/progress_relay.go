package view

import (
	"context"
	"math"
	"sync"
	"time"

	"dpscope/engine"
	"dpscope/engine/work"
)

// progressRelay shows the progress of a sheet's work while its drawing shows none: the last part shown stays, and its progress
// moves on within the present unit.
type progressRelay struct {
	show   func(engine.Sheet)
	opened float64       // share of the whole that was done before the sheet was begun
	stands *engine.Sheet // what is shown in place of every part; nil: the parts
	lock   sync.Mutex
	last   engine.Sheet  // as it was passed on
	newest time.Time     // time when that was shown
	base   work.Progress // of the last part shown, without later reports
	unit   float64       // of the base, through which reports move
	within along         // progress within the unit
}

// along is the progress of work in which one thing after another reports, each from its own beginning: each moves through nine
// tenths of the rest. The first answer waits for what all of them share, so that answers do not count equally.
type along struct {
	before float64 // share before the work that reports now
	done   float64 // and with that
	report float64 // of the work that reports now
}

// move adds a report.
func (a *along) move(share float64) {
	const part = 0.9
	if share < a.report {
		a.before = a.done
	}
	a.report = share
	a.done = a.before + part*(1-a.before)*share
}

// often limits how often a sheet is shown for its progress alone.
const often = 100 * time.Millisecond

func newTelling(show func(engine.Sheet)) *progressRelay {
	t := &progressRelay{show: show, newest: time.Now()}
	t.begin(work.Progress{})
	return t
}

// begin begins a unit, or the rest of the last one. Without a known amount that is all of the rest.
func (t *progressRelay) begin(p work.Progress) {
	before := t.progress().Share()
	t.base, t.unit = p, math.Min(1, p.Of-p.Done)
	if !p.Partial() {
		t.base, t.unit = work.Progress{Done: before, Of: 1}, 1-before
	}
	t.within = along{}
}

// progress returns the share done including reports: always less than the whole.
func (t *progressRelay) progress() work.Progress {
	p := t.base
	if p.Of > 0 {
		p.Done = math.Min(math.Min(p.Done+t.unit*t.within.done, p.Of), math.Nextafter(p.Of, 0))
	}
	return p
}

// openedKey is the context key for the share of the page's work that was done before it.
type openedKey struct{}

// told returns a progress as it is shown: after the share done before.
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

// stand sets the present page, to be shown when the next work reports.
func (t *progressRelay) stand(s engine.Sheet) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.begin(s.Progress)
	t.last = t.instead(s)
}

// instead returns what is shown in place of a part.
func (t *progressRelay) instead(part engine.Sheet) engine.Sheet {
	if t.stands == nil {
		return part
	}
	s := *t.stands
	s.Progress = part.Progress
	return s
}

// on returns a context that shows reports, with the answers known by then: those that the present work will decide come later.
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

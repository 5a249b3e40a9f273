package explorer

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/work"
)

// job keeps at most one computation running and at most one request waiting:
// the newest. It is owned by a model and touched only in its Update; the
// worker sees nothing but its request.
//
// Under a held key requests come faster than answers. What runs is then given
// some patience to finish, so that the picture follows, before it is stopped
// for what waits; none once it has shown what will do. One that does not stop
// then loses its place.
type job[P, R any] struct {
	session     context.Context // what every run descends from
	run         func(ctx context.Context, p P, report func(R)) (R, error)
	wrap        func(done[P, R]) tea.Msg // tells this job's results from another's
	timeout     func(run uint64) tea.Cmd // calls expire later; nil: there is none
	cancelGrace func(run uint64) tea.Cmd // calls evict later; nil: nobody loses a place
	started     uint64                   // runs so far
	cancel      context.CancelFunc       // of the one that runs
	running     bool
	abandoned   bool // the one that runs was told to stop: nobody wants its result
	content     bool // what the one that runs has shown will do: it gives way to whatever waits
	evicted     int  // runs that were told to stop, have not, and lost their place
	waiting     *P
}

// mostEvicted is how many runs that do not stop may go on beside the one that
// has the place. More of them would take all processors.
const mostEvicted = 3

// done brings a result, or a partial one, back to Update.
type done[P, R any] struct {
	run     uint64 // that it comes from
	asked   P      // what it answers
	value   R
	err     error
	partial bool
	rest    <-chan done[P, R] // what the same worker will send next
}

// ask makes p the newest request. What waited is forgotten.
func (j *job[P, R]) ask(p P) tea.Cmd {
	if j.begins() {
		if j.running {
			j.abandon()
			j.evicted++
		}
		return j.start(p)
	}
	first := j.waiting == nil
	j.waiting = &p
	switch {
	case first && j.abandoned:
		return j.warn()
	case (j.timeout == nil || j.content) && !j.abandoned:
		j.abandon()
		return j.warn()
	case first:
		return j.timeout(j.started)
	}
	return nil
}

// begins reports whether a request is begun with at once: nothing runs, or what runs has
// shown what will do, and loses its place.
func (j *job[P, R]) begins() bool {
	return !j.running || j.content && j.evicted < mostEvicted
}

// suffices reports whether what the run has shown will do, and is of the newest request.
func (j *job[P, R]) suffices() bool { return j.running && j.content && !j.abandoned }

// suffice notes that what the run has shown will do where another waits, or will.
func (j *job[P, R]) suffice() tea.Cmd {
	j.content = true
	if !j.running || j.abandoned || j.waiting == nil {
		return nil
	}
	j.abandon()
	return j.warn()
}

// expire stops a run that has had its time, if something waits for its place.
func (j *job[P, R]) expire(run uint64) tea.Cmd {
	if run != j.started || !j.running || j.waiting == nil {
		return nil
	}
	j.abandon()
	return j.warn()
}

func (j *job[P, R]) abandon() {
	j.abandoned = true
	j.cancel()
}

// warn gives the run that was told to stop some time to do so.
func (j *job[P, R]) warn() tea.Cmd {
	if j.cancelGrace == nil {
		return nil
	}
	return j.cancelGrace(j.started)
}

// detach gives the place of a run that was told to stop, and has not, to what
// waits.
func (j *job[P, R]) detach(run uint64) tea.Cmd {
	if run != j.started || !j.running || !j.abandoned || j.waiting == nil || j.evicted == mostEvicted {
		return nil
	}
	j.evicted++
	return j.start(*j.waiting)
}

func (j *job[P, R]) start(p P) tea.Cmd {
	ctx, cancel := context.WithCancel(j.session)
	j.started++
	j.cancel, j.running, j.abandoned, j.content, j.waiting = cancel, true, false, false, nil
	run, wrap, number := j.run, j.wrap, j.started
	results := make(chan done[P, R], 1)
	return func() tea.Msg {
		go func() {
			report := func(partial R) {
				d := done[P, R]{run: number, asked: p, value: partial, partial: true, rest: results}
				select {
				case <-results: // an older partial result that nobody has read yet
				default:
				}
				results <- d
			}
			value, err := work.Recover(func() (R, error) {
				return work.Spared(ctx, func(ctx context.Context) (R, error) { return run(ctx, p, report) })
			})
			select {
			case <-results:
			default:
			}
			results <- done[P, R]{run: number, asked: p, value: value, err: err}
		}()
		return wrap(<-results)
	}
}

// take accounts for an arrival. use tells whether it is to be shown; next is
// the command to run.
func (j *job[P, R]) take(d done[P, R]) (use bool, next tea.Cmd) {
	use = d.run == j.started && !j.abandoned
	if d.partial {
		wrap := j.wrap
		return use, func() tea.Msg { return wrap(<-d.rest) }
	}
	if d.run != j.started { // it lost its place, which another may now lose
		j.evicted--
		return false, j.detach(j.started)
	}
	j.running = false
	j.cancel()
	if j.waiting != nil {
		next = j.start(*j.waiting)
	}
	return use, next
}

// stop cancels what runs and forgets what waits.
func (j *job[P, R]) stop() {
	j.waiting = nil
	if j.running {
		j.abandon()
	}
}

// busy reports whether the newest request is still unanswered.
func (j *job[P, R]) busy() bool { return j.running }

// tempo is how fast a run gets on: by the part that was done when it was first heard
// of, and when that was.
type tempo struct {
	run   uint64
	from  float64
	since time.Time
}

// settling is how long a run is watched before its tempo is believed.
const settling = 2 * time.Second

// left is the time that a run has still to go when a share of it is done; 0 where
// nobody knows yet.
func (p *tempo) left(run uint64, share float64, now time.Time) time.Duration {
	if p.run != run || p.since.IsZero() {
		*p = tempo{run, share, now}
	}
	gone := now.Sub(p.since)
	if gone < settling || share <= p.from || share >= 1 {
		return 0
	}
	return time.Duration(float64(gone) * (1 - share) / (share - p.from))
}

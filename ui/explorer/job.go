package explorer

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/work"
)

// job keeps at most one computation running and at most one request waiting: the newest. A model owns it and touches it only in
// its Update; the worker sees only its request.
//
// Under a held key requests come faster than answers. The running computation then gets some patience to finish, so that the
// picture follows, before it is stopped for the waiting request; it gets none once it has shown a sufficient result. One that
// does not stop then loses its place.
type job[P, R any] struct {
	session     context.Context // parent of every run's context
	run         func(ctx context.Context, p P, report func(R)) (R, error)
	wrap        func(done[P, R]) tea.Msg // tells this job's results from another's
	timeout     func(run uint64) tea.Cmd // calls expire later; nil: runs have no time limit
	cancelGrace func(run uint64) tea.Cmd // calls evict later; nil: no run loses its place
	started     uint64                   // runs so far
	cancel      context.CancelFunc       // cancels the current run
	running     bool
	abandoned   bool // the current run was told to stop: its result is dropped
	content     bool // the current run has shown a sufficient result: it gives way to any request
	evicted     int  // runs that were told to stop, have not, and lost their place
	waiting     *P
}

// mostEvicted limits the runs that go on after they lost their place. More of them would take all processors.
const mostEvicted = 3

// done brings a result, or a partial one, back to Update.
type done[P, R any] struct {
	run     uint64 // number of the run
	asked   P      // the request it answers
	value   R
	err     error
	partial bool
	rest    <-chan done[P, R] // further results of the same worker
}

// ask makes p the newest request, and drops the one that waited.
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

// begins reports whether a request begins at once: no run is current, or the current one has shown a sufficient result, and
// loses its place.
func (j *job[P, R]) begins() bool {
	return !j.running || j.content && j.evicted < mostEvicted
}

// suffices reports whether the run has shown a sufficient result for the newest request.
func (j *job[P, R]) suffices() bool { return j.running && j.content && !j.abandoned }

// suffice notes that the run has shown a sufficient result, and lets it give way to a request that waits.
func (j *job[P, R]) suffice() tea.Cmd {
	j.content = true
	if !j.running || j.abandoned || j.waiting == nil {
		return nil
	}
	j.abandon()
	return j.warn()
}

// expire stops a run when its time is over, if a request waits.
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

// detach gives the place of a run that was told to stop, and has not, to the waiting request.
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
				case <-results: // an older partial result that was not read
				default:
				}
				results <- d
			}
			value, err := work.Recover(func() (R, error) {
				return work.Spared(work.Yielding(ctx), func(ctx context.Context) (R, error) { return run(ctx, p, report) })
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

// take accounts for a result. use says whether to show it; next is the command to run.
func (j *job[P, R]) take(d done[P, R]) (use bool, next tea.Cmd) {
	use = d.run == j.started && !j.abandoned
	if d.partial {
		wrap := j.wrap
		return use, func() tea.Msg { return wrap(<-d.rest) }
	}
	if d.run != j.started { // it lost its place; the next such run may lose its own
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

// stop cancels the current run and drops the waiting request.
func (j *job[P, R]) stop() {
	j.waiting = nil
	if j.running {
		j.abandon()
	}
}

// busy reports whether the newest request is still unanswered.
func (j *job[P, R]) busy() bool { return j.running }

// tempo measures the speed of a run: it holds the share done at its first report, and the time of that.
type tempo struct {
	run   uint64
	from  float64
	since time.Time
}

// settling is the time after which the speed of a run is trusted.
const settling = 2 * time.Second

// left returns the time that a run still needs when a share of it is done; 0 while that is unknown.
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

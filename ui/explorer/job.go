package explorer

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/work"
)

// job keeps at most one computation running and at most one request waiting:
// the newest. It is owned by a model and touched only in its Update; the
// worker sees nothing but its request.
//
// Under a held key requests come faster than answers. What runs is then given
// some patience to finish, so that the picture follows, before it is stopped
// for what waits.
type job[P, R any] struct {
	session   context.Context // what every run descends from
	run       func(ctx context.Context, p P, report func(R)) (R, error)
	wrap      func(done[P, R]) tea.Msg // tells this job's results from another's
	patience  func(run uint64) tea.Cmd // calls expire later; nil: there is none
	started   uint64                   // runs so far
	cancel    context.CancelFunc       // of the one that runs
	running   bool
	abandoned bool // the one that runs was told to stop: nobody wants its result
	waiting   *P
}

// done brings a result, or a partial one, back to Update.
type done[P, R any] struct {
	asked   P // what it answers
	value   R
	err     error
	partial bool
	rest    <-chan done[P, R] // what the same worker will send next
}

// ask makes p the newest request. What waited is forgotten.
func (j *job[P, R]) ask(p P) tea.Cmd {
	if !j.running {
		return j.start(p)
	}
	first := j.waiting == nil
	j.waiting = &p
	if j.patience == nil {
		j.abandon()
	} else if first && !j.abandoned {
		return j.patience(j.started)
	}
	return nil
}

// expire stops a run that has had its time, if something waits for its place.
func (j *job[P, R]) expire(run uint64) {
	if run == j.started && j.running && j.waiting != nil {
		j.abandon()
	}
}

func (j *job[P, R]) abandon() {
	j.abandoned = true
	j.cancel()
}

func (j *job[P, R]) start(p P) tea.Cmd {
	ctx, cancel := context.WithCancel(j.session)
	j.started++
	j.cancel, j.running, j.abandoned, j.waiting = cancel, true, false, nil
	run, wrap := j.run, j.wrap
	results := make(chan done[P, R], 1)
	return func() tea.Msg {
		go func() {
			report := func(partial R) {
				d := done[P, R]{asked: p, value: partial, partial: true, rest: results}
				select {
				case <-results: // an older partial result that nobody has read yet
				default:
				}
				results <- d
			}
			value, err := work.Guard(func() (R, error) { return run(ctx, p, report) })
			select {
			case <-results:
			default:
			}
			results <- done[P, R]{asked: p, value: value, err: err}
		}()
		return wrap(<-results)
	}
}

// take accounts for an arrival. use tells whether it is to be shown; next is
// the command to run.
func (j *job[P, R]) take(d done[P, R]) (use bool, next tea.Cmd) {
	use = !j.abandoned
	if d.partial {
		return use, func() tea.Msg { return j.wrap(<-d.rest) }
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

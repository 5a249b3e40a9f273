package ui

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"
)

// job keeps at most one computation running and at most one request waiting:
// the newest. It is owned by a model and touched only in its Update; the
// worker sees nothing but its request.
type job[P, R any] struct {
	run     func(ctx context.Context, p P, report func(R)) (R, error)
	wrap    func(done[R]) tea.Msg // tells this job's results from another's
	newest  uint64                // number of the newest request
	cancel  context.CancelFunc    // of the one that runs
	running bool
	waiting *P
}

// done brings a result, or a partial one, back to Update.
type done[R any] struct {
	request uint64
	value   R
	err     error
	partial bool
	rest    <-chan done[R] // what the same worker will send next
}

// ask makes p the newest request. What runs is told to stop; what waited is
// forgotten.
func (j *job[P, R]) ask(p P) tea.Cmd {
	j.newest++
	if j.running {
		j.waiting = &p
		j.cancel()
		return nil
	}
	return j.start(p)
}

func (j *job[P, R]) start(p P) tea.Cmd {
	ctx, cancel := context.WithCancel(context.Background())
	j.cancel, j.running, j.waiting = cancel, true, nil
	request, run, wrap := j.newest, j.run, j.wrap
	results := make(chan done[R], 1)
	return func() tea.Msg {
		go func() {
			report := func(partial R) {
				d := done[R]{request: request, value: partial, partial: true, rest: results}
				select {
				case <-results: // an older partial result that nobody has read yet
				default:
				}
				results <- d
			}
			value, err := guarded(func() (R, error) { return run(ctx, p, report) })
			select {
			case <-results:
			default:
			}
			results <- done[R]{request: request, value: value, err: err}
		}()
		return wrap(<-results)
	}
}

// take accounts for an arrival. use tells whether it answers the newest
// request; next is the command to run.
func (j *job[P, R]) take(d done[R]) (use bool, next tea.Cmd) {
	if d.partial {
		return d.request == j.newest, func() tea.Msg { return j.wrap(<-d.rest) }
	}
	j.running = false
	j.cancel()
	if j.waiting != nil {
		return false, j.start(*j.waiting)
	}
	return d.request == j.newest, nil
}

// stop cancels what runs and forgets what waits.
func (j *job[P, R]) stop() {
	j.newest++
	j.waiting = nil
	if j.running {
		j.cancel()
	}
}

// busy reports whether the newest request is still unanswered.
func (j *job[P, R]) busy() bool { return j.running }

// guarded turns a panic in the worker, which would leave the terminal broken,
// into an error that is shown.
func guarded[R any](work func() (R, error)) (value R, err error) {
	defer func() {
		if trouble := recover(); trouble != nil {
			err = fmt.Errorf("this setting met a fault in the program (%v); another setting may work", trouble)
		}
	}()
	return work()
}

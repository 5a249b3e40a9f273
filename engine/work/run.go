package work

import "context"

// run is what belongs to one question and not to its session: who is told how far it is,
// what it may begin with, whether one answer is all that is wanted, and whether it waits for
// others. A flight, whose asker may leave while others wait, begins with the zero run.
type run struct {
	report func(Progress)
	starts *WarmStarts
	alone  bool
	watch  any // a func(T): see Watching
	helper *helper

	unwaiting bool
}

type runKey struct{}

// runOf is the run of a context; the zero run where it has none.
func runOf(ctx context.Context) run {
	if r, is := ctx.Value(runKey{}).(*run); is {
		return *r
	}
	return run{}
}

// running returns a context with a run.
func running(ctx context.Context, r run) context.Context {
	return context.WithValue(ctx, runKey{}, &r)
}

// Single returns a context for one answer: what others would share with it is not
// worth computing.
func Single(ctx context.Context) context.Context {
	r := runOf(ctx)
	r.alone = true
	return running(ctx, r)
}

// Alone reports whether ctx is for one answer.
func Alone(ctx context.Context) bool { return runOf(ctx).alone }

// Unwaiting returns a context for who tells how far something is, and is asked by the one
// who computes it: a Once that is being computed is ErrLater there, for whoever computes it may
// wait until all is told.
func Unwaiting(ctx context.Context) context.Context {
	r := runOf(ctx)
	r.unwaiting = true
	return running(ctx, r)
}

// Watching returns a context under which searches tell what they have found on their
// way, values of type T, in place of whoever watched before. tell must not block, and is
// called from whatever goroutine searches.
func Watching[T any](ctx context.Context, tell func(T)) context.Context {
	r := runOf(ctx)
	r.watch = tell
	return running(ctx, r)
}

// Tell hands what a search has found to whoever watches ctx for values of its type.
func Tell[T any](ctx context.Context, found T) {
	if tell, is := runOf(ctx).watch.(func(T)); is {
		tell(found)
	}
}

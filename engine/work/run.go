package work

import "context"

// run belongs to one question instead of its session: its progress report, its warm starts, whether it needs
// a single answer, and whether it waits for others. A flight begins with the zero run, because its first
// caller may leave while others wait.
type run struct {
	report func(Progress)
	starts *WarmStarts
	alone  bool
	watch  any // a func(T): see Watching
	helper *helper

	unwaiting bool
}

type runKey struct{}

// runOf returns the run of a context; the zero run without one.
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

// Single returns a context for one answer: work shared with other answers is not worth doing there.
func Single(ctx context.Context) context.Context {
	r := runOf(ctx)
	r.alone = true
	return running(ctx, r)
}

// Alone reports whether ctx is for one answer.
func Alone(ctx context.Context) bool { return runOf(ctx).alone }

// Unwaiting returns a context for progress callbacks, which run inside computations: there a Once under
// computation returns ErrLater, because its computation may be waiting for the callback.
func Unwaiting(ctx context.Context) context.Context {
	r := runOf(ctx)
	r.unwaiting = true
	return running(ctx, r)
}

// Watching returns a context under which searches pass their findings, values of type T, to tell, in place of
// any earlier watcher. tell must not block, and runs in the searching goroutine.
func Watching[T any](ctx context.Context, tell func(T)) context.Context {
	r := runOf(ctx)
	r.watch = tell
	return running(ctx, r)
}

// Tell passes a search's finding to the watcher of ctx for values of its type.
func Tell[T any](ctx context.Context, found T) {
	if tell, is := runOf(ctx).watch.(func(T)); is {
		tell(found)
	}
}

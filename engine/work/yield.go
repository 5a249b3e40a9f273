package work

import "context"

// yielding is a context whose Err first lets others in.
type yielding struct {
	context.Context
	yield func()
}

func (y yielding) Err() error {
	y.yield()
	return y.Context.Err()
}

// Yielding returns ctx with an Err that lets others in first, where the session wants that. A context that context.WithCancel
// makes of it hides this, so a computation with a context of its own calls Yielding again.
func Yielding(ctx context.Context) context.Context {
	if s := sessionOf(ctx); s != nil && s.Yield != nil {
		return yielding{ctx, s.Yield}
	}
	return ctx
}

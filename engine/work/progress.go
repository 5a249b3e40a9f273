package work

import "context"

// Progress says how far something is. The zero Progress is of what is whole.
type Progress struct {
	Done, Of float64 // in units of What; Of is 0 where nobody knows
	What     string  // "records"; may be empty
}

// Partial reports whether there is more to come.
func (p Progress) Partial() bool { return p.Of > 0 && p.Done < p.Of }

// Share is the part done, in [0, 1].
func (p Progress) Share() float64 {
	if p.Of <= 0 {
		return 0
	}
	return min(max(p.Done/p.Of, 0), 1)
}

type reportKey struct{}

// Reporting returns a context under which whoever computes for a long time
// reports how far it is, now and then and from one goroutine at a time. report
// must not block.
func Reporting(ctx context.Context, report func(Progress)) context.Context {
	return context.WithValue(ctx, reportKey{}, report)
}

// Report tells how far the work of ctx is, if anyone wants to know.
func Report(ctx context.Context, p Progress) {
	if report, ok := ctx.Value(reportKey{}).(func(Progress)); ok {
		report(p)
	}
}

// Within returns a context for a part of what ctx is for: how far the part is
// stands between two shares of the whole.
func Within(ctx context.Context, from, to float64) context.Context {
	return Reporting(ctx, func(p Progress) { Report(ctx, Progress{Done: from + (to-from)*p.Share(), Of: 1}) })
}

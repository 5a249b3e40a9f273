package work

import (
	"context"
	"time"
)

// Progress says how far work is. The zero Progress stands for complete work.
type Progress struct {
	Done, Of float64 // in units of What; Of is 0 if unknown
	What     string  // "records"; may be empty
}

// Partial reports whether there is more to come.
func (p Progress) Partial() bool { return p.Of > 0 && p.Done < p.Of }

// Share returns the part done, in [0, 1].
func (p Progress) Share() float64 {
	if p.Of <= 0 {
		return 0
	}
	return min(max(p.Done/p.Of, 0), 1)
}

// Reporting returns a context for long computations, which report their progress now and then, from one
// goroutine at a time. report must not block.
func Reporting(ctx context.Context, report func(Progress)) context.Context {
	r := runOf(ctx)
	r.report = report
	return running(ctx, r)
}

// Report tells how far the work of ctx is, if anyone wants to know.
func Report(ctx context.Context, p Progress) {
	if report := runOf(ctx).report; report != nil {
		report(p)
	}
}

// Within returns a context for a part of what ctx is for: how far the part is
// stands between two shares of the whole.
func Within(ctx context.Context, from, to float64) context.Context {
	return Reporting(ctx, func(p Progress) { Report(ctx, Progress{Done: from + (to-from)*p.Share(), Of: 1}) })
}

// Sparingly returns a context for work that reports often, from one goroutine at a time:
// some twenty reports a second reach ctx, in the goroutine of the work.
func Sparingly(ctx context.Context) context.Context {
	const between = 50 * time.Millisecond
	told := time.Now()
	return Reporting(ctx, func(p Progress) {
		if now := time.Now(); now.Sub(told) >= between {
			told = now
			Report(ctx, p)
		}
	})
}

// RemainingWork reports progress when the number of steps is unknown: each step covers a share of what is
// left, so that the bar always advances and never reaches the end. The zero RemainingWork is at the
// beginning.
type RemainingWork struct {
	done float64
}

// Step begins a step that covers a part, in (0, 1), of the remaining work of ctx. It reports the work done
// before, and returns a context whose reports move through that part.
func (l *RemainingWork) Step(ctx context.Context, part float64) context.Context {
	Report(ctx, Progress{Done: l.done, Of: 1})
	from := l.done
	l.done += part * (1 - from)
	return Within(ctx, from, l.done)
}

// Reach says that a share of all the work is done, where that is more than its steps
// were worth.
func (l *RemainingWork) Reach(share float64) { l.done = max(l.done, share) }

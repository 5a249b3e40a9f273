package engine

import "context"

type reporterKey struct{}

// Reporting returns a context through which a slow question hands out what
// it has so far.
func Reporting(ctx context.Context, report func(Figure)) context.Context {
	return context.WithValue(ctx, reporterKey{}, report)
}

// Report hands out an unfinished figure, whose Progress says how far it is,
// if anyone is waiting for it.
func Report(ctx context.Context, f Figure) {
	if report, ok := ctx.Value(reporterKey{}).(func(Figure)); ok {
		report(f)
	}
}

package least

import (
	"context"
	"math"
)

// Asking adapts functions that may fail. After the first error, or once ctx ends, every adapted function
// misses everywhere; failed returns the cause.
func Asking(ctx context.Context) (of func(value func(ctx context.Context, x float64) (float64, error)) Function, failed func() error) {
	var err error
	of = func(value func(ctx context.Context, x float64) (float64, error)) Function {
		return func(x float64) (v float64) {
			if err == nil {
				err = ctx.Err()
			}
			if err == nil {
				v, err = value(ctx, x)
			}
			if err != nil {
				return math.Inf(-1)
			}
			return v
		}
	}
	return of, func() error { return err }
}

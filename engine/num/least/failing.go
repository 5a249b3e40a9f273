package least

import (
	"context"
	"math"
)

// Asking makes functions of such as may fail: from the first error of one of them, or the end
// of the context, on all of them miss everywhere, and failed says why.
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

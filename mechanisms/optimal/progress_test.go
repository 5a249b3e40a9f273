package optimal

import (
	"context"
	"testing"

	"dpscope/engine/work"
)

// Whoever waits for a law or a bound of many cells is told something new every few
// pivots, on every grid and by both methods.
func TestPivotsAreTold(t *testing.T) {
	p := Problem{Epsilon: 1, Delta: 0.2, Loss: doubled, Steps: 25, Reach: 50}
	for name, solve := range map[string]func(context.Context) error{
		"law":            func(ctx context.Context) error { _, err := Solve(ctx, p, nil); return err },
		"bound":          func(ctx context.Context) error { _, err := Floor(ctx, p); return err },
		"cutting planes": func(ctx context.Context) error { _, err := Cut(ctx, p, nil); return err },
	} {
		last, told := 0.0, 0
		err := solve(work.Reporting(t.Context(), func(p work.Progress) {
			if p.Done < last || p.Done > p.Of {
				t.Errorf("%s: %v places of %v after %v", name, p.Done, p.Of, last)
			}
			if p.Done > last {
				last, told = p.Done, told+1
			}
		}))
		if err != nil || told < 8 {
			t.Errorf("%s: news %d times, %v", name, told, err)
		}
	}
}

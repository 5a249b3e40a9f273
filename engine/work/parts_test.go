package work

import (
	"context"
	"testing"
)

// Running parts count by their share, in whatever order they report, and none goes back.
func TestParts(t *testing.T) {
	last, told := 0.0, 0
	p := NewParts(3, func(done float64) {
		if told++; done <= last {
			t.Errorf("%v done after %v", done, last)
		}
		last = done
	})
	err := Each(t.Context(), 3, func(ctx context.Context, i int) error {
		within := p.Of(ctx, i)
		for _, done := range []float64{1, 3, 2} {
			Report(within, Progress{Done: done, Of: 4})
		}
		if i == 0 {
			p.End(i)
		}
		return nil
	})
	if err != nil || last != 1+0.75+0.75 || told != 7 {
		t.Errorf("%v done, told %d times; %v", last, told, err)
	}
}

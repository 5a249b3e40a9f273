package optimal

import (
	"context"
	"fmt"
	"testing"
	"time"
)

// The cost of a family from scratch, and of the bound for all; for 12 groups on 40 cells also of a slider's move on cells four
// times as wide, starting from the events of the one before.
func BenchmarkFamily(b *testing.B) {
	pair := func(steps int) Problem {
		return Problem{Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: steps, Reach: 2 * steps}
	}
	descent := Problem{Epsilon: 1, Delta: 0.1, Loss: absolute, Steps: 4, Reach: 12}
	for _, c := range []struct {
		name string
		f    Family
	}{
		{"beta=4", Family{Problem: pair(4), Groups: "1x8"}},
		{"beta=8", Family{Problem: pair(8), Groups: "1x16"}},
		{"beta=16", Family{Problem: pair(16), Groups: "1x32"}},
		{"groups=42", Family{Problem: descent, Groups: "4,1x40,4"}},
		{"groups=12", Family{Problem: Problem{Epsilon: 1, Delta: 0.1, Loss: absolute, Steps: 8, Reach: 20}, Groups: "2x12"}},
	} {
		b.Run(c.name+"/family", func(b *testing.B) {
			for b.Loop() {
				if _, err := SolveFamily(b.Context(), c.f, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
		if c.name != "groups=12" {
			b.Run(c.name+"/floor", func(b *testing.B) {
				for b.Loop() {
					if _, err := c.f.Floor(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
			})
			continue
		}
		for _, by := range []int{2, 4} {
			coarse := c.f
			coarse.Steps, coarse.Reach, coarse.Fine = c.f.Steps/by, c.f.Reach/by, by
			b.Run(fmt.Sprintf("%s/move by %d", c.name, by), func(b *testing.B) {
				near, err := SolveFamily(b.Context(), coarse, nil)
				if err != nil {
					b.Fatal(err)
				}
				moved := coarse
				for i := 0; b.Loop(); i++ {
					moved.Epsilon = 1 + 0.05*float64(i%5)
					if near, err = SolveFamily(b.Context(), moved, near.Events); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// The time that a large family, and a bound, still take when no caller waits for them any more.
func BenchmarkFamilyStop(b *testing.B) {
	great := Family{Problem: Problem{Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: 16, Reach: 32}, Groups: "1x32"}
	for name, run := range map[string]func(context.Context) error{
		"family": func(ctx context.Context) error { _, err := SolveFamily(ctx, great, nil); return err },
		"floor":  func(ctx context.Context) error { _, err := great.Floor(ctx); return err },
	} {
		b.Run(name, func(b *testing.B) {
			longest := time.Duration(0)
			for b.Loop() {
				ctx, cancel := context.WithCancel(b.Context())
				ended := make(chan error)
				go func() { ended <- run(ctx) }()
				time.Sleep(1500 * time.Millisecond)
				start := time.Now()
				cancel()
				if err := <-ended; err == nil {
					b.Fatal("it ended before it was stopped")
				}
				longest = max(longest, time.Since(start))
			}
			b.ReportMetric(float64(longest)/1e6, "ms-longest")
		})
	}
}

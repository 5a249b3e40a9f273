//go:build unix

package views

import (
	"context"
	"slices"
	"syscall"
	"testing"
	"time"

	"dpscope/engine"
	"dpscope/engine/work"
	"dpscope/engine/work/worktest"
)

// BenchmarkMoves measures the processor time from a key to the answer that is shown while a slider moves: the first slider of
// every view goes up by fifty notches from its opening and back, in one session that has answered the opening. Processor time
// does not depend on the load of the machine, as clock time does.
func BenchmarkMoves(b *testing.B) {
	for _, asked := range All {
		b.Run(asked.Name, func(b *testing.B) {
			for b.Loop() {
				const keys = 50
				ctx := worktest.Session(b.Context(), 256<<20)
				at := asked.Opening()
				slider := asked.Sliders(at)[0]
				moving := work.WithStarts(ctx, new(work.WarmStarts))
				if _, err := asked.Sheet(moving, at, func(engine.Sheet) {}); err != nil {
					b.Fatal(err)
				}
				var took []time.Duration
				for i := range 2 * keys {
					step := 1
					if i >= keys {
						step = -1
					}
					at = at.With(slider, slider.Step(at.Get(slider), step, false))
					run, stop := context.WithCancel(moving)
					before := worked()
					_, err := asked.Sheet(run, at, func(s engine.Sheet) {
						if s.Settling && run.Err() == nil {
							took = append(took, worked()-before)
							stop()
						}
					})
					if err == nil {
						took = append(took, worked()-before)
					}
					stop()
				}
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)/2])/1e6, "cpu-p50-ms")
				b.ReportMetric(float64(took[len(took)*99/100])/1e6, "cpu-p99-ms")
			}
		})
	}
}

// worked returns the processor time of this process.
func worked() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

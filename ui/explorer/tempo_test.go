package explorer

import (
	"testing"
	"time"
)

// The time left follows the speed since the first report of a run; another run begins anew, and the first moments give no time.
func TestTempo(t *testing.T) {
	start := time.Unix(0, 0)
	var p tempo
	for _, c := range []struct {
		run   uint64
		share float64
		at    time.Duration
		want  time.Duration
	}{
		{1, 0.1, 0, 0}, {1, 0.15, time.Second, 0}, {1, 0.2, 10 * time.Second, 80 * time.Second},
		{1, 0.6, 20 * time.Second, 16 * time.Second}, {1, 1, 30 * time.Second, 0},
		{2, 0, 31 * time.Second, 0}, {2, 0.5, 41 * time.Second, 10 * time.Second}, {2, 0, 50 * time.Second, 0},
	} {
		if got := p.left(c.run, c.share, start.Add(c.at)); (got - c.want).Abs() > time.Millisecond {
			t.Errorf("run %d, %g done after %v: %v left, want %v", c.run, c.share, c.at, got, c.want)
		}
	}
}

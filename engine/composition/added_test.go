package composition

import (
	"math"
	"strings"
	"testing"
)

// Noise as libraries state it, on the sum and in clips.
func TestAddedNoise(t *testing.T) {
	for _, c := range []struct {
		of    Added
		sigma float64
		steps int
	}{
		{Added{Deviation: 1.1}, 1.1, 0},
		{Added{Deviation: 1.1 / 256, Mean: true, Divisor: 256}, 1.1, 1},
		{Added{Deviation: 2.2, Absolute: true, Clip: 2}, 1.1, 1},
		{Added{Deviation: 2.2 / 256, Mean: true, Divisor: 256, Absolute: true, Clip: 2}, 1.1, 2},
		{Added{Deviation: 0.5, Accumulated: 4, EachBatch: true}, 1, 1},
		{Added{Deviation: 0.5, Accumulated: 4}, 0.5, 0},
		{Added{Deviation: 0.5, Workers: 9, EachWorker: true}, 1.5, 1},
		{Added{Deviation: 0.5, Workers: 9}, 0.5, 0},
		{Added{Deviation: 4, Layers: 16}, 1, 1},
		{Added{Deviation: 1, Several: true}, 0.5, 1},
		{Added{Deviation: 64, Mean: true, Divisor: 1. / 64, Several: true}, 0.5, 2}, // noise that is divided by the batch as well
	} {
		sigma, steps, err := c.of.Sum()
		if err != nil || math.Abs(sigma-c.sigma) > 1e-12 || len(steps) != c.steps || c.steps > 0 && steps[c.steps-1].Sigma != sigma {
			t.Errorf("%+v: %g by %v, want %g; %v", c.of, sigma, steps, c.sigma, err)
		}
	}
	for want, of := range map[string]Added{
		"tells of the record: a constant divisor": {Deviation: 1, Mean: true, Drawn: true},
		"divisor = 0 is no number above 0":        {Deviation: 1, Mean: true},
		"clip = 0 is no number above 0":           {Deviation: 1, Absolute: true},
		"sigma = 0 is no number above 0":          {},
		"workers = 1.5 is no number of them":      {Deviation: 1, Workers: 1.5},
	} {
		if _, _, err := of.Sum(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", of, err, want)
		}
	}
	r, err := Added{Deviation: 0.5, Accumulated: 4, EachBatch: true}.Run(Run{Records: 1000, Batch: 10})
	if err != nil || r.Sigma != 1 || r.Batch != 40 {
		t.Errorf("%+v, %v", r, err)
	}
}

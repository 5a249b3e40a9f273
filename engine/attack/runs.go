package attack

import (
	"context"
	"math"

	"dpscope/engine/audit"
	"dpscope/engine/known"
	"dpscope/engine/num/normal"
	"dpscope/engine/work"
	"dpscope/mechanisms/privacy"
)

// Runs are scores of runs of a mechanism that promises an ε: they bound its leakage from below, and nothing
// else is known.
type Runs struct {
	File    string // empty: simulated ones
	Is      string // the file, identified by its present content
	Promise Stated
	Sure    float64 // confidence of all bounds together, in (0, 1)
}

// Shown returns what the runs show at the promise's δ.
func (s Runs) Shown(ctx context.Context) (audit.Result, error) {
	type key struct {
		is    string
		asked audit.Question
	}
	q := audit.Question{Delta: s.Promise.Delta, Confidence: s.Sure}
	bytes := func(audit.Result) int64 { return 500 }
	return work.Reported(ctx, key{s.Is, q}, bytes, func(ctx context.Context) (audit.Result, error) {
		runs, err := s.runs(ctx)
		if err != nil {
			return audit.Result{}, err
		}
		return runs.Of(q)
	})
}

// Rows returns the number of runs with the record and without.
func (s Runs) Rows(ctx context.Context) (in, out int64, err error) {
	runs, err := s.runs(ctx)
	if err != nil {
		return 0, 0, err
	}
	in, out = runs.Rows()
	return in, out, nil
}

func (s Runs) runs(ctx context.Context) (*audit.Runs, error) {
	if s.File == "" {
		return audit.Simulated(ctx)
	}
	return audit.Read(ctx, s.File)
}

func (s Runs) attack(ctx context.Context, _ float64) (privacy.Attack, error) {
	r, err := s.Shown(ctx)
	if err != nil {
		return privacy.Attack{}, err
	}
	in, out := shown{{}, {FPR: 1, TPR: 1}}, shown{{}, {FPR: 1, TPR: 1}}
	for _, e := range r.Events {
		if e.TPR > e.FPR {
			in = append(in, privacy.Corner{FPR: e.FPR, TPR: e.TPR})
			out = append(out, privacy.Corner{FPR: 1 - e.TPR, TPR: 1 - e.FPR})
		}
	}
	return privacy.Attack{In: in, Out: out}, nil
}

func (s Runs) claim(ctx context.Context, delta, accuracy float64) (Claim, error) {
	return s.Promise.claim(ctx, delta, accuracy)
}

// AtLeast returns a number with a lower bound alone.
func (s Runs) AtLeast(low float64) known.Value {
	return known.OrMore(low).With(s.Sure)
}

// shown holds tests that were run, each with at least its TPR at an FPR of at most its own. A coin may mix
// two of them: they bound the curve from below, and nothing bounds it from above.
type shown []privacy.Corner

// TPR implements privacy.Tests.
func (s shown) TPR(fpr float64) (low, high float64) {
	low = fpr
	for _, a := range s {
		if a.FPR <= fpr {
			low = max(low, a.TPR)
		}
		for _, b := range s {
			if a.FPR < fpr && fpr < b.FPR {
				low = max(low, a.TPR+(b.TPR-a.TPR)*(fpr-a.FPR)/(b.FPR-a.FPR))
			}
		}
	}
	return min(low, 1), 1
}

// Delta implements privacy.Tests.
func (s shown) Delta(epsilon float64) (low, high float64) {
	for _, c := range s {
		low = max(low, c.TPR-math.Exp(epsilon)*c.FPR)
	}
	return low, 1
}

// Mu implements privacy.Tests: a test with rates below the floor counts as one at the floor.
func (s shown) Mu(floor float64) (low, high float64) {
	for _, c := range s {
		low = max(low, normal.Quantile(min(c.TPR, 1-floor))-normal.Quantile(max(c.FPR, floor)))
	}
	return low, math.Inf(1)
}

// Corners implements privacy.Cornered.
func (s shown) Corners() []privacy.Corner { return s }

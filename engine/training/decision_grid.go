package training

import (
	"context"

	"dpscope/engine/known"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/metric"
	"dpscope/learners/table"
	"dpscope/mechanisms"
)

// Fitting is one learner at work on a plane. Equal fittings give the same result on any number of cores.
type Fitting struct {
	Plane   PlaneKey
	Learner learners.Learner // a comparable one
	Noisy   bool             // it learns from labels that were flipped
	Flips   mechanisms.LabelFlip
	Draw    uint64 // equal draws flip the same labels
	Scored  bool   // its scores are kept, for the interval of its AUC
}

// DecisionGrid holds a learner's division of a plane.
type DecisionGrid struct {
	Draw     uint64          // of the flips
	Positive []bool          // class of each cell
	Called   Calls           // class of each record to judge by
	Scores   []float64       // of the records to judge by: positive ones should score higher; nil if the fitting keeps none
	Outcomes metric.Outcomes // of the records to judge by, at the classifier's own threshold
	AUC      known.Value     // on the records to judge by
	Noisy    known.Value     // AUC on the labels learnt from
	None     string          // why there is no division; empty: there is one
}

// Content implements trial.Trial: a learner that sees no flips keeps none.
func (f Fitting) Content(ctx context.Context) Fitting {
	f.Plane = f.Plane.content(ctx)
	if !f.Noisy {
		f.Flips = mechanisms.LabelFlip{}
	}
	return f
}

// At implements trial.Trial.
func (f Fitting) At(draw uint64) Fitting {
	f.Draw += draw
	return f
}

// Size implements trial.Trial.
func (Fitting) Size() (steps float64, unit string) { return 1, "fits" }

// Bytes implements trial.Trial.
func (Fitting) Bytes(d DecisionGrid) int64 {
	return 200 + int64(len(d.Positive)) + int64(8*len(d.Called.positive)) + 8*int64(len(d.Scores))
}

// Run fits the learner, which shows nothing before its end.
func (f Fitting) Run(ctx context.Context, _ func(DecisionGrid)) (DecisionGrid, error) {
	p, err := OpenPlane(ctx, f.Plane)
	if err != nil {
		return DecisionGrid{}, err
	}
	seen := p.Learnt
	if f.Noisy {
		seen.Y = f.flipped(seen.Y)
	}
	if p := metric.Positives(positive(seen.Y)); p == 0 || p == seen.Len() {
		return DecisionGrid{Draw: f.Draw, None: "one class"}, nil
	}
	c, err := f.Learner.Fit(work.Within(ctx, 0, fitShare), seen, trial.Random(f.Plane.Seed, drawn(starting, f.Draw)))
	switch {
	case ctx.Err() != nil:
		return DecisionGrid{}, ctx.Err()
	case err != nil:
		return DecisionGrid{Draw: f.Draw, None: err.Error()}, nil
	}
	d, err := p.judge(work.Within(ctx, fitShare, 1), c, seen)
	if d.Draw = f.Draw; !f.Scored {
		d.Scores = nil
	}
	return d, err
}

// fitShare is the share of the time that a fit takes; the rest is for judging it.
const fitShare = 0.8

// flipped turns labels round.
func (f Fitting) flipped(y []int) []int {
	turned := make([]int, len(y))
	for i, flip := range mechanisms.NewLabelThresholds(len(y), trial.Random(f.Plane.Seed, drawn(flipping, f.Draw))).Flipped(f.Flips) {
		if turned[i] = y[i]; flip {
			turned[i] = 1 - y[i]
		}
	}
	return turned
}

// judge asks a classifier for every cell, and for the records kept apart.
func (p *Plane) judge(ctx context.Context, c learners.Classifier, seen table.Data) (DecisionGrid, error) {
	classes := make([]int, len(p.points)/2)
	if err := learners.PredictAll(ctx, c, p.points, classes); err != nil {
		return DecisionGrid{}, err
	}
	d := DecisionGrid{Positive: positive(classes)}
	of := float64(p.Test.Len()) / float64(p.Test.Len()+seen.Len())
	var err error
	if d.Scores, err = scored(work.Within(ctx, 0, of), c, p.Test); err != nil {
		return DecisionGrid{}, err
	}
	called := make([]float64, p.Test.Len())
	d.Called = newCalls(p.Test.Len())
	for i := range called {
		class := c.Predict(p.Test.Row(i))
		if called[i] = float64(class); class == 1 {
			d.Called.call(i)
		}
	}
	d.Outcomes = metric.Count(called, positive(p.Test.Y), 1)
	d.AUC = metric.AUC(d.Scores, positive(p.Test.Y))
	learnt, err := scored(work.Within(ctx, of, 1), c, seen)
	if err != nil {
		return DecisionGrid{}, err
	}
	d.Noisy = metric.AUC(learnt, positive(seen.Y))
	work.Report(ctx, work.Progress{Done: 1, Of: 1})
	return d, nil
}

func positive(classes []int) []bool {
	is := make([]bool, len(classes))
	for i, k := range classes {
		is[i] = k == 1
	}
	return is
}

// scored returns by how much class 1 has the greater score; for a classifier without scores, the class
// itself. It reports its progress to ctx, and fails only when ctx ends.
func scored(ctx context.Context, c learners.Classifier, d table.Data) ([]float64, error) {
	const often = 4096 // records between two reports
	scores, into := make([]float64, d.Len()), make([]float64, 2)
	s := learners.CapabilitiesOf(c).Scorer
	for i := range scores {
		if i%often == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			work.Report(ctx, work.Progress{Done: float64(i), Of: float64(d.Len()), What: "records"})
		}
		if s == nil {
			scores[i] = float64(c.Predict(d.Row(i)))
			continue
		}
		s.Scores(d.Row(i), into)
		scores[i] = into[1] - into[0]
	}
	return scores, nil
}

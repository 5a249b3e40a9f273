package training

import (
	"context"

	"dpscope/engine/known"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/metric"
)

// Divisions are those of one fitting over several draws, those that have ended.
type Divisions []DecisionGrid

// Shares are the share of the draws in which each cell is positive; nil where no
// draw divides the plane.
func (d Divisions) Shares() []float64 {
	var shares []float64
	draws := 0.0
	for _, one := range d {
		if one.None != "" {
			continue
		}
		if draws++; shares == nil {
			shares = make([]float64, len(one.Positive))
		}
		for i, positive := range one.Positive {
			if positive {
				shares[i]++
			}
		}
	}
	for i := range shares {
		shares[i] /= draws
	}
	return shares
}

// None is why the first draw that failed did, and how many draws did.
func (d Divisions) None() (why string, draws int) {
	for _, one := range d {
		if one.None != "" {
			if draws++; why == "" {
				why = one.None
			}
		}
	}
	return why, draws
}

// Mean is a number of each draw, which can be in a range, over those that have it: of several
// draws their mean with Student's interval, of one draw that number itself.
func (d Divisions) Mean(of func(DecisionGrid) known.Value, can known.Range) known.Value {
	var numbers []float64
	missing := known.Nothing("nothing is learned yet")
	for _, one := range d {
		v := known.Nothing(one.None)
		if one.None == "" {
			v = of(one)
		}
		if v.Missing() {
			missing = v
		} else {
			numbers = append(numbers, v.Value)
		}
	}
	if len(numbers) == 0 {
		return missing
	}
	return known.Summarise(numbers).In(can)
}

// Judged is an interval of a metric of one draw, for all records of the kind.
func (d DecisionGrid) Judged(m metric.Metric) known.Value { return m.Estimate(d.Outcomes, 0.95) }

// aucKey names the interval of a division's AUC by the fitting that it is of.
type aucKey struct{ Fitting }

// JudgedAUC is that of the AUC of the fitting's division, on the records of its plane, by the
// bootstrap, whose progress it reports to ctx; the session keeps it.
func (f Fitting) JudgedAUC(ctx context.Context, d DecisionGrid) (known.Value, error) {
	const draws = 200
	return work.Reported(ctx, aucKey{f.Content(ctx)}, func(known.Value) int64 { return 200 }, func(ctx context.Context) (known.Value, error) {
		p, err := OpenPlane(ctx, f.Plane)
		if err != nil {
			return known.Value{}, err
		}
		return metric.AUCEstimate(ctx, d.Scores, positive(p.Test.Y), 0.95, draws, trial.Random(uint64(len(d.Scores)), resampling))
	})
}

// JudgedAUCs are the AUC of fittings whose draws have ended: over several draws with Student's interval, of the one
// draw with that of JudgedAUC.
func JudgedAUCs(ctx context.Context, fittings []Fitting, ended []Divisions) ([]known.Value, error) {
	aucs := make([]known.Value, len(ended))
	parts := work.NewParts(len(ended), func(done float64) {
		work.Report(ctx, work.Progress{Done: done, Of: float64(len(ended)), What: "intervals"})
	})
	return aucs, work.Each(ctx, len(ended), func(within context.Context, i int) (err error) {
		d := ended[i]
		aucs[i] = d.Mean(func(one DecisionGrid) known.Value { return one.AUC }, known.Probability)
		if len(d) == 1 && !aucs[i].Missing() {
			aucs[i], err = fittings[i].JudgedAUC(parts.Of(within, i), d[0])
		}
		return err
	})
}

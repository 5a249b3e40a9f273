package training

import (
	"cmp"
	"context"
	"math"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/num/binomial"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/metric"
)

// Divisions holds the divisions of one fitting over the draws that have ended.
type Divisions []DecisionGrid

// Shares returns, for each cell, the share of the draws that make it positive; nil if no draw divides the
// plane.
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

// None returns why the first failed draw failed, and the number of failed draws.
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

// Mean returns the mean over draws of a number within a range, with Student's interval; of one draw, the
// number itself. It leaves out draws without the number.
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

// Changed returns the share of the records to judge by that get another class than from another fitting in
// the same draws: of several draws the mean with Student's interval, of one draw with the Clopper-Pearson
// interval for all records of the kind.
func (d Divisions) Changed(from Divisions) known.Value {
	both, missing := d.sameDraws(from)
	shares := make([]float64, len(both))
	for i, b := range both {
		shares[i] = b.changed()
	}
	switch len(shares) {
	case 0:
		return missing
	case 1:
		records := float64(both[0].now.Called.Len())
		low, high := binomial.Interval(math.Round(shares[0]*records), records, 0.05)
		return known.Sampled(shares[0], low, high, 0.95)
	}
	return known.Summarise(shares).In(known.Probability)
}

// Typical returns the two divisions of the draw with a share of changed records nearest to the mean of all
// draws, the first of equally near ones; false if no draw has both.
func (d Divisions) Typical(from Divisions) (now, before DecisionGrid, found bool) {
	both, _ := d.sameDraws(from)
	if len(both) == 0 {
		return now, before, false
	}
	mean := 0.0
	for _, b := range both {
		mean += b.changed() / float64(len(both))
	}
	typical := slices.MinFunc(both, func(a, b twiceDivided) int {
		return cmp.Compare(math.Abs(a.changed()-mean), math.Abs(b.changed()-mean))
	})
	return typical.now, typical.before, true
}

// twiceDivided is one draw as two fittings divide it.
type twiceDivided struct{ now, before DecisionGrid }

// changed returns the share of the records to judge by that get another class.
func (b twiceDivided) changed() float64 {
	return float64(b.now.Called.Differing(b.before.Called)) / float64(b.now.Called.Len())
}

// sameDraws returns the draws that both fittings divide; if there are none, the reason.
func (d Divisions) sameDraws(from Divisions) (both []twiceDivided, missing known.Value) {
	before := map[uint64]DecisionGrid{}
	for _, one := range from {
		before[one.Draw] = one
	}
	missing = known.Nothing("nothing is learned yet")
	for _, one := range d {
		other, found := before[one.Draw]
		switch {
		case one.None != "":
			missing = known.Nothing(one.None)
		case other.None != "":
			missing = known.Nothing(other.None)
		case found:
			both = append(both, twiceDivided{one, other})
		}
	}
	return both, missing
}

// Judged returns a 95 % interval of a metric of one draw, for all records of the kind.
func (d DecisionGrid) Judged(m metric.Metric) known.Value { return m.Estimate(d.Outcomes, 0.95) }

// aucKey names the interval of a division's AUC by the fitting that it is of.
type aucKey struct{ Fitting }

// JudgedAUC returns a bootstrap interval of a Scored fitting's AUC, on the records of its plane. It reports
// its progress to ctx; the session keeps the answer.
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

// JudgedAUCs returns the AUC of fittings whose draws have ended: over several draws with Student's interval,
// of a single draw by JudgedAUC.
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

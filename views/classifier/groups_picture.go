package classifier

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
)

// overGroups draws mean, 5th percentile and worst of every group side by side, the one served least first, and an interval
// about each mean.
func (q populationQuestion) overGroups(ctx context.Context, f *engine.Figure) error {
	groups := q.GroupsSummarised
	if q.UnderWay {
		groups = q.GroupsDescribed
	}
	d, err := groups(ctx)
	if err != nil {
		return err
	}
	f.Title = "by " + q.Groups.By + " (records)"
	f.X, f.Y = f.Y, engine.Axis{Name: "group"}
	f.X.Brief = "stays"
	mean := engine.Points{Name: "mean", Title: "average", Basis: d.Basis}
	fifth := engine.Points{Name: "fifth", Title: "5th percentile", Basis: d.Basis}
	worst := engine.Points{Name: "worst", Title: "worst-off", Basis: d.Basis}
	for y, k := range d.Order() {
		s := d.Each[k]
		f.Y.Words, f.Y.Keys = append(f.Y.Words, q.groupTitle(k)), append(f.Y.Keys, engine.WordCell(d.Names[k]))
		at := float64(y)
		mean.X, mean.Y = append(mean.X, s.Mean.Value), append(mean.Y, at)
		fifth.X, fifth.Y = append(fifth.X, s.Fifth.Value), append(fifth.Y, at)
		worst.X, worst.Y = append(worst.X, s.Worst), append(worst.Y, at)
		if !d.Settled(k) { // the basis of one mark holds for all of it
			mean.Basis, fifth.Basis, worst.Basis = known.Estimate, known.Estimate, s.Least(d.Basis, q.Groups.Whole(k)).Basis
		}
		low, high := s.Mean.Value, s.Mean.Value
		if m := d.Say(k, s.Mean); m.Confidence > 0 {
			low, high, mean.Confidence = m.Low, m.High, m.Confidence
		}
		mean.From, mean.To = append(mean.From, low), append(mean.To, high)
	}
	f.Marks = append(f.Marks, worst, fifth, mean)
	return nil
}

// groupTitle names a group with its number of records.
func (q populationQuestion) groupTitle(group int) string {
	count := numeral.Count(float64(q.Groups.Count(group)))
	if q.Groups.Small(group) {
		count += ", few"
	}
	return q.Groups.Names[group] + " (" + count + ")"
}

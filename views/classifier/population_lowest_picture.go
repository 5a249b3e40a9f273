package classifier

import (
	"cmp"
	"context"
	"math"
	"slices"

	"dpscope/engine"
)

// lowestClassMark is the name of those marks.
const lowestClassMark = "lowest-class"

// mostOfLowest limits the marked records of the lowest class: more are no points but a line.
const mostOfLowest = 60

// markLowest marks the records of the class that keeps its predictions least often, on the line of all records' values.
func (q populationQuestion) markLowest(ctx context.Context, f *engine.Figure, values []float64) error {
	if q.inGroups() || q.Sample.Added() > 0 {
		return nil
	}
	d, err := q.LowestClass(ctx)
	if err != nil || d.Of == nil || d.Least() < 0 {
		return err
	}
	groups, least := d.Of.Looked.Groups, d.Least()
	named := d.Named(least)
	if named.Missing() || groups.Count(least) > mostOfLowest {
		return nil
	}
	var order []int // the records that have a value, the worst first
	for i, v := range values {
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	of := engine.Points{Name: lowestClassMark, Title: named.Title + ", on average", Basis: q.Basis}
	for place, i := range order {
		if groups.Of[i] == least {
			of.X, of.Y = append(of.X, (float64(place)+0.5)/float64(len(order))), append(of.Y, values[i])
		}
	}
	f.Marks = append(f.Marks, of)
	f.Shows = append(f.Shows, engine.Shown{Mark: of.Name, Of: engine.Key{Name: lowestMean.Name}})
	return nil
}

package training

import (
	"context"
	"slices"

	"dpscope/engine/num/grid"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/table"
)

// PlaneKey identifies, by content, records of two classes over two features: drawn from a mixture, or read
// from a file.
type PlaneKey struct {
	table.Mixture
	Records int    // to learn from, of the mixture; TestRecords others judge
	File    string // a CSV file; empty: the mixture
	Label   string // its column of classes; empty: the last one
	Across  string // the two features, with a comma between; empty: the first two
	Seed    uint64 // of the records drawn, or of the choice of records that judge
}

// Plane holds the records and the grid of a picture of decision boundaries. Values are centred and divided by
// their deviation among the records to learn from, as the features' scales say.
type Plane struct {
	Learnt, Test table.Data // class 1 holds the positive records
	X, Y         []float64  // centres of the picture's cells, in the features' own units
	Ellipses     [2]Ellipse // of either class, at two standard deviations, in the features' own units
	Notes        []string   // how a file was prepared
	points       []float64  // of the cells as learners take them, row by row
}

// Cells of the picture.
const (
	planeColumns = 72
	planeRows    = 48
)

// OpenPlane returns the session's copy of it. A file's rarer class is the
// positive one, and a fifth of its records judge.
func OpenPlane(ctx context.Context, key PlaneKey) (*Plane, error) {
	bytes := func(p *Plane) int64 { return 64 * int64(p.Learnt.Len()+p.Test.Len()+len(p.points)) }
	return trial.Open(ctx, key.content(ctx), bytes, func(ctx context.Context) (*Plane, error) {
		if key.File == "" {
			return newPlane(key.Draw(key.Records, trial.Random(key.Seed, making)), key.Draw(TestRecords, trial.Random(key.Seed, judging))), nil
		}
		return key.read(ctx)
	}, key.File)
}

// content returns the key with its file identified by its present content.
func (k PlaneKey) content(ctx context.Context) PlaneKey {
	if k.File != "" {
		k.Mixture, k.Records, k.File = table.Mixture{}, 0, work.Identity(ctx, k.File)
	}
	return k
}

// newPlane scales the records, and lays the cells over all of them.
func newPlane(learnt, test table.Data) *Plane {
	var ends [2][2]float64
	for f := range ends {
		all := append(learnt.Column(f), test.Column(f)...)
		ends[f] = [2]float64{slices.Min(all), slices.Max(all)}
	}
	standardize(&learnt, &test)
	p := &Plane{Learnt: learnt, Test: test, X: within(ends[0], planeColumns), Y: within(ends[1], planeRows)}
	for class := range p.Ellipses {
		p.Ellipses[class] = p.ellipse(class, 2)
	}
	for _, y := range p.Y {
		for _, x := range p.X {
			p.points = append(p.points, p.Learnt.Features[0].Scale.Apply(x), p.Learnt.Features[1].Scale.Apply(y))
		}
	}
	return p
}

// within returns the centres of count cells between two ends.
func within(ends [2]float64, count int) []float64 {
	centres := grid.Centres(count)
	for i, t := range centres {
		centres[i] = ends[0] + t*(ends[1]-ends[0])
	}
	return centres
}

// Raw returns a value of record i in the feature's own unit.
func (p *Plane) Raw(d table.Data, i, feature int) float64 {
	return d.Features[feature].Scale.Raw(d.Row(i)[feature])
}

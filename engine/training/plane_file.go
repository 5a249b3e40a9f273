package training

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/metric"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// readShare is the share of the time that reading takes; the rest is for parting and
// scaling the records.
const readShare = 0.8

// read reads a file.
func (k PlaneKey) read(ctx context.Context) (*Plane, error) {
	all, survey, err := openTwoClasses(work.Within(ctx, 0, readShare), k.File, k.Label)
	if err != nil {
		return nil, source.Blame("data", k.File, err)
	}
	features := all.Dims()
	d, err := k.project(all)
	if err != nil {
		return nil, source.Blame("data", k.File, err)
	}
	work.Report(ctx, work.Progress{Done: readShare, Of: 1})
	learnt, test := d.Split(judges, trial.Random(k.Seed, judging))
	work.Report(ctx, work.Progress{Done: (1 + readShare) / 2, Of: 1})
	if err := learnt.Check(); err != nil {
		return nil, source.Blame("data", k.File, err)
	}
	p := newPlane(learnt, test)
	p.Notes = append(survey.Notes(), standardized)
	if features > 2 && k.Across == "" {
		p.Notes = append(p.Notes, fmt.Sprintf("%d features, of which %s and %s are looked at", features, d.Features[0].Name, d.Features[1].Name))
	}
	return p, nil
}

// project keeps two features of a file.
func (k PlaneKey) project(d table.Data) (table.Data, error) {
	names := table.Names(d.Features)
	if len(names) < 2 {
		return d, fmt.Errorf("%d feature; 2 would work", len(names))
	}
	across := names[:2]
	if k.Across != "" {
		across = strings.Split(k.Across, ",")
	}
	var columns []int
	for _, name := range across {
		at := slices.Index(names, strings.TrimSpace(name))
		if at < 0 || slices.Contains(columns, at) || len(across) != 2 {
			return d, fmt.Errorf("features = %s; two of %s, with a comma between, would work", source.Quote(k.Across),
				strings.Join(names[:min(8, len(names))], ", "))
		}
		columns = append(columns, at)
	}
	return d.Over(columns), nil
}

// rarer turns the classes round where class 0 has fewer records.
func rarer(d table.Data) table.Data {
	if 2*metric.Positives(positive(d.Y)) <= d.Len() {
		return d
	}
	return turned(d)
}

// turned returns the table with its two classes swapped.
func turned(d table.Data) table.Data {
	d.ClassNames = []string{d.ClassNames[1], d.ClassNames[0]}
	d.Y = slices.Clone(d.Y)
	for i, y := range d.Y {
		d.Y[i] = 1 - y
	}
	return d
}

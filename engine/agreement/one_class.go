package agreement

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"dpscope/engine/numeral"
	"dpscope/learners"
	"dpscope/learners/model"
	"dpscope/learners/table"
)

// OneClassError says that a classifier gives the record's class to every point looked at in [0, 1], with
// features on no declared scale: noise, which stays in there, would seem harmless.
type OneClassError struct {
	Feature string // a private feature without a declared scale
	Class   string
	Points  int // number of points looked at; 0: all, for a linear classifier
}

func (e *OneClassError) Error() string {
	where := fmt.Sprintf("at each of %s points drawn", numeral.Count(float64(e.Points)))
	if e.Points == 0 {
		where = "everywhere"
	}
	return fmt.Sprintf("which scale does the classifier take %s on? It gives class %s %s in [0, 1] of all features, and noise stays there: it would never change a class. "+
		"Bounds (dpscope convert MODEL.json --bounds %[1]s=LOW..HIGH) or columns scaled to [0, 1] would work; sure=on goes on", e.Feature,
		e.Class, where)
}

// pointsForClasses counts the points looked at for a second class.
const pointsForClasses = 2000

// oneClass returns a *OneClassError if a classifier seems to have a single class in [0, 1], such as one that
// learnt from years; nil if it has two, or if its file declares scales. CheckScale handles classifiers that
// compare with thresholds, and costly ones are not asked.
func (s *Subject) oneClass() error {
	c := s.Region.Classifier
	of := slices.IndexFunc(s.Region.Private, func(f int) bool { return s.Model.Features[f].Scale == (table.Scale{}) })
	can := s.Region.can
	if of < 0 || can.Comparing != nil || can.TakesLong {
		return nil
	}
	other := func(x []float64) bool { return c.Predict(x) != s.Region.Class }
	e := &OneClassError{Feature: s.Names[of], Class: s.Class()}
	if slices.ContainsFunc(s.Model.Records, func(r model.Record) bool { return other(r.X) }) {
		return nil
	}
	if plane := can.Separating; plane != nil {
		all := make([]int, c.Dims())
		for i := range all {
			all[i] = i
		}
		for _, free := range [][]int{s.Region.Private, all} {
			if other(s.corner(plane, free, false)) || other(s.corner(plane, free, true)) {
				return nil
			}
		}
		return e
	}
	rng := rand.New(rand.NewPCG(uint64(c.Dims()), 5))
	for e.Points = 0; e.Points < pointsForClasses; e.Points++ {
		if other(s.somewhere(rng, e.Points)) {
			return nil
		}
	}
	return e
}

// corner returns the point of least, or else greatest, margin, with some features free in [0, 1] and the
// others as in the record.
func (s *Subject) corner(plane learners.Separating, free []int, greatest bool) []float64 {
	x := slices.Clone(s.Region.Record)
	for _, f := range free {
		if x[f] = 0; plane.Normal()[f] > 0 == greatest {
			x[f] = 1
		}
	}
	return x
}

// somewhere returns a point in [0, 1]. Turns alternate between the record's public values, random features,
// and all features low or high together, which random ones seldom are.
func (s *Subject) somewhere(rng *rand.Rand, turn int) []float64 {
	x := slices.Clone(s.Region.Record)
	if turn%3 == 0 {
		for _, f := range s.Region.Private {
			x[f] = rng.Float64()
		}
		return x
	}
	level, width := rng.Float64(), 1.0
	if turn%3 == 1 {
		level, width = 0.5, 2
	}
	for i := range x {
		x[i] = math.Min(math.Max(level+width*(rng.Float64()-0.5), 0), 1)
	}
	return x
}

package agreement

import (
	"context"
	"slices"

	"dpscope/learners/proof"
)

// raster tells the class of most points of the unit square at once: which cells
// of a grid the polygons of the record's class come near, and which the others.
type raster struct{ own, others []bool }

const rasterCells = 256 // along each side

// rasterOf marks the cells near each polygon.
func rasterOf(own, others []proof.Piece) raster {
	marks := func(polygons []proof.Piece) []bool {
		marked := make([]bool, rasterCells*rasterCells)
		for _, q := range polygons {
			markNear(q.Corners, marked)
		}
		return marked
	}
	return raster{marks(own), marks(others)}
}

func markNear(corners []proof.Corner, marked []bool) {
	least, greatest := corners[0].U, corners[0].U
	for _, c := range corners {
		least, greatest = min(least, c.U), max(greatest, c.U)
	}
	for column := rasterCell(least - near); column <= rasterCell(greatest+near); column++ {
		strip := proof.Side{Low: float64(column)/rasterCells - near, High: float64(column+1)/rasterCells + near}
		low, high, meets := spanWithin(corners, strip)
		if !meets {
			continue
		}
		for row := rasterCell(low - near); row <= rasterCell(high+near); row++ {
			marked[column*rasterCells+row] = true
		}
	}
}

// keepsAll reports whether a record keeps the class with other private values, which are written into it.
func (r *Region) keepsAll(x, values []float64) bool {
	for k, i := range r.Private {
		x[i] = values[k]
	}
	return r.Classifier.Predict(x) == r.Class
}

// rasterCell returns the cell of a value of [0, 1].
func rasterCell(v float64) int { return min(max(int(v*rasterCells), 0), rasterCells-1) }

// piecesKept returns a test of whether private values of [0, 1] keep the class: by the linear pieces away
// from their edges, by the classifier close to them. It is nil without known pieces.
func (r *Region) piecesKept(ctx context.Context) func(values []float64) bool {
	x := slices.Clone(r.Record)
	ask := func(values []float64) bool { return r.keepsAll(x, values) }
	switch {
	case r.can.Piecewise == nil || len(r.Private) > 2:
		return nil
	case len(r.Private) == 1:
		sides, err := r.sectionOf(ctx, slices.Clone(r.Record), r.Private[0], UnitInterval)
		if err != nil {
			return nil
		}
		return func(values []float64) bool {
			if kept, clearly := keptBy(sides, values[0]); clearly {
				return kept
			}
			return ask(values)
		}
	}
	own, others, err := r.piecesOver(ctx, r.Private, [2]proof.Side{UnitInterval, UnitInterval})
	if err != nil {
		return nil
	}
	cells := rasterOf(own, others)
	return func(values []float64) bool {
		at := rasterCell(values[0])*rasterCells + rasterCell(values[1])
		if cells.own[at] != cells.others[at] {
			return cells.own[at]
		}
		return ask(values)
	}
}

// keptBy reports whether a value is in an interval of a section, and whether it
// is clearly inside of one or outside of all.
func keptBy(section []proof.Side, v float64) (kept, clearly bool) {
	for _, s := range section {
		if s.Low-near <= v && v <= s.High+near {
			inside := s.Low+near <= v && v <= s.High-near
			return inside, inside
		}
	}
	return false, true
}

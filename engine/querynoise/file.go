package querynoise

import (
	"math"

	"dpscope/mechanisms/optimal"
)

// Pieces are those of a law, in the answer's unit, from the left.
func (q Question) Pieces(l optimal.Law) []optimal.Piece {
	pieces := l.Pieces()
	for i, p := range pieces {
		pieces[i].Low, pieces[i].High = q.Place(p.Low), q.Place(p.High)
	}
	return pieces
}

// Place is a place of the law, or a shift, in the answer's unit: of counts a whole number, which a
// share of the sensitivity times that need not be in floating ones.
func (q Question) Place(at float64) float64 {
	at *= q.Sensitivity
	if q.Query == optimal.Count {
		at = math.Round(at)
	}
	return at + 0 // −0 is 0
}

// Moves are what one record may do to the answer, in sensitivities.
func (q Question) Moves() optimal.Moves { return q.problem().Moves() }

package querynoise

import (
	"math"

	"dpscope/mechanisms/optimal"
)

// Pieces returns the pieces of a law, in the answer's unit, from the left.
func (q Question) Pieces(l optimal.Law) []optimal.Piece {
	pieces := l.Pieces()
	for i, p := range pieces {
		pieces[i].Low, pieces[i].High = q.Place(p.Low), q.Place(p.High)
	}
	return pieces
}

// Place returns a place of the law, or a shift, in the answer's unit: for counts a whole number, which the
// floating-point product of a share and the sensitivity need not be.
func (q Question) Place(at float64) float64 {
	at *= q.Sensitivity
	if q.Query == optimal.Count {
		at = math.Round(at)
	}
	return at + 0 // −0 is 0
}

// Moves returns the possible moves of the answer by one record, in sensitivities.
func (q Question) Moves() optimal.Moves { return q.problem().Moves() }

package optimal

import (
	"cmp"
	"slices"
)

// Piece is a row of a law as it is written: a mass spread evenly from Low to High, or at
// a point where both are the same.
type Piece struct{ Low, High, Mass float64 }

// Pieces are those of the law, from the left.
func (l Law) Pieces() []Piece {
	pieces := make([]Piece, 0, len(l.Masses)+len(l.Points))
	for i, m := range l.Masses {
		pieces = append(pieces, Piece{l.Edges[i], l.Edges[i+1], m})
	}
	for _, p := range l.Points {
		pieces = append(pieces, Piece{p.At, p.At, p.Mass})
	}
	slices.SortStableFunc(pieces, func(a, b Piece) int { return cmp.Compare(a.Low, b.Low) })
	return pieces
}

package noise

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"dpscope/mechanisms"
	"dpscope/mechanisms/optimal"
)

// Piece is a row of a file of a law: a mass spread evenly from Low to High, or at
// a point where both are the same.
type Piece struct{ Low, High, Mass float64 }

// Pieces are those of a law, in the answer's unit, from the left.
func (q Question) Pieces(l optimal.Law) []Piece {
	pieces := make([]Piece, 0, len(l.Masses)+len(l.Points))
	for i, m := range l.Masses {
		pieces = append(pieces, Piece{l.Edges[i] * q.Sensitivity, l.Edges[i+1] * q.Sensitivity, m})
	}
	for _, p := range l.Points {
		pieces = append(pieces, Piece{p.At * q.Sensitivity, p.At * q.Sensitivity, p.Mass})
	}
	slices.SortStableFunc(pieces, func(a, b Piece) int { return cmp.Compare(a.Low, b.Low) })
	return pieces
}

// mostPieces bounds the work of a certificate, which looks at all differences of
// edges.
const mostPieces = 2000

// ReadLaw reads a law from CSV with the columns low, high and mass. Pieces lie side
// by side, in any order; a row whose low is its high is a point. The error says
// which row is wrong, and what would do.
func ReadLaw(in io.Reader) (optimal.Law, error) {
	rows := csv.NewReader(in)
	header, err := rows.Read()
	if err != nil {
		return optimal.Law{}, fmt.Errorf("the law has no header; low,high,mass would do: %w", err)
	}
	var columns [3]int
	for i, name := range []string{"low", "high", "mass"} {
		columns[i] = slices.IndexFunc(header, func(h string) bool { return strings.EqualFold(strings.TrimSpace(h), name) })
		if columns[i] < 0 {
			return optimal.Law{}, fmt.Errorf("no column is called %q; low, high and mass are needed", name)
		}
	}
	var pieces []Piece
	for {
		record, err := rows.Read()
		if err == io.EOF {
			return lawOf(pieces)
		}
		if err != nil {
			return optimal.Law{}, fmt.Errorf("the law cannot be read: %w", err)
		}
		line, _ := rows.FieldPos(0)
		p, err := piece(record, columns)
		if err != nil {
			return optimal.Law{}, fmt.Errorf("line %d: %w", line, err)
		}
		if pieces = append(pieces, p); len(pieces) > mostPieces {
			return optimal.Law{}, fmt.Errorf("the law has more than %d rows; fewer, wider pieces would do", mostPieces)
		}
	}
}

// piece reads a row.
func piece(record []string, columns [3]int) (p Piece, err error) {
	for i, into := range []*float64{&p.Low, &p.High, &p.Mass} {
		text := strings.TrimSpace(record[columns[i]])
		if *into, err = strconv.ParseFloat(text, 64); err != nil || math.IsNaN(*into) || math.IsInf(*into, 0) {
			return p, fmt.Errorf("%q is not a finite number", text)
		}
	}
	if p.Low > p.High {
		return p, fmt.Errorf("low = %g is above high = %g", p.Low, p.High)
	}
	if p.Mass < 0 {
		return p, fmt.Errorf("the mass %g is negative", p.Mass)
	}
	return p, nil
}

// lawOf checks that pieces tile what they cover.
func lawOf(pieces []Piece) (optimal.Law, error) {
	if len(pieces) == 0 {
		return optimal.Law{}, errors.New("the law has no rows")
	}
	slices.SortStableFunc(pieces, func(a, b Piece) int { return cmp.Compare(a.Low, b.Low) })
	var edges, masses []float64
	var points []mechanisms.Atom
	for _, p := range pieces {
		if p.Low == p.High {
			points = append(points, mechanisms.Atom{At: p.Low, Mass: p.Mass})
			continue
		}
		if last := len(edges) - 1; last < 0 {
			edges = append(edges, p.Low)
		} else if err := joins(edges[last], p); err != nil {
			return optimal.Law{}, err
		}
		edges, masses = append(edges, p.High), append(masses, p.Mass)
	}
	return optimal.NewLaw(edges, masses, points)
}

// joins checks that a piece begins where the one before it ends, to rounding.
func joins(end float64, p Piece) error {
	hair := 1e-9 * (p.High - p.Low)
	switch {
	case p.Low > end+hair:
		return fmt.Errorf("between %g and %g there is a gap; a piece of mass 0 would fill it", end, p.Low)
	case p.Low < end-hair:
		return fmt.Errorf("the piece from %g to %g overlaps the one before it, which ends at %g", p.Low, p.High, end)
	}
	return nil
}

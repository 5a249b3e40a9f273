package querynoise

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

// Written is a law as a file has it.
type Written struct {
	Pieces []optimal.Piece // from the left; their masses add up to 1 to 10⁻⁶
	Law    optimal.Law
}

// Sum returns the sum of the masses, by which the law divides them.
func (w Written) Sum() float64 {
	sum := 0.0
	for _, p := range w.Pieces {
		sum += p.Mass
	}
	return sum
}

// Moves returns the possible moves of the true answer by one record, given the sensitivity: whole numbers for
// noise of points alone, else any real ones. It fails if there are none.
func (w Written) Moves(sensitivity float64) (optimal.Moves, error) {
	if len(w.Law.Masses) > 0 {
		return optimal.Moves{Most: sensitivity}, nil
	}
	return wholeMoves(sensitivity)
}

// wholeMoves returns the moves for noise of points alone.
func wholeMoves(sensitivity float64) (optimal.Moves, error) {
	m := optimal.Moves{Most: sensitivity, Unit: 1}
	if sensitivity < m.Unit {
		return m, fmt.Errorf("points alone are noise for whole numbers, which one record moves by 1 at least; the sensitivity is %g", sensitivity)
	}
	return m, nil
}

// mostPieces bounds the work of a certificate, which looks at all differences of
// edges.
const mostPieces = 2000

// What arithmetic of sixteen digits can be trusted with.
const (
	leastMass = 1e-290
	farthest  = 1e18
	narrowest = 1e-200
)

// ReadLaw reads a law from CSV with the columns low, high and mass. Pieces lie side by side, in any order; a
// row with equal low and high is a point. The error names the wrong row, and what would work.
func ReadLaw(in io.Reader) (Written, error) {
	var pieces []optimal.Piece
	err := readRows(in, "noise", []string{"low", "high", "mass"}, mostPieces, func(record []string, columns []int, _ int) error {
		p, err := piece(record, columns)
		pieces = append(pieces, p)
		return err
	})
	if err != nil {
		return Written{}, err
	}
	return lawOf(pieces)
}

// readRows passes the rows of a CSV file to take, each with its line and with the indices of the named
// columns. The error names the file by what, and the wrong line; more than most rows are refused.
func readRows(in io.Reader, what string, names []string, most int, take func(record []string, columns []int, line int) error) error {
	rows := csv.NewReader(in)
	header, err := rows.Read()
	if err != nil {
		return fmt.Errorf("the %s has no header; %s would work: %w", what, strings.Join(names, ","), err)
	}
	columns, err := columnsCalled(header, names)
	if err != nil {
		return err
	}
	for count := 1; ; count++ {
		record, err := rows.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("the %s cannot be read: %w", what, err)
		}
		line, _ := rows.FieldPos(0)
		if err := take(record, columns, line); err != nil {
			return fmt.Errorf("line %d: %w", line, err)
		}
		if count > most {
			return fmt.Errorf("the %s has more than %d rows; fewer, wider pieces would work", what, most)
		}
	}
}

// mark begins files of some spreadsheets.
const mark = "\ufeff"

// columnsCalled finds columns by their names; each name must occur once.
func columnsCalled(header, names []string) (columns []int, err error) {
	header[0] = strings.TrimPrefix(header[0], mark)
	columns = make([]int, len(names))
	for i, name := range names {
		called := func(h string) bool { return strings.EqualFold(strings.TrimSpace(h), name) }
		columns[i] = slices.IndexFunc(header, called)
		switch {
		case columns[i] < 0:
			last := len(names) - 1
			return columns, fmt.Errorf("no column is called %q; %s and %s are needed", name, strings.Join(names[:last], ", "), names[last])
		case slices.ContainsFunc(header[columns[i]+1:], called):
			return columns, fmt.Errorf("two columns are called %q; one would work", name)
		}
	}
	return columns, nil
}

// number reads a cell.
func number(cell string) (float64, error) {
	text := strings.TrimSpace(cell)
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("%q is not a finite number", text)
	}
	return v, nil
}

// piece reads a row, given the columns of low, high and mass.
func piece(record []string, columns []int) (p optimal.Piece, err error) {
	for i, into := range []*float64{&p.Low, &p.High, &p.Mass} {
		if *into, err = number(record[columns[i]]); err != nil {
			return p, err
		}
	}
	if p.Low > p.High {
		return p, fmt.Errorf("low = %g is above high = %g", p.Low, p.High)
	}
	switch {
	case p.Mass < 0:
		return p, fmt.Errorf("the mass %g is negative", p.Mass)
	case 0 < p.Mass && p.Mass < leastMass:
		return p, fmt.Errorf("the mass %g is too small to count with; 0 would work, or %g at least", p.Mass, leastMass)
	case max(math.Abs(p.Low), math.Abs(p.High)) > farthest:
		return p, fmt.Errorf("the piece from %g to %g is further than %g from 0; another unit would work", p.Low, p.High, farthest)
	}
	return p, nil
}

// lawOf checks that pieces adjoin without gaps.
func lawOf(pieces []optimal.Piece) (Written, error) {
	if len(pieces) == 0 {
		return Written{}, errors.New("the noise has no rows")
	}
	slices.SortStableFunc(pieces, func(a, b optimal.Piece) int { return cmp.Compare(a.Low, b.Low) })
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
			return Written{}, err
		}
		edges, masses = append(edges, p.High), append(masses, p.Mass)
	}
	if err := distinct(edges, points); err != nil {
		return Written{}, err
	}
	law, err := optimal.NewLaw(edges, masses, points)
	return Written{pieces, law}, err
}

// distinct refuses places that arithmetic of sixteen digits hardly tells apart.
func distinct(edges []float64, points []mechanisms.Atom) error {
	const digits = 1e-12
	if n := len(edges); n > 0 {
		narrowest := max(digits*max(math.Abs(edges[0]), math.Abs(edges[n-1])), narrowest)
		for i, high := range edges[1:] {
			if low := edges[i]; high-low < narrowest {
				return fmt.Errorf("the piece from %g to %g is narrower than %g, which is hardly told from a point; a point would work", low, high,
					narrowest)
			}
		}
		return nil
	}
	for _, p := range points {
		if whole := math.Round(p.At); p.At != whole && math.Abs(p.At-whole) <= digits*math.Abs(whole) {
			return fmt.Errorf("the point %v is no whole number, by rounding, and other points would never meet it; %g would work", p.At, whole)
		}
	}
	return nil
}

// joins checks that a piece begins where the one before it ends, to rounding.
func joins(end float64, p optimal.Piece) error {
	hair := 0x1p-50 * math.Abs(end)
	switch {
	case p.Low > end+hair:
		return fmt.Errorf("between %g and %g there is a gap; a piece of mass 0 would fill it", end, p.Low)
	case p.Low < end-hair:
		return fmt.Errorf("the piece from %g to %g overlaps the one before it, which ends at %g", p.Low, p.High, end)
	}
	return nil
}

package querynoise

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"dpscope/mechanisms/optimal"
)

// WrittenFamily is a family as a file has it: a law for each group of a range, from the left.
type WrittenFamily struct {
	Names  []string // of the groups, as they are written
	Groups []optimal.ExactGroup
	Laws   optimal.Placing
}

// IsFamily reports whether a header belongs to a family: it has a column called group.
func IsFamily(header []string) bool {
	return slices.ContainsFunc(header, func(h string) bool {
		return strings.EqualFold(strings.TrimSpace(strings.TrimPrefix(h, mark)),
			"group")
	})
}

// Moves returns the possible moves of the true answer by one record: whole numbers for laws of points alone,
// else any real ones.
func (w WrittenFamily) Moves(sensitivity float64) (optimal.Moves, error) {
	for _, l := range w.Laws {
		if len(l.Masses) > 0 {
			return optimal.Moves{Most: sensitivity}, nil
		}
	}
	m, err := wholeMoves(sensitivity)
	if err != nil {
		return m, err
	}
	for i, l := range w.Laws {
		if l.From != math.Round(l.From) || l.To != math.Round(l.To) {
			return m, fmt.Errorf("group %s begins at %g and ends before %g; points alone are noise for whole numbers, which lie between whole ones",
				w.Names[i], l.From, l.To)
		}
	}
	return m, nil
}

// familyColumns lists the columns of a family's table.
var familyColumns = []string{"group", "from", "to", "low", "high", "mass"}

// groupRows holds the rows of a group, and the line of the first.
type groupRows struct {
	name     string
	from, to float64
	line     int
	pieces   []optimal.Piece
}

// ReadFamily reads a family from CSV with the columns group, from, to, low, high and mass: the rows of a
// group are adjacent, each with the ends of the group's answers, and groups adjoin, in any order. The error
// names the wrong line, and what would work.
func ReadFamily(in io.Reader) (WrittenFamily, error) {
	const most = 100_000
	var groups []groupRows
	err := readRows(in, "family", familyColumns, most, func(record []string, columns []int, line int) (err error) {
		groups, err = joined(groups, record, columns, line)
		return err
	})
	if err != nil {
		return WrittenFamily{}, err
	}
	return familyOf(groups)
}

// joined puts a row into its group.
func joined(groups []groupRows, record []string, columns []int, line int) ([]groupRows, error) {
	g := groupRows{name: strings.TrimSpace(record[columns[0]]), line: line}
	var err error
	for i, into := range []*float64{&g.from, &g.to} {
		if *into, err = number(record[columns[1+i]]); err != nil {
			return nil, err
		}
	}
	if !(g.from < g.to) {
		return nil, fmt.Errorf("group %s begins at %g and ends at %g; an end beyond its beginning would work", g.name, g.from, g.to)
	}
	p, err := piece(record, columns[3:])
	if err != nil {
		return nil, err
	}
	last := len(groups) - 1
	switch {
	case last < 0 || groups[last].name != g.name:
		if slices.ContainsFunc(groups, func(o groupRows) bool { return o.name == g.name }) {
			return nil, fmt.Errorf("group %s comes again; its rows together, or another name, would work", g.name)
		}
		g.pieces = []optimal.Piece{p}
		return append(groups, g), nil
	case groups[last].from != g.from || groups[last].to != g.to:
		return nil, fmt.Errorf("group %s is from %g to %g here and from %g to %g on line %d; one of these would work", g.name, g.from, g.to,
			groups[last].from, groups[last].to, groups[last].line)
	}
	if groups[last].pieces = append(groups[last].pieces, p); len(groups[last].pieces) > mostPieces {
		return nil, fmt.Errorf("group %s has more than %d rows; fewer, wider pieces would work", g.name, mostPieces)
	}
	return groups, nil
}

// familyOf checks that groups tile the range.
func familyOf(groups []groupRows) (w WrittenFamily, err error) {
	if len(groups) == 0 {
		return w, errors.New("the family has no rows")
	}
	slices.SortStableFunc(groups, func(a, b groupRows) int { return cmp.Compare(a.from, b.from) })
	whole := false
	for i, g := range groups {
		if i > 0 {
			before := groups[i-1]
			hair := 0x1p-50 * (math.Abs(before.to) + math.Abs(g.from))
			if g.from > before.to+hair {
				return w, fmt.Errorf("line %d: between group %s, which ends at %g, and group %s, which begins at %g, there is a gap; groups that lie side by side would work", g.line, before.name, before.to, g.name, g.from)
			}
			if g.from < before.to-hair {
				return w, fmt.Errorf("line %d: group %s begins at %g and overlaps group %s, which ends at %g; groups that lie side by side would work",
					g.line, g.name, g.from, before.name, before.to)
			}
		}
		law, err := lawOf(g.pieces)
		if err != nil {
			return w, fmt.Errorf("line %d and below, group %s: %w", g.line, g.name, err)
		}
		if points := len(law.Law.Masses) == 0; i > 0 && points != whole {
			return w, fmt.Errorf("line %d: group %s has points alone and others have not, or the other way round; noise for whole numbers has points alone, in every group", g.line, g.name)
		} else {
			whole = points
		}
		w.Names = append(w.Names, g.name)
		w.Groups = append(w.Groups, optimal.ExactGroup{From: g.from, To: g.to, Pieces: law.Pieces})
		w.Laws = append(w.Laws, optimal.Placed{From: g.from, To: g.to, Law: law.Law})
	}
	return w, nil
}

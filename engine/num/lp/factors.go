package lp

import (
	"math"
	"slices"
)

// factors is a sparse LU factorisation of a square matrix K. Markowitz's rule (1957) chooses pivots: their
// rows and columns have few entries, so that little fill-in arises, and they are not small within their rows.
type factors struct {
	row, column []int32 // of the pivot of each step
	pivot       []float64
	lower       []vector // by step: the multiples of the pivot's row subtracted from later rows
	upper       []vector // by step: the pivot's row without the pivot
}

const (
	unsingular = 1e-11 // the least pivot
	threshold  = 0.1   // the least ratio of a pivot to the greatest entry of its row
	candidates = 4     // rows and columns searched for a pivot
)

// factorise factorises the matrix of these rows, and reports whether it is regular. It also stops where stopped says so.
func factorise(rows []vector, stopped func() bool) (factors, bool) {
	e := eliminationOf(rows)
	var f factors
	for step := range rows {
		if step%100 == 0 && stopped != nil && stopped() {
			return f, false
		}
		i, at := e.choose()
		if i == none {
			return f, false
		}
		f.row, f.column, f.pivot = append(f.row, int32(i)), append(f.column, e.at[i][at]), append(f.pivot, e.of[i][at])
		lower, upper := e.eliminate(i, at)
		f.lower, f.upper = append(f.lower, lower), append(f.upper, upper)
	}
	return f, true
}

// solve solves K·x = b, and overwrites b.
func (f *factors) solve(b, x []float64) {
	for s, i := range f.row {
		if a := b[i]; a != 0 {
			f.lower[s].addTo(b, -a)
		}
	}
	for s := len(f.row) - 1; s >= 0; s-- {
		x[f.column[s]] = (b[f.row[s]] - f.upper[s].dot(x)) / f.pivot[s]
	}
}

// solveLeft solves z·K = a, and overwrites a.
func (f *factors) solveLeft(a, z []float64) {
	for s, j := range f.column {
		by := a[j] / f.pivot[s]
		z[f.row[s]] = by
		if by != 0 {
			f.upper[s].addTo(a, -by)
		}
	}
	for s := len(f.row) - 1; s >= 0; s-- {
		z[f.row[s]] -= f.lower[s].dot(z)
	}
}

// elimination is the remaining matrix.
type elimination struct {
	at       [][]int32   // by row: the columns of its entries
	of       [][]float64 // and the entries
	in       [][]int32   // by column: the rows of its entries
	byRow    lists       // rows by their numbers of entries
	byColumn lists
	scale    []float64 // by column: the pivot row's entry
	seen     []bool    // by column: the present row has an entry there
}

func eliminationOf(rows []vector) *elimination {
	size := len(rows)
	e := &elimination{in: make([][]int32, size), scale: make([]float64, size), seen: make([]bool, size)}
	for i, row := range rows {
		e.at, e.of = append(e.at, slices.Clone(row.at)), append(e.of, slices.Clone(row.of))
		for _, j := range row.at {
			e.in[j] = append(e.in[j], int32(i))
		}
	}
	e.byRow, e.byColumn = newLists(size), newLists(size)
	for i := range rows {
		e.byRow.put(i, len(e.at[i]))
		e.byColumn.put(i, len(e.in[i]))
	}
	return e
}

// choose returns the row of a pivot, none where there is none, and its place in the row.
func (e *elimination) choose() (row, at int) {
	row, least, tried := none, math.MaxInt, 0
	better := func(i, place int) {
		if cost := (len(e.at[i]) - 1) * (len(e.in[e.at[i][place]]) - 1); cost < least {
			row, at, least = i, place, cost
		}
	}
	for count := 1; count <= len(e.at); count++ {
		if least <= (count-1)*(count-1) {
			break
		}
		for j := e.byColumn.first[count]; j != none && tried < candidates; j = e.byColumn.next[j] {
			for _, i := range e.in[j] {
				if place := slices.Index(e.at[i], int32(j)); math.Abs(e.of[i][place]) >= e.accepted(int(i)) {
					better(int(i), place)
				}
			}
			tried++
		}
		for i := e.byRow.first[count]; i != none && tried < candidates; i = e.byRow.next[i] {
			accepted := e.accepted(i)
			for place, a := range e.of[i] {
				if math.Abs(a) >= accepted {
					better(i, place)
				}
			}
			tried++
		}
		if tried >= candidates && row != none {
			break
		}
		if tried >= candidates { // none of them is acceptable
			tried = candidates - 1
		}
	}
	return row, at
}

// accepted returns the least acceptable pivot of a row.
func (e *elimination) accepted(i int) float64 {
	greatest := 0.0
	for _, a := range e.of[i] {
		greatest = max(greatest, math.Abs(a))
	}
	return max(threshold*greatest, unsingular)
}

// eliminate removes the row and the column of a pivot.
func (e *elimination) eliminate(p, place int) (lower, upper vector) {
	c, pivot := e.at[p][place], e.of[p][place]
	e.remove(p, place)
	upper = vector{e.at[p], e.of[p]}
	for at, j := range upper.at {
		e.scale[j] = upper.of[at]
		e.leave(int(j), p)
	}
	e.byRow.take(p, len(upper.at)+1)
	rows := e.in[c]
	e.byColumn.take(int(c), len(rows))
	for _, i := range rows {
		if int(i) == p {
			continue
		}
		before := len(e.at[i])
		at := slices.Index(e.at[i], c)
		by := e.of[i][at] / pivot
		e.remove(int(i), at)
		e.subtract(int(i), by, upper)
		e.byRow.move(int(i), before, len(e.at[i]))
		lower.at, lower.of = append(lower.at, i), append(lower.of, by)
	}
	for _, j := range upper.at {
		e.scale[j] = 0
	}
	return lower, upper
}

// subtract subtracts a multiple of a pivot's row from another.
func (e *elimination) subtract(i int, by float64, upper vector) {
	const rounding = 1e-14
	for at := 0; at < len(e.at[i]); at++ {
		j := e.at[i][at]
		if e.scale[j] == 0 {
			continue
		}
		e.seen[j] = true
		less, before := by*e.scale[j], e.of[i][at]
		if e.of[i][at] -= less; math.Abs(e.of[i][at]) <= rounding*max(math.Abs(before), math.Abs(less)) {
			e.leave(int(j), i)
			e.remove(i, at)
			at--
		}
	}
	for at, j := range upper.at {
		if !e.seen[j] {
			e.at[i], e.of[i] = append(e.at[i], j), append(e.of[i], -by*upper.of[at])
			e.in[j] = append(e.in[j], int32(i))
			e.byColumn.move(int(j), len(e.in[j])-1, len(e.in[j]))
		}
		e.seen[j] = false
	}
}

// remove removes an entry of a row.
func (e *elimination) remove(i, at int) {
	last := len(e.at[i]) - 1
	e.at[i][at], e.of[i][at] = e.at[i][last], e.of[i][last]
	e.at[i], e.of[i] = e.at[i][:last], e.of[i][:last]
}

// leave removes a row from a column.
func (e *elimination) leave(j, i int) {
	at, last := slices.Index(e.in[j], int32(i)), len(e.in[j])-1
	e.in[j][at] = e.in[j][last]
	e.in[j] = e.in[j][:last]
	e.byColumn.move(j, last+1, last)
}

// lists holds doubly linked lists of rows, or of columns, with equal numbers of entries.
type lists struct{ first, next, before []int }

func newLists(size int) lists {
	l := lists{make([]int, size+1), make([]int, size), make([]int, size)}
	for i := range l.first {
		l.first[i] = none
	}
	return l
}

func (l *lists) put(i, count int) {
	l.next[i], l.before[i] = l.first[count], none
	if after := l.first[count]; after != none {
		l.before[after] = i
	}
	l.first[count] = i
}

func (l *lists) take(i, count int) {
	after, before := l.next[i], l.before[i]
	if before == none {
		l.first[count] = after
	} else {
		l.next[before] = after
	}
	if after != none {
		l.before[after] = before
	}
}

func (l *lists) move(i, from, to int) {
	l.take(i, from)
	l.put(i, to)
}

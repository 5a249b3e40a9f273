package plan

import (
	"cmp"
	"math"
	"slices"

	"dpscope/engine"
)

// Plan says what stands where in a picture without cells: its marks from the back to the front, its ticks, the names and
// numbers in the plot. Places are shares of the plot: 0 is its left or lower side and 1 the opposite one.
type Plan struct {
	*Subject
	XTicks, YTicks []Tick
	Margin         float64 // room right of the plot for names at the ends of lines, as a share of both
	Words          []Word
	Named          []int    // the series that are named in the plot or in its margin
	Unplaced       []Remark // names of lines across and from the top without a place in the plot
}

// Remark is a name of a line across or from the top.
type Remark struct {
	Text string
	Ink  Ink
	Down bool
	Mark int
}

// Word is a text in the plot or in its margin.
type Word struct {
	X, Y   float64 // of the start, middle or end of its line, in the middle of the line's height
	Text   string
	Ink    Ink
	Bold   bool
	Anchor Anchor
	Of     int  // the series that it names; -1: none
	Ground bool // something is drawn where it stands
	Mark   int  // what it is about; -1: a region
}

// Anchor says which part of a text stands at its place.
type Anchor uint8

// The anchors.
const (
	Start Anchor = iota
	Middle
	End
)

// New plans a picture of a figure for a plot with room for some letters across and lines down, with the margin.
func New(f engine.Figure, m Medium, letters, lines int) *Plan {
	p := &Plan{Subject: NewSubject(f, m)}
	letters, lines = max(letters, 1), max(lines, 1)
	names := p.toName(letters, lines)
	columns := p.inMargin(names, letters, lines)
	w := writer{Plan: p, board: newBoard(columns, lines)}
	if w.obstacles(names); !w.apart() {
		p.Named, p.Words, columns = nil, nil, letters
		w = writer{Plan: p, board: newBoard(columns, lines)}
		w.obstacles(names)
	}
	p.Margin = float64(letters-columns) / float64(letters)
	p.XTicks, _ = Ruler{Axis: p.Figure.X, Scale: p.X.Raw(p.Figure.X), Text: p.Text, Across: true, Length: columns}.Ticks()
	up := Ruler{Axis: p.Figure.Y, Scale: p.Y.Raw(p.Figure.Y), Text: p.Text, Length: lines, Strict: p.HasCells() && !p.Y.Log}
	p.YTicks, _ = up.Ticks()
	var limits map[float64]bool
	p.YTicks, limits = up.Referred(p.YTicks, p.Limits(), lines)
	w.remarks(limits)
	w.write(w.first)
	w.name(names)
	w.write(w.last)
	w.regions()
	return p
}

// Limits returns the values of the lines across.
func (p *Subject) Limits() (values []float64) {
	for i := range p.Marks {
		if m := &p.Marks[i]; m.Form == engine.Threshold && !m.Vertical {
			values = append(values, m.Edges.Y0)
		}
	}
	return values
}

// ToName lists the series that are named where they run: all lines that a legend would name, where there are several.
func (p *Subject) ToName() (names []int) {
	if p.Lines() < 2 {
		return nil
	}
	muted := p.MutedLines()
	for i, s := range p.Series {
		if s.Line && !s.Ghost && !s.Left && !s.Trail && s.Label != "" && (!s.Muted || muted <= MostMutedNames && !p.Crowded()) {
			names = append(names, i)
		}
	}
	return names
}

// toName does what ToName does for a plot with room for names.
func (p *Plan) toName(letters, lines int) []int {
	const leastLetters, leastLines = 24, 5
	if letters < leastLetters || lines < leastLines {
		return nil
	}
	return p.ToName()
}

// ended is a name at the end of a line.
type ended struct {
	series, mark int
	end, row     float64
	words        string
}

// inMargin gives all lines their names in a margin of at most a quarter of the width, each within a row of the end of its own
// line and nearest to that, or none of them. It returns the letters that the plot keeps.
func (p *Plan) inMargin(names []int, letters, lines int) (columns int) {
	var all []ended
	widest := 0.0
	for _, series := range names {
		e, found := p.endOf(series, lines)
		if !found {
			return letters
		}
		if e.words = p.NameOf(p.Series[series]); p.nameWidth(e.words) > float64(letters/4) {
			e.words = p.BriefOf(p.Series[series])
		}
		widest = max(widest, p.nameWidth(e.words))
		all = append(all, e)
	}
	margin := int(math.Ceil(widest))
	if len(all) == 0 || margin > letters/4 || !spread(all, float64(lines)) {
		return letters
	}
	columns = letters - margin
	for _, e := range all {
		p.Named = append(p.Named, e.series)
		p.Words = append(p.Words, Word{X: 1 + 0.8/float64(columns), Y: 1 - e.row/float64(lines), Text: e.words, Of: e.series, Ink: p.nameInk(e.series), Mark: e.mark})
	}
	return columns
}

// apart reports whether all names in the margin are nearer to their own line than to any other, also to one that comes near
// before its end.
func (w *writer) apart() bool {
	const half, lead = 0.35, 0.15 // of the height of a name, and by how much it is nearer, in rows
	from := func(l Named, row float64) float64 { return max(l.Course.Near(w.columns, w.columns, row)-half, 0) }
	for _, word := range w.Words {
		row := (1 - word.Y) * float64(w.rows)
		own, other := math.Inf(1), math.Inf(1)
		for _, l := range w.lines {
			if l.Series == word.Of {
				own = min(own, from(l, row))
			} else {
				other = min(other, from(l, row))
			}
		}
		if other < own+lead {
			return false
		}
	}
	return true
}

// nameWidth returns the letters that a name takes in a margin, with its marker and air.
func (p *Plan) nameWidth(words string) float64 { return p.Text.Width(words) + signWidth + 1 }

// signWidth is the width of a marker before a name, in letters.
const signWidth = 2

// nameInk returns the colour of a name beside its marker.
func (p *Plan) nameInk(series int) Ink {
	if p.Series[series].Muted {
		return Dim
	}
	return Plain
}

// endOf returns where a line ends, if that is at the right side of the plot.
func (p *Plan) endOf(series, lines int) (e ended, found bool) {
	const near = 0.985
	for i := range p.Marks {
		m := &p.Marks[i]
		if p.Of[i] != series || !m.IsLine() || p.Crowd(i) {
			continue
		}
		for k := min(len(m.X), len(m.Y)) - 1; k >= 0; k-- {
			x, y := p.X.At(m.X[k]), p.Y.At(m.Y[k])
			if !(x <= 1+1e-9) || math.IsNaN(y) {
				continue
			}
			if x < near || y < 0 || y > 1 {
				return e, false
			}
			row := (1 - y) * float64(lines)
			return ended{series: series, mark: i, end: row, row: row}, true
		}
	}
	return e, false
}

// spread moves names apart by a part of a row; it reports whether each is then nearest to the end of its own line.
func spread(all []ended, lines float64) bool {
	const apart, most = 1.1, 0.7 // rows
	slices.SortStableFunc(all, func(a, b ended) int { return cmp.Compare(a.end, b.end) })
	for range len(all) { // each time neighbours that touch move apart by the same length
		for i := 1; i < len(all); i++ {
			if short := apart - (all[i].row - all[i-1].row); short > 0 {
				all[i-1].row, all[i].row = all[i-1].row-short/2, all[i].row+short/2
			}
		}
	}
	for i, e := range all {
		own := math.Abs(e.row - e.end)
		if own > most || e.row < 0 || e.row > lines || i > 0 && e.row-all[i-1].row < 0.9*apart {
			return false
		}
		for k, other := range all {
			if k != i && math.Abs(e.row-other.end) <= own {
				return false
			}
		}
	}
	return true
}

package plan

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"dpscope/engine"
	"dpscope/engine/numeral"
)

// writer places the words of a plan.
type writer struct {
	*Plan
	*board
	lines       []Named // courses of lines that words could be taken to name
	first, last []remark
}

// remark is a text with the places where it may stand, the best first.
type remark struct {
	Word
	places []spot
	here   int  // the series, plus one, of the present setting: the legend has the text where the plot has no place
	legend bool // likewise for the name of a line across or from the top
	down   bool
}

// spot is a place for a text: its first column and the middle of its row.
type spot struct {
	x   int
	row float64
}

// column returns the place of an x in letters, row that of a y in lines.
func (w *writer) column(x float64) float64 { return w.X.Bound(x) * float64(w.columns) }
func (w *writer) row(y float64) float64    { return (1 - w.Y.Bound(y)) * float64(w.rows) }

// axes returns what the value at an x needs to know of them.
func (w *writer) axes() engine.Axes {
	return engine.Axes{LogX: w.X.Log, LogY: w.Y.Log, Near: w.X.Length() / float64(w.columns)}
}

// follow returns the course of a line.
func (w *writer) follow(m *engine.Normal) Course {
	c, axes := make(Course, w.columns), w.axes()
	for x := range c {
		c[x] = math.NaN()
		if y, ok := m.Value(w.X.Value((float64(x)+0.5)/float64(w.columns)), axes); ok {
			c[x] = w.bound(w.row(y))
		}
	}
	w.peaks(c, m)
	return c
}

// bound keeps a row near the plot.
func (w *writer) bound(row float64) float64 { return min(max(row, -outside), float64(w.rows)+outside) }

// peaks leads a course through samples between two columns that lie beyond both, as those of a narrow peak do.
func (w *writer) peaks(c Course, m *engine.Normal) {
	const beyond = 0.5 // rows
	n := min(len(m.X), len(m.Y))
	if n > mostSegments {
		return
	}
	followed := slices.Clone(c)
	for k := range n {
		x, row := w.X.At(m.X[k])*float64(w.columns), w.bound(w.row(m.Y[k]))
		if !(x >= 1 && x < float64(w.columns-1)) || math.IsNaN(row) {
			continue
		}
		at := int(x)
		top, bottom := slices.Min(followed[at-1:at+2]), slices.Max(followed[at-1:at+2])
		if row < min(top, c[at])-beyond || row > max(bottom, c[at])+beyond {
			c[at] = row
		}
	}
}

// outside is how far a course is followed outside of the plot, in rows: too far for a name to be near to it.
const outside = 3

// obstacles takes the ground that marks cover, and follows the lines.
func (w *writer) obstacles(names []int) {
	w.lines = w.Followed(names, w.follow)
	if w.Broken(w.Y) {
		w.block(box{0, float64(w.rows) - 2, 1, float64(w.rows)})
	}
	for i := range w.Marks {
		if w.Crowd(i) {
			continue
		}
		switch m := &w.Marks[i]; m.Form {
		case engine.Line, engine.StepLine, engine.Trail:
			w.run(m)
		case engine.Whisker:
			for k, x := range m.X {
				w.block(box{w.column(x) - 0.5, w.row(m.High[k]), w.column(x) + 0.5, w.row(m.Low[k])})
			}
		case engine.Column:
			w.bars(m)
		case engine.Spike:
			for k, x := range m.X {
				if m.Y[k] > 0 {
					w.block(box{w.column(x) - line, 0, w.column(x) + line, float64(w.rows)})
				}
			}
		case engine.Dot:
			w.points(m)
		case engine.Outline:
			w.edges(m.Edges)
		case engine.Threshold:
			w.edges(m.Edges)
		}
	}
}

// mostSegments is the number of samples up to which a line takes what it passes exactly, and not a column at a time.
const mostSegments = 2000

// run takes what a line passes.
func (w *writer) run(m *engine.Normal) {
	n := min(len(m.X), len(m.Y))
	if n > mostSegments {
		w.course(w.follow(m))
		return
	}
	if n == 0 {
		return
	}
	const tiny = 0.2 // of a letter or a line
	x0, y0 := w.column(m.X[0]), w.row(m.Y[0])
	for k := 1; k < n; k++ {
		x1, y1 := w.column(m.X[k]), w.row(m.Y[k])
		if math.Abs(x1-x0)+math.Abs(y1-y0) < tiny && k+1 < n {
			continue
		}
		switch {
		case !Finite(x0 + y0 + x1):
		case m.Form == engine.StepLine:
			w.segment(x0, y0, x1, y0)
			if Finite(y1) {
				w.segment(x1, y0, x1, y1)
			}
		case Finite(y1):
			w.segment(x0, y0, x1, y1)
		}
		x0, y0 = x1, y1
	}
}

// bars takes the areas of bars from zero.
func (w *writer) bars(m *engine.Normal) {
	half := engine.Gap(m.X) / 2
	zero := w.row(0)
	for k, x := range m.X {
		top := w.row(m.Y[k])
		w.block(box{w.column(x - half), min(top, zero), w.column(x + half), max(top, zero)})
	}
}

// points takes the places of markers and their intervals.
func (w *writer) points(m *engine.Normal) {
	ranked := w.Ranked()
	for k := range min(len(m.X), len(m.Y)) {
		x, y := w.column(m.X[k]), w.row(m.Y[k])
		w.block(box{x - 0.5, y - 0.25, x + 0.5, y + 0.25})
		if ranked {
			w.block(box{0, y - 0.25, x, y + 0.25})
		}
		if k < len(m.From) && m.From[k] < m.To[k] {
			w.block(box{w.column(m.From[k]), y - line, w.column(m.To[k]), y + line})
		}
	}
}

// edges takes the sides of a rectangle that lie in the plot.
func (w *writer) edges(e engine.Edges) {
	left, right, top, bottom := w.column(e.X0), w.column(e.X1), w.row(e.Y1), w.row(e.Y0)
	top, bottom = min(top, bottom), max(top, bottom) // rows of names go down
	for _, y := range [...]float64{top, bottom} {
		w.block(box{left, y - line, right, y + line})
	}
	for _, x := range [...]float64{left, right} {
		w.block(box{x - line, top, x + line, bottom})
	}
}

// remarks collects the texts beside points, at masses and at lines across and from the top. limits are the lines across whose
// values stand among the ticks.
func (w *writer) remarks(limits map[float64]bool) {
	for i := range w.Marks {
		if w.Crowd(i) {
			continue
		}
		switch m := &w.Marks[i]; m.Form {
		case engine.Dot:
			w.labels(i, m)
		case engine.Spike:
			w.masses(i, m)
		case engine.Threshold:
			if m.Vertical {
				w.fromTheTop(i, m)
			} else {
				w.across(i, m, limits[m.Edges.Y0])
			}
		}
	}
}

// width returns the letters that a text takes.
func (w *writer) width(text string) int { return int(math.Ceil(w.Text.Width(text))) }

// around returns the places of a text about a point, the best first, and farther ones for the present setting.
func (w *writer) around(x, row float64, width int, here bool) (places []spot) {
	right, left, middle := int(math.Ceil(x+0.8)), int(math.Floor(x-0.8))-width, int(math.Round(x-float64(width)/2))
	if places = []spot{{right, row}, {left, row}}; len(w.Figure.Y.Words) > 0 { // the next row belongs to another member
		return places
	}
	places = append(places, spot{middle, row - 1}, spot{middle, row + 1})
	for _, away := range [...]float64{0.8, 1.3, 2, 3} {
		if away > 1 && !here {
			break
		}
		places = append(places, spot{right, row - away}, spot{right, row + away}, spot{left, row - away}, spot{left, row + away})
	}
	return places
}

// labels collects the texts beside points.
func (w *writer) labels(mark int, m *engine.Normal) {
	s := w.Series[w.Of[mark]]
	for k := range min(len(m.X), len(m.Y), len(m.Labels)) {
		x, y := w.X.At(m.X[k]), w.Y.At(m.Y[k])
		if m.Labels[k] == "" || !(x >= 0 && x <= 1 && y >= 0 && y <= 1) {
			continue
		}
		r := remark{Word: Word{Text: w.Text.Plain(m.Labels[k]), Ink: Dim, Of: -1, Mark: mark}}
		at := w.column(m.X[k])
		if k < len(m.To) && m.From[k] < m.To[k] {
			at = max(at, min(w.column(m.To[k]), float64(w.columns)))
		}
		r.places = w.around(at, w.row(m.Y[k]), w.width(r.Text), s.Here)
		if m.Emphasis || s.Here && !w.answered() {
			r.Ink = Strong
		}
		if m.Emphasis && k < len(m.As) {
			if member := slices.Index(w.Figure.Members, m.As[k]); member >= 0 && w.Coloured { // which line it is on
				r.Ink, _ = w.Looks(member)
				r.Bold = true
			}
		}
		if s.Here {
			r.here = w.Of[mark] + 1
		}
		if s.Here || m.Emphasis {
			w.first = append(w.first, r)
		} else {
			w.last = append(w.last, r)
		}
	}
}

// answered reports whether some points are the answer: the present setting is then another point.
func (p *Subject) answered() bool {
	return slices.ContainsFunc(p.Marks, func(m engine.Normal) bool { return m.Form == engine.Dot && m.Emphasis })
}

// masses collects the numbers at the heads of masses.
func (w *writer) masses(mark int, m *engine.Normal) {
	greatest := w.GreatestMass()
	for k, x := range m.X {
		if !(m.Y[k] > 0) {
			continue
		}
		r := remark{Word: Word{Text: numeral.Percent.Format(m.Y[k]), Ink: w.Series[w.Of[mark]].Ink, Of: -1, Mark: mark}}
		row := (1 - m.Y[k]/greatest) * float64(w.rows-1)
		r.places = w.around(w.column(x), row+0.5, w.width(r.Text)+1, false)
		w.last = append(w.last, r)
	}
}

// GreatestMass returns the greatest of all masses of the picture.
func (p *Subject) GreatestMass() (greatest float64) {
	for i := range p.Marks {
		if m := &p.Marks[i]; m.Form == engine.Spike {
			for _, y := range m.Y {
				greatest = max(greatest, y)
			}
		}
	}
	return greatest
}

// fromTheTop collects the name of a line from the top: as high as possible, on either side.
func (w *writer) fromTheTop(mark int, m *engine.Normal) {
	share := w.X.At(m.Edges.X0)
	if !(share >= 0 && share <= 1) || m.Title == "" {
		return
	}
	r := remark{Word: Word{Text: w.Text.Plain(m.Title), Ink: ruleInk(m), Of: -1, Mark: mark}, legend: true, down: true}
	x := share * float64(w.columns)
	for row := 0.6; row < float64(w.rows); row += 0.5 {
		r.places = append(r.places, spot{int(math.Ceil(x + 0.6)), row}, spot{int(math.Floor(x-0.6)) - w.width(r.Text), row})
	}
	if m.Emphasis {
		w.first = append(w.first, r)
	} else {
		w.last = append(w.last, r)
	}
}

// ruleInk returns the colour of a line across or from the top.
func ruleInk(m *engine.Normal) Ink {
	if m.Emphasis || m.Form == engine.Pointer {
		return Accent
	}
	return Dim
}

// across collects the name of a line across: right above it or else below, as far to the right as possible, and where no other
// line is near enough to be meant.
func (w *writer) across(mark int, m *engine.Normal, ticked bool) {
	row := w.row(m.Edges.Y0)
	words := w.RuleName(m, ticked)
	if !(row >= 0 && row <= float64(w.rows)) || words == "" {
		return
	}
	r := remark{Word: Word{Text: words, Ink: ruleInk(m), Of: -1, Mark: mark}, legend: true}
	width := w.width(words)
	var near []spot
	for _, at := range [...]float64{row - 0.65, row + 0.65} {
		for x := w.columns - width; x >= 0; x-- {
			if w.lineNear(x, at, width) {
				near = append(near, spot{x, at})
			} else {
				r.places = append(r.places, spot{x, at})
			}
		}
	}
	r.places = append(r.places, near...)
	w.last = append(w.last, r)
}

// RuleName returns the name of a line across, with its value unless that stands among the ticks or the name has a number.
func (p *Subject) RuleName(m *engine.Normal, ticked bool) string {
	words := p.Text.Plain(m.Title)
	if !ticked && !strings.ContainsAny(words, "0123456789") {
		words = Valued(words, Brief(p.Figure.Y, m.Edges.Y0, p.Text))
	}
	return words
}

// lineNear reports whether a line is so near to words that they could name it.
func (w *writer) lineNear(x int, row float64, width int) bool {
	const rows = 1.5
	return slices.ContainsFunc(w.lines, func(n Named) bool { return n.Course.Near(x, x+width-1, row) < rows })
}

// write places texts, each at its first free place.
func (w *writer) write(texts []remark) {
	for _, r := range texts {
		width := w.width(r.Text)
		free := func(apart bool) int {
			return slices.IndexFunc(r.places, func(s spot) bool {
				return w.Free(s.x, s.row, width) && !(apart && w.Heaped(s.x, s.row, width))
			})
		}
		at := free(len(w.Figure.Y.Words) == 0)
		if at < 0 && !r.down {
			at = free(false)
		}
		switch {
		case at >= 0:
			w.put(r.Word, r.places[at], width)
		case r.legend:
			w.Unplaced = append(w.Unplaced, Remark{Text: r.Text, Ink: r.Ink, Down: r.down, Mark: r.Mark})
		case r.here > 0:
			w.Series[r.here-1].Value = r.Text
		default:
			w.cover(r, width)
		}
	}
}

// cover places a text over marks, and not over other words.
func (w *writer) cover(r remark, width int) {
	at := slices.IndexFunc(r.places, func(s spot) bool {
		t := text(s.x, s.row, width)
		return w.inside(s.x, s.row, width) && !slices.ContainsFunc(w.words, func(o box) bool {
			return o.left < t.right && t.left < o.right && o.top < t.bottom && t.top < o.bottom
		})
	})
	if at >= 0 {
		r.Ground = true
		w.put(r.Word, r.places[at], width)
	}
}

// put keeps a text at its place.
func (w *writer) put(word Word, s spot, width int) {
	word.X, word.Y = float64(s.x)/float64(w.columns), 1-s.row/float64(w.rows)
	w.Words = append(w.Words, word)
	w.board.write(s.x, s.row, width)
}

// name writes the names of lines beside them, unless they stand in the margin.
func (w *writer) name(names []int) {
	if w.Named != nil {
		return
	}
	for i, l := range w.lines {
		if l.Series < 0 {
			continue
		}
		for _, words := range slices.Compact(l.Words[:]) {
			width := w.width(words) + signWidth
			if x, row, found := Place(i, w.lines, width, w.board); found {
				w.Named = append(w.Named, l.Series)
				w.put(Word{Text: words, Ink: w.nameInk(l.Series), Of: l.Series, Mark: slices.Index(w.Of, l.Series)}, spot{x, row}, width)
				break
			}
		}
	}
}

// regions writes the texts of a field into its cells or, where they have no room, the names of its classes into their regions.
// A name would hide single cells that are counted.
func (w *writer) regions() {
	_, counted := w.CountedField()
	for i := range w.Marks {
		m := &w.Marks[i]
		if m.Form != engine.Mosaic || m.Only != "" || counted || len(m.Labels) > 0 {
			continue
		}
		grid := w.grid(m)
		var titles []string
		widths := make([]int, max(slices.Max(append(grid, -1))+1, 0))
		for class := range widths {
			titles = append(titles, w.Text.Plain(m.ClassTitle(class)))
			widths[class] = w.width(titles[class])
		}
		for _, r := range Regions(grid, w.columns, w.rows, widths) {
			word := Word{Text: titles[r.Class], Ink: Strong, Anchor: Middle, Of: -1, Ground: true, Mark: -1,
				X: (float64(r.X) + 0.5) / float64(w.columns), Y: 1 - (float64(r.Y)+0.5)/float64(w.rows)}
			w.Words = append(w.Words, word)
		}
	}
}

// grid samples the classes of a field, a cell for each letter; -1 where something else is drawn or the class is faint.
func (w *writer) grid(m *engine.Normal) []int {
	grid := make([]int, w.columns*w.rows)
	for y := range w.rows {
		j := Nearest(m.Y, w.Y, 1-(float64(y)+0.5)/float64(w.rows), 0)
		for x := range w.columns {
			i := Nearest(m.X, w.X, (float64(x)+0.5)/float64(w.columns), 0)
			at, k := y*w.columns+x, j*len(m.X)+i
			if grid[at] = -1; i >= 0 && j >= 0 && k < len(m.Class) && !(k < len(m.Faint) && m.Faint[k]) && w.Free(x, float64(y)+0.5, 1) {
				grid[at] = min(max(m.Class[k], -1), MostClasses-1)
			}
		}
	}
	return grid
}

// Valued returns the name of a line with its value: "target 90", and after a symbol "your limit on ε = 2".
func Valued(name, value string) string {
	letters := []rune(name)
	if n := len(letters); n > 0 && letters[n-1] == '*' {
		letters = letters[:n-1]
	}
	if n := len(letters); value != "" && n > 0 && unicode.Is(unicode.Greek, letters[n-1]) {
		return name + " = " + value
	}
	return strings.TrimSpace(name + " " + value)
}

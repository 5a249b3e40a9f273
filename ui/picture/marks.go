package picture

import (
	"image/color"
	"math"

	"dpscope/engine"
	"dpscope/ui/chart"
)

// plotter draws the marks of one plot.
type plotter struct {
	*drawing
	frame
	panel
	space furnished
}

// marks draws all of them, and then what is written among them.
func (p *plotter) marks() {
	for i := range p.plan.Marks {
		m := &p.plan.Marks[i]
		at := len(p.scene.Marks)
		p.scene.Marks = append(p.scene.Marks, Drawn{Form: m.Form, Name: m.Name, Panel: p.name, Ghost: m.Ghost})
		p.scene.Marks[at].Samples = p.mark(at, m)
	}
	p.lineMarkers()
	p.words()
}

// mark draws one and counts its samples.
func (p *plotter) mark(at int, m *chart.Dressed) int {
	switch m.Form {
	case engine.Line, engine.StepLine, engine.Trail:
		return p.line(at, m)
	case engine.Ribbon:
		return p.ribbon(at, m)
	case engine.Whisker:
		return p.whiskers(at, m)
	case engine.Column:
		return p.bars(at, m)
	case engine.Spike:
		return p.atoms(at, m)
	case engine.Dot:
		return p.points(at, m)
	case engine.Mosaic:
		return p.field(at, m)
	case engine.Outline:
		return p.box(at, m)
	case engine.Shade:
		p.span(at, m)
	case engine.Threshold:
		p.rule(at, m)
	case engine.Pointer:
		p.pointer(at, m)
	case engine.Strip:
		return p.profile(at, m)
	}
	return 0
}

// ink is the colour of a mark.
func (p *plotter) ink(m *chart.Dressed) color.NRGBA {
	if m.Ghost || m.Muted && m.Form != engine.Trail {
		return p.blend(p.dim, 0.55)
	}
	return p.of(m.Style.Ink)
}

// place is where a sample stands; infinite values lie far beyond the picture.
func (p *plotter) place(x, y float64) (Point, bool) {
	at := Point{p.x(p.plan.X.Bound(x)), p.y(p.plan.Y.Bound(y))}
	return at, finite(at.X) && finite(at.Y)
}

// line draws a line, broken where it has no value.
func (p *plotter) line(at int, m *chart.Dressed) (samples int) {
	var runs [][]Point
	var run []Point
	end := func() {
		if len(run) > 0 {
			runs = append(runs, run)
		}
		run = nil
	}
	for i := range min(len(m.X), len(m.Y)) {
		to, shown := p.place(m.X[i], m.Y[i])
		if m.Form == engine.StepLine && len(run) > 0 && finite(to.X) { // a value holds up to the next x, whatever follows
			run = append(run, Point{to.X, run[len(run)-1].Y})
		}
		if !shown {
			end()
			continue
		}
		samples++
		run = append(run, to)
	}
	end()
	if n := len(runs); n > 0 && m.Form == engine.Line {
		if foot, ok := p.place(m.X[0], 0); ok && m.Falls[0] {
			runs[0] = append([]Point{foot}, runs[0]...)
		}
		if foot, ok := p.place(m.X[len(m.X)-1], 0); ok && m.Falls[1] {
			runs[n-1] = append(runs[n-1], foot)
		}
	}
	item := Item{Mark: at, Stroke: p.ink(m), Width: 1.25, Dash: dashOf(m.Dash)}
	switch {
	case m.Emphasis:
		item.Width = 1.9
	case m.Muted || m.Ghost:
		item.Width = 0.7
	}
	for _, r := range runs {
		if len(r) == 1 {
			p.dot(at, m.Marker, r[0], p.ink(m))
			continue
		}
		item.Paths = append(item.Paths, p.clipLine(r)...)
	}
	if len(item.Paths) > 0 {
		p.scene.add(item)
	}
	return samples
}

// dashOf is a pattern of dots in points.
func dashOf(dots []int) (dash []float64) {
	for _, n := range dots {
		dash = append(dash, 1.1*float64(n))
	}
	return dash
}

// area draws an area, if anything of it lies in the frame.
func (p *plotter) area(at int, edge []Point, fill color.NRGBA) {
	if cut := p.clipArea(edge); len(cut) > 2 {
		p.scene.add(Item{Mark: at, Closed: true, Fill: fill, Paths: [][]Point{cut}})
	}
}

// ribbon draws the area between two lines.
func (p *plotter) ribbon(at int, m *chart.Dressed) (samples int) {
	var upper, lower []Point
	fill := p.blend(p.ink(m), 0.25)
	end := func() {
		for i := len(lower) - 1; i >= 0; i-- {
			upper = append(upper, lower[i])
		}
		if len(lower) == 1 { // of one place: a bar
			p.whisker(at, upper[0], upper[1], p.ink(m))
		} else if len(lower) > 1 {
			p.area(at, upper, fill)
		}
		upper, lower = nil, nil
	}
	for i := range m.X {
		high, okHigh := p.place(m.X[i], m.High[i])
		low, okLow := p.place(m.X[i], m.Low[i])
		if !okHigh || !okLow {
			end()
			continue
		}
		samples++
		upper, lower = append(upper, high), append(lower, low)
	}
	end()
	return samples
}

// whisker draws a bar with ends, as far as it lies in the frame.
func (p *plotter) whisker(at int, a, b Point, ink color.NRGBA) {
	for _, part := range p.clipLine([]Point{a, b}) {
		p.scene.add(Item{Mark: at, Stroke: ink, Width: 0.9, Paths: [][]Point{part}})
	}
	const half = 2.0
	for _, end := range [...]Point{a, b} {
		if p.holds(end) {
			p.scene.add(Item{Mark: at, Stroke: ink, Width: 0.9, Paths: [][]Point{{{end.X - half, end.Y}, {end.X + half, end.Y}}}})
		}
	}
}

func (p *plotter) whiskers(at int, m *chart.Dressed) (samples int) {
	for i := range m.X {
		high, okHigh := p.place(m.X[i], m.High[i])
		low, okLow := p.place(m.X[i], m.Low[i])
		if okHigh && okLow {
			samples++
			p.whisker(at, low, high, p.ink(m))
		}
	}
	return samples
}

// bars draws bars from zero, with air between them where there is room.
func (p *plotter) bars(at int, m *chart.Dressed) (samples int) {
	gap := engine.Gap(m.X)
	full := p.blend(p.ink(m), 0.8)
	if p.grey {
		full = p.greyOf(m.Turn)
	}
	inside, outside := p.blend(p.accent, 0.8), p.blend(p.ink(m), 0.4)
	zero := min(max(p.y(p.plan.Y.Bound(0)), p.top), p.top+p.height)
	for i := range min(len(m.X), len(m.Y)) {
		if math.IsNaN(m.Y[i]) {
			continue
		}
		samples++
		from, to := p.x(p.plan.X.Bound(m.X[i]-gap/2)), p.x(p.plan.X.Bound(m.X[i]+gap/2))
		if p.plan.X.Log() {
			middle := p.x(p.plan.X.At(m.X[i]))
			narrow := p.x(p.plan.X.At(m.X[len(m.X)-1])) - p.x(p.plan.X.Bound(m.X[len(m.X)-1]-gap))
			from, to = middle-narrow/2, middle+narrow/2
		}
		if to-from > 3 {
			air := 0.12 * (to - from)
			from, to = from+air, to-air
		}
		if each := (to - from) / float64(max(m.Groups, 1)); m.Groups > 1 {
			from += float64(m.Turn) * each
			to = from + each
		}
		fill := full
		switch {
		case i < len(m.Marked) && m.Marked[i]:
			fill = inside
		case len(m.Marked) > 0:
			fill = outside
		}
		tip := p.y(p.plan.Y.Bound(m.Y[i]))
		if math.Abs(tip-zero) < 0.4 && m.Y[i] != 0 { // little is not nothing
			tip = zero - math.Copysign(0.4, m.Y[i])
		}
		p.area(at, rect(from, tip, to, zero), fill)
		if middle := (from + to) / 2; tip < p.top-1 && middle > p.left && middle < p.left+p.width { // it goes on beyond
			p.beyond(at, Point{middle, tip})
		}
	}
	return samples
}

// atoms draws masses as stems with a disc, whose heights compare among themselves alone.
func (p *plotter) atoms(at int, m *chart.Dressed) (samples int) {
	greatest, beside, before := 0.0, 0.0, true
	for i := range p.plan.Marks {
		o := &p.plan.Marks[i]
		if o.Form != engine.Spike {
			continue
		}
		if before = before && o.Name != m.Name; before {
			beside += 3
		}
		for _, y := range o.Y {
			greatest = max(greatest, y)
		}
	}
	for i := range m.X {
		if math.IsNaN(m.Y[i]) {
			continue
		}
		samples++
		x := p.x(p.plan.X.At(m.X[i]))
		if x > p.left+p.width/2 {
			x -= beside
		} else {
			x += beside
		}
		head := Point{x, p.top + 4 + (1-m.Y[i]/greatest)*(p.height-4)}
		if !(m.Y[i] > 0) || !p.holds(head) {
			continue
		}
		p.scene.add(Item{Mark: at, Stroke: p.ink(m), Width: 1.2, Paths: [][]Point{{{x, p.top + p.height}, head}}})
		p.scene.add(Item{Mark: at, Fill: p.ink(m), Radius: 2.4, Paths: [][]Point{{head}}})
	}
	return samples
}

// points sets a marker per observation, with the interval about it.
func (p *plotter) points(at int, m *chart.Dressed) (samples int) {
	small := len(m.X) > 400 && len(m.As) == 0
	for i := range min(len(m.X), len(m.Y)) {
		if math.IsNaN(m.Y[i]) || math.IsNaN(m.X[i]) {
			continue
		}
		samples++
		to, shown := p.place(m.X[i], m.Y[i])
		if !shown {
			continue
		}
		ink, marker := p.ink(m), m.Marker
		if i < len(m.Each) {
			ink, marker = p.of(m.Each[i].Style.Ink), m.Each[i].Marker
		}
		if i < len(m.From) && m.From[i] < m.To[i] {
			from, _ := p.place(m.From[i], m.Y[i])
			end, _ := p.place(m.To[i], m.Y[i])
			p.interval(at, from, end, ink)
		}
		switch {
		case m.Here && !p.holds(to):
			p.beyond(at, to)
		case !p.holds(to):
		case m.Here:
			p.here(at, to)
		case small:
			p.scene.add(Item{Mark: at, Fill: ink, Radius: 0.9, Paths: [][]Point{{to}}})
		default:
			p.dot(at, marker, to, ink)
		}
	}
	return samples
}

// interval draws one across, open where it goes on beyond the picture.
func (p *plotter) interval(at int, a, b Point, ink color.NRGBA) {
	for _, part := range p.clipLine([]Point{a, b}) {
		p.scene.add(Item{Mark: at, Stroke: ink, Width: 0.9, Paths: [][]Point{part}})
	}
	for _, end := range [...]Point{a, b} {
		if p.holds(end) {
			p.scene.add(Item{Mark: at, Stroke: ink, Width: 0.9, Paths: [][]Point{{{end.X, end.Y - 2.5}, {end.X, end.Y + 2.5}}}})
		}
	}
}

// beyond points from the edge at what lies outside.
func (p *plotter) beyond(at int, to Point) {
	x, y := min(max(to.X, p.left), p.left+p.width), min(max(to.Y, p.top), p.top+p.height)
	const r = 3.5
	tip := []Point{{x - r, y}, {x + r, y}, {x, y - 1.6*r}}
	switch {
	case to.X < p.left:
		tip = []Point{{x, y}, {x + 1.6*r, y - r}, {x + 1.6*r, y + r}}
	case to.X > p.left+p.width:
		tip = []Point{{x, y}, {x - 1.6*r, y - r}, {x - 1.6*r, y + r}}
	case to.Y < p.top:
		tip = []Point{{x, y}, {x - r, y + 1.6*r}, {x + r, y + 1.6*r}}
	}
	p.scene.add(Item{Mark: at, Closed: true, Fill: p.accent, Paths: [][]Point{tip}})
}

// box draws the edge of a region, open where that goes on beyond the picture.
func (p *plotter) box(at int, m *chart.Dressed) int {
	x0, x1 := p.x(p.plan.X.Bound(m.Edges.X0)), p.x(p.plan.X.Bound(m.Edges.X1))
	y0, y1 := p.y(p.plan.Y.Bound(m.Edges.Y0)), p.y(p.plan.Y.Bound(m.Edges.Y1))
	edge := rect(x0, y0, x1, y1)
	if !m.Hollow {
		p.area(at, edge, p.shade)
	}
	item := Item{Mark: at, Stroke: p.ink(m), Width: 1.1}
	switch {
	case m.Emphasis:
		item.Width = 2
	case m.Turn%2 == 1:
		item.Dash = []float64{4, 2}
	}
	for i := range edge {
		item.Paths = append(item.Paths, p.clipLine([]Point{edge[i], edge[(i+1)%4]})...)
	}
	if len(item.Paths) > 0 {
		p.scene.add(item)
	}
	return 1
}

// span shades an interval of x, or the area under one line over it, and brackets it below.
func (p *plotter) span(at int, m *chart.Dressed) {
	if m.Edges.X0 > m.Edges.X1 {
		return
	}
	x0, x1 := p.x(p.plan.X.Bound(m.Edges.X0)), p.x(p.plan.X.Bound(m.Edges.X1))
	if !m.Clear && !p.barsShow(m) {
		if line := p.lineNamed(m.Under); line != nil {
			p.under(at, m, line)
		} else {
			p.behind(at, rect(max(x0, p.left), p.top, min(x1, p.left+p.width), p.top+p.height))
		}
	}
	if !m.Bare {
		p.bracket(at, m, x0, x1)
	}
}

// behind shades an area that nothing hides, since it is drawn before the rest.
func (p *plotter) behind(at int, area []Point) { p.area(at, area, p.shade) }

// barsShow says whether a span is told by bars.
func (p *plotter) barsShow(span *chart.Dressed) bool {
	for i := range p.plan.Marks {
		m := &p.plan.Marks[i]
		if m.Form == engine.Column && (span.Under != "" && m.Name == span.Under || len(m.Marked) > 0) {
			return true
		}
	}
	return false
}

func (p *plotter) lineNamed(name string) *chart.Dressed {
	for i := range p.plan.Marks {
		if m := &p.plan.Marks[i]; name != "" && m.IsLine() && m.Name == name && !m.Ghost {
			return m
		}
	}
	return nil
}

// under shades what lies between a line and zero over an interval.
func (p *plotter) under(at int, span, line *chart.Dressed) {
	low, high := p.plan.X.Ends()
	from, to := max(span.Edges.X0, low), min(span.Edges.X1, high)
	axes := engine.Axes{LogX: p.plan.X.Log(), LogY: p.plan.Y.Log()}
	var xs []float64
	xs = append(xs, from)
	for _, x := range line.X {
		if x > from && x < to {
			xs = append(xs, x)
		}
	}
	xs = append(xs, to)
	zero := p.y(p.plan.Y.Bound(0))
	edge := []Point{{p.x(p.plan.X.At(from)), zero}}
	last := zero
	for _, x := range xs {
		y, ok := line.Value(x, axes)
		level := zero
		if ok {
			level = p.y(p.plan.Y.Bound(y))
		}
		if !finite(level) {
			level = zero
		}
		if line.Form == engine.StepLine {
			edge = append(edge, Point{p.x(p.plan.X.At(x)), last})
		}
		edge = append(edge, Point{p.x(p.plan.X.At(x)), level})
		last = level
	}
	edge = append(edge, Point{p.x(p.plan.X.At(to)), zero})
	p.area(at, edge, p.blend(p.ink(line), 0.22))
}

// rule draws a threshold.
func (p *plotter) rule(at int, m *chart.Dressed) {
	var a, b Point
	if m.Vertical {
		x := p.x(p.plan.X.At(m.Edges.X0))
		a, b = Point{x, p.top}, Point{x, p.top + p.height}
	} else {
		y := p.y(p.plan.Y.At(m.Edges.Y0))
		a, b = Point{p.left, y}, Point{p.left + p.width, y}
	}
	if !finite(a.X+a.Y) || !p.holds(a) || !p.holds(b) {
		return
	}
	p.scene.add(Item{Mark: at, Stroke: p.of(m.Style.Ink), Width: 0.8, Dash: []float64{3, 2}, Paths: [][]Point{{a, b}}})
}

// pointer points at the user's own value from an axis, and names it below.
func (p *plotter) pointer(at int, m *chart.Dressed) {
	const r = 3.2
	if !m.Vertical {
		if y := p.y(p.plan.Y.At(m.Edges.Y0)); finite(y) && p.holds(Point{p.left, y}) {
			p.scene.add(Item{Mark: at, Closed: true, Fill: p.accent, Paths: [][]Point{{{p.left, y}, {p.left - 1.7*r, y - r}, {p.left - 1.7*r, y + r}}}})
		}
		return
	}
	x, y := p.x(p.plan.X.Bound(m.Edges.X0)), p.top+p.height
	if !finite(x) {
		return
	}
	tip := []Point{{x, y + 0.5}, {x - r, y + 1.7*r}, {x + r, y + 1.7*r}}
	if x < p.left-0.1 || x > p.left+p.width+0.1 {
		x = min(max(x, p.left), p.left+p.width)
		side := math.Copysign(1, m.Edges.X0-p.plan.X.Value(0.5))
		tip = []Point{{x + side*1.7*r, y + r + 1}, {x, y + 1}, {x, y + 2*r + 1}}
	}
	p.scene.add(Item{Mark: at, Closed: true, Fill: p.accent, Paths: [][]Point{tip}})
	base := y + 4 + 0.8*p.small
	look := letters{ink: p.accent, size: p.small}
	w := width(m.Title, p.small, false)
	for _, left := range [...]float64{x + r + 2, x - r - 2 - w} {
		box := [4]float64{left, base - p.small, left + w, base + 0.2*p.small}
		if left >= p.left-10 && left+w <= p.left+p.width+p.space.right && !p.scene.taken(box) {
			p.scene.write(at, Point{left, base}, m.Title, look)
			return
		}
	}
}

// taken reports whether a text or a pointer stands in a box.
func (s *Scene) taken(box [4]float64) bool {
	for _, i := range s.Items {
		if i.Text != "" && i.Box[0] < box[2] && box[0] < i.Box[2] && i.Box[1] < box[3] && box[1] < i.Box[3] {
			return true
		}
	}
	return false
}

// bracket draws ├───┤ below the axis, with the names of the ends beside it.
func (p *plotter) bracket(at int, m *chart.Dressed, x0, x1 float64) {
	row := 0
	for i := range p.plan.Marks {
		o := &p.plan.Marks[i]
		if o.Form == engine.Shade && !o.Bare {
			if o.Index == m.Index {
				break
			}
			row++
		}
	}
	y := p.top + p.height + 4 + 1.2*p.small*(float64(1+p.space.pointers+row)+0.55)
	from, to := max(x0, p.left), min(x1, p.left+p.width)
	if !(from <= to) {
		return
	}
	item := Item{Mark: at, Stroke: p.accent, Width: 0.9, Paths: [][]Point{{{from, y}, {to, y}}}}
	ends := m.Ends
	if ends[0] == "" && ends[1] == "" {
		ends = [2]string{p.number(m.Edges.X0), p.number(m.Edges.X1)}
	}
	look := letters{ink: p.dim, size: p.small}
	if x0 >= p.left-0.1 {
		item.Paths = append(item.Paths, []Point{{from, y - 2.5}, {from, y + 2.5}})
		if w := width(ends[0], p.small, false); from-3-w > p.left-p.space.left {
			look.anchor = End
			p.scene.write(at, Point{from - 3, y + 0.35*p.small}, ends[0], look)
		}
	}
	if x1 <= p.left+p.width+0.1 {
		item.Paths = append(item.Paths, []Point{{to, y - 2.5}, {to, y + 2.5}})
		if w := width(ends[1], p.small, false); to+3+w < p.left+p.width+p.space.right {
			look.anchor = Start
			p.scene.write(at, Point{to + 3, y + 0.35*p.small}, ends[1], look)
		}
	}
	p.scene.add(item)
	if w := width(m.Title, p.small, false); m.Clear && w+6 < to-from {
		p.patch(at, Point{(from + to) / 2, y}, w)
		look.anchor = Middle
		p.scene.write(at, Point{(from + to) / 2, y + 0.35*p.small}, m.Title, look)
	}
}

// number writes a value of the x axis.
func (p *plotter) number(v float64) string {
	axis := p.part.Sheet.Figure.X
	return power(axis.Style.Format(axis.Raw.Of(v)))
}

// patch clears what lies behind a text.
func (p *plotter) patch(at int, middle Point, w float64) {
	p.scene.add(Item{Mark: at, Closed: true, Fill: p.ground, Paths: [][]Point{rect(middle.X-w/2-2, middle.Y-0.55*p.small, middle.X+w/2+2, middle.Y+0.55*p.small)}})
}

// profile fills the margin from the plot outward.
func (p *plotter) profile(at int, m *chart.Dressed) (samples int) {
	greatest := 0.0
	for _, w := range m.Y {
		if finite(w) {
			greatest = max(greatest, w)
		}
	}
	var edge []Point
	room, base := p.space.strip-3, p.top-2.0
	if m.Vertical {
		room, base = p.space.aside-5, p.left+p.width+3
	}
	place := func(share, height float64) Point {
		if m.Vertical {
			return Point{base + height*room, p.y(share)}
		}
		return Point{p.x(share), base - height*room}
	}
	scale := p.plan.X
	if m.Vertical {
		scale = p.plan.Y
	}
	for i := range min(len(m.X), len(m.Y)) {
		share := scale.At(m.X[i])
		if math.IsNaN(m.Y[i]) {
			continue
		}
		samples++
		if !finite(m.Y[i]) || !(share >= 0 && share <= 1) || greatest == 0 {
			continue
		}
		if len(edge) == 0 {
			edge = append(edge, place(share, 0))
		}
		edge = append(edge, place(share, max(m.Y[i], 0)/greatest))
	}
	if n := len(edge); n > 2 {
		last := edge[n-1]
		if m.Vertical {
			last.X = base
		} else {
			last.Y = base
		}
		p.scene.add(Item{Mark: at, Closed: true, Fill: p.blend(p.accent, 0.7), Paths: [][]Point{append(edge, last)}})
	}
	return samples
}

package picture

import (
	"fmt"
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/ui/plan"
)

// ink reads the colour from a row.
var ink = object{"expr": "datum." + inkKey}

// plot returns one plot: layers in the order of drawing, with the strips in its margins beside it.
func (v *vega) plot(p panel, space furnished, size frame) any {
	g := &vegaPlot{v: v, plotter: &plotter{drawing: v.drawing, frame: size, panel: p, space: space}}
	var above, aside, atoms []any
	for i := range p.marks {
		m := &p.marks[i]
		g.mark = v.marks
		v.marks++
		switch {
		case m.Form == engine.Strip && m.Vertical:
			aside = append(aside, g.profile(m))
		case m.Form == engine.Strip:
			above = append(above, g.profile(m))
		case m.Form == engine.Spike:
			atoms = append(atoms, g.atoms(m)...)
		default:
			g.draw(m)
		}
	}
	g.words()
	whole := object{"width": size.width, "height": size.height, "layer": g.layer}
	var title any
	switch {
	case p.name != "":
		title = object{"text": p.title, "subtitle": spelled(v.belowLines(p, size.width)), "fontSize": v.letters, "subtitleFontSize": v.small, "anchor": "start"}
	case !v.single():
		title = object{"text": wrap(p.words+" "+p.title, v.letters, true, size.width, 4), "fontSize": v.letters, "anchor": "start"}
	}
	if atoms != nil {
		whole["layer"] = []any{object{"layer": g.layer}, object{"layer": atoms}}
		whole["resolve"] = object{"scale": object{"y": "independent"}}
	}
	if aside != nil {
		whole = object{"hconcat": append([]any{whole}, aside...), "spacing": 3, "bounds": "flush"}
	}
	if above != nil {
		whole = object{"vconcat": append(above, any(whole)), "spacing": 3, "bounds": "flush"}
	}
	if legend := v.vegaLegend(p.legend, size.width); legend != nil && !v.single() {
		whole = object{"vconcat": []any{legend, whole}, "spacing": 3}
	}
	if title != nil {
		whole["title"] = title
	}
	return whole
}

// add adds a layer over the rows of the mark being drawn.
func (p *vegaPlot) add(kind string, mark object, encoding object, also ...string) {
	p.layer = append(p.layer, p.over(kind, mark, encoding, also...))
}

func (p *vegaPlot) over(kind string, mark object, encoding object, also ...string) object {
	filters := []object{{"filter": fmt.Sprintf("datum.%s === %d", markKey, p.mark)}}
	for _, f := range also {
		filters = append(filters, object{"filter": f})
	}
	return object{"data": object{"name": kind}, "transform": filters, "mark": mark, "encoding": encoding}
}

// ofLook returns the channel of a mark's colour: on the scale that series share where the legend there has it.
func (p *vegaPlot) ofLook(m *plan.Dressed) object {
	if m.Muted && !m.Ghost {
		return object{"value": hex(p.ink(m))}
	}
	return p.colour(at(nameKey))
}

// draw adds the layers of a mark.
func (p *vegaPlot) draw(m *plan.Dressed) {
	switch m.Form {
	case engine.Line, engine.StepLine, engine.Trail:
		p.drawLine(m)
	case engine.Ribbon:
		if p.intervals("band", m) {
			p.add("band", object{"type": "area", "clip": true, "opacity": 0.25, "invalid": "break-paths-show-domains"},
				object{"x": p.x(at(xKey)), "y": p.y(at(y0Key)), "y2": at(y1Key), "color": p.ofLook(m)})
		} else {
			p.add("band", object{"type": "rule", "clip": true},
				object{"x": p.x(at(xKey)), "y": p.y(at(y0Key)), "y2": at(y1Key), "color": p.ofLook(m)})
		}
	case engine.Whisker:
		p.intervals("interval", m)
		p.add("interval", object{"type": "rule", "clip": true},
			object{"x": p.x(at(xKey)), "y": p.y(at(y0Key)), "y2": at(y1Key), "color": p.ofLook(m)})
		for _, end := range [...]string{y0Key, y1Key} {
			p.add("interval", object{"type": "tick", "orient": "horizontal", "size": 5, "thickness": 1, "clip": true},
				object{"x": p.x(at(xKey)), "y": p.y(at(end)), "color": p.ofLook(m)}, "!datum."+openKey)
		}
	case engine.Column:
		p.drawBars(m)
	case engine.Dot:
		p.drawPoints(m)
	case engine.Mosaic:
		p.drawField(m)
	case engine.Outline:
		p.drawBox(m)
	case engine.Shade:
		p.drawSpan(m)
	case engine.Threshold, engine.Pointer:
		p.drawRule(m)
	}
}

var lineKinds = map[engine.Form]string{engine.Line: "line", engine.StepLine: "steps", engine.Trail: "path"}

func (p *vegaPlot) drawLine(m *plan.Dressed) {
	kind := lineKinds[m.Form]
	p.samples(kind, m)
	mark := object{"type": "line", "clip": true, "invalid": "break-paths-show-domains", "strokeJoin": "round"}
	if m.Form == engine.StepLine {
		mark["interpolate"] = "step-after"
	}
	width, dash := penOf(m)
	if mark["strokeWidth"] = width; dash != nil {
		mark["strokeDash"] = dash
	}
	p.add(kind, mark, object{"x": p.x(at(xKey)), "y": p.y(at(yKey)), "color": p.ofLook(m),
		"order": object{"field": orderKey, "type": "quantitative"}})
	if p.plan.Lines() > 1 && m.IsLine() && !m.Ghost && !m.Muted && !p.hasPoints(m) {
		p.signs(m)
	}
}

// signs adds markers on a line, so that it is told apart without colour.
func (p *vegaPlot) signs(m *plan.Dressed) {
	const period = 64.0
	turn := 0
	for i := range p.marks {
		if o := &p.marks[i]; o.IsLine() && !o.Ghost && !o.Muted {
			if o.Index == m.Index {
				break
			}
			turn++
		}
	}
	axes := engine.Axes{LogX: p.plan.X.Log, LogY: p.plan.Y.Log}
	for x := period * math.Mod(0.5+float64(turn)/float64(p.plan.Lines()), 1); x < p.width; x += period {
		along := p.plan.X.Value(x / p.width)
		if v, ok := m.Value(along, axes); ok && finite(v) {
			row := object{nameKey: p.look(m, len(m.As))}
			row.coordinate(xKey, along, p.plan.X)
			row.coordinate(yKey, v, p.plan.Y)
			p.put("signs", row)
		}
	}
	p.add("signs", p.point(), object{"x": p.x(at(xKey)), "y": p.y(at(yKey)), "color": p.ofLook(m), "shape": p.shape(at(nameKey))})
}

// point returns a marker.
func (p *vegaPlot) point() object {
	return object{"type": "point", "filled": true, "opacity": 1, "size": 0.36 * p.letters * p.letters, "clip": true}
}

func (p *vegaPlot) drawBars(m *plan.Dressed) {
	p.samples("bars", m)
	colour := p.ofLook(m)
	if len(m.Marked) > 0 {
		colour = object{"condition": object{"test": "datum." + markedKey, "value": hex(p.accent)}, "value": hex(p.blend(p.v.barInk(m), 0.5))}
	}
	p.add("bars", object{"type": "rect", "clip": true}, object{"x": p.x(at(x0Key)), "x2": at(x1Key), "y": p.y(at(yKey)), "y2": at(y0Key),
		"color": colour})
}

// atoms returns masses on a scale of their own.
func (p *vegaPlot) atoms(m *plan.Dressed) []any {
	p.samples("atoms", m)
	greatest := p.plan.GreatestMass()
	if greatest == 0 {
		greatest = 1
	}
	const most = 1.08
	y := object{"field": yKey, "type": "quantitative", "scale": object{"domain": []float64{0, most * greatest}, "nice": false},
		"axis": object{"orient": "right", "title": "mass", "grid": false}}
	x := p.x(at(xKey))
	colour := p.ofLook(m)
	foot := channel(object{"datum": 0}, object{})
	return []any{
		p.over("atoms", object{"type": "rule", "clip": true, "strokeWidth": 1.2}, object{"x": x, "y": y, "y2": foot, "color": colour}),
		p.over("atoms", p.point(), object{"x": x, "y": y, "color": colour}),
	}
}

func (p *vegaPlot) drawPoints(m *plan.Dressed) {
	p.samples("points", m)
	if len(m.From) > 0 {
		p.add("points", object{"type": "rule", "clip": true},
			object{"x": p.x(at(x0Key)), "x2": at(x1Key), "y": p.y(at(yKey)), "color": p.ofLook(m)}, fmt.Sprintf("datum.%s < datum.%s", x0Key, x1Key))
	}
	mark, encoding := p.point(), object{"x": p.x(at(xKey)), "y": p.y(at(yKey)), "color": p.ofLook(m), "shape": p.shape(at(nameKey))}
	switch {
	case m.Here || m.Muted:
		mark["shape"] = "circle"
		delete(encoding, "shape")
		if m.Here {
			mark["filled"], mark["strokeWidth"], mark["size"] = false, 1.6, 0.9*p.letters*p.letters
		}
	case len(m.X) > 400 && len(m.As) == 0:
		mark["size"] = 3
	}
	p.add("points", mark, encoding)
}

func (p *vegaPlot) drawField(m *plan.Dressed) {
	p.cells(m)
	var names, colours []string
	for _, faint := range [...]bool{false, true} {
		for class := range min(len(m.Hues), len(m.Rank)) {
			name := className(m, class, faint)
			if fill, painted := p.classFill(m, class, faint); painted && !slices.Contains(names, name) && p.occurs(m, class, faint) {
				names, colours = append(names, name), append(colours, hex(fill))
			}
		}
	}
	fill := object{"field": classKey, "type": "nominal", "scale": object{"domain": names, "range": colours}, "legend": nil}
	encoding := object{"x": p.x(at(x0Key)), "x2": at(x1Key), "y": p.y(at(y0Key)), "y2": at(y1Key), "fill": fill}
	if m.Only != "" {
		encoding["fill"] = object{"value": hex(p.shade)}
	}
	if len(m.Extra) > 0 {
		var tips []object
		for _, e := range m.Extra {
			kind := "quantitative"
			if e.Words != nil {
				kind = "nominal"
			}
			tips = append(tips, object{"field": vegaField(e.Name), "type": kind, "title": e.Name})
		}
		encoding["tooltip"] = tips
	}
	p.add("field", object{"type": "rect", "clip": true, "stroke": nil}, encoding, "datum."+classKey+" != null")
	if p.grey && len(m.Faint) > 0 {
		p.hatched(m)
	}
	if p.counted() {
		p.add("field", object{"type": "point", "filled": true, "size": 3, "color": hex(p.muted)}, object{"x": p.x(at(xKey)), "y": p.y(at(yKey))},
			"datum."+bareKey)
	}
	if p.cellsHold(m) {
		p.add("field", object{"type": "text", "fontSize": p.small, "clip": true, "color": ink},
			object{"x": p.x(at(xKey)), "y": p.y(at(yKey)), "text": object{"field": labelKey, "type": "nominal"}}, "datum."+labelKey+" != null")
	}
}

// hatched adds the slanted lines over thinner cells, as the picture draws them.
func (p *vegaPlot) hatched(m *plan.Dressed) {
	apart := *p.drawing
	apart.scene = &Scene{}
	pen := *p.plotter
	pen.drawing = &apart
	pen.field(0, m)
	all := Item{Stroke: p.dim, Width: 0.3}
	for _, i := range apart.scene.Items {
		if !i.Closed {
			all.Paths = append(all.Paths, i.Paths...)
		}
	}
	p.layer = append(p.layer, vegaItem(all))
}

func (p *vegaPlot) occurs(m *plan.Dressed, class int, faint bool) bool {
	for k, c := range m.Class {
		if c == class && p.faint(m, k) == faint {
			return true
		}
	}
	return false
}

// drawBox adds the edge of a region; infinite ends stand where the axes end.
func (p *vegaPlot) drawBox(m *plan.Dressed) {
	row := object{nameKey: m.Title, "basis": m.Basis.String()}
	row.coordinate(x0Key, m.Edges.X0, p.plan.X)
	row.coordinate(x1Key, m.Edges.X1, p.plan.X)
	row.coordinate(y0Key, m.Edges.Y0, p.plan.Y)
	row.coordinate(y1Key, m.Edges.Y1, p.plan.Y)
	p.put("box", row)
	x, y := p.x(at(x0Key)), p.y(at(y0Key))
	if !m.Hollow {
		p.add("box", object{"type": "rect", "clip": true, "color": hex(p.shade)}, object{"x": x, "x2": at(x1Key), "y": y, "y2": at(y1Key)})
	}
	mark := object{"type": "rect", "clip": true, "filled": false, "strokeWidth": 1.1}
	switch {
	case m.Emphasis:
		mark["strokeWidth"] = 2
	case m.Turn%2 == 1:
		mark["strokeDash"] = []float64{4, 2}
	}
	colour := object{"value": hex(p.ink(m))}
	if m.Title != "" {
		colour = p.colour(at(nameKey))
	}
	p.add("box", mark, object{"x": x, "x2": at(x1Key), "y": y, "y2": at(y1Key), "color": colour})
}

// drawSpan shades an interval, or the area under a line over it, and brackets it below.
func (p *vegaPlot) drawSpan(m *plan.Dressed) {
	if m.Edges.X0 > m.Edges.X1 {
		return
	}
	ends := object{}
	ends.coordinate(x0Key, m.Edges.X0, p.plan.X)
	ends.coordinate(x1Key, m.Edges.X1, p.plan.X)
	if !m.Clear && !p.barsShow(m) {
		if line := p.lineNamed(m.Under); line != nil {
			p.put("under", p.rowsUnder(m, line)...)
			mark := object{"type": "area", "clip": true, "opacity": 0.22, "color": hex(p.ink(line))}
			if line.Form == engine.StepLine {
				mark["interpolate"] = "step-after"
			}
			p.add("under", mark, object{"x": p.x(at(xKey)), "y": p.y(at(yKey)), "y2": at(y0Key)})
		} else {
			p.put("span", ends)
			p.add("span", object{"type": "rect", "clip": true, "color": hex(p.shade)}, object{"x": p.x(at(x0Key)), "x2": at(x1Key)})
		}
	}
	if m.Bare {
		return
	}
	names := p.endWords(m)
	row := object{"from": names[0], "to": names[1], "title": m.Title}
	for key, v := range ends {
		row[key] = v
	}
	p.put("bracket", row)
	y := object{"value": p.height + 14 + 1.2*p.small*float64(1+p.space.pointers)}
	p.add("bracket", object{"type": "rule", "color": hex(p.accent), "clip": false}, object{"x": p.x(at(x0Key)), "x2": at(x1Key), "y": y})
	for _, end := range [...]struct {
		key, text, align string
		dx               float64
	}{{x0Key, "from", "right", -4}, {x1Key, "to", "left", 4}} {
		p.add("bracket", object{"type": "text", "align": end.align, "baseline": "middle", "dx": end.dx, "fontSize": p.small, "color": hex(p.dim)},
			object{"x": p.x(at(end.key)), "y": y, "text": object{"field": end.text, "type": "nominal"}})
	}
}

// rowsUnder returns the rows of a line over an interval, with both ends of the interval.
func (p *vegaPlot) rowsUnder(span, line *plan.Dressed) (rows []object) {
	low, high := p.plan.X.Low, p.plan.X.High
	from, to := max(span.Edges.X0, low), min(span.Edges.X1, high)
	xs := []float64{from}
	for _, x := range line.X {
		if x > from && x < to {
			xs = append(xs, x)
		}
	}
	axes := engine.Axes{LogX: p.plan.X.Log, LogY: p.plan.Y.Log}
	for i, x := range append(xs, to) {
		y, ok := line.Value(x, axes)
		if !ok {
			y = 0
		}
		row := object{orderKey: i}
		row.coordinate(xKey, x, p.plan.X)
		row.coordinate(yKey, y, p.plan.Y)
		row.coordinate(y0Key, 0, p.plan.Y)
		rows = append(rows, row)
	}
	return rows
}

// drawRule draws a threshold, or points from an axis at the user's own value.
func (p *vegaPlot) drawRule(m *plan.Dressed) {
	v, key, scale := m.Edges.Y0, yKey, p.plan.Y
	if m.Vertical {
		v, key, scale = m.Edges.X0, xKey, p.plan.X
	}
	if place := scale.Bound(v); !finite(place) || place < -0.001 || place > 1.001 {
		return
	}
	row := object{nameKey: m.Title}
	row.coordinate(key, v, scale)
	p.put("rule", row)
	if m.Form == engine.Threshold {
		thick, dash := rulePen(m)
		mark := object{"type": "rule", "strokeWidth": thick, "color": hex(p.inkOf(m.Ink))}
		if dash != nil {
			mark["strokeDash"] = dash
		}
		if m.Vertical {
			p.add("rule", mark, object{"x": p.x(at(key))})
		} else {
			p.add("rule", mark, object{"y": p.y(at(key))})
		}
		return
	}
	mark := object{"type": "point", "filled": true, "opacity": 1, "size": 40, "color": hex(p.accent)}
	if !m.Vertical {
		mark["shape"] = "triangle-right"
		p.add("rule", mark, object{"y": p.y(at(key)), "x": object{"value": -5}})
		return
	}
	mark["shape"] = "triangle-up"
	y := object{"value": p.height + 5}
	p.add("rule", mark, object{"x": p.x(at(key)), "y": y})
	p.add("rule", object{"type": "text", "align": "left", "baseline": "middle", "dx": 6, "fontSize": p.small, "color": hex(p.accent)},
		object{"x": p.x(at(key)), "y": y, "text": object{"field": nameKey, "type": "nominal"}})
}

// profile returns a strip in the margin over the scale of its axis.
func (p *vegaPlot) profile(m *plan.Dressed) any {
	scale, along := p.plan.X, "x"
	if m.Vertical {
		scale, along = p.plan.Y, "y"
	}
	for i := range min(len(m.X), len(m.Y)) {
		if finite(m.Y[i]) {
			row := object{orderKey: i, "weight": max(m.Y[i], 0), nameKey: m.Title}
			row.coordinate(xKey, m.X[i], scale)
			p.put("profile", row)
		}
	}
	bare := object{"type": "quantitative", "axis": nil}
	place := channel(at(xKey), channel(bare, object{"scale": vegaScale(scale)}))
	weight := channel(at("weight"), bare)
	const thick = 40
	mark, encoding := object{"type": "area", "clip": true, "opacity": 0.7, "color": hex(p.accent)}, object{"x": place, "y": weight}
	size := object{"width": p.width, "height": thick}
	if along == "y" {
		mark["orient"], encoding = "horizontal", object{"y": place, "x": weight}
		size = object{"width": thick, "height": p.height}
	}
	return channel(p.over("profile", mark, encoding), size)
}

// words adds the planned words. They need no ground of their own: a halo sets them off.
func (p *vegaPlot) words() {
	p.mark = -1 - p.v.marks
	for anchor, align := range [...]string{plan.Start: "left", plan.Middle: "center", plan.End: "right"} {
		for _, signed := range [...]bool{false, true} {
			var rows []object
			for _, w := range p.plan.Words {
				if w.Anchor != plan.Anchor(anchor) || w.Of >= 0 != signed {
					continue
				}
				row := object{"text": w.Text, "align": align, inkKey: hex(p.inkOf(w.Ink))}
				if signed {
					s := p.plan.Series[w.Of]
					row[signKey], row[shapeKey], row[inkKey] = true, vegaShape(s.Marker), hex(p.inkOf(s.Ink))
				}
				row.coordinate(xKey, p.plan.X.Value(w.X), p.plan.X)
				row.coordinate(yKey, p.plan.Y.Value(w.Y), p.plan.Y)
				rows = append(rows, row)
			}
			if rows != nil {
				p.put("words", rows...)
				p.said(align, signed)
			}
		}
	}
}

// said adds layers of words of one alignment, with their signs before them.
func (p *vegaPlot) said(align string, signed bool) {
	x, y := p.x(at(xKey)), p.y(at(yKey))
	only := []string{fmt.Sprintf("datum.align === '%s'", align), "!datum." + signKey}
	text := object{"type": "text", "align": align, "baseline": "middle", "fontSize": p.letters, "color": ink}
	if signed {
		only[1] = "datum." + signKey
		text["dx"], text["color"] = 1.1*p.letters, hex(p.text)
	}
	halo := channel(text, object{"stroke": hex(p.ground), "strokeWidth": 3, "strokeJoin": "round", "color": hex(p.ground)})
	written := object{"x": x, "y": y, "text": object{"field": "text", "type": "nominal"}}
	p.add("words", halo, written, only...)
	p.add("words", text, written, only...)
	if signed {
		sign := channel(p.point(), object{"shape": object{"expr": "datum." + shapeKey}, "color": ink, "xOffset": 0.4 * p.letters})
		p.add("words", sign, object{"x": x, "y": y}, only...)
	}
}

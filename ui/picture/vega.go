package picture

import (
	"bufio"
	"encoding/json"
	"fmt"
	"image/color"
	"io"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/ui/plan"
)

// object is a JSON object.
type object map[string]any

// VegaLite writes the picture of the pages as a specification of Vega-Lite 6 with its data: rows as in the tidy export, a data
// set for each kind of mark, and layers that draw them in the page's order and colours.
func VegaLite(to io.Writer, parts []Part, o Options) error {
	d, err := newDrawing(parts, o)
	if err != nil {
		return err
	}
	v := vega{drawing: d, datasets: map[string][]object{}}
	return v.write(to, v.spec())
}

// vega is a specification in the making.
type vega struct {
	*drawing
	datasets map[string][]object
	marks    int // counted so far, over all plots
	looks    []vegaLook
}

// vegaLook is an entry of the scales that series share.
type vegaLook struct{ name, colour, shape string }

const vegaSchema = "https://vega.github.io/schema/vega-lite/v6.json"

// spec returns everything but the data.
func (v *vega) spec() object {
	_, t := v.tiled()
	height := t.height
	if v.options.Height > 0 {
		height = max((v.options.Height-9*1.25*v.letters)/float64(t.rows), 40)
	}
	list := v.panels(t.across, height)
	v.fitted(list, t.across, height)
	v.dressFields(list)
	v.gatherLooks(list)
	var plots []any
	for _, p := range list {
		f := v.furnish(p, t.across)
		plots = append(plots, v.plot(p, f, frame{0, 0, max(t.across-f.left-f.right, 40), max(height-f.below, 40)}))
	}
	drawn := plots[0].(object)
	if len(plots) > 1 {
		drawn = object{"concat": plots, "columns": t.columns, "spacing": 3 * gap}
	}
	views := []any{drawn}
	if !v.options.Bare {
		views = append(views, v.vegaFooter())
	}
	if v.single() {
		if legend := v.vegaLegend(list[0].legend, t.whole-v.furnish(list[0], t.across).left); legend != nil {
			views = append([]any{legend}, views...)
		}
	}
	spec := object{
		"$schema": vegaSchema, "description": v.scene.Alt, "background": hex(v.ground), "padding": v.edge,
		"usermeta": v.usermeta(), "vconcat": views, "spacing": 2 * gap, "config": v.config(),
	}
	if !v.options.Bare {
		spec["title"] = v.vegaTitle()
	}
	return spec
}

func (v *vega) vegaTitle() object {
	text := []string{}
	if len(v.questions()) == 1 {
		text = wrap(v.parts[0].Question, 1.15*v.letters, true, v.options.Width-2*v.edge, mostLines)
	}
	var below []string
	if v.single() {
		l := v.parts[0].Sheet.Lead
		for _, said := range []string{l.Answer.String(), l.Warning, l.Price.String(), v.parts[0].Sheet.Provenance.Text} {
			below = append(below, wrap(said, v.letters, false, v.options.Width-2*v.edge, mostLines)...)
		}
	}
	return object{"text": spelled(text), "subtitle": spelled(below), "anchor": "start", "frame": "bounds", "fontSize": 1.15 * v.letters,
		"subtitleFontSize": v.letters, "offset": v.letters}
}

// spelled returns the texts as Vega needs them: it sets raised digits by itself.
func spelled(lines []string) []string {
	if lines == nil {
		return []string{}
	}
	return lines
}

// vegaFooter writes the addresses that open the pages again.
func (v *vega) vegaFooter() object {
	lines := v.footerLines()
	return object{"data": object{"values": []object{{}}}, "width": v.options.Width - 2*v.edge, "height": float64(len(lines)) * 1.25 * v.small,
		"view": object{"stroke": nil},
		"mark": object{"type": "text", "text": lines, "align": "left", "baseline": "top", "x": 0, "y": 0, "fontSize": v.small,
			"color": hex(v.dim), "lineHeight": 1.25 * v.small}}
}

// usermeta returns where the picture comes from, and what the signs in its names mean.
func (v *vega) usermeta() object {
	bases := object{}
	for _, p := range v.parts {
		f := p.Sheet.Shown()
		for _, m := range f.Together().Marks {
			if n := m.Normal(); n.Series() || n.Content == engine.Cells || n.Content == engine.Region {
				bases[n.Name] = n.Basis.String()
			}
		}
	}
	meta := object{"addresses": strings.Split(v.scene.Address, "\n"), "program": "dpscope " + v.options.Program.Version, "basis": bases}
	for key, value := range map[string]string{"commit": v.options.Program.Commit, "date": v.options.Program.Date} {
		if value != "" {
			meta[key] = value
		}
	}
	return meta
}

func (v *vega) config() object {
	const family = "Liberation Sans, Arial, Helvetica, sans-serif"
	return object{
		"font": family, "view": object{"stroke": nil},
		"axis": object{"labelFontSize": v.small, "titleFontSize": v.letters, "titleFontWeight": "normal", "labelColor": hex(v.dim),
			"titleColor": hex(v.text), "domainColor": hex(v.muted), "tickColor": hex(v.muted),
			"gridColor": hex(v.blend(v.muted, 0.18)), "labelLimit": 0, "titleLimit": 0},
		"title": object{"color": hex(v.text), "subtitleColor": hex(v.text)},
	}
}

// gatherLooks collects the entries that all layers of all plots share.
func (v *vega) gatherLooks(list []panel) {
	add := func(name, colour string, marker int) {
		if name == "" || slices.ContainsFunc(v.looks, func(l vegaLook) bool { return l.name == name }) {
			return
		}
		v.looks = append(v.looks, vegaLook{name, colour, vegaShape(marker)})
	}
	for _, p := range list {
		pen := plotter{drawing: v.drawing, panel: p}
		for i := range p.marks {
			m := &p.marks[i]
			switch {
			case len(m.As) > 0:
				for k, member := range m.As {
					if k < len(m.Each) {
						add(member, hex(v.inkOf(m.Each[k].Ink)), m.Each[k].Marker)
					}
				}
			case m.Form == engine.Mosaic || m.Form == engine.Threshold || m.Form == engine.Pointer:
			case m.Ghost:
				add(m.Held, hex(pen.ink(m)), 0)
			case m.Form == engine.Strip || m.Form == engine.Shade:
				if m.Form == engine.Strip || m.Title != "" && !m.Named {
					add(m.Title, hex(v.accent), 1)
				}
			case m.Form == engine.Outline:
				add(m.Title, hex(pen.ink(m)), 5)
			case m.Here:
				add(vegaName(m), hex(v.accent), 4)
			case m.Muted: // many, and no legend names them
			default:
				add(vegaName(m), hex(v.barInk(m)), m.Marker)
			}
		}
	}
}

// vegaName returns the name that tells a mark from others in the scales.
func vegaName(m *plan.Dressed) string {
	for _, name := range []string{m.Name, m.Label, m.Title} {
		if name != "" {
			return name
		}
	}
	return "series"
}

// barInk returns the colour that stands for a mark.
func (v *vega) barInk(m *plan.Dressed) color.NRGBA {
	if v.grey && m.Form == engine.Column {
		return v.greyOf(m.Turn)
	}
	return (&plotter{drawing: v.drawing}).ink(m)
}

// write writes the specification with one row of data a line.
func (v *vega) write(to io.Writer, spec object) error {
	head, err := json.MarshalIndent(spec, " ", " ")
	if err != nil {
		return err
	}
	w := bufio.NewWriter(to)
	w.Write(head[:len(head)-len("\n }")])
	w.WriteString(",\n  \"datasets\": {")
	var names []string
	for name := range v.datasets {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		if i > 0 {
			w.WriteByte(',')
		}
		fmt.Fprintf(w, "\n   %q: [", name)
		for k, row := range v.datasets[name] {
			text, err := json.Marshal(row)
			if err != nil {
				return err
			}
			if k > 0 {
				w.WriteByte(',')
			}
			fmt.Fprintf(w, "\n    %s", text)
		}
		w.WriteString("]")
	}
	w.WriteString("}\n}\n")
	return w.Flush()
}

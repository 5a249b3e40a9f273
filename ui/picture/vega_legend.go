package picture

import (
	"math"
	"strings"

	"dpscope/ui/plan"
)

// vegaLegend returns a view of its own that draws entries as the picture does: lines with their width, dashes and markers,
// areas with their hatching. The legends of Vega-Lite have one symbol for each entry. It returns nil for no entries.
func (v *vega) vegaLegend(entries []plan.Entry, room float64) any {
	if len(entries) == 0 {
		return nil
	}
	apart := *v.drawing
	apart.scene = &Scene{}
	height := apart.legend(entries, 0, 0, room)
	var layers []any
	for _, i := range apart.scene.Items {
		layers = append(layers, vegaItem(i))
	}
	return object{"width": room, "height": height, "view": object{"stroke": nil}, "layer": layers}
}

// vegaItem returns a primitive as a layer; its lengths begin at the left upper corner of its view.
func vegaItem(i Item) object {
	one := object{"values": []object{{}}}
	at := func(x, y float64) object { return object{"x": object{"value": x}, "y": object{"value": y}} }
	if i.Text != "" {
		p := i.Paths[0][0]
		mark := object{"type": "text", "text": i.Text, "align": [...]string{Start: "left", Middle: "center", End: "right"}[i.Anchor],
			"baseline": "alphabetic", "fontSize": i.Size, "color": hex(i.Fill)}
		return object{"data": one, "mark": mark, "encoding": at(p.X, p.Y)}
	}
	mark, place := object{"type": "point", "opacity": 1}, at(0, 0)
	const unit = 4 // the size at which Vega draws a shape in its own lengths
	mark["shape"], mark["size"] = pathText(i), unit
	if i.Radius > 0 {
		p := i.Paths[0][0]
		mark["shape"], mark["size"], place = "circle", math.Pi*i.Radius*i.Radius, at(p.X, p.Y)
	}
	mark["fill"], mark["stroke"] = nil, nil
	if i.Fill.A > 0 {
		mark["fill"] = hex(i.Fill)
	}
	if i.Stroke.A > 0 {
		mark["stroke"], mark["strokeWidth"] = hex(i.Stroke), i.Width
		if len(i.Dash) > 0 {
			mark["strokeDash"] = i.Dash
		}
	}
	return object{"data": one, "mark": mark, "encoding": place}
}

// pathText returns the lines or edges of an item as SVG and Vega read them.
func pathText(i Item) string {
	var b strings.Builder
	for _, path := range i.Paths {
		for k, p := range path {
			switch k {
			case 0:
				b.WriteByte('M')
			case 1:
				b.WriteByte('L')
			default:
				b.WriteByte(' ')
			}
			b.WriteString(number(p.X) + " " + number(p.Y))
		}
		if i.Closed {
			b.WriteByte('Z')
		}
	}
	return b.String()
}

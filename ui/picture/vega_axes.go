package picture

import (
	"encoding/json"
	"fmt"

	"dpscope/ui/plan"
)

// vegaPlot is one plot of a specification.
type vegaPlot struct {
	v *vega
	*plotter
	mark  int // index of the mark being drawn
	layer []any
}

// vegaScale returns the scale of an axis.
func vegaScale(s plan.Scale) object {
	low, high := s.Low, s.High
	o := object{"domain": []float64{low, high}, "nice": false}
	if s.Log {
		o["type"] = "log"
	} else {
		o["zero"] = false
	}
	if s.Down {
		o["reverse"] = true
	}
	return o
}

// vegaAxis returns an axis with the page's ticks and their words.
func (p *vegaPlot) vegaAxis(title string, s plan.Scale, ticks []plan.Tick) object {
	places, labels := []float64{}, []string{}
	for _, t := range ticks {
		places, labels = append(places, s.Value(t.At)), append(labels, t.Label)
	}
	return object{"title": title, "values": places, "grid": false, "labelExpr": looked(labels, places, "datum.value")}
}

// looked returns an expression of Vega that finds the text of a place.
func looked(texts []string, places []float64, of string) string {
	words, _ := json.Marshal(texts)
	numbers, _ := json.Marshal(places)
	return fmt.Sprintf("%s[indexof(%s, %s)]", words, numbers, of)
}

// x and y return channels of the plot's axes for a key of the rows, or for another source.
func (p *vegaPlot) x(of object) object {
	axis := p.vegaAxis(p.xTitle(), p.plan.X, p.plan.XTicks)
	if rows := p.space.pointers + p.space.brackets; rows > 0 {
		axis["titlePadding"] = 4 + 1.6*p.small*float64(p.space.brackets)
		axis["labelPadding"] = 3 + 1.2*p.small*float64(p.space.pointers)
	}
	return channel(of, object{"type": "quantitative", "scale": vegaScale(p.plan.X), "axis": axis})
}

func (p *vegaPlot) y(of object) object {
	title := p.yTitle
	if title == "" {
		title = p.title
	}
	axis := p.vegaAxis(title, p.plan.Y, p.plan.YTicks)
	axis["grid"] = len(p.part.Sheet.Figure.Y.Words) == 0 && !p.painted()
	return channel(of, object{"type": "quantitative", "scale": vegaScale(p.plan.Y), "axis": axis})
}

// channel returns of, completed by the entries of with.
func channel(of, with object) object {
	c := object{}
	for _, part := range [...]object{with, of} {
		for k, v := range part {
			c[k] = v
		}
	}
	return c
}

func at(key string) object { return object{"field": key} }

// colour returns the channel of the series' colours. It has no legend of Vega's: vegaLegend draws the page's.
func (p *vegaPlot) colour(field object) object {
	return p.looks(field, func(l vegaLook) string { return l.colour })
}

// shape returns the channel of the series' markers.
func (p *vegaPlot) shape(field object) object {
	return p.looks(field, func(l vegaLook) string { return l.shape })
}

func (p *vegaPlot) looks(field object, of func(vegaLook) string) object {
	var names, looks []string
	for _, l := range p.v.looks {
		names, looks = append(names, l.name), append(looks, of(l))
	}
	return channel(field, object{"type": "nominal", "scale": object{"domain": names, "range": looks}, "legend": nil})
}

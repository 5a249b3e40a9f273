package threshold

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine"
	"dpscope/engine/num/ticks"
	"dpscope/engine/numeral"
	"dpscope/engine/rareclass"
	"dpscope/learners/metric"
	"dpscope/views/view"
)

// drawThreshold draws the densities, or the measures against the position.
func drawThreshold(_ context.Context, q threshold, _ view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
	sheet := engine.Sheet{Figure: q.bells()}
	if q.picture.metrics {
		sheet.Figure = q.measures()
	}
	return sheet, nil
}

// public says what is taken for public.
func (q threshold) public() engine.Note {
	return engine.Note{Text: "Public: n, class ratio, the clip R, a class's sd"}
}

// bells draws the densities of the classes, each of area 1 or of its share.
func (q threshold) bells() engine.Figure {
	half, at, reach := q.Separation/2, q.Mixture.Threshold(q.gamma), q.reach()
	f := engine.Figure{
		Title: "density of either class", Series: "class", Members: []string{"majority", "minority"},
		Settings: append(q.settings(), engine.Setting{Name: "gamma", Value: q.gamma}),
		X: engine.Axis{Name: "x", Label: "γ, position: 0 is " + q.means(), Low: -reach, High: reach,
			Raw: engine.Raw{From: 0.5, To: 0.5 + 1/q.Separation}}, // exports have it in standard deviations
		Y:     engine.Axis{Name: "density", Label: "density of either class", Low: 0, High: 0.45},
		Shows: []engine.Shown{{Name: "best F1", Of: engine.Key{Name: "f1-max"}}},
	}
	if band := q.band(reach); band.From < band.To {
		f.Marks = append(f.Marks, band)
	}
	majority, minority := q.Ratio/(1+q.Ratio), 1/(1+q.Ratio)
	areas := [2]float64{1, 1}
	if q.picture.scaled {
		areas, f.Title = [2]float64{majority, minority}, "density of either class by its share"
	}
	f.Marks = append(f.Marks,
		bell("majority", fmt.Sprintf("%s, %s", q.other(), numeral.Percent.Format(majority)), -half, reach, areas[0]),
		bell("minority", fmt.Sprintf("%s, %s", q.sought(), numeral.Percent.Format(minority)), half, reach, areas[1]))
	for _, best := range []struct {
		name, title string
		gamma       float64
	}{{"balanced", "balanced accuracy " + numeral.Short(rareclass.BestBalanced), rareclass.BestBalanced},
		{"f1", "best F1 " + numeral.Short(q.bestF1), q.bestF1},
		{"accuracy", "accuracy " + numeral.Short(q.BestAccuracy()), q.BestAccuracy()}} {
		if x := q.Mixture.Threshold(best.gamma); math.Abs(x) < reach {
			f.Marks = append(f.Marks, engine.Rule{Name: best.name, Title: best.title, Vertical: true, At: x,
				Answer: best.name == "f1"})
		}
	}
	if math.Abs(at) <= reach {
		f.Marks = append(f.Marks, engine.Rule{Name: "threshold", Title: "γ", Vertical: true, At: at, Pointer: true})
	}
	return f
}

// reach returns how far the line is drawn to either side.
func (q threshold) reach() float64 {
	half := q.Separation / 2
	return ticks.AtLeast(max(half+3, min(math.Abs(q.Mixture.Threshold(q.gamma))+1, half+12)))
}

// band returns where the private threshold lies, give or take a standard deviation; empty where none is visible.
func (q threshold) band(reach float64) engine.Span {
	if q.alone() {
		return engine.Span{}
	}
	at := q.Mixture.Threshold(q.gamma) + q.bias
	return engine.Span{Name: "private", From: max(at-q.deviation, -reach), To: min(at+q.deviation, reach),
		Ends: [2]string{"γ if private", "± 1 sd"}, Clear: true}
}

// bell draws the density of a class, with this area.
func bell(name, title string, mean, reach, area float64) engine.Curve {
	const steps = 240
	c := engine.Curve{Name: name, Title: title}
	for i := range steps + 1 {
		x := reach * (2*float64(i)/steps - 1)
		c.X, c.Y = append(c.X, x), append(c.Y, area*rareclass.Density(x, mean))
	}
	return c
}

// drawnMetrics lists the measures that are drawn against the position.
var drawnMetrics = []metric.Metric{metric.Recall, metric.Precision, metric.F1, metric.BalancedAccuracy, metric.GeometricMean,
	metric.Accuracy}

// measures draws the measures against the position.
func (q threshold) measures() engine.Figure {
	const farthest = 100 // beyond it the picture would show only the best position
	low, high := gamma.Low, gamma.High
	for _, best := range []float64{q.bestF1, q.BestAccuracy()} {
		if best > high {
			high = ticks.AtLeast(min(best, farthest))
		}
		if best < low {
			low = -ticks.AtLeast(min(-best, farthest))
		}
	}
	f := engine.Figure{
		Title: "measures of success", Series: "metric", Settings: q.settings(),
		X: engine.Axis{Name: gamma.Name, Label: "γ, the threshold's position: 0 " + q.means(), Low: low, High: high},
		Y: engine.Axis{Name: "value", Label: "share", Style: numeral.Percent, High: 1},
	}
	drawn := drawnMetrics
	if q.picture.best {
		f.Title, f.Y.Label = "F1 and accuracy at each position of the threshold", "F1 and accuracy"
		drawn = []metric.Metric{metric.F1, metric.Accuracy}
	}
	const steps = 200
	for _, m := range drawn {
		f.Members = append(f.Members, m.Name)
		c := engine.Curve{Name: m.Name, Title: m.Title, Answer: q.picture.best && m.Name == metric.F1.Name}
		for i := range steps + 1 {
			at := low + (high-low)*float64(i)/steps
			c.X, c.Y = append(c.X, at), append(c.Y, m.Value(q.Outcomes(at)).Value)
		}
		f.Marks = append(f.Marks, c)
	}
	if q.picture.best {
		f.Marks = append(f.Marks, q.bests(low, high)...)
	}
	if low <= q.gamma && q.gamma <= high {
		if q.picture.best {
			f.Marks = append(f.Marks, q.here(drawn))
		}
		f.Marks = append(f.Marks, engine.Rule{Name: gamma.Name, Title: "γ", Vertical: true, At: q.gamma, Pointer: true})
	}
	return f
}

// here marks the measures at the present position.
func (q threshold) here(measures []metric.Metric) engine.Points {
	here := engine.Points{Name: "here", Title: "at your γ", Here: true}
	for _, m := range measures {
		if value := m.Value(q.Outcomes(q.gamma)); !value.Missing() {
			here.X, here.Y = append(here.X, q.gamma), append(here.Y, value.Value)
			here.Labels = append(here.Labels, numeral.Percent.Format(value.Value))
		}
	}
	return here
}

// bests marks where F1 and accuracy are best, if that lies between two positions.
func (q threshold) bests(low, high float64) []engine.Mark {
	best := engine.Points{Name: "best", Answer: true}
	for _, of := range []struct {
		metric metric.Metric
		at     float64
	}{{metric.F1, q.bestF1}, {metric.Accuracy, q.BestAccuracy()}} {
		if low <= of.at && of.at <= high {
			value := of.metric.Value(q.Outcomes(of.at)).Value
			best.X, best.Y, best.As = append(best.X, of.at), append(best.Y, value), append(best.As, of.metric.Name)
			best.Labels = append(best.Labels, fmt.Sprintf("best: %s at %s", numeral.Percent.Format(value), numeral.Short(of.at)))
		}
	}
	if len(best.X) == 0 {
		return nil
	}
	return []engine.Mark{best}
}

// drawThresholds releases private thresholds of records drawn anew, piled up where they lie; for very many records there are
// none, as each would take long.
func drawThresholds(ctx context.Context, q threshold, count int) (engine.Points, error) {
	const most, piles = 2e7, 100
	p := engine.Points{Name: "released", Title: numeral.Count(float64(count)) + " released, for learning only"}
	if q.picture.metrics || q.picture.scaled || q.alone() || q.Records*float64(count) > most {
		return p, nil
	}
	released, err := q.Drawn(ctx, q.Mixture, q.gamma, count)
	if err != nil {
		return p, err
	}
	width := 2 * q.reach() / piles
	step := min(0.02, 0.3*q.deviation/(float64(count)*width*rareclass.Density(0, 0))) // so that the highest pile stays within the picture
	heights := map[int]int{}
	for _, at := range released {
		pile := int(math.Floor(at / width))
		heights[pile]++
		p.X, p.Y = append(p.X, (float64(pile)+0.5)*width), append(p.Y, step*(float64(heights[pile])-0.5))
	}
	return p, nil
}

package anatomy

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/engine/num/grid"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/rareclass"
	"dpscope/engine/work"
	"dpscope/learners/private"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// drawAnatomy draws the lines as they are learnt, or a formula at once.
func drawAnatomy(ctx context.Context, q anatomy, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	sheet := engine.Sheet{Notes: q.notes()}
	switch {
	case q.picture == "bar":
		sheet.Figure, sheet.Data = q.bars(), q.partsTable()
	case q.picture == "split":
		sheet.Figure = q.shares()
	case q.picture == "norm":
		sheet.Figure = q.norms()
	case !q.drawable():
		sheet.Figure = q.plane(rareclass.Lines{})
	default:
		lines, err := q.Lines(ctx, func(so rareclass.Lines, p work.Progress) {
			if p.Partial() {
				show(engine.Sheet{Figure: q.plane(so), Notes: sheet.Notes, Progress: p})
			}
		})
		if err != nil {
			return engine.Sheet{}, err
		}
		sheet.Figure, sheet.Data, sheet.Notes = q.plane(lines), linesTable(lines), q.notes() // pictures shown before must not change
	}
	return sheet, nil
}

func (q anatomy) public() engine.Note {
	if q.Weighting == rareclass.Normalised {
		return engine.Note{Text: "Public: n, the clip R and λ; noise covers the labels' weights"}
	}
	return engine.Note{Text: "Public: n, the clip R, λ and the weights; fits are exact"}
}

// Corners of the square that is drawn.
const lowest, highest = -8, 12

// plane draws the records and the lines.
func (q anatomy) plane(l rareclass.Lines) engine.Figure {
	f := engine.Figure{
		Title: "decision lines", Series: "mark", Members: []string{"majority", "minority", "private", "plain"}, Settings: q.settings(),
		Seed:  q.Seed,
		Shows: []engine.Shown{{Name: "ε left for the noise", Of: engine.Key{Name: "epsilon-noise"}}, {Mark: "private", Of: engine.Key{Name: "kept"}}},
		X:     engine.Axis{Name: "x1", Label: "feature 1", Low: lowest, High: highest},
		Y:     engine.Axis{Name: "x2", Label: "feature 2", Low: lowest, High: highest},
	}
	if len(l.Private) > 0 {
		band := engine.Band{Name: "private", Title: bandTitle(len(l.Private)), X: grid.Even(lowest, highest, 81)}
		band.Low, band.High = l.Band(band.X, lowest, highest)
		f.Marks = append(f.Marks, band)
	}
	const most = 240 // points that are a cloud and no wall
	apart := max(l.Records.Len()/most, 1)
	points := [...]engine.Points{{Name: "majority", Title: "majority"}, {Name: "minority", Title: "minority"}}
	for i, positive := range l.Records.Positive {
		if (i/(rareclass.MixtureRatio+1))%apart == 0 {
			row, p := l.Records.Row(i), &points[0]
			if positive {
				p = &points[1]
			}
			p.X, p.Y = append(p.X, row[0]), append(p.Y, row[1])
		}
	}
	if l.Records.Len() > 0 {
		f.Marks = append(f.Marks, points[0], points[1])
		f.Marks = append(f.Marks, lineMarks("plain", "without noise", l.Plain)...)
	}
	return f
}

// bandTitle says which of the lines with noise lie in the band.
func bandTitle(lines int) string {
	if lines < 5 {
		return "with noise"
	}
	return fmt.Sprintf("%d of %d noisy lines, kept", lines-2, lines)
}

func lineMarks(name, title string, l rareclass.Line) []engine.Mark {
	x, y, ok := l.Within(lowest, highest)
	if !ok {
		return nil
	}
	return []engine.Mark{engine.Curve{Name: name, Title: title, X: x[:], Y: y[:]}}
}

// linesTable returns the lines as an export has them.
func linesTable(l rareclass.Lines) *engine.Table {
	t := engine.Table{Name: "lines", Columns: []engine.TableColumn{
		{Name: "draw", Title: "of the noise, from 1; 0 is without"}, {Name: "offset", Title: "of the score, 0 on the line"},
		{Name: "x1", Title: "its slope along the first feature"},
		{Name: "x2", Title: "its slope along the second feature"},
		{Name: "kept", Title: "share of the records that get the class that they get without noise"}}}
	add := func(draw int, line rareclass.Line, kept float64) {
		t.Rows = append(t.Rows, []engine.Cell{engine.NumberCell(float64(draw)), engine.NumberCell(line.Offset), engine.NumberCell(line.X),
			engine.NumberCell(line.Y), engine.NumberCell(kept)})
	}
	add(0, l.Plain, 1)
	for i, line := range l.Private {
		add(i+1, line, l.Kept[i])
	}
	return &t
}

// drawnSplit is a split that pictures show.
type drawnSplit struct {
	name, title string
	by          private.Perturbation
	private.Split
}

// splitNames lists the names of all splits that may be drawn.
var splitNames = append(imbalance.Rules.Names(), "normalised")

// split splits ε by each bound for public weights, and by that of the data's own where those are chosen.
func (q anatomy) split() (list []drawnSplit, err error) {
	for _, k := range imbalance.Rules.Kinds {
		rule, err := k.New(param.Values{})
		if err != nil {
			return nil, err
		}
		list = append(list, drawnSplit{name: k.Name, title: k.Title, by: q.perturbation(rule)})
	}
	if q.Weighting == rareclass.Normalised {
		p := q.perturbation(private.OfData)
		p.Most = 1
		list = append(list, drawnSplit{name: splitNames[len(splitNames)-1], title: "weights from the data", by: p})
	}
	for i := range list {
		if list[i].Split, err = list[i].by.Split(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// of returns the split by a rule.
func (q anatomy) of(rule private.Rule) private.Split {
	return q.drawn[slices.IndexFunc(q.drawn, func(d drawnSplit) bool { return d.by.Rule == rule })].Split
}

// shares draws what either split leaves for the noise, against ε.
func (q anatomy) shares() engine.Figure {
	f := engine.Figure{
		Title: "share of ε left for the noise", Series: "split", Members: splitNames, Settings: q.settings()[1:],
		X: engine.Axis{Name: "epsilon", Label: "ε, budget", Log: true, Low: imbalance.FitEpsilon.Low, High: imbalance.FitEpsilon.High},
		Y: engine.Axis{Name: "share", Label: "ε′/ε", Style: numeral.Percent, High: 1},
	}
	const steps = 400
	for _, drawn := range q.drawn {
		c := engine.Curve{Name: drawn.name, Title: drawn.title}
		for i := range steps + 1 {
			p := drawn.by
			p.Epsilon = imbalance.FitEpsilon.At(float64(i) / steps)
			if s, err := p.Split(); err == nil {
				c.X, c.Y = append(c.X, p.Epsilon), append(c.Y, s.Noise/p.Epsilon)
			}
		}
		f.Marks = append(f.Marks, c)
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "epsilon", Title: "ε", Vertical: true, At: q.Epsilon, Pointer: true})
	return f
}

// norms draws the densities of the logarithm of the noise's norm by either split, as one is often a multiple of the other.
func (q anatomy) norms() engine.Figure {
	least, most := math.Inf(1), 0.0
	for _, drawn := range q.drawn {
		least, most = min(least, drawn.NormMean(dimensions)/20), max(most, drawn.NormMean(dimensions)*5)
	}
	f := engine.Figure{
		Title: "density of the noise's norm", Series: "split", Members: splitNames, Settings: q.settings(),
		X: engine.Axis{Name: "norm", Label: "‖b‖, norm of the noise", Log: true, Low: least, High: most},
		Y: engine.Axis{Name: "density", Label: "density of ln ‖b‖"},
	}
	const steps = 300
	for _, drawn := range q.drawn {
		c := engine.Curve{Name: drawn.name, Title: drawn.title, X: grid.Log(least, most, steps+1)}
		for _, x := range c.X {
			c.Y = append(c.Y, x*drawn.NormDensity(dimensions, x))
		}
		f.Marks = append(f.Marks, c)
	}
	return f
}

// notes says where the published rule leaves next to nothing.
func (q anatomy) notes() []engine.Note {
	var notes []engine.Note
	classic, sharp := q.of(private.Classic), q.of(private.RankOne)
	switch {
	case classic.Ridge > 0 && q.Weighting != rareclass.Normalised:
		notes = append(notes, engine.Note{Text: "As published ε′ would be 0 or less: the other branch is taken there, with a ridge."})
	case classic.Noise < sharp.Noise/2 && q.Weighting != rareclass.Normalised:
		notes = append(notes, engine.Note{Warning: true,
			Text: fmt.Sprintf("The published rule keeps Δ = 0 while anything is left, here ε′ = %s: its noise is %s times as long as "+
				"by the tighter proof.",
				numeral.Short(classic.Noise), numeral.Short(sharp.Noise/classic.Noise))})
	}
	return notes
}

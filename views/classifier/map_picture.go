package classifier

import (
	"context"
	"strings"

	"dpscope/engine"
	"dpscope/engine/concentration"
	"dpscope/engine/known"
	"dpscope/engine/num/grid"
	"dpscope/engine/work"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

// Cells of the picture, as many as a wide terminal shows.
const (
	mapColumns = 120
	mapRows    = 80
)

func drawMap(ctx context.Context, q prediction, answer view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	a, b := q.Region.Private[0], q.Region.Private[1]
	const parts, ofField = 4.5, 0.5 // of the work, and the field's share of the parts
	f := engine.Figure{
		Title: q.others(), X: q.axis(a), Y: q.axis(b), Series: "mark", Seed: q.Seed,
		Settings: []engine.Setting{{Name: "classifier", Word: q.word}, {Name: "record", Word: q.Record.ID},
			{Name: "mechanism", Word: q.kind.Name}, {Name: "epsilon", Value: q.epsilon}},
	}
	field, err := q.field(ctx, func(field engine.Field, share float64) {
		part := f
		part.Marks = []engine.Mark{field}
		show(engine.Sheet{Figure: part, Progress: work.Progress{Done: ofField * share, Of: parts}})
	})
	if err != nil {
		return engine.Sheet{}, err
	}
	f.Marks = []engine.Mark{field}
	show(engine.Sheet{Figure: f, Progress: work.Progress{Done: ofField, Of: parts}})
	x := q.Region.Record
	if q.outlined {
		if search, err := q.Paper.Get(ctx); err == nil {
			f.Marks = append(f.Marks, outline("paper", "paper's box", known.AsPrinted, search.Sides))
		}
		if r, err := q.Radius.Get(ctx); err == nil && r.Safe > 0 {
			f.Marks = append(f.Marks, outline("radius", "safe radius", known.AtLeast, q.Ball(r)))
		}
	}
	if box, err := q.Box.Get(ctx); err == nil {
		proven := outline("box", "safe box: noisy records in it", known.AtLeast, box.Sides)
		proven.Emphasis = true
		f.Shows = []engine.Shown{{Mark: proven.Name, Of: engine.Key{Name: boxMass.Name}}}
		f.Marks = append(f.Marks, proven)
	}
	f.Marks = append(f.Marks, engine.Points{Name: "record", Title: "record: " + q.inUnits(x), Here: true, X: []float64{x[a]},
		Y: []float64{x[b]}})
	if q.outlined {
		for k, law := range q.Laws() {
			at, weight := lawProfile(law, x[q.Region.Private[k]])
			f.Marks = append(f.Marks, engine.Profile{Name: "law_of_" + q.Names[k], Title: "at the edges: how the noise spreads each value",
				Vertical: k == 1, At: at, Weight: weight})
		}
	}
	return engine.Sheet{Figure: f}, nil
}

// others names the other features with their values, where there are any.
func (q prediction) others() string {
	if len(q.Model.Features) == len(q.Names) {
		return "prediction"
	}
	return "other features as in record " + cut(q.Record.ID, namesInSentence)
}

func (q prediction) axis(feature int) engine.Axis {
	f := q.Model.Features[feature]
	axis := engine.Axis{Name: columnName(f.Name), Label: f.Name, Low: 0, High: 1}
	if f.Scale.Offset != 0 || f.Scale.Raw(1) != 1 {
		axis.Raw = engine.Raw{From: f.Scale.Raw(0), To: f.Scale.Raw(1), Unit: f.Unit}
	}
	return axis
}

// columnName turns a feature's name into a CSV column's.
func columnName(name string) string { return strings.NewReplacer(" ", "_", "-", "_").Replace(name) }

func outline(name, title string, basis known.Basis, sides []proof.Side) engine.Box {
	x0, x1 := sides[0].Ends()
	y0, y1 := sides[1].Ends()
	return engine.Box{Name: name, Title: title, Basis: basis, X0: x0, X1: x1, Y0: y0, Y1: y1, Hollow: true}
}

// lawProfile samples a law along [0, 1] for a margin.
func lawProfile(law mechanisms.Law, x float64) (at, weight []float64) {
	const points = 240
	if b, ok := law.(mechanisms.Binned); ok {
		for _, c := range concentration.Columns(b, points) {
			at, weight = append(at, (c.From+c.To)/2), append(weight, c.Mass)
		}
		return at, weight
	}
	at, weight = concentration.Outline(law, x, 0, 1, points)
	concentration.Capped(weight)
	return at, weight
}

// field returns the class of every cell of the picture; show receives the known cells before, where they take long.
func (q prediction) field(ctx context.Context, show func(field engine.Field, share float64)) (engine.Field, error) {
	f := engine.Field{Name: "class", X: grid.Centres(mapColumns), Y: grid.Centres(mapRows), Ground: q.Class(), Tinted: true}
	for c := range q.Model.Classifier.Classes() {
		f.Classes = append(f.Classes, q.Model.ClassName(c))
		f.Titles = append(f.Titles, className(q.Model, c, namesInSentence))
	}
	var err error
	f.Class, err = q.Region.Classes(ctx, f.X, f.Y, func(classes []int, share float64) {
		part := f
		part.Class = classes
		show(part, share)
	})
	return f, err
}

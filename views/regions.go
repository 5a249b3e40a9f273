package views

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/concentration"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/learners"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

var regionsMap = figureView{
	Name:     "map",
	Group:    view.Classifier,
	Title:    "Where the class changes, around one record",
	Question: "Where is my prediction safe?",
	About: "The classes over the two private features, all others as in the record: the largest ball and the box of most mass on which the class is proven constant, " +
		"the box that the paper's sampled search finds, and in the margins the law of each private answer.",
	Source: utilitySource,
	Form: param.Form{
		Choices: []param.Choice{mechanisms.All, clamping},
		Texts:   []param.Text{classifierText, recordText, privateText},
		Params:  []param.Param{seed},
	},
	Figure: mapFigure, Readings: mapReadings,
	Presets: []view.Preset{
		{Name: "stroke-forest", Title: "The forest on the stroke columns", Query: "mechanism=pm&classifier=stroke-forest&epsilon=4"},
		{Name: "stroke-logistic", Title: "The logistic regression: a half-plane", Query: "mechanism=pm&classifier=stroke-logistic&epsilon=4"},
		{Name: "circle", Title: "The paper's circle, its Example 4", Query: "mechanism=pm&classifier=circle-qda&epsilon=4"},
		{Name: "network", Title: "A network trained on a circle", Query: "mechanism=laplace-clamped&classifier=circle-network&epsilon=4"},
		{Name: "printed-network", Title: "The network as the paper prints it, another one", Query: "mechanism=pm&classifier=example5-network&epsilon=4"},
	},
}

// Cells of the picture, as many as a wide terminal shows.
const (
	mapColumns = 120
	mapRows    = 80
)

func readMapQuestion(ctx context.Context, v param.Values) (utilityQuestion, error) {
	q, err := readUtilityQuestion(ctx, v)
	if err == nil && len(q.names) != 2 {
		err = fmt.Errorf("a map needs two private features; %d are private (%s); private=%s would do", len(q.names), strings.Join(q.names, ","), strings.Join(q.someTwo(), ","))
	}
	return q, err
}

// someTwo are two features to make a map of.
func (s *subject) someTwo() []string {
	names := s.model.FeatureNames()
	if len(s.names) > 2 {
		names = s.names
	}
	return names[:min(2, len(names))]
}

func mapReadings(ctx context.Context, v param.Values) ([]engine.Reading, error) {
	q, err := readMapQuestion(ctx, v)
	if err != nil {
		return nil, err
	}
	readings, _, err := q.mapAnswers(ctx)
	return readings, err
}

// mapAnswers are the numbers beside the map, and the proven box.
func (q utilityQuestion) mapAnswers(ctx context.Context) ([]engine.Reading, agreement.Certified, error) {
	laws := q.region.Laws(q.mechanism)
	box, boxErr := q.largestBox(ctx)
	exact, err := q.exact(ctx, laws)
	if err != nil {
		return nil, box, err
	}
	readings := []engine.Reading{q.boxMass(box, boxErr), exact}
	geometry, err := q.geometry(ctx, box, boxErr)
	if err != nil {
		return nil, box, err
	}
	readings = append(readings, geometry...)
	paper, err := q.paperBoxReading(ctx)
	if err != nil {
		return nil, box, err
	}
	return append(readings, paper, q.total(q.epsilon)), box, boxErr
}

// paperBoxReading says whether the class is constant on the paper's box.
func (q utilityQuestion) paperBoxReading(ctx context.Context) (engine.Reading, error) {
	r := engine.Reading{Name: "paper-box-robust", Label: "the paper's box", Value: math.NaN(), Basis: known.AsPrinted}
	search, err := q.paperBox(ctx)
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	if err != nil {
		r.Missing, r.Why = err.Error(), "The paper's search needs a ball to start from."
		return r, nil
	}
	verdict, err := q.region.Proven(ctx, search.Sides)
	r.Value, r.Why = 0, q.paperVerdict(ctx, search)
	switch {
	case ctx.Err() != nil:
		return r, ctx.Err()
	case err != nil:
		r.Word = "unknown"
	case verdict.Proven:
		r.Word, r.Beside = "robust", "proven"
	case verdict.Counterexample != nil:
		r.Word = "not robust"
		r.Beside = fmt.Sprintf("at %s, %s", numeral.Short(verdict.Counterexample[q.region.Private[0]]), numeral.Short(verdict.Counterexample[q.region.Private[1]]))
	default:
		r.Word = "unknown"
	}
	return r, nil
}

func mapFigure(ctx context.Context, v param.Values) (engine.Figure, error) {
	q, err := readMapQuestion(ctx, v)
	if err != nil {
		return engine.Figure{}, err
	}
	field, err := q.field(ctx)
	if err != nil {
		return engine.Figure{}, err
	}
	a, b := q.region.Private[0], q.region.Private[1]
	axis := func(feature int) engine.Axis {
		f := q.model.Features[feature]
		label := f.Name
		if raw := q.raw(feature, 1); raw != "" {
			label += ", 1 is " + raw
		}
		return engine.Axis{Name: columnName(f.Name), Label: label, Low: 0, High: 1}
	}
	f := engine.Figure{
		Title: "class over the private features", X: axis(a), Y: axis(b), Series: "mark", Seed: q.seed,
		Settings: []engine.Setting{{Name: "classifier", Word: q.word}, {Name: "record", Word: q.record.ID}, {Name: "mechanism", Word: q.kind.Name}, {Name: "epsilon", Value: q.epsilon}},
		Marks:    []engine.Mark{field},
		Notes:    q.subject.notes(),
	}
	readings, box, err := q.mapAnswers(ctx)
	if err != nil && box.Sides != nil {
		return f, err
	}
	f.Readings = readings
	x := q.region.Record
	if search, err := q.paperBox(ctx); err == nil {
		f.Marks = append(f.Marks, outline("paper", "the paper's", known.AsPrinted, search.Sides))
	}
	if r, err := q.region.Radius(ctx, agreement.UnitInterval); err == nil && r.Safe > 0 {
		ball := proof.Ball(x, q.region.Private, r.Safe, agreement.UnitInterval)
		f.Marks = append(f.Marks, outline("radius", "radius", known.AtLeast, []proof.Side{ball[a], ball[b]}))
	}
	if box.Sides != nil {
		proven := outline("box", "proven box", known.AtLeast, box.Sides)
		proven.Emphasis = true
		f.Marks = append(f.Marks, proven)
	}
	f.Marks = append(f.Marks, engine.Points{Name: "record", Title: "record", X: []float64{x[a]}, Y: []float64{x[b]}})
	for k, law := range q.region.Laws(q.mechanism) {
		at, weight := lawProfile(law, x[q.region.Private[k]])
		f.Marks = append(f.Marks, engine.Profile{Name: "law_of_" + q.names[k], Title: q.names[k], Vertical: k == 1, At: at, Weight: weight})
	}
	f.Notes = append(f.Notes, q.mapNote(readings, box))
	return f, nil
}

// columnName makes a feature's name fit for the head of a CSV column.
func columnName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return '_'
		}
		return r
	}, name)
}

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

// field classifies every cell of the picture.
func (q utilityQuestion) field(ctx context.Context) (engine.Field, error) {
	f := engine.Field{Name: "class", X: cellCentres(mapColumns), Y: cellCentres(mapRows), Class: make([]int, mapColumns*mapRows)}
	for c := range q.model.Classifier.Classes() {
		f.Classes = append(f.Classes, q.className(c))
		f.Titles = append(f.Titles, "class "+q.className(c))
	}
	err := q.classify(ctx, &f)
	f.Strength = make([]float64, len(f.Class))
	for k, c := range f.Class { // the record's own class stands out
		f.Strength[k] = 0.35
		if c == q.region.Class {
			f.Strength[k] = 0.75
		}
	}
	return f, err
}

func (q utilityQuestion) classify(ctx context.Context, f *engine.Field) error {
	a, b := q.region.Private[0], q.region.Private[1]
	if m := q.region.Map(); m != nil {
		for j, y := range f.Y {
			column := m.Cell(1, y)
			for i, x := range f.X {
				f.Class[j*mapColumns+i] = m.At(m.Cell(0, x), column)
			}
		}
		return nil
	}
	points := make([]float64, 0, mapColumns*len(q.region.Record))
	for j, y := range f.Y {
		if err := ctx.Err(); err != nil {
			return err
		}
		points = points[:0]
		for _, x := range f.X {
			p := slices.Clone(q.region.Record)
			p[a], p[b] = x, y
			points = append(points, p...)
		}
		learners.PredictAll(q.model.Classifier, points, f.Class[j*mapColumns:(j+1)*mapColumns])
	}
	return nil
}

// cellCentres are the middles of count equal parts of [0, 1].
func cellCentres(count int) []float64 {
	centres := make([]float64, count)
	for i := range centres {
		centres[i] = (float64(i) + 0.5) / float64(count)
	}
	return centres
}

func (q utilityQuestion) mapNote(readings []engine.Reading, box agreement.Certified) engine.Note {
	verdict := readings[slices.IndexFunc(readings, func(r engine.Reading) bool { return r.Name == "paper-box-robust" })]
	text := fmt.Sprintf("Inside the proven box the class is %s everywhere; the noise in the margins lands there %s of the time.", q.className(q.region.Class), numeral.Down.Chance(box.Safe))
	if verdict.Word == "not robust" {
		text += " The paper's box, found by sampling, holds points of another class."
	}
	return engine.Note{Text: text}
}

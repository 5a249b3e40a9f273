package views

import (
	"context"
	"math"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/views/view"
)

// figureView is a view that answers with whole figures. It stands until every
// view declares its answers.
type figureView struct {
	Name     string
	Group    view.Group
	Title    string
	Question string
	About    string
	Source   string
	param.Form

	Figure   func(context.Context, param.Values) (engine.Figure, error)
	Readings func(context.Context, param.Values) ([]engine.Reading, error)
	Answer   func(ctx context.Context, v param.Values, key string) (float64, error)
	Slow     bool

	Presets []view.Preset
}

func (v figureView) view() view.View {
	return view.Adapted(view.View{Name: v.Name, Group: v.Group, Title: v.Title, Question: v.Question, About: v.About, Source: v.Source,
		Form: v.Form, Presets: v.Presets}, func(_ context.Context, values param.Values) (view.Page, error) {
		return figurePage{v, values}, nil
	})
}

type figurePage struct {
	view   figureView
	values param.Values
}

func (p figurePage) readings(ctx context.Context) ([]engine.Reading, error) {
	if p.view.Readings != nil {
		return p.view.Readings(ctx, p.values)
	}
	figure, err := p.view.Figure(ctx, p.values)
	return figure.Readings, err
}

func (p figurePage) Value(ctx context.Context, key engine.Key) (known.Value, error) {
	if p.view.Answer != nil {
		v, err := p.view.Answer(ctx, p.values, key.String())
		if err != nil || math.IsNaN(v) {
			return known.Nothing("there is none"), err
		}
		return known.Exactly(v), nil
	}
	readings, err := p.readings(ctx)
	for _, r := range readings {
		if r.Key() == key.String() {
			return r.Known(), err
		}
	}
	return known.Nothing("there is none"), err
}

func (p figurePage) Values(ctx context.Context) ([]engine.Answer, error) {
	readings, err := p.readings(ctx)
	return p.answers(readings), err
}

func (p figurePage) answers(readings []engine.Reading) []engine.Answer {
	answers := make([]engine.Answer, len(readings))
	for i, r := range readings {
		answers[i] = engine.Answer{Key: engine.Key{Name: r.Name, Member: r.Of}, Label: r.Label, Symbol: r.Symbol, Unit: r.Unit, Style: r.Style, Round: r.Round,
			Goal: r.Goal, Target: p.target(r, i == 0), Coarse: p.view.Slow, Known: r.Known(), Beside: r.Beside, Why: engine.Why{With: r.Why}, Given: r.Given}
		if r.Of != "" && r.Given == nil {
			answers[i].Given = []engine.Setting{}
		}
	}
	return answers
}

// target is what solving begins with.
func (p figurePage) target(r engine.Reading, first bool) float64 {
	if r.Goal == known.Higher && (r.Of != "" || first) {
		for _, control := range p.view.Params {
			if control.Role == param.Target {
				return p.values.Get(control)
			}
		}
	}
	return math.NaN()
}

func (p figurePage) Sheet(ctx context.Context, show func(engine.Sheet)) (engine.Sheet, error) {
	f, err := p.view.Figure(engine.Reporting(ctx, func(f engine.Figure) { show(p.sheet(f)) }), p.values)
	return p.sheet(f), err
}

func (p figurePage) sheet(f engine.Figure) engine.Sheet {
	s := engine.Sheet{Figure: f, Answers: p.answers(f.Readings), Notes: f.Notes}
	if f.Progress > 0 {
		s.Progress = work.Progress{Done: f.Progress, Of: 1}
	}
	s.Figure.Readings, s.Figure.Notes, s.Figure.Progress = nil, nil, 0
	return s
}

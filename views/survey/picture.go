package survey

import (
	"context"
	"math"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/num/ticks"
	"dpscope/engine/numeral"
	"dpscope/engine/polling"
	"dpscope/views/view"
)

// way says who sees true answers: it is a row or a line of a picture.
type way struct {
	name, title string
	of          func(polling.Survey) polling.Survey // nil: there is no privacy
}

// The ways, from above.
var ways = []way{
	{"no-privacy", "no privacy", nil},
	{"office", "an office", polling.Survey.AtOffice},
	{"nobody", "nobody sees", func(s polling.Survey) polling.Survey { s.Office = false; return s }},
}

// result returns the law of a way.
func (w way) result(ctx context.Context, q survey) (polling.Result, error) {
	if w.of == nil {
		return q.Honest(), nil
	}
	s := w.of(q.Survey)
	if !s.Office {
		var err error
		if s.Protocol, err = q.by.Get(ctx); err != nil {
			return nil, err
		}
	}
	return s.Result()
}

// sketch returns the margin of a way for a line.
func (w way) sketch(s polling.Survey) (known.Value, error) {
	if w.of == nil {
		return s.Honest().Margin(s.Confidence), nil
	}
	return w.of(s).Sketch()
}

// truth names the quantity whose true value is the reference.
func truth(s polling.Survey) string {
	if s.Asks == polling.Number {
		return "true mean, "
	}
	return "true "
}

// settings lists what all margins of a picture share.
func (q survey) settings() []engine.Setting {
	return []engine.Setting{{Name: "epsilon", Value: q.Epsilon}, {Name: "n", Value: q.People}, {Name: "k", Value: q.Options},
		{Name: "true_share", Value: q.Share}, {Name: "confidence", Value: q.Confidence}}
}

const hundred = 100 // points of a whole

// picture is a way to draw a survey.
type picture struct {
	draw  func(context.Context, survey, view.Readings) (engine.Sheet, error)
	draws func(ctx context.Context, q survey, count int) (engine.Points, error) // nil: surveys have no place in it
}

// changed counts the answers of yes or no that the coin changes, on average; nobody where an office sees true ones.
func (q survey) changed() (engine.People, error) {
	if q.Asks != polling.YesNo || q.Office {
		return engine.People{}, nil
	}
	share, err := q.False()
	changed := share * q.People
	return engine.CountPeople(changed, q.People, "answer",
		"about "+numeral.Count(math.Round(changed))+" of "+numeral.Count(q.People)+" answers are changed by the coin"), err
}

// drawMargins draws three margins on one axis, in points about the truth.
func drawMargins(ctx context.Context, q survey, _ view.Readings) (engine.Sheet, error) {
	f := engine.Figure{
		Title: "margin of error about the " + truth(q.Survey) + numeral.Percent.Format(q.Truth()) + ", and " + numeral.Count(shown) + " surveys each", Series: "trust",
		X:        engine.Axis{Name: "error", Label: "points below and above the truth", Brief: "points"},
		Y:        engine.Axis{Name: "way", Label: "who sees true answers", Low: -0.6, High: float64(len(ways)) - 0.5},
		Settings: q.settings(),
	}
	most := 0.0
	for i, row := range ways {
		f.Y.Words, f.Members = append(f.Y.Words, row.title), append(f.Members, row.name)
		r, err := row.result(ctx, q)
		if err != nil {
			return engine.Sheet{}, err
		}
		margin := r.Margin(q.Confidence)
		if margin.Missing() {
			continue
		}
		surveys := engine.Points{Name: row.name, Title: row.title} // below the margins, where rows are few
		place(&surveys, i, r.Errors(shown))
		m := hundred * margin.Value
		most = max(most, m)
		f.Marks = append(f.Marks, surveys, engine.Points{Name: row.name, Title: row.title, X: []float64{0}, Y: []float64{float64(i)}, From: []float64{-m}, To: []float64{m},
			Confidence: q.Confidence, Basis: margin.Basis, Answer: row.name == "office" == q.Office && row.of != nil, Labels: []string{"± " + numeral.Up.Short(m)}})
	}
	f.Seed = polling.Seed
	reach := ticks.AtLeast(max(1.25*most, 1e-6))
	f.X.Low, f.X.High = -reach, reach
	var err error
	f.People, err = q.changed()
	return engine.Sheet{Figure: f}, err
}

const shown = 40 // surveys that each way has from the first

// place adds surveys of a way under its row, so that few hide one another.
func place(p *engine.Points, way int, errors []float64) {
	for i, e := range errors {
		p.X, p.Y, p.As = append(p.X, hundred*e), append(p.Y, float64(way)+0.18+0.24*math.Mod(float64(i)*0.618, 1)), append(p.As, ways[way].name)
	}
}

// drawSurveys draws results of more surveys, as many for each way as fit.
func drawSurveys(ctx context.Context, q survey, count int) (engine.Points, error) {
	p := engine.Points{Name: "drawn", Title: numeral.Count(float64(count)) + " drawn, for learning only"}
	for i, w := range ways {
		r, err := w.result(ctx, q)
		if err != nil {
			return p, err
		}
		more := (count + len(ways) - 1 - i) / len(ways)
		if all := r.Errors(shown + more); len(all) > 0 {
			place(&p, i, all[shown:])
		}
	}
	return p, nil
}

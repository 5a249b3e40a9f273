package survey

import (
	"context"
	"math"

	"dpscope/engine"
	"dpscope/engine/num/ticks"
	"dpscope/engine/numeral"
	"dpscope/engine/polling"
	"dpscope/views/view"
)

// The rows of the picture, from above.
var rows = []struct {
	name, title string
	of          func(polling.Survey) polling.Survey
}{
	{"no-privacy", "no privacy", nil},
	{"office", "an office", polling.Survey.AtOffice},
	{"nobody", "nobody sees", func(s polling.Survey) polling.Survey { s.Office = false; return s }},
}

// result is the law of a row.
func (q survey) result(ctx context.Context, row int) (polling.Result, error) {
	if rows[row].of == nil {
		return q.Honest(), nil
	}
	s := rows[row].of(q.Survey)
	if !s.Office {
		var err error
		if s.Protocol, err = q.by.Get(ctx); err != nil {
			return nil, err
		}
	}
	return s.Result()
}

// truth says of what the truth is.
func truth(s polling.Survey) string {
	if s.Asks == polling.Number {
		return "true mean, "
	}
	return "true "
}

const hundred = 100 // points of a whole

// drawSurvey draws three margins on one axis, in points about the truth.
func drawSurvey(ctx context.Context, q survey, _ view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
	f := engine.Figure{
		Title: "margin of error, in points about the " + truth(q.Survey) + numeral.Percent.Format(q.Truth()), Series: "trust",
		X: engine.Axis{Name: "error", Label: "points below and above the truth"},
		Y: engine.Axis{Name: "way", Label: "who sees true answers", Low: -0.6, High: float64(len(rows)) - 0.4},
		Settings: []engine.Setting{{Name: "epsilon", Value: q.Epsilon}, {Name: "n", Value: q.People}, {Name: "k", Value: q.Options},
			{Name: "true_share", Value: q.Share}, {Name: "confidence", Value: q.Confidence}},
	}
	most := 0.0
	for i, row := range rows {
		f.Y.Words, f.Members = append(f.Y.Words, row.title), append(f.Members, row.name)
		r, err := q.result(ctx, i)
		if err != nil {
			return engine.Sheet{}, err
		}
		margin := r.Margin(q.Confidence)
		if margin.Missing() {
			continue
		}
		m := hundred * margin.Value
		most = max(most, m)
		f.Marks = append(f.Marks, engine.Points{Name: row.name, Title: row.title, X: []float64{0}, Y: []float64{float64(i)}, From: []float64{-m}, To: []float64{m},
			Confidence: q.Confidence, Basis: margin.Basis, Answer: row.name == "office" == q.Office && row.of != nil, Labels: []string{"± " + numeral.Up.Short(m)}})
	}
	reach := ticks.AtLeast(max(1.25*most, 1e-6))
	f.X.Low, f.X.High = -reach, reach
	return engine.Sheet{Figure: f}, nil
}

// drawSurveys draws results of repeated surveys, as many in each row as there is room for.
func drawSurveys(ctx context.Context, q survey, count int) (engine.Points, error) {
	p := engine.Points{Name: "drawn", Title: numeral.Count(float64(count)) + " drawn, for learning only"}
	for i := range rows {
		r, err := q.result(ctx, i)
		if err != nil {
			return p, err
		}
		for j, e := range r.Errors(count / len(rows)) {
			p.X = append(p.X, hundred*e)
			p.Y = append(p.Y, float64(i)-0.12-0.3*math.Mod(float64(j)*0.618, 1)) // below the row, so that few hide one another
		}
	}
	return p, nil
}

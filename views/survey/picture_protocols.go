package survey

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/polling"
	"dpscope/mechanisms/frequency"
	"dpscope/mechanisms/unbiased"
	"dpscope/views/view"
)

// brief returns the short name of a protocol.
func brief(name string) string {
	if k, err := frequency.All.Find(name); err == nil {
		return k.Tag
	}
	k, err := unbiased.All.Find(name)
	if err != nil {
		return name
	}
	return k.Title
}

// drawProtocols draws the margin of each protocol against k, or for numbers against ε: names are ranked by the margin at the
// present value, and a rule stands where another protocol becomes the best.
func drawProtocols(ctx context.Context, q survey, read view.Readings) (engine.Sheet, error) {
	x, value := choices, q.Options
	if q.Asks == polling.Number {
		x, value = budgets, q.Epsilon
	}
	x.reading = ""
	f, places := q.against(x, value)
	f.Series, f.Members = "protocol", q.Names()
	list, err := q.ranked.Get(ctx)
	if err != nil {
		return engine.Sheet{}, err
	}
	own, err := q.by.Get(ctx)
	if err != nil {
		return engine.Sheet{}, err
	}
	s := q.Survey
	s.Office = false
	for _, r := range list {
		s.Protocol = r.Name
		title := brief(r.Name)
		if !r.Margin.Missing() {
			title += " ± " + numeral.Up.Short(hundred*r.Margin.Value)
		}
		if err := x.line(&f, engine.Curve{Name: r.Name, Title: title, Answer: r.Name == own}, s, places, polling.Survey.Sketch); err != nil {
			return engine.Sheet{}, err
		}
	}
	turns, err := s.Turns(places, x.Scale == param.Count, x.set)
	if err != nil {
		return engine.Sheet{}, err
	}
	for _, t := range turns {
		f.Marks = append(f.Marks, engine.Rule{Name: "from-" + t.To, Title: brief(t.To) + " best from " + x.Symbol + " = " + x.write(t.At), Vertical: true, At: t.At})
	}
	err = q.close(&f, x, value, read)
	return engine.Sheet{Figure: f, Notes: q.exactly(f, x)}, err
}

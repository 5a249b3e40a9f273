package survey

import (
	"cmp"
	"context"
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/polling"
	"dpscope/mechanisms/frequency"
	"dpscope/mechanisms/unbiased"
	"dpscope/views/view"
)

// brief is what a protocol is called among others.
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

// ranked is a protocol with its margin at the present setting.
type ranked struct {
	name   string
	margin known.Value
}

// ranking lists the protocols, the least margin first.
func (q survey) ranking() ([]ranked, error) {
	var list []ranked
	for _, name := range q.Names() {
		r, err := q.By(name)
		if err != nil {
			return nil, err
		}
		list = append(list, ranked{name, r.Margin(q.Confidence)})
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return cmp.Compare(a.margin.Value, b.margin.Value) })
	return list, nil
}

// drawProtocols draws the margin of each protocol against k, or of numbers against ε: their names are ranked by the margin at the
// present value, and a rule stands where another one becomes the best.
func drawProtocols(_ context.Context, q survey, read view.Readings) (engine.Sheet, error) {
	x, value := choices, q.Options
	if q.Asks == polling.Number {
		x, value = budgets, q.Epsilon
	}
	x.reading = ""
	f, places := q.against(x, value)
	f.Series, f.Members = "protocol", q.Names()
	list, err := q.ranking()
	if err != nil {
		return engine.Sheet{}, err
	}
	s := q.Survey
	s.Office = false
	for _, r := range list {
		s.Protocol = r.name
		title := brief(r.name)
		if !r.margin.Missing() {
			title += " ± " + numeral.Up.Short(hundred*r.margin.Value)
		}
		if err := x.line(&f, r.name, title, s, places, polling.Survey.Sketch); err != nil {
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

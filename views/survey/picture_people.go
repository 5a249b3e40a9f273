package survey

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/polling"
	"dpscope/views/view"
)

// drawPeople draws a hundred people, each with the own answer above the sent one.
func drawPeople(ctx context.Context, q survey, _ view.Readings) (engine.Sheet, error) {
	s, err := q.named(ctx)
	if err != nil {
		return engine.Sheet{}, err
	}
	h, err := s.Hundred()
	if err != nil {
		return engine.Sheet{}, err
	}
	const wide = 25
	yes, no := "yes", "no"
	switch {
	case q.own != nil && len(q.own.Answers.Words) == 2:
		yes, no = q.own.Answers.Words[q.own.at], q.own.Answers.Words[1-q.own.at]
	case q.own != nil:
		yes, no = q.own.Answers.Words[q.own.at], "others"
	case q.Asks == polling.Choice:
		yes, no = "the option", "others"
	}
	field := engine.Field{Name: "answer", Classes: []string{no, yes}, Ground: no}
	f := engine.Figure{
		Title: fmt.Sprintf("a hundred people: %d have %s, %d answers say so", polling.Count(h.Own), yes, polling.Count(h.Sent)),
		X:     engine.Axis{Name: "person", Label: fmt.Sprintf("%d people a row", wide), Style: numeral.Whole, Low: 0.5, High: wide + 0.5, Least: 1, Most: wide},
		Y:     engine.Axis{Name: "row", Label: "own answer, and answer sent"}, Settings: q.settings(), Seed: polling.Seed,
	}
	for x := range wide {
		field.X = append(field.X, float64(x+1))
	}
	for from := 0; from < len(h.Own); from += wide {
		for i, row := range [...]struct {
			name string
			list [100]bool
		}{{"own", h.Own}, {"sent", h.Sent}} {
			field.Y = append(field.Y, float64(2*from/wide+i))
			f.Y.Words = append(f.Y.Words, fmt.Sprintf("%s %d-%d", row.name, from+1, from+wide))
			for _, is := range row.list[from : from+wide] {
				class := 0
				if is {
					class = 1
				}
				field.Class = append(field.Class, class)
			}
		}
	}
	f.Marks = []engine.Mark{field}
	note := fmt.Sprintf("%d of the answers sent are wrong about their owner.", h.Others())
	if !math.IsNaN(h.Estimate) {
		note += " Undoing the chance gives " + numeral.Percent.Format(h.Estimate) + " as the share."
	}
	return engine.Sheet{Figure: f, Notes: []engine.Note{{Text: note}}}, nil
}

package label

import (
	"dpscope/engine"
	"dpscope/engine/numeral"
)

// picture shows a cell for each label, row by row.
func (q flips) picture() engine.Sheet {
	draw := q.draw()
	s := draw.Strip()
	f := engine.Figure{
		Title: numeral.Count(draw.Flipped()) + " of " + numeral.Count(float64(q.n)) + " labels flipped",
		Shows: []engine.Shown{{Name: "expected", Of: engine.Key{Name: "expected"}}},
		X: engine.Axis{Name: "place", Label: numeral.Things(s.Width, "label") + " a row", Style: numeral.Whole, Low: 0.5, High: float64(s.Width) + 0.5,
			Least: 1, Most: float64(s.Width)},
		Y: engine.Axis{Name: "row_from", Label: "first label of the row"},
		Settings: []engine.Setting{
			{Name: "sampler", Word: q.kind}, {Name: "epsilon", Value: q.m.Epsilon},
			{Name: "n", Value: float64(q.n)}, {Name: "seed", Value: float64(q.seed)},
		},
		Marks: []engine.Mark{engine.Field{
			Name: "label", Classes: []string{"kept", "flipped"}, Ground: "kept",
			X: steps(1, s.Width), Y: steps(0, s.Height), Class: s.Label,
			Extra: []engine.FieldColumn{{Name: "record", Values: s.Record}},
		}},
		Seed: q.seed,
	}
	for row := range s.Height { // named by its first record
		first := s.Record[row*s.Width]
		f.Y.Words, f.Y.Keys = append(f.Y.Words, numeral.Count(first)), append(f.Y.Keys, engine.NumberCell(first))
	}
	return engine.Sheet{Figure: f, Notes: []engine.Note{{Text: q.sight}}}
}

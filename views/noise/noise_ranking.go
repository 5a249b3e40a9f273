package noise

import (
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/querynoise"
	"dpscope/mechanisms"
	"dpscope/mechanisms/optimal"
	"dpscope/views/control"
)

// placed is a row of the ranking: a noise with its loss.
type placed struct {
	name, title string
	loss        float64
	bound       bool // noise of this kind may cost less
	law         mechanisms.Law
}

// ranked returns all kinds of noise with their losses, the least first. Where the law found is practically tied with the best
// fixed shape, that shape comes first, as in the lead.
func (q asked) ranked(b querynoise.Best) (rows []placed) {
	before := 0 // rows before the law that was found
	for i, c := range q.Ranked() {
		rows = append(rows, placed{name: c.Name, title: c.Title + q.without(c.Kind), loss: c.Loss.Value, law: c.Law})
		if c.Loss.Value <= b.Loss || i == 0 && tied(b, c) {
			before++
		}
	}
	if b.Law != nil {
		rows = slices.Insert(rows, before, placed{name: best, title: "Optimised noise", loss: b.Loss, bound: b.Solved != nil, law: b.Law})
	}
	return rows
}

// ranking draws what each noise costs, in a row for each.
func (q asked) ranking(b querynoise.Best) engine.Figure {
	f := engine.Figure{
		Title: "each noise, the best first", Series: "noise", Members: members, Settings: q.settings(),
		X: engine.Axis{Name: "loss", Label: q.error()},
		Y: engine.Axis{Name: "noise"},
	}
	var laws []mechanisms.Law
	for i, row := range q.ranked(b) {
		laws = append(laws, row.law)
		f.Y.Words, f.Y.Keys = append(f.Y.Words, row.title), append(f.Y.Keys, engine.WordCell(row.name))
		points := engine.Points{Name: row.name, As: []string{row.name}, X: []float64{row.loss}, Y: []float64{float64(i)}}
		if row.bound {
			points.Basis = known.AtMost
		}
		f.Marks = append(f.Marks, points)
		f.Shows = append(f.Shows, engine.Shown{Mark: row.name, Of: lossOf(row.name)})
		f.X.High = max(f.X.High, row.loss)
	}
	f.Y.Densities = control.Densities(laws, q.Sensitivity, q.shown(b), q.Query == optimal.Count)
	if len(f.Marks) > 1 {
		least := f.Marks[0].Normal()
		f.Marks = append(f.Marks, engine.Points{Name: "least", Title: "least", Here: true, X: least.X, Y: least.Y})
	}
	f.Shows = append(f.Shows, engine.Shown{Mark: floorName, Of: engine.Key{Name: "lower-bound"}})
	return f
}

// lossOf returns the key of the reading of a noise's loss.
func lossOf(name string) engine.Key {
	if name == best {
		return engine.Key{Name: "loss"}
	}
	return engine.Key{Name: "loss", Member: name}
}

const floorName = "floor"

// floorAt draws the bound on every single noise as a line. Its number follows the title, with its sign.
func (q asked) floorAt(loss float64) engine.Rule {
	of := "any single noise"
	if q.Shape != optimal.Free {
		of = "any decreasing noise"
	}
	return engine.Rule{Name: floorName, Title: of, Vertical: true, At: loss}
}

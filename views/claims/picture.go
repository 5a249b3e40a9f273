package claims

import (
	"context"
	"fmt"

	"dpscope/engine"
	"dpscope/engine/claim"
	"dpscope/engine/numeral"
	"dpscope/views/view"
)

// draw draws how many claims have each verdict, with that of the claim in focus marked, and lists them.
func draw(_ context.Context, q claims, _ view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
	c, o, found := q.one()
	bars := engine.Bars{Name: "claims", Title: "claims"}
	x := engine.Axis{Name: "verdict"} // its words say what it is
	most := 1.0
	for i, v := range claim.Verdicts() {
		n := q.count(v)
		if v == claim.NotComputed && n == 0 {
			continue // it stands last, and leaves no gap
		}
		most = max(most, n)
		bars.X, bars.Y = append(bars.X, float64(i)), append(bars.Y, n)
		bars.Marked = append(bars.Marked, found && c.Verdict == v)
		x.Words, x.Keys = append(x.Words, numeral.Count(n)+" "+brief[v]), append(x.Keys, engine.WordCell(string(v)))
	}
	title := "claims by verdict"
	if found {
		title += " (highlighted: that of the quoted one)"
	}
	s := engine.Sheet{Figure: engine.Figure{Title: title, X: x,
		Y:     engine.Axis{Name: "claims", Label: "claims", Style: numeral.Whole, Low: 0, High: most},
		Marks: []engine.Mark{bars}}}
	switch {
	case found && quote(c, "") != "": // the page says it before
		s.Notes = append(s.Notes, engine.Note{Text: c.Place + ". " + o.Why})
	case found: // the reason refers to the paper's sentence
		s.Notes = append(s.Notes, engine.Note{Text: fmt.Sprintf("%s: %s %s", c.Place, c.Says, o.Why)})
	default:
		s.Notes = append(s.Notes, engine.Note{Text: "No claim of this paper has this verdict."})
	}
	s.Notes = append(s.Notes, engine.Note{Text: "Verdicts are recorded; a test of the program computes them anew."})
	s.Later = []engine.Later{q.table()}
	return s, nil
}

// brief holds the verdicts as an axis names them.
var brief = map[claim.Verdict]string{claim.Holds: "hold", claim.Corrected: "corrected", claim.False: "false",
	claim.NotReproducible: "unmatched", claim.NotCheckable: "unchecked", claim.NotComputed: "not yet"}

// table returns the listed claims, each with the view that shows it.
func (q claims) table() engine.Later {
	text := func(name, title string) engine.LaterColumn {
		return engine.LaterColumn{TableColumn: engine.TableColumn{Name: name, Title: title, Text: true}, Words: []string{}}
	}
	id, verdict, printed, ours := text("claim", "claim"), text("verdict", "verdict"), text("printed", "printed"), text("computed", "here")
	t := engine.Later{Name: "claims", Measured: make([][]float64, len(q.listed))}
	for _, c := range q.listed {
		o := q.record[c.ID]
		id.Words, verdict.Words = append(id.Words, c.ID), append(verdict.Words, string(c.Verdict))
		printed.Words, ours.Words = append(printed.Words, o.Printed), append(ours.Words, o.Ours)
		t.Leads = append(t.Leads, o.Address)
	}
	t.Columns = []engine.LaterColumn{id, verdict, printed, ours}
	return t
}

package label

import (
	"fmt"
	"math"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/labelling"
	"dpscope/engine/numeral"
)

// samples bounds the points of a curve.
const samples = 250

// chances returns what the pictures share.
func (q majority) chances(settings ...engine.Setting) engine.Figure {
	half := "at least half"
	if !q.ties {
		half = "more than half"
	}
	title := "probability that " + half + " stay correct"
	f := engine.Figure{
		Title:    title,
		Y:        engine.Axis{Name: "success", Label: title, Style: numeral.Percent, Low: 0.5, High: 1},
		Settings: settings,
	}
	if !q.ties {
		f.Y.Low = 0.2
	}
	return f
}

// againstRecords draws odd and even numbers of records apart.
func (q majority) againstRecords() engine.Sheet {
	fall, most := labelling.EvenFallEnds(q.m, q.ties), labelling.RecordsShown(q.n)
	f := q.chances()
	f.Series = "parity"
	f.X = recordsFrom(0, most)
	if most > 500 {
		f.X.Low, f.X.Log = 1, true
	}
	suffix := ""
	if q.figure1 { // its curves have their own budgets
		f.Marks, suffix = figure1(q.ties), " at p="+numeral.Short(q.m.Flip)
	} else {
		f.Settings = []engine.Setting{{Name: "epsilon", Value: q.m.Epsilon}}
	}
	if falls, some := q.falls(fall, 1, most); some {
		f.Marks = append(f.Marks, falls)
	}
	f.Marks = append(f.Marks,
		q.parityCurve(labelling.Odd, most, "odd"+suffix, "odd n"), q.parityCurve(labelling.Even, most, "even"+suffix, "even n"),
		q.here())
	if q.n+2 <= most { // the answer compares with these
		for i, of := range [...]engine.Key{{Name: oneMore.Name}, {Name: nextSuccess.Name}} {
			n := q.n + float64(i+1)
			f.Marks = append(f.Marks, engine.Points{Name: of.Name, Title: [...]string{"with one more", "with two more"}[i],
				X: []float64{n}, Y: []float64{labelling.Success(q.m, n, q.ties)}})
			f.Shows = append(f.Shows, engine.Shown{Mark: of.Name, Of: of})
		}
	}
	if q.n <= most {
		q.markHere(&f)
	}
	return engine.Sheet{Figure: f, Notes: []engine.Note{{Text: q.sawTooth(fall)}}}
}

// nearRecords draws success at every number of records about n, so that its steps show.
func (q majority) nearRecords() engine.Sheet {
	first, last, some := labelling.RecordsNear(q.n)
	if !some || q.figure1 {
		return q.againstRecords()
	}
	f := q.chances(engine.Setting{Name: "epsilon", Value: q.m.Epsilon})
	f.Series, f.X, f.Y.Low, f.Y.High = "parity", recordsFrom(first, last), 0, 0
	parities := [2]engine.Points{{Name: "even", Title: "even n"}, {Name: "odd", Title: "odd n"}}
	if q.ties {
		parities[0].Title, parities[1].Title = "even n: exactly half counts", "odd n: no exact half"
	}
	for n := max(first, 1); n <= last; n++ {
		at, of := labelling.Success(q.m, n, q.ties), &parities[int(math.Mod(n, 2))]
		label := ""
		if n == q.n+1 || n == q.n+2 { // the answer compares with these
			label = numeral.Count(n) + ": " + numeral.Chance(at)
		}
		of.X, of.Y, of.Labels = append(of.X, n), append(of.Y, at), append(of.Labels, label)
	}
	for _, of := range parities {
		f.Marks = append(f.Marks, engine.Curve{Name: of.Name, Title: of.Title, X: of.X, Y: of.Y}, of)
	}
	f.Marks = append(f.Marks, q.here())
	fall := labelling.EvenFallEnds(q.m, q.ties)
	if falls, some := q.falls(fall, first, last); some {
		f.Marks = append(f.Marks, falls)
	}
	q.markHere(&f)
	return engine.Sheet{Figure: f, Notes: []engine.Note{{Text: q.sawTooth(fall)}}}
}

func recordsFrom(first, last float64) engine.Axis {
	return engine.Axis{Name: "n", Label: "records", Style: numeral.Whole, Low: first, High: last}
}

func (q majority) here() engine.Rule {
	return engine.Rule{Name: "n", Title: "n", Vertical: true, At: q.n, Pointer: true}
}

// markHere adds the success at n, with its number.
func (q majority) markHere(f *engine.Figure) {
	f.Marks = append(f.Marks, engine.Points{Name: "here", Title: "at this n", Here: true, X: []float64{q.n},
		Y: []float64{labelling.Success(q.m, q.n, q.ties)}})
	f.Shows = append(f.Shows, engine.Shown{Mark: "here", Of: engine.Key{Name: q.asked()}})
}

func (q majority) parityCurve(parity labelling.Parity, most float64, name, title string) engine.Curve {
	curve := engine.Curve{Name: name, Title: title}
	curve.X, curve.Y = labelling.SuccessAgainstRecords(q.m, parity, q.ties, most, samples)
	return curve
}

// falls brackets the even numbers of records from first to last where success falls, up to last where it always falls.
func (q majority) falls(end known.Value, first, last float64) (span engine.Span, some bool) {
	from, to := max(2, first), last
	switch {
	case !q.ties || end.Value <= 2:
		return span, false
	case !end.Missing():
		to = min(labelling.RisesFrom(end.Value), last)
	}
	return engine.Span{Name: "even-falls", Title: "even n falls", From: from, To: to, Clear: true}, from < to
}

// sawTooth says what to see of the saw-tooth.
func (q majority) sawTooth(end known.Value) string {
	switch {
	case !q.ties:
		return "If ties fail, success never falls when two records more are added, whatever the parity."
	case end.Missing():
		return "Fair coins: odd n stands at one half, and even n falls towards it as ties grow rare."
	case end.Value <= 2:
		return "At this ε success rises with every two records more; from odd to even n it always jumps, because a tie counts."
	}
	return fmt.Sprintf("Up to n = %s the even series still falls; the odd one always rises.",
		numeral.Count(labelling.RisesFrom(end.Value)))
}

// figure1 returns the curves of the paper's Fig. 1.
func figure1(ties bool) []engine.Mark {
	var marks []engine.Mark
	for _, line := range labelling.Figure1(ties) {
		text := numeral.Short(line.Flip)
		marks = append(marks, engine.Curve{Name: "p=" + text, Title: "p = " + text, X: line.Records, Y: line.Success})
	}
	return marks
}

// leastDrawn and mostDrawn are the budgets between which success is drawn.
const leastDrawn, mostDrawn = 0.001, 10

// againstBudget draws success with and without ties as the budget grows.
func (q majority) againstBudget() engine.Sheet {
	f := q.chances(engine.Setting{Name: "n", Value: q.n})
	f.Series = "tie"
	f.X = engine.Axis{Name: "epsilon", Label: "ε", Log: true, Low: leastDrawn, High: mostDrawn}
	f.Marks = []engine.Mark{
		q.tieCurve(true, "success", "at least half correct"), q.tieCurve(false, "failure", "over half correct"),
		engine.Rule{Name: "epsilon", Title: "ε", Vertical: true, At: q.m.Epsilon, Pointer: true},
	}
	return engine.Sheet{Figure: f, Notes: []engine.Note{{
		Text: "Success rises with ε to certainty; more records make the rise steeper and earlier."}}}
}

func (q majority) tieCurve(ties bool, name, title string) engine.Curve {
	curve := engine.Curve{Name: name, Title: title, Muted: ties != q.ties}
	curve.X, curve.Y = labelling.SuccessAgainstBudget(q.n, ties, leastDrawn, mostDrawn, samples)
	return curve
}

package claims

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/classroom"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/views/view"
)

// mostAnswers is how many answers are told apart, the most frequent ones.
const mostAnswers = 6

// drawRoom draws what was answered to the question that is looked at, and lists the share that was right at each. Of protected
// answers nobody can count which were given, and that share is drawn.
func drawRoom(_ context.Context, q room, _ view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
	one := q.one()
	f := q.answers()
	note := fmt.Sprintf("The right answer is %s.", one.Answer) + behindEach(one)
	if q.protected() {
		f = q.shares()
		note += " Answers:"
		for _, c := range one.Said()[:min(mostAnswers, len(one.Said()))] {
			note += fmt.Sprintf(" “%s” %s;", c.What, times(c.Times))
		}
		note = note[:len(note)-1] + "."
	}
	note += othersIn(one)
	if asks := q.question(); asks != "" && asks != inLead(asks) {
		note = "The question: “" + within(asks) + "” " + note
	}
	return engine.Sheet{Figure: f, Notes: []engine.Note{{Text: note}}, Later: []engine.Later{q.table()}}, nil
}

// othersIn says how many answers are left out because they are protected and the rest is not, or at another ε.
func othersIn(one classroom.Question) string {
	why := "protected"
	if one.Epsilon > 0 {
		why = "open, or flipped at another ε"
	}
	if one.Others == 0 {
		return ""
	}
	return fmt.Sprintf(" Not counted, because %s: %s.", why, numeral.Things(one.Others, "answer"))
}

// toldApart are the most frequent answers, and among them the right one, however rare.
func toldApart(one classroom.Question) []classroom.Count {
	said := one.Said()
	if len(said) <= mostAnswers {
		return said
	}
	right := slices.IndexFunc(said, func(c classroom.Count) bool { return one.Accepts(c.What) })
	if right < mostAnswers {
		return said[:mostAnswers]
	}
	return append(slices.Clone(said[:mostAnswers-1]), said[right])
}

// behindEach says what is thought by those who gave each of the wrong answers that are drawn.
func behindEach(one classroom.Question) string {
	var text strings.Builder
	for _, c := range toldApart(one) {
		var thoughts []string
		for _, thought := range one.ThoughtsOf(c.What) {
			thoughts = append(thoughts, thoughtOf(thought.What))
		}
		if len(thoughts) > 0 {
			fmt.Fprintf(&text, " %s: %s.", c.Quoted(16), strings.Join(thoughts, ", or "))
		}
	}
	return text.String()
}

// answers draws how often each answer was given, the right ones marked.
func (q room) answers() engine.Figure {
	one := q.one()
	bars := engine.Bars{Name: "answers", Title: "answers"}
	x := engine.Axis{Name: "answer"} // its words say what it is
	most := 1.0
	for i, c := range toldApart(one) {
		n := float64(c.Times)
		most = max(most, n)
		word := c.Quoted(16) + ": " + numeral.Count(n)
		if one.Accepts(c.What) {
			word += ", right"
		}
		bars.X, bars.Y, bars.Marked = append(bars.X, float64(i)), append(bars.Y, n), append(bars.Marked, one.Accepts(c.What))
		x.Words, x.Keys = append(x.Words, word), append(x.Keys, engine.WordCell(c.What))
	}
	title := "students"
	if slices.Contains(bars.Marked, true) {
		title += " (highlighted: right)" // short, for on a small page it stands beside whose answers these are
	}
	return engine.Figure{Title: title, X: x, Settings: []engine.Setting{{Name: asked.Name, Value: float64(q.at + 1)}},
		Y: engine.Axis{Name: "students", Label: "students", Style: numeral.Whole, Low: 0, High: most}, Marks: []engine.Mark{bars}}
}

// shares draws the share that was right at each question, the one that is looked at marked.
func (q room) shares() engine.Figure {
	bars := engine.Bars{Name: "right", Title: "were right"}
	band := engine.Band{Name: "right", Title: "95 % interval", Basis: known.Estimate, Confidence: 0.95, Bars: true}
	x := engine.Axis{Name: "question", Label: "question"}
	for i, one := range q.questions {
		v := one.Right()
		bars.X, bars.Y = append(bars.X, float64(i)), append(bars.Y, max(v.Number(), 0))
		bars.Marked = append(bars.Marked, i == q.at)
		if one.Epsilon > 0 {
			bars.Basis = known.Estimate
			band.X, band.Low, band.High = append(band.X, float64(i)), append(band.Low, v.Low), append(band.High, v.High)
		}
		x.Words, x.Keys = append(x.Words, fmt.Sprintf("%d: %s%s", i+1, about(v), v.Written(numeral.Percent, numeral.Nearest))), append(x.Keys, engine.WordCell(one.Name()))
	}
	f := engine.Figure{Title: "right answers by question", X: x,
		Y: engine.Axis{Name: "share", Label: "share that was right", Style: numeral.Percent, Low: 0, High: 1}, Marks: []engine.Mark{bars}}
	if len(band.X) > 0 {
		f.Marks = append(f.Marks, band)
	}
	return f
}

// table is what was said at each question, and how many were right.
func (q room) table() engine.Later {
	text := func(name, title string) engine.LaterColumn {
		return engine.LaterColumn{TableColumn: engine.TableColumn{Name: name, Title: title, Text: true}, Words: []string{}}
	}
	name, right, said, is, behind := text("question", "question"), text("right", "right"), text("said", "most frequent"),
		text("is", "what is"), text("thought", "behind most errors")
	for _, one := range q.questions {
		name.Words, right.Words = append(name.Words, one.Name()), append(right.Words, one.Right().Written(numeral.Percent, numeral.Nearest))
		said.Words, is.Words, behind.Words = append(said.Words, classroom.Largest(one.Said())), append(is.Words, one.Answer),
			append(behind.Words, classroom.Largest(one.Thoughts()))
	}
	return engine.Later{Name: "questions", Measured: make([][]float64, len(q.questions)),
		Columns: []engine.LaterColumn{name, right, said, is, behind}}
}

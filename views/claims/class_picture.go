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

// mostAnswers limits the answers that are told apart, the most frequent ones.
const mostAnswers = 6

// drawClass draws the answers to the question in focus, and lists the right share at each. Protected answers cannot be counted,
// so their estimated share is drawn.
func drawClass(_ context.Context, q class, _ view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
	one, asks := q.one(), q.asks()
	f := q.answers()
	note := fmt.Sprintf("The right answer is %s.", q.inWords(one.Answer)) + q.behindEach()
	if q.protected() {
		f = q.shares()
		note += " Sent:"
		list := q.said()
		for _, c := range list[:min(mostAnswers, len(list))] {
			note += fmt.Sprintf(" “%s” %s, chosen by %s;", q.inWords(c.What), times(c.Times), q.chosen(c))
		}
		note = note[:len(note)-1] + "."
	}
	note += othersIn(one)
	if asks.question != "" && asks.question != inLead(asks.question) {
		note = "The question: “" + within(asks.question) + "” " + note
	}
	return engine.Sheet{Figure: f, Notes: []engine.Note{{Text: note}}, Puts: asks.put(),
		Later: []engine.Later{q.table(), q.optionTable(), q.lessonTable(), q.studentTable()}}, nil
}

// put returns the question as it is put to a room, with its options; empty: it is not known.
func (a asks) put() string {
	if len(a.options) == 0 {
		return a.question
	}
	return a.question + " " + strings.Join(a.options, " · ")
}

// chosen returns how many chose an answer: counted, or estimated for a protected one.
func (q class) chosen(c classroom.Count) string {
	one := q.one()
	if !q.protected() {
		return numeral.Count(float64(c.Times))
	}
	v := classroom.Protection{Epsilon: one.Epsilon, Options: one.Options}.Share(c.Times, one.Answered(), 0.95)
	return about(v) + v.Written(numeral.Percent, numeral.Nearest)
}

// othersIn says how many answers are left out because they are protected and the rest is not, or at another ε.
func othersIn(one classroom.Question) string {
	why := "protected"
	if one.Epsilon > 0 {
		why = "open, or flipped at another ε"
	}
	if one.Others() == 0 {
		return ""
	}
	return fmt.Sprintf(" Not counted, because %s: %s.", why, numeral.Things(one.Others(), "answer"))
}

// toldApart returns the most frequent answers, including the right one, however rare.
func (q class) toldApart() []classroom.Count {
	one, said := q.one(), q.said()
	if len(said) <= mostAnswers {
		return said
	}
	right := slices.IndexFunc(said, func(c classroom.Count) bool { return one.Accepts(c.What) })
	if right < mostAnswers {
		return said[:mostAnswers]
	}
	return append(slices.Clone(said[:mostAnswers-1]), said[right])
}

// behindEach names the thoughts behind each of the wrong answers that are drawn.
func (q class) behindEach() string {
	one := q.one()
	var text strings.Builder
	for _, c := range q.toldApart() {
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
func (q class) answers() engine.Figure {
	one := q.one()
	bars := engine.Bars{Name: "answers", Title: "answers"}
	x := engine.Axis{Name: "answer"} // its words say what it is
	most := 1.0
	for i, c := range q.toldApart() {
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
		title += " (highlighted: right)" // short, as on a small page it stands beside the class's name
	}
	return engine.Figure{Title: title, X: x, Settings: []engine.Setting{{Name: asked.Name, Value: float64(q.at + 1)}},
		Y: engine.Axis{Name: "students", Label: "students", Style: numeral.Whole, Low: 0, High: most}, Marks: []engine.Mark{bars}}
}

// shares draws the share that was right at each question, with the one in focus marked.
func (q class) shares() engine.Figure {
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

// words returns a column of words, wholes one of whole numbers.
func words(name, title string, of []string) engine.LaterColumn {
	return engine.LaterColumn{TableColumn: engine.TableColumn{Name: name, Title: title, Text: true}, Words: of}
}

func wholes(name, title string, of []float64) engine.LaterColumn {
	return engine.LaterColumn{TableColumn: engine.TableColumn{Name: name, Title: title, Whole: true}, Numbers: of}
}

// each returns the results of a function for a list.
func each[T, U any](list []T, of func(T) U) []U {
	made := make([]U, 0, len(list))
	for _, one := range list {
		made = append(made, of(one))
	}
	return made
}

// table returns the answers to each question, and how many were right.
func (q class) table() engine.Later {
	at := func(i int) class { q.at = i; return q }
	rooms := make([]class, len(q.questions))
	for i := range rooms {
		rooms[i] = at(i)
	}
	return engine.Later{Name: "questions", Measured: make([][]float64, len(rooms)), Columns: []engine.LaterColumn{
		words("question", "question", each(rooms, func(q class) string { return q.one().Name() })),
		words("right", "right", each(rooms, func(q class) string { return q.one().Right().Written(numeral.Percent, numeral.Nearest) })),
		words("said", "most frequent", each(rooms, func(q class) string {
			list := q.one().Said()
			for i := range list {
				list[i].What = q.inWords(list[i].What)
			}
			return classroom.Largest(list)
		})),
		words("is", "what is", each(rooms, func(q class) string { return q.inWords(q.one().Answer) })),
		words("thought", "behind most errors", each(rooms, func(q class) string { return classroom.Largest(q.one().Thoughts()) })),
	}}
}

// optionTable returns how many gave each answer to the question in focus.
func (q class) optionTable() engine.Later {
	list := q.said()
	title := "students"
	if q.protected() {
		title = "sent"
	}
	columns := []engine.LaterColumn{
		words("answer", "answer", each(list, func(c classroom.Count) string { return q.inWords(c.What) })),
		wholes("times", title, each(list, func(c classroom.Count) float64 { return float64(c.Times) })),
	}
	if q.protected() {
		columns = append(columns, words("chosen", "chose it", each(list, q.chosen)))
	}
	right := each(list, func(c classroom.Count) string {
		if q.one().Accepts(c.What) || c.What == q.one().Answer {
			return "right"
		}
		return ""
	})
	behind := each(list, func(c classroom.Count) string {
		return strings.Join(each(q.one().ThoughtsOf(c.What), func(c classroom.Count) string { return thoughtOf(c.What) }), ", or ")
	})
	columns = append(columns, words("right", "right", right), words("thought", "what is behind it", behind))
	return engine.Later{Name: "options", Measured: make([][]float64, len(list)), Columns: columns}
}

// lessonTable returns how far the class has come in each lesson, in the order of the class.
func (q class) lessonTable() engine.Later {
	list := classroom.Passages(q.rows, q.questions)
	return engine.Later{Name: "lessons", Measured: make([][]float64, len(list)), Columns: []engine.LaterColumn{
		words("lesson", "lesson", each(list, func(p classroom.Passage) string { return p.Lesson })),
		wholes("version", "version", each(list, func(p classroom.Passage) float64 { return float64(p.Version) })),
		wholes("began", "students at its first question", each(list, func(p classroom.Passage) float64 { return float64(p.Began) })),
		wholes("ended", "at its last one so far", each(list, func(p classroom.Passage) float64 { return float64(p.Finished) })),
		words("half", "half of the class got to", each(list, func(p classroom.Passage) string {
			if p.Half == 0 {
				return "not here"
			}
			return fmt.Sprintf("step %d", p.Half)
		})),
	}}
}

// studentTable returns the results of each student in all questions.
func (q class) studentTable() engine.Later {
	list := classroom.Totals(q.questions)
	count := func(name, title string, of func(classroom.Total) int) engine.LaterColumn {
		return wholes(name, title, each(list, func(t classroom.Total) float64 { return float64(of(t)) }))
	}
	columns := []engine.LaterColumn{words("student", "student", each(list, func(t classroom.Total) string { return t.Student }))}
	if slices.ContainsFunc(list, func(t classroom.Total) bool { return t.Class != list[0].Class }) {
		columns = append([]engine.LaterColumn{words("class", "class", each(list, func(t classroom.Total) string { return t.Class }))}, columns...)
	}
	columns = append(columns, count("answers", "answers", func(t classroom.Total) int { return t.Answers }))
	if slices.ContainsFunc(list, func(t classroom.Total) bool { return t.Open+t.Passed > 0 }) { // else nothing is known of them
		columns = append(columns, count("right", "right at first", func(t classroom.Total) int { return t.Right }),
			count("passed", "passed over", func(t classroom.Total) int { return t.Passed }),
			count("tries", "tries", func(t classroom.Total) int { return t.Tries }),
			count("hints", "hints", func(t classroom.Total) int { return t.Hints }),
			count("seconds", "seconds", func(t classroom.Total) int { return t.Seconds }))
	}
	if slices.ContainsFunc(list, func(t classroom.Total) bool { return t.Epsilon > 0 }) {
		columns = append(columns, engine.LaterColumn{TableColumn: engine.TableColumn{Name: "epsilon", Title: "ε spent"},
			Numbers: each(list, func(t classroom.Total) float64 { return t.Epsilon })})
	}
	columns = append(columns, words("last", "got to", each(list, func(t classroom.Total) string { return t.Last })),
		words("thought", "behind most errors", each(list, func(t classroom.Total) string { return classroom.Largest(t.Thoughts()) })))
	return engine.Later{Name: "students", Measured: make([][]float64, len(list)), Columns: columns}
}

package claims

import (
	"context"
	"fmt"
	"strings"

	"dpscope/engine"
	"dpscope/engine/classroom"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

// The classes that come with the program.
const (
	simulatedClass = "simulated"
	protectedClass = "protected"
)

var (
	gradebook = param.Text{Name: "file", Label: "gradebook",
		Help:    "A CSV file that dpscope grade wrote, or a hand-in; \"simulated\" is a class of 40 that the program makes up, \"protected\" the same with flipped answers.",
		Default: simulatedClass, Files: []string{".csv"}}
	asked = param.Param{Name: "question", Symbol: "question", Label: "of the lessons",
		Help: "Which question is looked at; a greater number takes the last one.",
		Min:  1, Max: 1000, Low: 1, High: 20, Default: 2, Scale: param.Count}
)

const classSource = "What a class handed in: dpscope grade *.csv"

// Class shows what a class predicted.
var Class = view.Of(view.Declaration[room]{
	Name:     "class",
	NoPython: "the answers are those that a class handed in",
	NoteRows: 2,
	Budget:   "One answer of one student, where answers are protected: it is flipped before it is written, and may have been any other. What a student spends in all is the sum over their answers. Without protection nothing is hidden.",
	Group:    tab,
	Title:    "What a class predicted",
	Question: "What does the class believe?",
	About: "What a class predicted in a lesson against what is, question by question, which misconceptions stand behind wrong answers, and where the room stands. " +
		"Of a class that protects itself the answers were flipped, and shares are estimates with intervals. `t` lists the questions.",
	Source: classSource,
	Form:   param.Form{Texts: []param.Text{gradebook}, Params: []param.Param{asked}},
	Ask:    askClass,
	Lead: view.Lead{
		Answers: []view.Variant{
			{When: func(f view.Facts) bool { return f.None("right") }, Text: "Nobody has answered {asked}."},
			{When: flipped, Text: "{right} of {answered} answers to {asked} were right: they were flipped, and the interval says how sure this is."},
			{Text: "{right} of {answered} answers to {asked} were right; most often said: {most}."},
		},
		Prices: []view.Variant{
			{When: flipped, Text: "An attacker who reads a file is right at most {attacker-right} of the time about one answer (50 % is guessing)."},
			{When: func(f view.Facts) bool { return f.Filled("question") != "" }, Text: "Asked was: “{question}”."},
			{When: func(f view.Facts) bool { return f.Of("thought").Word != "" },
				Text: "Behind most wrong answers ({times}): “{behind}”; the room stands at question {stands} of {questions}."},
			{Text: "The room stands at question {stands} of {questions}."},
		},
	},
	Filled:   room.filled,
	Readings: roomReadings,
	Provenance: view.Stated(func(q room) engine.Note {
		return engine.Note{Text: numeral.Things(classroom.Students(q.rows), "student") + ", counted; nothing leaves this computer"}
	}),
	Tries: []view.Try{
		{When: func(v param.Values) bool { return v.Get(asked) < 5 }, On: "question", Keys: "right",
			Text: "→ on the question: the next one, and what was thought; t lists them all."},
		{On: "question", Keys: "left", Text: "← on the question: the one before it, and what was thought; t lists them all."},
	},
	Draw: drawRoom,
	Presets: []view.Preset{
		{Name: "simulated", Title: "A class of 40 at the question that most got wrong", Query: "file=simulated&question=2"},
		{Name: "protected", Title: "The same class, which has protected itself", Query: "file=protected&question=2"},
	},
})

// room is a class and the question that is looked at.
type room struct {
	rows      []classroom.Row
	questions []classroom.Question
	at        int
}

func askClass(ctx context.Context, v param.Values) (room, error) {
	var q room
	var err error
	switch file := v.Word(gradebook); file {
	case simulatedClass, protectedClass:
		q.rows = classroom.Simulated(file == protectedClass)
	default:
		if q.rows, err = classroom.Open(ctx, file); err != nil {
			return q, err
		}
	}
	if q.questions = classroom.Questions(q.rows); len(q.questions) == 0 {
		return q, fmt.Errorf("file = %s has no question that can be counted; one that dpscope grade wrote would work", v.Word(gradebook))
	}
	q.at = min(int(v.Get(asked)), len(q.questions)) - 1
	return q, nil
}

func (q room) one() classroom.Question { return q.questions[q.at] }

// question is what was asked, where the program has the lesson.
func (q room) question() string {
	one := q.one()
	return question(one.Lesson, one.Version, one.Step)
}

func (q room) protected() bool { return q.one().Epsilon > 0 }

func flipped(f view.Facts) bool { return !f.None("epsilon-total") }

// filled are the words of the lead that are no readings.
func (q room) filled() map[string]string {
	words := map[string]string{"asked": q.asked(), "most": classroom.Largest(q.one().Said())}
	words["question"] = inLead(q.question())
	if list := q.one().Thoughts(); len(list) > 0 {
		words["behind"], words["times"] = thoughtOf(list[0].What), numeral.Count(float64(list[0].Times))
	}
	return words
}

// asked names the question as the axis counts it, and where it stands.
func (q room) asked() string {
	return fmt.Sprintf("question %d (lesson %s)", q.at+1, q.one().Name())
}

// thoughtOf is what is thought where a misconception of this key stands behind an answer; of a key that is unknown, the key.
func thoughtOf(key string) string {
	if m, known := classroom.Behind(key); known {
		return m.Thought
	}
	return key
}

const countedOf = "the rows of the file"

var roomReadings = []view.Entry[room]{
	view.Reading[room]{Name: "right", Label: "were right", Style: numeral.Percent, Goal: known.Higher, Range: known.Probability,
		Level: view.Answering, ExactOf: countedOf,
		Value: view.Known(func(q room) known.Value { return q.one().Right() }),
		Cases: []view.Case[room]{
			{If: "answers were flipped", When: view.Whenever(room.protected),
				Formula: "(share that was sent - q)/(p - q), p = e^ε/(e^ε + k - 1) and q = 1/(e^ε + k - 1) of k options; the interval inverts Bin(m, p) + Bin(n - m, q), 95 %.",
				With: view.Remark(func(q room, _ known.Value) string {
					return fmt.Sprintf("ε = %s, k = %d.", numeral.Short(q.one().Epsilon), q.one().Options)
				}),
				Source:  "Warner 1965; Kairouz, Oh & Viswanath 2016",
				Assumes: "Of this class, and of nobody else. Whether a number was right is known to one of eight bins."},
			{Formula: "Right answers over all answers; who passed the question over is in neither. The first answer counts.", Source: classSource},
		}},
	view.Reading[room]{Name: "answered", Label: "answers", Style: numeral.Whole, Range: known.NotNegative, Level: view.Shown,
		ExactOf: countedOf,
		Value:   view.Exactly(func(q room) float64 { return float64(q.one().Answered()) }),
		Cases:   []view.Case[room]{{Formula: "How many gave an answer to this question.", Source: classSource}}},
	view.Reading[room]{Name: "thought", Label: "behind most errors", Level: view.Shown, ExactOf: countedOf,
		Value: view.Known(func(q room) known.Value {
			list := q.one().Thoughts()
			switch {
			case q.protected():
				return known.Nothing("a protected class does not send it")
			case len(list) == 0:
				return known.Nothing("no wrong answer is of a known kind")
			}
			return known.Named(list[0].What, thoughtOf(list[0].What))
		}),
		Cases: []view.Case[room]{{Formula: "The misconception that the lesson names behind most of the wrong answers.", Source: classSource,
			With: view.Remark(func(q room, _ known.Value) string {
				var counts []string
				for _, c := range q.one().Thoughts() {
					counts = append(counts, fmt.Sprintf("“%s” (%d)", thoughtOf(c.What), c.Times))
				}
				if len(counts) == 0 {
					return ""
				}
				return "In this class: " + strings.Join(counts, ", ") + "."
			})}}},
	view.Reading[room]{Name: "stands", Label: "the room stands at", Style: numeral.Whole, Range: known.NotNegative, Level: view.Shown,
		ExactOf: countedOf,
		Value:   view.Exactly(func(q room) float64 { return float64(classroom.Stands(q.rows, q.questions)) }),
		Cases:   []view.Case[room]{{Formula: "The last question that at least half of the students have reached.", Source: classSource}}},
	view.Reading[room]{Name: "questions", Label: "questions", Style: numeral.Whole, Range: known.NotNegative, ExactOf: countedOf,
		Value: view.Exactly(func(q room) float64 { return float64(len(q.questions)) }),
		Cases: []view.Case[room]{{Formula: "How many questions anybody has reached.", Source: classSource}}},
	view.Reading[room]{Name: "students", Label: "students", Style: numeral.Whole, Range: known.NotNegative, ExactOf: countedOf,
		Value: view.Exactly(func(q room) float64 { return float64(classroom.Students(q.rows)) }),
		Cases: []view.Case[room]{{Formula: "How many students the file names.", Source: classSource}}},
	view.Reading[room]{Name: view.EpsilonTotal, Label: "ε of one student", Symbol: "ε", Goal: known.Lower, Range: known.NotNegative,
		When: room.protected, ExactOf: "all protected questions, which one student answers at most",
		Value: view.Exactly(func(q room) float64 { return classroom.Spent(q.questions) }),
		Cases: []view.Case[room]{{Formula: "The sum of ε over all questions.", Source: "Dwork & Roth 2014, theorem 3.16",
			With: view.Remark(func(q room, _ known.Value) string {
				return fmt.Sprintf("ε = %s a question.", numeral.Short(q.one().Epsilon))
			})}}},
	view.Reading[room]{Name: view.AttackerRight, Label: "best guess is right", Brief: "guess right", Symbol: "e^ε/(1 + e^ε)", Style: numeral.Percent,
		Goal: known.Lower, Range: known.Range{Low: 0.5, High: 1}, When: room.protected,
		ExactOf: "one answer as it was sent, of any two options",
		Value:   view.Exactly(func(q room) float64 { return privacy.RightGuess(privacy.State(q.claim()).Delta(0)) }),
		Opens:   view.Opening(func(q room, _ known.Value) string { return control.AttackOnClaim(q.claim()) }),
		Cases: []view.Case[room]{{Formula: "e^ε/(1 + e^ε): who reads one answer and guesses between two options that are as likely.",
			Source:  "Kairouz, Oh & Viswanath 2016",
			Assumes: "All questions together spend the sum."}}},
}

func (q room) claim() privacy.Claim { return privacy.Claim{Epsilon: q.one().Epsilon} }

// about is the sign before a share that is estimated.
func about(v known.Value) string {
	if v.Basis == known.Estimate {
		return "≈ "
	}
	return ""
}

// drawRoom draws the share that was right at each question, and lists what was said.
func drawRoom(_ context.Context, q room, _ view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
	bars := engine.Bars{Name: "right", Title: "were right"}
	band := engine.Band{Name: "right", Title: "95 % interval", Basis: known.Estimate, Confidence: 0.95, Bars: true}
	x := engine.Axis{Name: "question", Label: "question"}
	table := engine.Later{Name: "questions", Measured: make([][]float64, len(q.questions))}
	text := func(name, title string) engine.LaterColumn {
		return engine.LaterColumn{TableColumn: engine.TableColumn{Name: name, Title: title, Text: true}, Words: []string{}}
	}
	name, right, said, is, behind := text("question", "question"), text("right", "right"), text("said", "most often said"),
		text("is", "what is"), text("thought", "behind most errors")
	for i, one := range q.questions {
		v := one.Right()
		bars.X, bars.Y = append(bars.X, float64(i)), append(bars.Y, max(v.Number(), 0))
		bars.Marked = append(bars.Marked, i == q.at)
		if one.Epsilon > 0 {
			bars.Basis = known.Estimate
			band.X, band.Low, band.High = append(band.X, float64(i)), append(band.Low, v.Low), append(band.High, v.High)
		}
		share := v.Written(numeral.Percent, numeral.Nearest)
		x.Words, x.Keys = append(x.Words, fmt.Sprintf("%d: %s%s", i+1, about(v), share)), append(x.Keys, engine.WordCell(one.Name()))
		name.Words, right.Words = append(name.Words, one.Name()), append(right.Words, share)
		said.Words, is.Words, behind.Words = append(said.Words, classroom.Largest(one.Said())), append(is.Words, one.Answer),
			append(behind.Words, classroom.Largest(one.Thoughts()))
	}
	table.Columns = []engine.LaterColumn{name, right, said, is, behind}
	f := engine.Figure{Title: "right answers by question", X: x,
		Y: engine.Axis{Name: "share", Label: "share that was right", Style: numeral.Percent, Low: 0, High: 1}, Marks: []engine.Mark{bars}}
	if len(band.X) > 0 {
		f.Marks = append(f.Marks, band)
	}
	one := q.one()
	note := fmt.Sprintf("Right is %s. Said:", one.Answer)
	for i, c := range one.Said() {
		if i == 6 {
			break
		}
		note += fmt.Sprintf(" “%s” %d;", c.What, c.Times)
	}
	note = note[:len(note)-1] + "."
	if asks := q.question(); asks != "" && asks != inLead(asks) {
		note += " Asked was: “" + asks + "”"
	}
	return engine.Sheet{Figure: f, Notes: []engine.Note{{Text: note}}, Later: []engine.Later{table}}, nil
}

package claims

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

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
	asked = param.Param{Name: "question", Symbol: "question", Label: "number",
		Help: "Which question of the gradebook is looked at; a greater number takes the last one.",
		Min:  1, Max: 1000, Low: 1, High: float64(len(classroom.Questions(classroom.Simulated(false)))), Default: 2, Scale: param.Count, Numbered: true}
)

const classSource = "What a class handed in: dpscope grade *.csv"

// Class shows what a class predicted.
var Class = view.Of(view.Declaration[class]{
	Name:     "class",
	Label:    "a class",
	Takes:    []view.Take{{File: view.Gradebook, Control: "file"}},
	Also:     "gradebook, students, teacher, classroom, grades, homework, teaching",
	NoPython: "the answers are those that a class handed in",
	NoteRows: 4,
	Budget:   "One answer of one student, where answers are protected: it is flipped before it is written, and may have been any other. What a student spends in all is the sum over their answers. Without protection nothing is hidden.",
	Title:    "What a class predicted",
	Question: "What does the class believe?",
	About: "What a class predicted in a lesson against what is, question by question, which misconceptions stand behind wrong answers, " +
		"and how far the class has come. " +
		"Of a class that protects itself the answers were flipped, and shares are estimates with intervals. `t` lists the questions, the options of the one that is looked at, the lessons and the students.",
	Source: classSource,
	Form:   param.Form{Texts: []param.Text{gradebook}, Params: []param.Param{asked}},
	Ask:    askClass,
	Defaults: func(ctx context.Context, v param.Values) engine.Defaults {
		q, err := askClass(ctx, v)
		if err != nil {
			return nil
		}
		return engine.Defaults{asked.Name: {Last: len(q.questions)}}
	},
	Lead: view.Lead{
		Answers: []view.Variant{
			{When: view.Lacks("right"), Text: "Nobody has answered {asked}."},
			{When: flipped, Text: "{right} of {answered} answers to {asked} were right: they were flipped, and the interval says how sure this is."},
			{When: view.All(believed, view.Fills("answer")),
				Text: "Most often “{believed}”: {times} of {answered} answered {answer}; {few-right} gave the right one, “{is}”."},
			{When: believed,
				Text: "Most often “{believed}”: {times} of {answered} answers fit it; {few-right} gave the right one, “{is}”."},
			{When: view.Fills("leads"), Text: "{most}, the right answer to {asked}."},
			{Text: "{most}; {times-right} of {answered} were right at {asked}."},
		},
		Prices: append(view.Either(view.Branch{When: flipped, Variants: view.TaskAnswer.Price()}),
			view.Variant{When: view.Fills("question"), Text: "The question: “{question}”"},
			view.Variant{When: func(f view.Facts) bool { return f.Of("thought").Word != "" && !believed(f) },
				Text: "Behind {times} of the wrong answers: “{behind}”; at least half have reached {reached}."},
			view.Variant{Text: "At least half of the students have reached {reached}."},
		),
	},
	Filled: class.filled,
	Sees: []view.Sees{
		{When: flipped, Raw: view.Nobody, Protected: "one student's answer", Neighbours: view.AnyOther, Instead: "All answers of a student spend ε = {epsilon-total.bound}."},
		{Raw: "the teacher", Protected: "nothing", Instead: view.NothingSpent},
	},
	Readings: roomReadings,
	Provenance: view.Stated(func(q class) engine.Note {
		if q.simulated {
			return engine.Note{Text: numeral.Things(classroom.Students(q.rows), "simulated student") + ", counted"}
		}
		if q.open {
			return engine.Note{Text: numeral.Things(classroom.Students(q.rows), "student") + ", counted; more may hand in"}
		}
		return engine.Note{Text: numeral.Things(classroom.Students(q.rows), "student") + ", counted; nothing leaves this computer"}
	}),
	Tries: []view.Try{
		{When: func(v param.Values) bool { return v.Get(asked) < 5 }, On: "question", Do: view.More,
			Called: "the question", Shows: "the next one, and what was thought."},
		{On: "question", Do: view.Less, Called: "the question", Shows: "the one before, and what was thought."},
	},
	Draw: drawClass,
	Presets: []view.Preset{
		{Name: "simulated", Title: "A class of 40 at the question that most got wrong", Query: "file=simulated&question=2"},
		{Name: "protected", Title: "The same class, which has protected itself", Query: "file=protected&question=2"},
	},
})

// class is a class with the question in focus.
type class struct {
	rows      []classroom.Row
	simulated bool // by the program: about no people
	open      bool // the file describes the class, and what it handed in stands beside it
	questions []classroom.Question
	at        int
}

func askClass(ctx context.Context, v param.Values) (class, error) {
	var q class
	var err error
	switch file := v.Word(gradebook); file {
	case simulatedClass, protectedClass:
		q.rows, q.simulated = classroom.Simulated(file == protectedClass), true
	default:
		if q.rows, err = classroom.Open(ctx, file); err != nil {
			return q, err
		}
		q.open = strings.HasSuffix(file, classroom.ClassEnding)
	}
	if q.questions = classroom.Questions(q.rows); len(q.questions) == 0 {
		return q, fmt.Errorf("file = %s has no question that can be counted; one that dpscope grade wrote would work", v.Word(gradebook))
	}
	q.at = min(int(v.Get(asked)), len(q.questions)) - 1
	return q, nil
}

func (q class) one() classroom.Question { return q.questions[q.at] }

// asks returns the question of the lesson, where the program has it.
func (q class) asks() asks {
	one := q.one()
	by := map[string]string{}
	if q.simulated { // its answers equal those of the lesson to the digit
		for _, c := range one.Said() {
			if behind := one.ThoughtsOf(c.What); len(behind) == 1 {
				by[behind[0].What] = c.What
			}
		}
	}
	return asksOf(one.Lesson, one.Version, one.Step, by)
}

// said counts the answers to the question: each option of the lesson, also those that nobody chose. A protected answer is sent
// as the number of its option, or for a number as one of eight bins.
func (q class) said() []classroom.Count {
	one, asks := q.one(), q.asks()
	list := one.Said()
	if !asks.filled && !q.protected() || q.protected() && len(asks.options) != one.Options {
		return list
	}
	for i, text := range asks.options {
		what := text
		if q.protected() {
			what = classroom.Protection{Options: one.Options}.Sent(i)
		}
		if !slices.ContainsFunc(list, func(c classroom.Count) bool { return c.What == what }) {
			list = append(list, classroom.Count{What: what})
		}
	}
	return list
}

// inWords returns an answer as it is shown: for a protected one the text of its option, where that is known.
func (q class) inWords(answer string) string {
	options := q.asks().options
	if !q.protected() || len(options) != q.one().Options {
		return answer
	}
	for i, text := range options {
		if answer == (classroom.Protection{Options: len(options)}).Sent(i) {
			return text
		}
	}
	return answer
}

func (q class) protected() bool { return q.one().Epsilon > 0 }

// believed reports whether the lead names the leading misconception.
func believed(f view.Facts) bool { return f.Filled("believed") != "" }

func flipped(f view.Facts) bool { return !f.None("epsilon-total") }

// filled returns the words of the lead that are no readings.
func (q class) filled() map[string]string {
	words := map[string]string{"asked": q.asked(), "most": mostOften(q.one().Said(), q.one().Answered())}
	words["question"] = within(inLead(q.asks().question))
	words["reached"] = q.reached()
	words["times-right"] = numeral.Count(float64(q.timesRight()))
	if words["few-right"] = "only " + words["times-right"]; q.timesRight() == 0 {
		words["few-right"] = "none"
	}
	if said := q.one().Said(); len(said) > 0 && q.one().Accepts(said[0].What) && (len(said) == 1 || said[0].Times > said[1].Times) {
		words["leads"] = said[0].What
	}
	if list := q.one().Thoughts(); len(list) > 0 {
		words["behind"], words["times"] = thoughtOf(list[0].What), numeral.Count(float64(list[0].Times))
		if q.believes(list) && utf8.RuneCountInString(q.one().Answer) <= longestIs {
			words["believed"], words["is"] = within(words["behind"]), q.one().Answer
			if answer := q.answerOf(list[0]); utf8.RuneCountInString(words["believed"]+answer+words["is"]) <= longestBelief {
				words["answer"] = answer
			}
		}
	}
	return words
}

// believes reports whether one misconception stands behind more answers than any other one, than the right answer, and than
// wrong answers without a known reason.
func (q class) believes(thoughts []classroom.Count) bool {
	right := q.timesRight()
	unknown := q.one().Answered() - right
	for _, c := range thoughts {
		unknown -= c.Times
	}
	first := thoughts[0].Times
	return (len(thoughts) == 1 || first > thoughts[1].Times) && first > right && first > unknown
}

// answerOf returns the answer given by all those with a misconception and by no others; empty: there is no such answer.
func (q class) answerOf(thought classroom.Count) string {
	for _, c := range q.one().Said() {
		if behind := q.one().ThoughtsOf(c.What); c.Times == thought.Times && len(behind) == 1 && behind[0] == thought {
			return c.Quoted(16)
		}
	}
	return ""
}

// timesRight counts the right answers among those that are not protected.
func (q class) timesRight() int {
	return int(math.Round(q.one().Right().Value * float64(q.one().Answered())))
}

// Limits on the letters of a right answer that the lead quotes, alone and together with the belief and the answer that follows
// from it.
const (
	longestIs     = 24
	longestBelief = 76
)

// mostOften returns the most frequent answer, with its count among all; where several tie, both or their number.
func mostOften(said []classroom.Count, answered int) string {
	if len(said) == 0 {
		return ""
	}
	first := 0
	for first < len(said) && said[first].Times == said[0].Times {
		first++
	}
	all, each := numeral.Count(float64(answered)), numeral.Count(float64(said[0].Times))
	switch {
	case answered == 1:
		return said[0].Quoted(24) + " (the only answer)"
	case len(said) == 1:
		return fmt.Sprintf("Always %s (all %s answers)", said[0].Quoted(24), all)
	case first == 1:
		return fmt.Sprintf("Most often %s (%s of %s answers)", said[0].Quoted(24), each, all)
	case first == 2:
		return fmt.Sprintf("Most often %s or %s (each %s of %s answers)", said[0].Quoted(16), said[1].Quoted(16), each, all)
	}
	return fmt.Sprintf("No single thing: %s different answers lead (each %s of %s)", numeral.Count(float64(first)), each, all)
}

// times writes a count of answers.
func times(n int) string {
	if n == 1 {
		return "once"
	}
	return numeral.Count(float64(n)) + " times"
}

// within returns a text for use within quotes.
func within(text string) string { return strings.NewReplacer("“", "‘", "”", "’").Replace(text) }

// asked names the question as the axis counts it, and its place.
func (q class) asked() string { return fmt.Sprintf("question %d (lesson %s)", q.at+1, q.one().Name()) }

// reached says how far at least half of the class has got, by lesson.
func (q class) reached() string {
	at := classroom.Stands(q.rows, q.questions)
	if at == 0 {
		return "no question together"
	}
	one := q.questions[at-1]
	return fmt.Sprintf("step %d of lesson %s", one.Step, one.Lesson)
}

// thoughtOf returns the text of a misconception; of an unknown key, the key.
func thoughtOf(key string) string {
	if m, known := classroom.Behind(key); known {
		return m.Thought
	}
	return key
}

const countedOf = "the rows of the file"

var roomReadings = []view.Entry[class]{
	view.Reading[class]{Name: "right", Label: "were right", Style: numeral.Percent, Goal: known.Higher, Range: known.Probability,
		Level: view.Answering, ExactOf: countedOf,
		Value: view.Known(func(q class) known.Value { return q.one().Right() }),
		Cases: []view.Case[class]{
			{If: "answers were flipped", When: view.Whenever(class.protected),
				Formula: "(share that was sent - q)/(p - q), p = e^ε/(e^ε + k - 1) and q = 1/(e^ε + k - 1) of k options; the interval inverts Bin(m, p) + Bin(n - m, q), 95 %.",
				With: view.Says(func(q class) string {
					return fmt.Sprintf("ε = %s, k = %d.", numeral.Short(q.one().Epsilon), q.one().Options)
				}),
				Source:  "Warner 1965; Kairouz, Oh & Viswanath 2016",
				Assumes: "Of this class, and of nobody else. Whether a number was right is known to one of eight bins."}},
		Formula: "Right answers over all answers; who passed the question over is in neither. The first answer counts.", Source: classSource},
	view.Reading[class]{Name: "answered", Label: "answers", Style: numeral.Whole, Range: known.NotNegative, Level: view.Shown,
		ExactOf: countedOf,
		Value:   view.Exactly(func(q class) float64 { return float64(q.one().Answered()) }),
		Formula: "How many gave an answer to this question.", Source: classSource},
	view.Reading[class]{Name: "thought", Label: "behind most errors", Level: view.Shown, ExactOf: countedOf,
		Value: view.Known(func(q class) known.Value {
			list := q.one().Thoughts()
			switch {
			case q.protected():
				return known.Nothing("a protected class does not send it")
			case len(list) == 0:
				return known.Nothing("no wrong answer is of a known kind")
			}
			return known.Named(list[0].What, thoughtOf(list[0].What))
		}),
		Formula: "The misconception that the lesson names behind most of the wrong answers.", Source: classSource,
		With: view.Says(func(q class) string {
			var counts []string
			for _, c := range q.one().Thoughts() {
				counts = append(counts, fmt.Sprintf("“%s” (%d)", thoughtOf(c.What), c.Times))
			}
			if len(counts) == 0 {
				return ""
			}
			return "In this class: " + strings.Join(counts, ", ") + "."
		})},
	view.Reading[class]{Name: "stands", Label: "half of the class got to", Style: numeral.Whole, Range: known.NotNegative, Level: view.Shown,
		ExactOf: countedOf,
		Value:   view.Exactly(func(q class) float64 { return float64(classroom.Stands(q.rows, q.questions)) }),
		Remark: view.Says(func(q class) string {
			of := "of " + numeral.Things(len(q.questions), "question")
			if at := classroom.Stands(q.rows, q.questions); at > 0 {
				of += ": " + q.questions[at-1].Name()
			}
			return of
		}),
		Formula: "The last question that at least half of the students have reached.", Source: classSource},
	view.Reading[class]{Name: "questions", Label: "questions", Style: numeral.Whole, Range: known.NotNegative, ExactOf: countedOf,
		Value:   view.Exactly(func(q class) float64 { return float64(len(q.questions)) }),
		Formula: "How many questions anybody has reached.", Source: classSource},
	view.Reading[class]{Name: "students", Label: "students", Style: numeral.Whole, Range: known.NotNegative, ExactOf: countedOf,
		Value:   view.Exactly(func(q class) float64 { return float64(classroom.Students(q.rows)) }),
		Formula: "How many students the file names.", Source: classSource},
	view.Reading[class]{Name: view.EpsilonTotal, Label: "ε of one student", Symbol: "ε", Goal: known.Lower, Range: known.NotNegative,
		When: class.protected, ExactOf: "all protected questions, which one student answers at most",
		Value:   view.Exactly(func(q class) float64 { return classroom.Spent(q.questions) }),
		Formula: "The sum of ε over all questions.", Source: "Dwork & Roth 2014, theorem 3.16",
		With: view.Says(func(q class) string { return fmt.Sprintf("ε = %s a question.", numeral.Short(q.one().Epsilon)) })},
	view.GuessUnder(view.Reading[class]{Symbol: "e^ε/(1 + e^ε)", When: class.protected,
		ExactOf: "one answer as it was sent, of any two options",
		Formula: "e^ε/(1 + e^ε): who reads one answer and guesses between two options that are as likely.",
		Source:  "Kairouz, Oh & Viswanath 2016",
		Assumes: "All questions together spend the sum."}, class.claim, control.AttackOnClaim),
}

func (q class) claim() privacy.Claim { return privacy.Claim{Epsilon: q.one().Epsilon} }

// about returns the sign before a share that is estimated.
func about(v known.Value) string {
	if v.Basis == known.Estimate {
		return "≈ "
	}
	return ""
}

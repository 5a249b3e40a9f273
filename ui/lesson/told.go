package lesson

import (
	"fmt"
	"math"
	"strings"

	"dpscope/engine/classroom"
	"dpscope/engine/numeral"
	"dpscope/ui/entry"
	"dpscope/views/lesson"
	"dpscope/views/view"
)

// Line is a piece of a lesson's text, which a renderer wraps.
type Line struct {
	Tone   Tone
	Mark   string // before its first row: "a.", "-"
	Text   string
	Option int          // place in a list to pick from, from 1; 0: it is not in one
	Marked bool         // the marked one of a list
	Entry  *entry.Entry // typed text after this text; nil: none is typed
	After  string       // its unit
	Way    Way          // how the answer is given
}

// Way says how an answer is given; a surface says it in its own words.
type Way int

// The ways.
const (
	NoWay      Way = iota
	ByNumber       // a number is typed
	BySentence     // a sentence is typed
	ByMark         // a mark is moved along an axis, or a number typed
)

// Voice is how a surface names what is done: "Press" "n", "Say" "next".
type Voice struct {
	Verb   string
	Called func(view.Act) string
}

// Tone says how strongly a line is shown.
type Tone int

// The tones.
const (
	Calm Tone = iota
	Strong
	Faint
	Alert
)

// Title returns the title of the lesson, and how far it is.
func (r *Run) Title() (lessonTitle, far string) {
	name := "Lesson"
	if r.Number > 0 {
		name = fmt.Sprintf("Lesson %d", r.Number)
	}
	if r.Lesson.Title != "" {
		name += ": " + r.Lesson.Title
	}
	return name, r.far() + r.minutes()
}

// far says how far the lesson is.
func (r *Run) far() string {
	switch steps := len(r.Lesson.Steps); r.stage {
	case Opening:
		return fmt.Sprintf("%d steps", steps)
	case Ended:
		return "done"
	default:
		return fmt.Sprintf("step %d of %d", r.step+1, steps)
	}
}

// Says returns the text over the page.
func (r *Run) Says(by Voice) []Line {
	switch {
	case r.stage == Opening:
		return r.opening(by)
	case r.stage == Ended:
		return r.ended(by)
	case r.trouble != nil:
		return []Line{{Tone: Alert, Text: "This step cannot be computed: " + r.trouble.Error()}}
	case !r.filled:
		return []Line{{Tone: Faint, Text: "computing …"}}
	}
	var lines []Line
	switch r.stage {
	case Asking:
		lines = append([]Line{{Tone: Strong, Text: r.asked.Question}}, r.asking(by)...)
	case Acting:
		lines = r.acting(by)
	case Seeing:
		lines = append(r.verdict(by), Line{Tone: Strong, Text: "Why?"})
		lines = append(lines, r.options(r.asked.Reasons)...)
	case Understanding:
		lines = r.understood(by)
	}
	switch {
	case r.skips != "":
		lines = append([]Line{{Tone: Alert, Text: r.skips + " first, or " + strings.ToLower(by.Verb) + " " + by.Called(view.NextStep) + " again to skip."}}, lines...)
	case r.say != "":
		lines = append([]Line{{Tone: Alert, Text: r.say}}, lines...) // first: the others may fill a small screen
	case r.hinted && r.stage <= Acting:
		lines = append(lines, Line{Tone: Faint, Text: "Hint: " + r.asked.Hint})
	}
	return lines
}

// opening says what the lesson is about, and who trusts whom.
func (r *Run) opening(by Voice) (lines []Line) {
	for _, b := range r.Lesson.Intro {
		lines = append(lines, Line{Tone: Strong, Text: b.Text()})
	}
	if needs := r.Lesson.Needs; len(needs) > 0 {
		lines = append(lines, Line{Mark: "-", Text: sentence("It builds on " + calledAll(needs))})
	}
	lines = append(lines, r.aboutClass()...)
	for _, t := range r.Lesson.Trusts() {
		lines = append(lines, Line{Mark: "-", Text: t})
	}
	return append(lines, Line{Tone: Faint, Text: by.Verb + " " + by.Called(view.NextStep) + " to begin."})
}

// asking returns the lines on which an answer is given.
func (r *Run) asking(by Voice) []Line {
	switch r.Step().Ask.Kind {
	case lesson.Choice:
		return r.options(r.asked.Options)
	case lesson.Sentence, lesson.Number, lesson.Advice:
		switch {
		case r.room:
			return nil
		case r.Step().Ask.Kind == lesson.Advice && !r.writing:
			return []Line{{Text: "Set the page as you advise it. Then " + by.Called(view.NextStep) + ": one sentence of your own."}}
		}
	case lesson.Point:
		if r.room {
			return []Line{{Text: "← → move the mark of the room."}}
		}
		if r.typed != nil {
			return []Line{r.entry()}
		}
		return []Line{{Tone: Faint, Way: ByMark}}
	}
	return []Line{r.entry()}
}

// entry returns the line of typed text.
func (r *Run) entry() Line {
	l := Line{Text: "Your answer: ", Entry: r.typed, Way: ByNumber}
	if r.typed == nil {
		l.Entry = entry.New("")
	}
	switch {
	case r.writing:
		l.Text, l.Way = "You advise: ", BySentence
	case r.Step().Ask.Kind == lesson.Sentence:
		l.Way = BySentence
	case r.asked.Style == numeral.Points:
		l.After = " points"
	case r.asked.Style.PerCent():
		l.After = " %"
	case r.asked.Unit != "":
		l.After = " " + r.asked.Unit
	}
	return l
}

// Left says how to go on with a lesson that is left: the list has those of the program alone.
func (r *Run) Left(by Voice) string {
	if r.class == nil && (r.Number > 0 || r.Lesson.Name == lesson.Capstone) {
		return "left the lesson; " + strings.ToLower(by.Verb) + " " + by.Called(view.ListLessons) + " to go on with it"
	}
	return "left the lesson; opened again, it goes on"
}

// sentence ends a text with a full stop, where it has no end of its own.
func sentence(text string) string {
	if strings.HasSuffix(text, "?") || strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}

func (r *Run) options(list []lesson.Option) (lines []Line) {
	for i, o := range list {
		lines = append(lines, Line{Mark: fmt.Sprintf("%d.", i+1), Text: o.Text, Option: i + 1, Marked: i == r.marked && !r.room})
	}
	return lines
}

// acting says what moves, after the verdict, or which goal to reach, before it.
func (r *Run) acting(by Voice) []Line {
	switch {
	case r.room:
		return []Line{{Tone: Strong, Text: r.asked.Question}}
	case r.Step().Goal == nil:
		return append(r.verdict(by), Line{Tone: Faint, Text: "The picture moves."})
	}
	said := Line{Tone: Faint, Text: r.asked.Question}
	if a := r.answers[r.step]; a.Prediction != "" {
		said = Line{Text: "You said " + a.Prediction + "."}
		if r.Step().Ask.Kind == lesson.Choice {
			said.Text = "You chose “" + a.Prediction + "”."
		}
	}
	return []Line{said, {Tone: Strong, Text: "Now " + r.Step().Mover() + " until " + r.asked.Goal + "."}}
}

// verdict tells the answer and the truth.
func (r *Run) verdict(by Voice) []Line {
	a, answered := r.answers[r.step]
	if !answered {
		return nil
	}
	is := r.asked.Said
	if i := lesson.Right(r.asked.Options); i >= 0 {
		is = "“" + r.asked.Options[i].Text + "”"
	}
	kind := r.Step().Ask.Kind
	switch {
	case a.Unknown():
		return []Line{{Tone: Strong, Text: r.class.flipped() + " Right is " + is + "."}}
	case a.Skipped && kind == lesson.Advice:
		return []Line{{Text: "Skipped. Where the page has moved, " + by.Called(view.NextStep) + " writes a sentence still."}}
	case kind == lesson.Advice && r.Moved():
		return []Line{{Text: "You wrote: " + a.Prediction},
			{Tone: Alert, Text: "The page has moved since; " + by.Called(view.NextStep) + " writes a sentence about it as it stands now."}}
	case !kind.Graded():
		return []Line{{Text: "You wrote: " + a.Prediction}}
	case a.Skipped && kind == lesson.Choice:
		return []Line{{Tone: Strong, Text: "Skipped. Right is " + is + "."}}
	case a.Skipped:
		return []Line{{Tone: Strong, Text: "Skipped. It is " + is + "."}}
	case a.Right && kind == lesson.Choice:
		return []Line{{Tone: Strong, Text: "Right: " + is + "."}}
	case a.Right:
		if strings.HasSuffix(" "+is, " "+a.Prediction) { // "≈ 66.4 %" is 66.4 %
			return []Line{{Tone: Strong, Text: "Right: it is " + is + "."}}
		}
		return []Line{{Tone: Strong, Text: "Right: it is " + is + ", and you said " + a.Prediction + ", which is near enough."}}
	}
	text := "You said " + a.Prediction + ", it is " + is
	if kind == lesson.Choice {
		text = "You chose “" + a.Prediction + "”; right is " + is
	}
	if _, known := classroom.Behind(a.Misconception); !known && kind != lesson.Choice {
		text += ": you were " + r.gap(a.Value) + " off"
	}
	return []Line{{Tone: Strong, Text: text + "."}}
}

// thought explains a wrong answer, and the truth, after a reason was picked, which it would reveal.
func (r *Run) thought() []Line {
	if m, known := classroom.Behind(r.answers[r.step].Misconception); known {
		return []Line{{Text: "Many think: " + m.Thought + ". In fact: " + m.True}}
	}
	return nil
}

// gap says how far a number is from the truth.
func (r *Run) gap(said float64) string {
	gap := math.Abs(said - r.asked.True)
	if r.asked.Style.PerCent() {
		return strings.TrimSuffix(r.asked.Apart(gap), " points") + " points"
	}
	return r.asked.Apart(gap)
}

// understood returns the true reason, and before the first step who trusts whom.
func (r *Run) understood(by Voice) []Line {
	if r.room {
		return r.revealed()
	}
	lines := append(r.verdict(by), r.thought()...)
	if a := r.answers[r.step]; a.Reason != "" {
		if i := lesson.Right(r.asked.Reasons); a.ReasonRight {
			lines = append(lines, Line{Text: "The right reason: " + r.asked.Reasons[i].Text})
		} else {
			lines = append(lines, Line{Text: "The reason: " + r.asked.Reasons[i].Text})
		}
	}
	return lines
}

// Below returns the explanation, in place of the answers, from Understanding on.
func (r *Run) Below() []lesson.Block {
	if r.stage == Opening || r.stage == Ended || !r.filled {
		return nil
	}
	return r.asked.Prose
}

// Longest returns the longest states of the step: the question, and the reasons to pick from.
func (r *Run) Longest() [][]Line {
	if !r.filled {
		return nil
	}
	asks := append([]Line{{Tone: Strong, Text: r.asked.Question}}, r.options(r.asked.Options)...)
	if len(r.asked.Options) == 0 {
		asks = append(asks, Line{}) // where it is answered
	}
	if len(r.asked.Reasons) == 0 {
		return [][]Line{asks}
	}
	const verdict = 1
	return [][]Line{asks, append(make([]Line, verdict+1), r.options(r.asked.Reasons)...)}
}

// Score returns the number of right answers, and of steps to answer, except those that were sent flipped.
func (r *Run) Score() (right, asked int) {
	for i, s := range r.Lesson.Steps {
		if !s.Ask.Kind.Graded() || r.answers[i].Unknown() {
			continue
		}
		asked++
		if r.answers[i].Right {
			right++
		}
	}
	return right, asked
}

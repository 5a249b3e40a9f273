// Package lesson runs a lesson: it knows which step is open, what was answered, and what to read. It draws nothing and moves
// nothing: the shell shows what it says, and does what it asks.
package lesson

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
	"dpscope/ui/entry"
	"dpscope/ui/explorer"
	"dpscope/views/lesson"
)

// Stage says how far a step is.
type Stage int

// The stages of a step.
const (
	Opening       Stage = iota // before the first step: what the lesson is about, and who trusts whom
	Asking                     // the question is open, and nothing is told
	Acting                     // the picture moves, or the student moves it
	Seeing                     // the truth stands beside the answer, and a reason is picked
	Understanding              // the explanation
	Ended                      // after the last step: the result, and the next lesson
)

// none is the place of a mark where no list is open.
const none = -1

// Run is a lesson under way.
type Run struct {
	Lesson lesson.Lesson
	Number int // place among the program's lessons; 0: it is not one of them

	kept    Keeper
	step    int
	stage   Stage
	asked   lesson.Asked
	filled  bool
	trouble error

	typed  *entry.Entry
	point  float64
	marked int // of the options, or of the reasons; none: nothing
	hinted bool
	warned string // key that was pressed once where it would pass over what is open
	say    string // message until the next key
	skips  string // what is to be done first, until the next key; empty: nothing
	began  time.Time

	answers map[int]Answer
	class   *Class    // nil: none
	after   *After    // nil: none
	writing bool      // a sentence of advice is being written
	stands  string    // the setting of the page, where that counts
	room    bool      // it is presented to a room: nothing is recorded
	entered time.Time // when the class began
	latest  time.Time
}

// Begin opens a lesson where it was left.
func Begin(l lesson.Lesson, number int, kept Keeper, now time.Time) *Run {
	r := &Run{Lesson: l, Number: number, kept: kept, answers: map[int]Answer{}}
	if found := r.begin(now); !found && r.stage == Asking {
		r.stage = Opening
	}
	return r
}

// keptAs returns the name under which the lesson is kept.
func (r *Run) keptAs() string {
	if r.class != nil {
		return r.class.KeptAs(r.Lesson.Name)
	}
	return r.Lesson.Name
}

// begin goes to where the lesson was left; found is false if it was never begun.
func (r *Run) begin(now time.Time) (found bool) {
	left, found := r.kept.Left(r.keptAs())
	switch {
	case !found:
	case left.Version != r.Lesson.Version:
		r.say = "this lesson has changed since you left it, and begins anew"
	default:
		for _, a := range left.Answers {
			if a.Step >= 0 && a.Step < len(r.Lesson.Steps) {
				r.answers[a.Step] = a
			}
		}
		r.step = min(max(left.Step, 0), len(r.Lesson.Steps)-1)
		if left.Digest != "" && left.Digest != r.Lesson.Digest {
			r.say = "this lesson has changed since you left it; what you answered is kept, step by step"
		}
	}
	r.open(r.step, now)
	return found
}

// open opens a step. An answered one opens as it was left.
func (r *Run) open(step int, now time.Time) {
	r.step, r.stage, r.asked, r.filled, r.trouble = step, Asking, lesson.Asked{}, false, nil
	r.typed, r.marked, r.hinted, r.warned, r.began, r.latest = nil, none, false, "", now, now
	r.writing = false
	if _, answered := r.answers[step]; answered && !r.room || !r.Step().Asks() {
		r.stage = Understanding
	}
}

// Step returns the open step.
func (r *Run) Step() lesson.Step { return r.Lesson.Steps[r.step] }

// Shows reports whether the step is a page and nothing else: it asks nothing and says nothing.
func (r *Run) Shows() bool { return !r.Step().Asks() && len(r.Step().Prose) == 0 }

// At returns the step's place in the lesson, from 0.
func (r *Run) At() int { return r.step }

// Stage returns how far the step is.
func (r *Run) Stage() Stage { return r.stage }

// Settings returns the setting at which the step begins, and the one at which its moves end.
func (r *Run) Settings() (begin, end lesson.Setting) {
	begin = r.Step().At
	end = begin
	for _, to := range r.moving() {
		if next, err := end.Over(to.Change); err == nil {
			end = next
		}
	}
	if left, found := r.left(); found {
		end = left
	}
	return begin, end
}

// moving returns the changes that the program makes: before a room also those that reach a goal.
func (r *Run) moving() []lesson.Change {
	if to := r.Step().To; !r.room || r.Step().Goal == nil {
		return to
	}
	return append(slices.Clone(r.Step().To), *r.Step().Reached)
}

// mostMoves limits the steps in which the program moves a control.
const mostMoves = 8

// Moves returns the settings that the program goes through; it stays at the last one.
func (r *Run) Moves() []param.Values {
	var all []param.Values
	at := r.Step().At
	each := max(mostMoves/max(len(r.moving()), 1), 1)
	for _, to := range r.moving() {
		next, err := at.Over(to.Change)
		if err != nil {
			continue
		}
		for i := 1; i < each; i++ {
			between := next.Values
			for _, p := range next.View.Sliders(next.Values) {
				from, till := p.Position(at.Values.Get(p)), p.Position(next.Values.Get(p))
				if x := p.Snap(p.At(from + (till-from)*float64(i)/float64(each))); from != till && p.Check(x) == nil {
					between = between.With(p, x)
				}
			}
			if len(all) == 0 || !all[len(all)-1].Equal(between) {
				all = append(all, between)
			}
		}
		all = append(all, next.Values)
		at = next
	}
	return all
}

// Filled takes the numbers of a step, if that is still open.
func (r *Run) Filled(step int, asked lesson.Asked, err error) {
	if step != r.step {
		return
	}
	r.asked, r.trouble, r.filled = asked, err, err == nil
	r.point = asked.Start
	r.mark()
}

// Asked returns the open step, with its numbers.
func (r *Run) Asked() lesson.Asked { return r.asked }

// Start goes from the opening to the first question; taken reports whether the opening was shown.
func (r *Run) Start(now time.Time) (taken bool) {
	if r.stage != Opening {
		return false
	}
	r.stage, r.began = Asking, now
	return true
}

// Covers reports whether something of the page is hidden.
func (r *Run) Covers() bool { return r.stage <= Asking && len(r.Step().Cover) > 0 }

// Layer returns what lies over the page.
func (r *Run) Layer() explorer.Layer {
	if r.Shows() {
		return explorer.Layer{}
	}
	l := explorer.Layer{Bare: true, Mute: r.stage == Opening, Alone: r.stage >= Understanding && r.Step().Ask.Kind != lesson.Advice}
	if r.Step().Ask.Kind != lesson.Advice {
		l.Only = r.Step().About()
	}
	if r.Covers() {
		l.Cover = r.Step().Covered()
	}
	if goal := r.Step().Goal; goal != nil {
		l.Goal = goal.Names()
	}
	if r.filled && r.stage > Opening && r.Step().Ask.Kind == lesson.Point {
		l.Guess = r.guess()
	}
	return l
}

// guess returns the mark of a prediction.
func (r *Run) guess() *explorer.Guess {
	a := r.asked
	g := explorer.Guess{Label: a.Name, Axis: a.Axis, Ends: [2]string{a.Write(a.Axis.Low), a.Write(a.Axis.High)}, Value: r.point}
	switch given, answered := r.answers[r.step]; {
	case r.room && r.stage > Asking && r.point == a.Start:
		return nil // it was not moved
	case r.room && r.stage > Asking:
		g.Given = true
		if r.stage >= Seeing {
			g.Is, g.IsText = &a.True, a.Said
		}
	case answered && !r.room:
		if given.Skipped || given.Unknown() {
			return nil
		}
		g.Value, g.Given = given.Value, true
		if r.stage >= Seeing {
			g.Is, g.IsText = &a.True, a.Said
		}
	}
	g.Written = a.Write(g.Value)
	return &g
}

// Typing reports whether letters are text.
func (r *Run) Typing() bool {
	return r.stage == Asking && (r.Step().Ask.Kind == lesson.Sentence || r.writing) && !r.room
}

// Type takes a key as text, where text is expected.
func (r *Run) Type(msg tea.Msg) bool {
	if r.stage != Asking || !r.filled || r.Step().Ask.Kind == lesson.Choice || r.Step().Ask.Kind == lesson.Advice && !r.writing {
		return false
	}
	if r.typed == nil {
		r.typed = entry.New("")
	}
	r.typed.Update(msg)
	return true
}

// Move moves the mark of a point along its axis.
func (r *Run) Move(steps int) bool {
	if r.stage != Asking || !r.filled || r.Step().Ask.Kind != lesson.Point || r.typed != nil && r.typed.Text() != "" {
		return false
	}
	const notches = 100
	r.typed = nil
	low, high := r.asked.Axis.Low, r.asked.Axis.High
	if r.asked.Axis.Log {
		r.point = min(max(r.point*math.Pow(high/low, float64(steps)/notches), low), high)
	} else {
		r.point = min(max(r.point+(high-low)*float64(steps)/notches, low), high)
	}
	return true
}

// Place moves the mark of a point to a share of its axis, from 0 to 1, in place of what was typed.
func (r *Run) Place(share float64) bool {
	if r.Step().Ask.Kind != lesson.Point {
		return false
	}
	if r.typed = nil; !r.Move(0) {
		return false
	}
	r.point = r.asked.Axis.At(min(max(share, 0), 1))
	return true
}

// Put replaces the typed text, where text is expected.
func (r *Run) Put(text string) bool {
	if !r.Type(nil) {
		return false
	}
	r.typed = entry.New(text)
	return true
}

// Options returns the number of options or reasons to pick from.
func (r *Run) Options() int { return len(r.list()) }

// list returns the options or reasons to pick from; nil: none.
func (r *Run) list() []lesson.Option {
	switch {
	case !r.filled:
		return nil
	case r.stage == Asking && r.Step().Ask.Kind == lesson.Choice:
		return r.asked.Options
	case r.stage == Seeing:
		return r.asked.Reasons
	}
	return nil
}

// mark marks the first line of the list; before a room none.
func (r *Run) mark() {
	if r.marked = none; len(r.list()) > 0 && !r.room {
		r.marked = 0
	}
}

// Mark moves the mark of the list by lines.
func (r *Run) Mark(lines int) bool {
	n := len(r.list())
	r.marked = min(max(r.marked+lines, 0), max(n-1, 0))
	return n > 0
}

// Picks marks a line by its number, from 1.
func (r *Run) Picks(number int) bool {
	if number < 1 || number > len(r.list()) {
		return len(r.list()) > 0
	}
	r.marked = number - 1
	return true
}

// Give gives the present answer, which is final; taken reports whether there was one to give.
func (r *Run) Give(ctx context.Context, now time.Time) (taken bool) {
	if !r.filled || r.stage != Asking && r.stage != Seeing {
		return false
	}
	if r.stage == Seeing {
		r.reason()
		return true
	}
	a := Answer{Step: r.step, Kind: string(r.Step().Ask.Kind)}
	switch r.Step().Ask.Kind {
	case lesson.Advice:
		return r.advise(now)
	case lesson.Choice:
		o := r.asked.Options[r.marked]
		a.judge(lesson.Chosen(o))
		a.Prediction = o.Text
	case lesson.Sentence:
		if r.typed == nil || r.typed.Text() == "" {
			r.say = "a sentence is to be typed"
			return true
		}
		a.Prediction = r.typed.Text()
	default:
		v, err := r.number()
		if err != nil {
			r.say = err.Error()
			return true
		}
		a.judge(r.asked.Judge(ctx, v))
		a.Value, a.Prediction = v, r.asked.Write(v)
	}
	r.record(a, now)
	return true
}

// number returns the typed number, or the place of a point's mark.
func (r *Run) number() (float64, error) {
	if r.typed == nil || r.typed.Text() == "" {
		if r.Step().Ask.Kind == lesson.Point {
			return r.point, nil
		}
		return 0, errors.New("a number is to be typed")
	}
	v, err := r.asked.Style.Read(r.typed.Text())
	if err != nil {
		return v, err
	}
	if a := r.asked.Axis; r.Step().Ask.Kind == lesson.Point {
		if v < a.Low || v > a.High {
			return v, fmt.Errorf("%s lies outside of the axis, which goes from %s to %s", r.typed.Text(), r.asked.Write(a.Low),
				r.asked.Write(a.High))
		}
		r.point = v
	}
	return v, nil
}

// Skip goes on without an answer, and records that.
func (r *Run) Skip(now time.Time) {
	r.warned = ""
	switch {
	case r.stage == Asking && r.Step().Asks():
		r.record(Answer{Step: r.step, Kind: string(r.Step().Ask.Kind), Skipped: true}, now)
	case r.stage == Acting:
		a := r.answers[r.step]
		a.Unreached = r.Step().Goal != nil
		r.answers[r.step] = a
		r.See()
	case r.stage == Seeing:
		r.stage = Understanding
	}
	r.keep()
}

// record keeps an answer, and goes on to the next stage.
func (r *Run) record(a Answer, now time.Time) {
	a.Hinted, a.Seconds = r.hinted, math.Round(max(now.Sub(r.began).Seconds(), 0))
	if first, again := r.answers[r.step]; again && a.Address == "" { // the first answer counts
		first.Tries++
		a = first
	} else {
		a.Tries = 1
		if a.Is == "" {
			a.Is = r.truth()
		}
		if !a.Skipped {
			r.send(&a)
		}
	}
	r.latest = now
	r.answers[r.step] = a
	r.stage = Acting
	if len(r.Step().To) == 0 && r.Step().Goal == nil {
		r.See()
	}
	r.keep()
}

// truth returns the true answer in words; empty where it is not known yet.
func (r *Run) truth() string {
	if i := lesson.Right(r.asked.Options); i >= 0 {
		return r.asked.Options[i].Text
	}
	return r.asked.Said
}

// See goes on once the picture has moved.
func (r *Run) See() {
	r.stage = Understanding
	if len(r.asked.Reasons) > 0 && r.answers[r.step].Reason == "" && !r.room {
		r.stage = Seeing
	}
	r.mark()
	r.keep()
}

// reason takes the marked reason.
func (r *Run) reason() {
	o, a := r.asked.Reasons[r.marked], r.answers[r.step]
	a.Reason, a.ReasonRight = o.Text, o.Key == ""
	r.answers[r.step] = a
	r.stage = Understanding
	r.keep()
}

// Next goes on: to the next step where this one is understood. done reports that it was the last.
func (r *Run) Next(now time.Time) (moved, done bool) {
	if r.step == len(r.Lesson.Steps)-1 {
		return false, true
	}
	r.open(r.step+1, now)
	r.keep()
	return true, false
}

// End ends the lesson after its last step.
func (r *Run) End() { r.stage = Ended }

// Back goes to the step before; from the end to the last one.
func (r *Run) Back(now time.Time) bool {
	if r.stage == Ended {
		r.open(r.step, now)
		return true
	}
	if r.step == 0 {
		r.say = "this is the first step"
		return false
	}
	r.open(r.step-1, now)
	r.keep()
	return true
}

// Hint shows the hint.
func (r *Run) Hint() {
	if r.stage > Acting {
		r.say = "a hint helps before an answer is given"
		return
	}
	if r.asked.Hint == "" {
		r.say = "this step has no hint"
		return
	}
	r.hinted = true
}

// owed says what is to be done before the step goes on; empty: nothing is.
func (r *Run) owed() string {
	switch {
	case r.room:
		return ""
	case r.stage == Asking && r.Step().Asks():
		return "Answer"
	case r.stage == Acting && r.Step().Goal != nil:
		return "Reach the goal"
	case r.stage == Seeing:
		return "Pick a reason"
	}
	return ""
}

// GoesOn reports whether enter goes on as n does: the step was answered, and its page is not itself the answer.
func (r *Run) GoesOn() bool {
	return r.stage >= Acting && r.owed() == "" && r.Step().Ask.Kind != lesson.Advice
}

// Warn asks once whether a key is to pass over what is open; it reports whether it asked before, or nothing is open.
func (r *Run) Warn(key string) (again bool) {
	owed := r.owed()
	if r.warned == key || owed == "" {
		return true
	}
	r.warned = key
	r.skips = owed
	return false
}

// Quiet clears the message.
func (r *Run) Quiet(key string) {
	r.say, r.skips = "", ""
	if r.warned != key {
		r.warned = ""
	}
}

// keep writes how far the lesson is; it reports a failure once.
func (r *Run) keep() {
	if r.room {
		return
	}
	left := Left{Version: r.Lesson.Version, Digest: r.Lesson.Digest, Step: r.step, Answers: r.written()}
	if r.class == nil { // in a class, the time of an answer could reveal it
		left.At = r.latest
	}
	err := r.kept.Keep(r.keptAs(), left)
	if r.class != nil {
		err = errors.Join(err, r.handIn())
	}
	if err != nil {
		r.say = "what you answer is not kept: " + strings.ReplaceAll(err.Error(), "\n", "; ")
	}
}

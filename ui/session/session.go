// Package session lets people explore by lines of text: a line is a wish, and its answer is one sentence or a few. It is the
// explorer of the screen, told in words, for screen readers, dumb terminals and pipes.
package session

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/ui/explorer"
	"dpscope/ui/files"
	"dpscope/ui/lesson"
	"dpscope/ui/plain"
	written "dpscope/views/lesson"
	"dpscope/views/view"
)

// Options say what a session may do.
type Options struct {
	In        io.Reader
	Out       io.Writer
	Files     files.Files
	Kept      lesson.Keeper
	Prompt    bool                                          // a person types: "> " stands before each line
	Interrupt <-chan os.Signal                              // stops what is being computed; nil: nothing does
	Export    func(context.Context, string, string) error   // writes an address to a file; nil: there are no files
	Open      func(string) (view.View, param.Values, error) // reads an address
	Lesson    *lesson.Run                                   // is open at the beginning; nil: none
	Data      []string                                      // files whose questions are listed at the beginning
	Lessons   bool                                          // the lessons are listed at the beginning
}

// progressEvery is the time between two lines about a computation under way.
const progressEvery = 5 * time.Second

// mostLetters limits a line.
const mostLetters = 1000

// Session is an exploration under way.
type Session struct {
	Options
	ctx context.Context
	e   *explorer.Explorer

	taught  *lesson.Run // nil: no lesson is open
	filled  bool        // the numbers of its step are there
	former  []string    // addresses of the views before
	listed  []string    // addresses of the last list
	changed []string    // what the last line changed, the first ones told
	ahead   time.Duration
	came    chan tea.Msg
	fault   error // of the program, which ends the session
}

// Run explores from a setting until the input ends or somebody quits.
func Run(ctx context.Context, v view.View, values param.Values, o Options) error {
	s := &Session{Options: o, ctx: ctx, came: make(chan tea.Msg, 64)}
	s.say("dpscope, plain text. Type a number, a name with a number, or: lead, list, why, solve, help, quit.")
	s.begin(v, values)
	lines := s.lines()
	for {
		if s.Prompt {
			fmt.Fprint(s.Out, "> ")
		}
		select {
		case line, more := <-lines:
			if !more {
				return nil
			}
			if line.problem != "" {
				s.say(line.problem)
				continue
			}
			quit := s.line(line.text)
			if s.fault != nil {
				return s.fault
			}
			if s.Prompt { // what stopped nothing more, as it came with the answer, ends nothing either
				select {
				case <-s.Interrupt:
				default:
				}
			}
			if quit {
				s.say("This page opens again by: " + s.opens())
				return nil
			}
		case <-s.Interrupt:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

// begin opens what the session begins with.
func (s *Session) begin(v view.View, values param.Values) {
	switch {
	case s.Lesson != nil:
		s.teach(s.Lesson)
	case len(s.Data) > 0:
		s.look(v, values)
		s.offer(s.Data)
	case s.Lessons:
		s.look(v, values)
		s.lesson("")
	default:
		s.enter(v, values)
	}
}

// typed is a line of the input, or why it cannot be read.
type typed struct {
	text    string
	problem string
}

// lines reads the input; of a line that is too long only its length is kept.
func (s *Session) lines() <-chan typed {
	lines := make(chan typed)
	go func() {
		defer close(lines)
		in := bufio.NewReader(s.In)
		for {
			text, length, err := readLine(in)
			if length > 0 || err == nil {
				l := typed{text: text}
				if length > mostLetters {
					l.problem = fmt.Sprintf("That line has %s letters; at most %s are read.", numeral.Count(float64(length)), numeral.Count(mostLetters))
				}
				select {
				case lines <- l:
				case <-s.ctx.Done():
					return
				}
			}
			if err != nil {
				return
			}
		}
	}()
	return lines
}

func readLine(in *bufio.Reader) (text string, length int, err error) {
	var b strings.Builder
	for {
		c, err := in.ReadByte()
		if err != nil || c == '\n' {
			return b.String(), length, err
		}
		if length++; length <= mostLetters {
			b.WriteByte(c)
		}
	}
}

// say writes a line without any byte that moves a cursor.
func (s *Session) say(text string) { fmt.Fprintln(s.Out, Clean(text)) }

// Clean returns a text in one line, with letters up to U+24FF alone.
func Clean(text string) string {
	const last = 0x24FF
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case r > last || unicode.IsControl(r):
			return -1
		}
		return r
	}, engine.Visible(text))
	return strings.TrimRight(text, " ")
}

// look opens a view, and tells nothing of it.
func (s *Session) look(v view.View, values param.Values) {
	if s.e != nil {
		s.e.Leave()
	}
	s.e, s.changed = explorer.New(explorer.Session{Context: s.ctx, Files: s.Files, Clock: s.clock()}, v, values), nil
}

// enter opens a view and tells its lead.
func (s *Session) enter(v view.View, values param.Values) {
	s.look(v, values)
	if s.wait(s.e.Start()); s.e.Behind() {
		return
	}
	s.lead()
	s.where()
	if try := s.e.Scene().Try; try.Shows != "" && s.e.Scene().Trouble == nil {
		s.say(plain.Tried(try))
	}
}

// settled computes the page where that was stopped; it reports whether the page is whole.
func (s *Session) settled() bool {
	if s.e.Behind() {
		s.wait(s.e.Start())
	}
	return !s.e.Behind()
}

// clock returns the real clock, a gesture further with each line: two lines are two steps to undo.
func (s *Session) clock() explorer.Clock {
	return explorer.Clock{Now: func() time.Time { return time.Now().Add(s.ahead) }, After: explorer.TimeOfDay.After}
}

// wait carries out a command of the explorer until its page is whole, tells of progress, and stops at an interrupt.
func (s *Session) wait(cmd tea.Cmd) {
	s.run(cmd)
	progress := time.NewTicker(progressEvery)
	defer progress.Stop()
	for s.fault == nil && (s.e.Busy() || s.solving()) {
		select {
		case msg := <-s.came:
			s.take(msg)
		case <-progress.C:
			text := "Still computing."
			if share := s.e.Scene().Progress; share > 0 {
				text = "Still computing, " + numeral.Percent.Format(share) + " done."
			}
			s.say(text)
		case <-s.Interrupt:
			s.e.Leave()
			if s.e.Behind() {
				s.say("Stopped. Say again to compute the page, or undo to take the last step back.")
			} else {
				s.say("Stopped.")
			}
			return
		case <-s.ctx.Done():
			return
		}
	}
}

// errStopped says that somebody stopped a computation.
var errStopped = errors.New("stopped")

// during computes what the explorer does not, tells of progress, and stops it at an interrupt.
func during[T any](s *Session, compute func(context.Context) (T, error)) (value T, err error) {
	ctx, stop := context.WithCancel(s.ctx)
	defer stop()
	type result struct {
		value T
		err   error
	}
	came := make(chan result, 1)
	go func() {
		value, err := work.Recover(func() (T, error) { return compute(ctx) })
		came <- result{value, err}
	}()
	progress := time.NewTicker(progressEvery)
	defer progress.Stop()
	for {
		select {
		case r := <-came:
			if fault := new(work.PanicError); errors.As(r.err, &fault) {
				s.fault = r.err
			}
			return r.value, r.err
		case <-progress.C:
			s.say("Still computing.")
		case <-s.Interrupt:
			return value, errStopped
		case <-ctx.Done():
			return value, ctx.Err()
		}
	}
}

func (s *Session) solving() bool {
	scene := s.e.Scene()
	return scene.Pane == explorer.SolvePane && !scene.Solve.Ready
}

// run carries a command out beside the session.
func (s *Session) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		msg, err := work.Recover(func() (tea.Msg, error) { return cmd(), nil })
		if err != nil {
			msg = fault{err}
		}
		select {
		case s.came <- msg:
		case <-s.ctx.Done():
		}
	}()
}

// fault is a panic of a command.
type fault struct{ err error }

func (s *Session) take(msg tea.Msg) {
	switch msg := msg.(type) {
	case tea.BatchMsg:
		for _, cmd := range msg {
			s.run(cmd)
		}
	case fault:
		s.fault = msg.err
	case explorer.Message:
		if msg.View == s.e.View().Name {
			s.run(s.e.Take(msg))
		}
	}
}

// lead tells the answer to the page's question, and its price.
func (s *Session) lead() {
	scene := s.e.Scene()
	s.say(scene.Question)
	if scene.Trouble != nil {
		s.say(scene.Untold())
		return
	}
	l := scene.Sheet.Lead
	for _, text := range []string{l.Answer.String(), l.Warning, l.Price.String(), l.Sees.String()} {
		if text != "" {
			s.say(text)
		}
	}
}

// where tells the view and the control in focus.
func (s *Session) where() {
	scene := s.e.Scene()
	text := scene.View.Title + ": " + s.e.Address() + "."
	if r := s.focused(); r.Kind >= 0 {
		text += " You are on " + rowName(r) + ", " + rowValue(r) + "."
	}
	s.say(text)
}

// focused returns the control in focus; the main one if an answer has it.
func (s *Session) focused() explorer.Row {
	scene := s.e.Scene()
	for _, r := range scene.Rows {
		if r.Key == scene.Focus && r.Kind != explorer.AnswerRow {
			return r
		}
	}
	return scene.Main
}

// change carries out an intent and tells in one line what it changed.
func (s *Session) change(intents ...explorer.Intent) {
	s.tellChange(s.step(intents...))
}

// step carries out intents as one step to undo, and returns the scene before them.
func (s *Session) step(intents ...explorer.Intent) (before explorer.Scene) {
	s.ahead += time.Minute
	s.e.Quiet()
	before = s.e.Scene()
	for _, i := range intents {
		if s.wait(s.e.Do(i)); s.e.Behind() {
			break
		}
	}
	return before
}

func (s *Session) tellChange(before explorer.Scene) {
	if s.e.Behind() { // it was stopped, and that is said
		return
	}
	after := s.e.Scene()
	if after.Status.Text != "" && (after.Status.Alarm || after.Values.Equal(before.Values)) {
		s.e.Do(explorer.Close{})
		s.say(sentence(after.Status.Text))
		return
	}
	if after.Values.Equal(before.Values) {
		s.say("Nothing changed: " + s.e.Address() + ".")
		return
	}
	var told []string
	for _, r := range after.Rows {
		if r.Kind == explorer.AnswerRow {
			continue
		}
		for _, old := range before.Rows {
			if old.Key == r.Key && rowValue(old) != rowValue(r) {
				told = append(told, rowName(r)+": "+rowValue(old)+" to "+rowValue(r)+".")
			}
		}
	}
	if after.Trouble != nil {
		s.say(strings.TrimSpace(strings.Join(told, " ") + " " + after.Untold()))
		return
	}
	s.changed = differences(before, after)
	const few = 2
	told = append(told, s.changed[:min(few, len(s.changed))]...)
	if more := len(s.changed) - few; more > 0 {
		told = append(told, numeral.Things(more, "more answer")+" changed, say more.")
	}
	if len(s.changed) == 0 {
		told = append(told, "No answer changed.")
	}
	s.say(strings.Join(told, " "))
	s.lookForGoal()
}

// differences tells the answers that are other than before: first those that a lesson's goal is about, then those of the lead,
// and last those that are written as before, since they moved less than that shows.
func differences(before, after explorer.Scene) []string {
	was := map[engine.Key]engine.Reading{}
	for _, a := range before.Readings() {
		was[a.Key] = a
	}
	aims := func(key engine.Key) bool {
		return slices.ContainsFunc(after.Layer.Goal, func(name string) bool { return written.Hides(name, key) })
	}
	led := func(key engine.Key) bool {
		return slices.ContainsFunc(append(after.Sheet.Lead.Answer, after.Sheet.Lead.Price...), func(p engine.Part) bool { return p.Of == key })
	}
	var first, second, others, last []string
	for _, a := range engine.StandingAlone(after.Readings()) {
		old, known := was[a.Key]
		text, seen := difference(old, a, known)
		switch {
		case text == "":
		case !seen:
			last = append(last, text)
		case aims(a.Key):
			first = append(first, text)
		case led(a.Key):
			second = append(second, text)
		default:
			others = append(others, text)
		}
	}
	return slices.Concat(first, second, others, last)
}

// difference tells how an answer changed, if it did, and whether that is seen in how it is written.
func difference(old, now engine.Reading, known bool) (text string, seen bool) {
	is, because := plain.Value(now), ""
	if _, some := explorer.Written(now); !some && now.Known.None != "" {
		is, because = "none", " ("+now.Known.None+")"
	}
	is = strings.TrimSpace(is+" "+now.Unit) + because
	value := sentence(now.Heading() + ": " + is)
	if !known {
		return value, true
	}
	was := plain.Value(old)
	if _, some := explorer.Written(old); !some {
		was = "none"
	}
	if strings.TrimSpace(was+" "+now.Unit)+because != is {
		return sentence(now.Heading() + ": " + was + " to " + is), true
	}
	const rounding = 1e-9
	switch from, to := old.Known.Value, now.Known.Value; {
	case !(math.Abs(to-from) > rounding*max(math.Abs(from), math.Abs(to))): // so for what is no number
		return "", false
	case to > from:
		return strings.TrimSuffix(value, ".") + ", a little more than before.", false
	default:
		return strings.TrimSuffix(value, ".") + ", a little less than before.", false
	}
}

// fails says why something could not be done.
func (s *Session) fails(err error) {
	if errors.Is(err, errStopped) {
		s.say("Stopped.")
		return
	}
	s.say(sentence(err.Error()))
}

func sentence(text string) string {
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// capital returns a text with a capital at its beginning.
func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// rowName returns what a control is called.
func rowName(r explorer.Row) string {
	switch r.Kind {
	case explorer.PickerRow:
		return r.Choice.Key()
	case explorer.TextRow:
		return r.Text.Name
	case explorer.SliderRow:
		return r.Param.Name
	}
	return r.Reading.Heading()
}

// rowValue returns a row's value as it is written.
func rowValue(r explorer.Row) string {
	switch r.Kind {
	case explorer.PickerRow:
		return r.Picked.Title
	case explorer.TextRow:
		return cmp.Or(r.Word, "nothing")
	case explorer.SliderRow:
		return r.Param.Format(r.Value)
	}
	text, _ := explorer.Written(r.Reading)
	return text
}

// errNoFiles says why a session writes nothing.
var errNoFiles = errors.New("this session has no files")

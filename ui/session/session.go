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
	"os"
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
			if quit {
				s.say("Kept: " + s.e.Address())
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
	s.wait(s.e.Start())
	s.lead()
	s.where()
	if try := s.e.Scene().Try; try.Shows != "" && s.e.Scene().Trouble == nil {
		s.say(plain.Tried(try))
	}
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
			s.say("Stopped. Undo takes the last step back.")
			return
		case <-s.ctx.Done():
			return
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
		s.say("There is no answer at this setting: " + scene.Trouble.Error() + ".")
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
		s.wait(s.e.Do(i))
	}
	return before
}

func (s *Session) tellChange(before explorer.Scene) {
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
		s.say(strings.Join(told, " ") + " There is no answer here: " + sentence(after.Trouble.Error()))
		return
	}
	s.changed = differences(before, after)
	const few = 2
	told = append(told, s.changed[:min(few, len(s.changed))]...)
	if more := len(s.changed) - few; more > 0 {
		told = append(told, numeral.Things(more, "more answer")+" changed, say more.")
	}
	if len(s.changed) == 0 {
		told = append(told, "No answer changed as it is written.")
	}
	s.say(strings.Join(told, " "))
	s.lookForGoal()
}

// differences tells the answers that are written otherwise than before, those that the lead tells first.
func differences(before, after explorer.Scene) (first []string) {
	was := map[engine.Key]string{}
	for _, a := range before.Readings() {
		text, _ := explorer.Written(a)
		was[a.Key] = text
	}
	led := map[engine.Key]bool{}
	for _, p := range append(after.Sheet.Lead.Answer, after.Sheet.Lead.Price...) {
		led[p.Of] = true
	}
	var others []string
	for _, a := range after.Readings() {
		now, _ := explorer.Written(a)
		old, known := was[a.Key]
		if now == old {
			continue
		}
		text := a.Heading() + ": "
		if known {
			text += old + " to "
		}
		text = sentence(text + strings.TrimSpace(now+" "+a.Unit))
		if led[a.Key] {
			first = append(first, text)
		} else {
			others = append(others, text)
		}
	}
	return append(first, others...)
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

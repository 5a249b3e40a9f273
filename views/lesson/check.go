package lesson

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/views/formula"
)

// Check computes every step of a lesson, and reports where its own numbers contradict it. Parse reports what cannot be read.
func Check(ctx context.Context, file string, l Lesson) []Fault {
	c := checker{file: file}
	for _, b := range l.Intro {
		c.digits(nil, named{b.Text(), b.line})
	}
	for i, s := range l.Steps {
		if ctx.Err() != nil {
			break
		}
		c.step(ctx, s, i == 0)
	}
	slices.SortStableFunc(c.faults, func(a, b Fault) int { return a.Line - b.Line })
	return c.faults
}

type checker struct {
	file   string
	faults []Fault
}

func (c *checker) fault(line int, format string, args ...any) {
	c.faults = append(c.faults, Fault{c.file, line, fmt.Sprintf(format, args...)})
}

// err reports an error at its own line, where it has one.
func (c *checker) err(line int, err error) {
	var at lineError
	if errors.As(err, &at) {
		line = at.line
	}
	c.fault(line, "%s", strings.ReplaceAll(err.Error(), "\n", " "))
}

func (c *checker) step(ctx context.Context, s Step, first bool) {
	if s.At.View.Name == "" {
		return
	}
	sheet, err := s.At.View.Sheet(ctx, s.At.Values, func(engine.Sheet) {})
	if err != nil {
		c.err(s.atLine, err)
		return
	}
	c.covers(s, sheet)
	c.numbers(s)
	c.moves(ctx, s, sheet)
	c.reaches(ctx, s)
	asked, err := s.Fill(ctx)
	if err != nil {
		c.err(s.Line, err)
		return
	}
	switch s.Ask.Kind {
	case Number, Point:
		c.wrongs(ctx, s, asked)
		if first && !s.hidesAsked() {
			c.onScreen(s, asked, sheet)
		} else {
			c.givesAway(s, asked, sheet)
		}
	case Choice:
		c.options(ctx, s, "option", s.options)
	case Advice:
		c.tells(ctx, s)
	}
	c.options(ctx, s, "because", s.because)
}

// tells reports readings that a sentence is to tell and the page does not have.
func (c *checker) tells(ctx context.Context, s Step) {
	for _, f := range s.tells {
		v, err := formula.Scope{Asker: formula.NewAsker(), At: s.At}.Value(ctx, f.Formula)
		switch {
		case err != nil:
			c.err(f.line, err)
		case v.Kind == formula.OfTruth || v.Kind == formula.OfNumber && math.IsNaN(v.Number):
			c.fault(f.line, "tells: %s is neither a number nor a name here", f)
		}
	}
}

// covers reports a cover that would hide nothing.
func (c *checker) covers(s Step, sheet engine.Sheet) {
	for _, name := range s.Cover {
		if !slices.Contains(controlsAt(s.At), name.text) && hides(name.text, sheet) == 0 {
			c.fault(name.line, "cover %s hides nothing of %s", name.text, s.At.View.Name)
		}
	}
}

// hides counts what a name of cover hides of a page.
func hides(cover string, sheet engine.Sheet) (count int) {
	switch cover {
	case CoverLead:
		if sheet.Lead.Said() {
			count++
		}
		return count
	case CoverPage:
		return len(sheet.Readings) + len(sheet.Figure.Marks)
	}
	for _, a := range sheet.Readings {
		if Hides(cover, a.Key) {
			count++
		}
	}
	return count + len(Marked(cover, sheet.Figure.Marks))
}

// Names that may be covered besides answers, marks and the help of controls: the sentences on top, or these and all that stands
// below them.
const (
	CoverLead = "lead"
	CoverPage = "page"
)

// Marked returns the places of the marks that a name of cover hides.
func Marked(cover string, marks []engine.Mark) (places []int) {
	for i, m := range marks {
		if m.Normal().Name == cover {
			places = append(places, i)
		}
	}
	return places
}

// moves reports moves that change nothing.
func (c *checker) moves(ctx context.Context, s Step, sheet engine.Sheet) {
	at, before := s.At, sheet.Readings
	for _, to := range s.To {
		next, err := at.Over(to.Change)
		if err != nil {
			c.err(to.line, err)
			return
		}
		answers, err := next.View.Values(ctx, next.Values)
		if err != nil {
			c.err(to.line, err)
			return
		}
		if at.View.Same(at.Values, next.Values) || !differ(before, answers) {
			c.fault(to.line, "to: %s changes nothing", strings.ReplaceAll(string(to.Change), "&", ", "))
		}
		at, before = next, answers
	}
}

// differ reports whether any answer has another value.
func differ(a, b []engine.Reading) bool {
	values := func(list []engine.Reading) map[engine.Key]string {
		m := map[engine.Key]string{}
		for _, x := range list {
			m[x.Key] = x.Known.Word + numeral.Exact(x.Known.Value)
		}
		return m
	}
	return !maps.Equal(values(a), values(b))
}

// reaches reports a goal that is not reached where it should be, or is reached before.
func (c *checker) reaches(ctx context.Context, s Step) {
	if s.Goal == nil || s.Reached == nil {
		return
	}
	already, err := s.ReachedAt(ctx, s.At)
	switch {
	case err != nil:
		c.err(s.Goal.line, err)
		return
	case already:
		c.fault(s.Goal.line, "goal %s is reached before anything moves", s.Goal)
	}
	at, err := s.At.Over(s.Reached.Change)
	if err != nil {
		c.err(s.Reached.line, err)
		return
	}
	if there, err := s.ReachedAt(ctx, at); err != nil {
		c.err(s.Reached.line, err)
	} else if !there {
		c.fault(s.Reached.line, "goal %s is not reached at %s", s.Goal, strings.ReplaceAll(string(s.Reached.Change), "&", ", "))
	}
}

// wrongs reports wrong answers that are right, or cannot be told apart.
func (c *checker) wrongs(ctx context.Context, s Step, a Asked) {
	for i, w := range a.wrong {
		said := s.wrong[i]
		line := said.formula.line
		switch {
		case math.IsNaN(w.number):
			if a.is(ctx, w, a.True) {
				c.fault(line, "answer %s is %s; wrong: %s holds of it", s.answer, numeral.Short(a.True), said.formula)
			}
		case a.tol.right(w.number, a.True):
			c.fault(line, "answer %s is %s; wrong: %s is right", s.answer, numeral.Short(a.True), said.formula)
		}
		for j, other := range a.wrong[:i] {
			if w.key != other.key && !math.IsNaN(w.number) && !math.IsNaN(other.number) && a.tol.right(w.number, other.number) {
				c.fault(line, "wrong: %s cannot be told from %s", said.formula, s.wrong[j].formula)
			}
		}
	}
}

// givesAway reports whether the answer stands on the screen, among what the step is about.
func (c *checker) givesAway(s Step, a Asked, sheet engine.Sheet) {
	about := s.About()
	for _, b := range sheet.Readings {
		hides := func(name string) bool { return name == CoverPage || Hides(name, b.Key) }
		shown := b.Key.String() == s.Ask.Of || b.Top && slices.ContainsFunc(about, hides)
		if shown && !slices.ContainsFunc(s.Covered(), hides) && b.Style == a.Style && a.tol.right(b.Known.Number(), a.True) {
			c.fault(s.answer.line, "%s stands on the screen and is the answer; cover: %s would work", b.Key, b.Key)
		}
	}
}

// hidesAsked reports whether the quantity asked for is covered.
func (s Step) hidesAsked() bool {
	return slices.ContainsFunc(s.Covered(), func(name string) bool { return name == CoverPage || name == s.Ask.Of })
}

// onScreen reports a first step that covers nothing and asks for something that is not on the screen.
func (c *checker) onScreen(s Step, a Asked, sheet engine.Sheet) {
	stands := slices.ContainsFunc(sheet.Readings, func(b engine.Reading) bool {
		return a.tol.right(b.Known.Number(), a.True) &&
			!slices.ContainsFunc(s.Covered(), func(name string) bool { return name == CoverPage || Hides(name, b.Key) })
	})
	if !stands {
		c.fault(s.answer.line, "the first step asks for a number that stands on the screen; %s does not", s.answer)
	}
}

// options checks that exactly one option is true, and that the conditions agree.
func (c *checker) options(ctx context.Context, s Step, what string, list []option) {
	if len(list) == 0 {
		return
	}
	trues := 0
	in := formula.Scope{Asker: formula.NewAsker(), At: s.At}
	for _, o := range list {
		if o.key == "" {
			trues++
		}
		if o.when == nil {
			continue
		}
		holds, err := in.Holds(ctx, o.when.Formula)
		switch {
		case err != nil:
			c.err(o.line, err)
		case holds && o.key != "":
			c.fault(o.line, "%s holds; the %s %q says otherwise", o.when, what, o.text)
		case !holds && o.key == "":
			c.fault(o.line, "%s does not hold; the %s %q says otherwise", o.when, what, o.text)
		}
	}
	if trues != 1 {
		c.fault(list[0].line, "%d of the lines %s: are true, which name no misconception; one would work", trues, what)
	}
}

var (
	digit     = regexp.MustCompile(`\d+(?:,\d{3})*(?:\.\d+)?(?:e-?\d+)?`)
	anyNumber = regexp.MustCompile(`\d+(?:\.\d+)?(?:e[-+]?\d+)?`)
	inHole    = regexp.MustCompile(`\{[^}]*\}`)
	inAt      = regexp.MustCompile(`\[[^\]]*\]`)
)

// numbers reports typed numbers of a text that belong to no setting of the step.
func (c *checker) numbers(s Step) {
	texts := s.texts()
	settings := s.At.Address()
	for _, t := range s.To {
		settings += "&" + string(t.Change)
	}
	if s.Reached != nil {
		settings += "&" + string(s.Reached.Change)
	}
	for _, f := range s.formulas() {
		settings += strings.Join(inAt.FindAllString(f.String(), -1), " ")
	}
	for _, t := range texts {
		settings += strings.Join(inAt.FindAllString(t.text, -1), " ")
	}
	for _, f := range []*expression{s.answer, s.Goal} { // the quantities asked about: 22 of 40
		if f != nil {
			settings += " " + f.String()
		}
	}
	var own []float64
	for _, text := range anyNumber.FindAllString(settings, -1) {
		v, err := strconv.ParseFloat(text, 64)
		if err == nil {
			own = append(own, v)
			if v < 1 {
				own = append(own, 100*v) // as per cent, or out of a hundred
			}
		}
	}
	for _, t := range texts {
		c.digits(own, t)
	}
}

// texts returns all texts of a step.
func (s Step) texts() []named {
	texts := []named{s.question, s.hint}
	for _, o := range slices.Concat(s.options, s.because) {
		texts = append(texts, named{o.text, o.line})
	}
	for _, b := range s.Prose {
		texts = append(texts, named{b.Text(), b.line})
	}
	return texts
}

// formulas returns the formulas of a step.
func (s Step) formulas() (list []*expression) {
	list = append(list, s.answer, s.Goal)
	for _, w := range s.wrong {
		list = append(list, w.formula)
	}
	for _, o := range s.options {
		list = append(list, o.when)
	}
	return slices.DeleteFunc(list, func(f *expression) bool { return f == nil })
}

// digits reports the numbers of a text that are not among own.
func (c *checker) digits(own []float64, t named) {
	const hundred = 100 // people are counted by it
	for _, text := range digit.FindAllString(inHole.ReplaceAllString(t.text, ""), -1) {
		v, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
		near := func(w float64) bool { return math.Abs(v-w) <= 1e-9*math.Max(1, w) }
		if err != nil || v != hundred && !slices.ContainsFunc(own, near) {
			c.fault(t.line, "%s is typed, and no number of the step's settings; {READING} would work", text)
		}
	}
}

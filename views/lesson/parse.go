package lesson

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/classroom"
	"dpscope/views/formula"
)

// Parse reads a lesson file. The faults say what cannot be read; Check finds those of numbers.
func Parse(file string, source []byte) (Lesson, []Fault) {
	p := parser{file: file, lesson: Lesson{Digest: fmt.Sprintf("%08x", crc32.ChecksumIEEE(source))}}
	body, from := p.front(source)
	if from == 0 {
		return p.lesson, p.faults
	}
	for i, s := range sections(body, from, p.fault) {
		if i == 0 {
			p.lesson.Intro = s.prose
			if len(s.fenced) > 0 {
				p.fault(s.fenced[0].line, "a step stands below a heading, ## HEADING")
			}
			continue
		}
		p.step(s)
	}
	if len(p.lesson.Steps) == 0 {
		p.fault(1, "a lesson has steps: ## HEADING, and below it a block ```step")
	}
	slices.SortStableFunc(p.faults, func(a, b Fault) int { return a.Line - b.Line })
	return p.lesson, p.faults
}

type parser struct {
	file   string
	lesson Lesson
	faults []Fault
}

func (p *parser) fault(line int, text string) {
	p.faults = append(p.faults, Fault{p.file, line, text})
}

func (p *parser) faultf(line int, format string, args ...any) {
	p.fault(line, fmt.Sprintf(format, args...))
}

// whole matches a name that stands in addresses of files and in tables.
var whole = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// front reads the lines between --- and ---, and returns the rest with the number of its first line: 0 where they are missing,
// and the file is no lesson.
func (p *parser) front(source []byte) (body []byte, line int) {
	source = bytes.TrimPrefix(source, []byte("\ufeff"))
	lines := strings.SplitAfter(string(source), "\n")
	if strings.TrimSpace(lines[0]) != "---" {
		p.fault(1, "a lesson begins with --- and lines such as title: TITLE")
		return nil, 0
	}
	given := map[string]int{}
	for i, l := range lines[1:] {
		line := i + 2
		l = strings.TrimSpace(l)
		if l == "---" {
			p.complete(given)
			return []byte(strings.Join(lines[line:], "")), line + 1
		}
		key, value, found := strings.Cut(l, ":")
		value = strings.TrimSpace(value)
		switch {
		case l == "":
			continue
		case !found:
			p.faultf(line, "%q is no line of the form key: value", l)
			continue
		case given[key] > 0:
			p.faultf(line, "%s is given twice; once would work", key)
		}
		given[key] = line
		p.about(key, value, line)
	}
	p.fault(1, "the lines at the top end with ---")
	return nil, 0
}

// about reads one line of the front.
func (p *parser) about(key, value string, line int) {
	number := func(to *int) {
		n, err := strconv.Atoi(value)
		if *to = n; err != nil || n < 1 {
			p.faultf(line, "%s: %s is no whole number from 1 on", key, value)
		}
	}
	switch key {
	case "lesson":
		if p.lesson.Name = value; !whole.MatchString(value) {
			p.faultf(line, "lesson: %s is no name of small letters, digits and hyphens", value)
		}
	case "title":
		p.lesson.Title = value
	case "version":
		number(&p.lesson.Version)
	case "minutes":
		number(&p.lesson.Minutes)
	case "needs":
		for name := range strings.SplitSeq(value, ",") {
			if name = strings.TrimSpace(name); !whole.MatchString(name) {
				p.faultf(line, "needs: %s is no name of a lesson", name)
				continue
			}
			p.lesson.Needs = append(p.lesson.Needs, name)
		}
	case "trust":
		for part := range strings.SplitSeq(value, ";") {
			p.lesson.Trust = append(p.lesson.Trust, strings.TrimSpace(part))
		}
		if len(p.lesson.Trust) != TrustLines {
			p.faultf(line, "trust has %d parts, set apart by ;, where five are needed: where noise is added, who sees true values, "+
				"what a leak shows, what δ is, what is protected", len(p.lesson.Trust))
		}
	default:
		p.faultf(line, "%s is unknown; lesson, title, version, needs, minutes, trust would work", key)
	}
}

// complete reports missing lines of the front.
func (p *parser) complete(given map[string]int) {
	for _, key := range []string{"lesson", "title", "version", "minutes", "trust"} {
		if given[key] == 0 {
			p.faultf(1, "%s: is missing", key)
		}
	}
}

// step reads a heading with its block.
func (p *parser) step(s section) {
	if len(s.fenced) != 1 {
		p.faultf(s.line, "%q has %d blocks ```step; one would work", s.heading, len(s.fenced))
		return
	}
	step := Step{Heading: s.heading, Line: s.fenced[0].line, Prose: s.prose}
	r := stepReader{parser: p, step: &step, given: map[string]bool{}}
	for i, l := range s.fenced[0].lines {
		if l = strings.TrimSpace(l); l != "" {
			r.line(l, s.fenced[0].line+i)
		}
	}
	r.complete()
	p.lesson.Steps = append(p.lesson.Steps, step)
}

// stepReader reads the lines of a step.
type stepReader struct {
	*parser
	step  *Step
	given map[string]bool
}

// several lists the keys that may stand more than once.
var several = []string{"wrong", "option", "because", "to", "tells", "uses"}

func (r *stepReader) line(text string, line int) {
	key, value, found := strings.Cut(text, ":")
	value = strings.TrimSpace(value)
	if !found || value == "" {
		r.faultf(line, "%q is no line of the form key: value", text)
		return
	}
	if r.given[key] && !slices.Contains(several, key) {
		r.faultf(line, "%s is given twice; once would work", key)
		return
	}
	r.given[key] = true
	if err := r.set(key, value, line); err != nil {
		r.fault(line, err.Error())
	}
}

func (r *stepReader) set(key, value string, line int) (err error) {
	s := r.step
	switch key {
	case "at":
		s.atLine = line
		s.At, err = formula.At(value)
		if err == nil {
			err = r.wholeAddress(value)
		}
	case "cover":
		for name := range strings.SplitSeq(value, ",") {
			s.Cover = append(s.Cover, named{strings.TrimSpace(name), line})
		}
	case "ask":
		s.Ask, err = readAsk(value)
	case "question":
		s.question = named{value, line}
	case "hint":
		s.hint = named{value, line}
	case "to":
		s.To = append(s.To, readChange(value, line))
	case "goal":
		s.Goal, err = compile(value, line)
	case "reached":
		c := readChange(value, line)
		s.Reached = &c
	case "answer":
		s.answer, err = compile(value, line)
	case "tolerance":
		s.tolerance, err = readTolerance(value)
	case "axis":
		s.axis, err = readAxis(value)
	case "wrong":
		var w wrong
		if w, err = readWrong(value, line); err == nil {
			s.wrong = append(s.wrong, w)
		}
	case "option":
		var o option
		if o, err = readOption(value, line); err == nil {
			s.options = append(s.options, o)
		}
	case "because":
		var o option
		if o, err = readReason(value, line); err == nil {
			s.because = append(s.because, o)
		}
	case "tells":
		var f *expression
		if f, err = compile(value, line); err == nil {
			s.tells = append(s.tells, f)
		}
	case "uses":
		c := choiceOf{line: line}
		for word := range strings.SplitSeq(value, "|") {
			if word = strings.TrimSpace(word); word != "" {
				c.words = append(c.words, word)
			}
		}
		s.uses = append(s.uses, c)
	default:
		return fmt.Errorf("%s is unknown; at, cover, ask, question, to, goal, reached, answer, tolerance, axis, wrong, option, because, hint, tells, uses would work", key)
	}
	return err
}

// wholeAddress reports the controls that an address leaves out although they differ from their declared defaults: a lesson must
// keep its meaning when a view's opening changes. A control that a view gets later has its declared default.
func (r *stepReader) wholeAddress(address string) error {
	at := r.step.At
	_, query, _ := strings.Cut(address, "?")
	given := formula.Change(query).Names()
	picture := "" // the first choice decides what other controls there are
	if choices := at.View.Form.Choices; len(choices) > 0 && slices.Contains(given, choices[0].Key()) {
		picture = choices[0].Key() + "=" + at.Values.Picked(choices[0]).Name
	}
	plain, err := at.View.Parse(picture)
	if err != nil {
		return err
	}
	declared := strings.Split(at.View.Encode(plain), "&")
	missing := slices.DeleteFunc(strings.Split(at.View.Encode(at.Values), "&"), func(pair string) bool {
		key, _, _ := strings.Cut(pair, "=")
		return slices.Contains(declared, pair) || slices.Contains(given, key)
	})
	if len(missing) > 0 {
		return fmt.Errorf("at leaves out %s", strings.Join(missing, ", "))
	}
	return nil
}

// complete reports missing lines of a step.
func (r *stepReader) complete() {
	s := r.step
	need := func(missing bool, text string) {
		if missing {
			r.fault(s.Line, text)
		}
	}
	need(s.At.View.Name == "" && !r.given["at"], "a step stands at: ADDRESS")
	need(r.given["question"] && !r.given["ask"], "a question needs ask: number, point, choice, sentence or advice")
	need(r.given["ask"] && !r.given["question"], "what is asked needs question: TEXT")
	need(r.given["goal"] != r.given["reached"], "goal: and reached: go together")
	switch s.Ask.Kind {
	case Number, Point:
		need(!r.given["answer"], "a number needs answer: EXPRESSION")
		need(!r.given["tolerance"], "a number needs tolerance: NUMBER, or factor NUMBER, or exact")
		need(len(s.options) > 0, "options belong to ask: choice")
	case Choice:
		need(len(s.options) < 2, "a choice needs two options or more")
		need(r.given["answer"] || r.given["wrong"], "a choice has options, and no answer: or wrong:")
	}
	need(s.Ask.Kind != Advice && (r.given["tells"] || r.given["uses"]), "tells: and uses: belong to ask: advice")
	need(s.Ask.Kind == Advice && len(s.tells) == 0, "advice tells a number or a name: tells: READING")
	need(s.Ask.Kind == Advice && len(s.To)+len(s.Cover)+len(s.because) > 0, "advice covers and moves nothing, and has no reasons")
	need(len(s.because) > 0 && len(s.because) != reasons, "because: stands four times, or not at all")
}

// reasons is the number of reasons to pick from.
const reasons = 4

func readAsk(value string) (Ask, error) {
	kind, of, _ := strings.Cut(value, " ")
	a := Ask{Kind(kind), strings.TrimSpace(of)}
	switch a.Kind {
	case Number:
		return a, nil
	case Point:
		if a.Of == "" {
			return a, errors.New("a point lies on the axis of a reading: ask: point READING")
		}
		return a, nil
	case Choice, Sentence, Advice:
		if a.Of != "" {
			return a, fmt.Errorf("ask: %s has nothing after it", kind)
		}
		return a, nil
	}
	return Ask{}, fmt.Errorf("ask: %s is unknown; number, point, choice, sentence, advice would work", kind)
}

// readChange reads "epsilon=2, x=0.5": commas within a value stay.
func readChange(value string, line int) Change { return Change{formula.ReadChange(value), line} }

func readTolerance(value string) (tolerance, error) {
	const exact = 1e-9
	if value == "exact" {
		return tolerance{by: exact}, nil
	}
	number, factor := strings.CutPrefix(value, "factor ")
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || !(v > 0) || factor && v <= 1 {
		return tolerance{}, fmt.Errorf("tolerance: %s is no number above 0, no factor above 1, and not exact", value)
	}
	return tolerance{v, factor}, nil
}

func readAxis(value string) (*Axis, error) {
	words := strings.Fields(value)
	fail := fmt.Errorf("axis: %s is not of the form FROM to TO, or FROM to TO log", value)
	if len(words) != 3 && len(words) != 4 || words[1] != "to" || len(words) == 4 && words[3] != "log" {
		return nil, fail
	}
	low, err := strconv.ParseFloat(words[0], 64)
	high, also := strconv.ParseFloat(words[2], 64)
	a := &Axis{low, high, len(words) == 4}
	if err != nil || also != nil || !(low < high) || a.Log && low <= 0 {
		return nil, fail
	}
	return a, nil
}

// readWrong reads "EXPRESSION -> MISCONCEPTION".
func readWrong(value string, line int) (wrong, error) {
	text, key, found := cutLast(value, "->")
	if !found {
		return wrong{}, errors.New("a wrong answer names its misconception: EXPRESSION -> MISCONCEPTION")
	}
	if err := knownKey(key); err != nil {
		return wrong{}, err
	}
	f, err := compile(text, line)
	return wrong{f, key}, err
}

// lettered matches the letter that an option or a reason begins with.
var lettered = regexp.MustCompile(`^[a-h]\.\s+`)

// readOption reads "a. TEXT -> MISCONCEPTION when EXPRESSION"; the true one has no misconception.
func readOption(value string, line int) (option, error) {
	o := option{line: line}
	if !lettered.MatchString(value) {
		return o, errors.New("an option begins with its letter: a. TEXT")
	}
	text, when, conditional := cutLast(lettered.ReplaceAllString(value, ""), " when ")
	text, key, mistaken := cutLast(text, "->")
	if o.text = text; mistaken {
		if err := knownKey(key); err != nil {
			return o, err
		}
		o.key = key
	}
	var err error
	if conditional {
		o.when, err = compile(when, line)
	}
	return o, err
}

// readReason reads "a. TEXT", the true one, or "b. -> MISCONCEPTION. TEXT".
func readReason(value string, line int) (option, error) {
	o := option{line: line}
	if !lettered.MatchString(value) {
		return o, errors.New("a reason begins with its letter: a. TEXT, or b. -> MISCONCEPTION. TEXT")
	}
	text := lettered.ReplaceAllString(value, "")
	if rest, mistaken := strings.CutPrefix(text, "->"); mistaken {
		key, says, found := strings.Cut(rest, ".")
		if !found {
			return o, errors.New("a reason that is none is of the form b. -> MISCONCEPTION. TEXT")
		}
		o.key, text = strings.TrimSpace(key), says
		if err := knownKey(o.key); err != nil {
			return o, err
		}
	}
	if o.text = strings.TrimSpace(text); o.text == "" {
		return o, errors.New("a reason has words")
	}
	return o, nil
}

// cutLast cuts a text at the last separator.
func cutLast(text, separator string) (before, after string, found bool) {
	i := strings.LastIndex(text, separator)
	if i < 0 {
		return strings.TrimSpace(text), "", false
	}
	return strings.TrimSpace(text[:i]), strings.TrimSpace(text[i+len(separator):]), true
}

func knownKey(key string) error {
	if _, known := classroom.Behind(key); known {
		return nil
	}
	var keys []string
	for _, m := range classroom.Misconceptions() {
		keys = append(keys, m.Key)
	}
	return fmt.Errorf("%q is no misconception; %s would work", key, strings.Join(keys, ", "))
}

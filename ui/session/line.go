package session

import (
	"context"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/ui/explorer"
	"dpscope/ui/find"
	"dpscope/ui/plain"
	"dpscope/views"
)

// Command is a word of the grammar.
type Command struct {
	Name, Takes, Help string
	do                func(*Session, string)
}

// Commands returns the words of the grammar.
func Commands() []Command {
	return []Command{
		{"lead", "", "says the answer to the page's question, and its price", (*Session).again},
		{"again", "", "says the same, and computes it where that was stopped", (*Session).again},
		{"where", "", "says the address and the control in focus", func(s *Session, _ string) { s.where() }},
		{"list", "", "says all controls and their ranges", (*Session).list},
		{"more", "", "says what else the last line changed", (*Session).more},
		{"read", "NAME", "says an answer; without a name all", (*Session).read},
		{"picture", "", "says the picture in words", (*Session).picture},
		{"table", "", "says eleven numbers of each line of the picture", (*Session).table},
		{"why", "NAME", "says an answer's formula, with your numbers, and its source", (*Session).why},
		{"solve", "NAME VALUE by CONTROL", "moves a control until an answer reaches a value; what is left out the page suggests", (*Session).solve},
		{"set", "NAME VALUE", "sets a control whose name is also a command", (*Session).set},
		{"right", "NAME STEPS", "moves a control up, by one step where no number is given; without a name the one in focus", func(s *Session, of string) { s.slide(of, 1, false) }},
		{"left", "NAME STEPS", "moves it down", func(s *Session, of string) { s.slide(of, -1, false) }},
		{"much-more", "NAME STEPS", "moves it up by great steps", func(s *Session, of string) { s.slide(of, 1, true) }},
		{"much-less", "NAME STEPS", "moves it down by great steps", func(s *Session, of string) { s.slide(of, -1, true) }},
		{"tab", "", "goes to the next control", (*Session).tab},
		{"undo", "", "takes the last line back", func(s *Session, _ string) { s.change(explorer.Undo{}) }},
		{"redo", "", "takes it again", func(s *Session, _ string) { s.change(explorer.Redo{}) }},
		{"reset", "", "gives the control in focus its value at the opening", func(s *Session, _ string) { s.change(explorer.Reset{}) }},
		{"presets", "", "says the named settings of the view", (*Session).presets},
		{"preset", "NAME", "takes one", func(s *Session, name string) { s.change(explorer.TakePreset{Name: name}) }},
		{"go", "ADDRESS", "opens a view, or a line of the last list by its number", (*Session).visit},
		{"return", "", "goes back to the view before", (*Session).leave},
		{"open", "FILE", "says which questions a file can answer", (*Session).open},
		{"hold", "", "holds the setting, so that answers say how far they are from it; again: lets it go", (*Session).hold},
		{"lesson", "NAME", "opens a lesson, by its name or number, where it was left; without a name lists them", (*Session).lesson},
		{"next", "", "goes on in the lesson; again, over what is open; n says the same", (*Session).next},
		{"back", "", "goes to the step before", (*Session).back},
		{"leave", "", "leaves the lesson, which goes on where it was left", (*Session).leaveLesson},
		{"hint", "", "says the step's hint", (*Session).hint},
		{"guess", "ANSWER", "answers the lesson: a number, a line's number, or a sentence", (*Session).guess},
		{"hand-in", "", "says which file of a class to hand in, and how many answers it holds", (*Session).handIn},
		{"find", "WORDS", "finds views, lessons, terms and settings", (*Session).find},
		{"copy", "", "says the address, and the command that opens it", (*Session).copy},
		{"export", "FILE", "writes the page's data or picture, by the ending of the file", (*Session).export},
		{"help", "", "says these words", (*Session).help},
	}
}

// line carries out a line and reports whether it ends the session.
func (s *Session) line(text string) (quit bool) {
	text = strings.TrimSpace(Clean(text))
	word, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	if word == "n" && s.taught != nil { // as on a screen
		word = "next"
	}
	if s.taught != nil {
		s.taught.Quiet(word)
	}
	switch {
	case text == "":
		return false
	case word == "quit":
		return true
	}
	if _, err := strconv.ParseFloat(numeral.Bare(text), 64); err == nil {
		s.put(s.focused(), text)
		return false
	}
	commands := Commands()
	if at := slices.IndexFunc(commands, func(c Command) bool { return c.Name == word }); at >= 0 {
		commands[at].do(s, rest)
		return false
	}
	s.control(word, rest)
	return false
}

// control sets a control, or says it, or an answer.
func (s *Session) control(word, rest string) {
	if name, value, is := strings.Cut(word, "="); is && name != "" { // as in an address
		word, rest = name, strings.TrimSpace(value+" "+rest)
	}
	rows, names := s.named(word)
	switch {
	case len(rows) == 0:
		s.say(s.unknown(word))
	case len(rows) > 1:
		s.say(word + " begins several names: " + numeral.Listed(names) + ".")
	case rows[0].Kind == explorer.AnswerRow && rest != "":
		s.say(names[0] + " is an answer; solve " + names[0] + " " + rest + " moves a control until it is reached.")
	case rest == "":
		s.e.Do(explorer.Focus{Key: rows[0].Key})
		s.say(sentence(rowName(rows[0]) + ": " + rowValue(rows[0])))
	default:
		if trouble := s.alone(rows[0], rest); trouble != "" {
			s.say(trouble)
			return
		}
		s.put(rows[0], rest)
	}
}

// unknown says that nothing has a name, and what may be meant.
func (s *Session) unknown(word string) string {
	if v, err := views.Find(word); err == nil {
		return word + " is a view. Say go " + v.Name + "."
	}
	text := "Nothing here is called " + word + "."
	names := []string{"quit"}
	for _, c := range Commands() {
		names = append(names, c.Name)
	}
	for _, r := range s.e.Scene().Rows {
		names = append(names, calls(r))
	}
	for _, v := range views.All {
		names = append(names, v.Name)
	}
	if near := find.Nearest(names, strings.ToLower(word)); near != "" {
		return text + " Did you mean " + near + "?"
	}
	return text + " Say list for the controls, read for the answers, help for the words."
}

// calls returns the name by which a line calls a control or an answer.
func calls(r explorer.Row) string {
	if r.Kind == explorer.AnswerRow {
		return r.Reading.Key.String()
	}
	return rowName(r)
}

// named returns the rows of a name: the one that has it, or all whose names begin with it.
func (s *Session) named(word string) (rows []explorer.Row, names []string) {
	for _, r := range s.e.Scene().Rows {
		name := calls(r)
		own := []string{name, r.Key, r.Param.Symbol, r.Param.Label}
		if r.Kind == explorer.AnswerRow {
			own = []string{name}
		}
		if slices.Contains(own, word) {
			return []explorer.Row{r}, []string{name}
		}
		if strings.HasPrefix(name, word) {
			rows, names = append(rows, r), append(names, name)
		}
	}
	return rows, names
}

// alone says why a line that gives a control a value is not carried out: it sets that control twice, or another one too.
func (s *Session) alone(r explorer.Row, value string) (trouble string) {
	if r.Kind == explorer.TextRow { // its words may be any
		return ""
	}
	for _, word := range strings.Fields(value)[1:] {
		name, _, _ := strings.Cut(word, "=")
		switch rows, _ := s.named(name); {
		case name == "" || len(rows) != 1 || rows[0].Kind == explorer.AnswerRow:
		case rows[0].Key == r.Key:
			return calls(r) + " is set twice in one line; one value would work."
		default:
			return "A line sets one control; " + calls(r) + " and " + calls(rows[0]) + " in a line each would work."
		}
	}
	return ""
}

// put gives a control a value as it was typed.
func (s *Session) put(r explorer.Row, text string) {
	switch r.Kind {
	case explorer.PickerRow:
		var fits []string
		for _, o := range r.Choice.Options() {
			if o.Name == text {
				fits = []string{o.Name}
				break
			}
			if strings.HasPrefix(o.Name, text) {
				fits = append(fits, o.Name)
			}
		}
		if len(fits) == 1 {
			text = fits[0]
		}
		s.change(explorer.Focus{Key: r.Key}, explorer.Choose{Choice: r.Choice, Name: text})
	case explorer.TextRow, explorer.SliderRow:
		s.change(explorer.Focus{Key: r.Key}, explorer.Edit{Msg: tea.PasteMsg{Content: text}}, explorer.Accept{})
	default:
		s.say("No control has the focus. Say list for the controls.")
	}
}

func (s *Session) set(rest string) {
	name, value, _ := strings.Cut(rest, " ")
	if value == "" {
		s.say("set takes a name and a value: set epsilon 2.")
		return
	}
	s.control(name, strings.TrimSpace(value))
}

// slide moves a control, or the one in focus, by steps.
func (s *Session) slide(of string, sign int, coarse bool) {
	const most = 1000
	r, n := s.focused(), 1
	for _, word := range strings.Fields(of) {
		if steps, err := strconv.Atoi(word); err == nil {
			n = steps
		} else if found, one := s.moved(word); one {
			r = found
		} else {
			return
		}
	}
	if n < 1 || n > most {
		s.say("Steps are a whole number from 1 to 1,000, not " + strconv.Itoa(n) + ".")
		return
	}
	s.change(explorer.Focus{Key: r.Key}, explorer.Slide{Steps: sign * n, Coarse: coarse})
}

// moved returns the control of a name, and says so where there is not one.
func (s *Session) moved(word string) (r explorer.Row, one bool) {
	rows, names := s.named(word)
	rows = slices.DeleteFunc(rows, func(r explorer.Row) bool { return r.Kind == explorer.AnswerRow })
	switch {
	case len(rows) == 0 && len(names) > 0:
		s.say(names[0] + " is an answer; a control moves. Say list for the controls.")
	case len(rows) == 0:
		s.say(s.unknown(word))
	case len(rows) > 1:
		s.say(word + " begins several names: " + numeral.Listed(names) + ".")
	default:
		return rows[0], true
	}
	return r, false
}

func (s *Session) again(string) {
	if s.settled() {
		s.lead()
		s.lookForGoal()
	}
}

func (s *Session) tab(string) {
	s.e.Do(explorer.Step{Lines: 1})
	s.where()
}

func (s *Session) list(string) {
	for _, line := range plain.Controls(s.e.Scene()) {
		s.say(line)
	}
}

func (s *Session) more(string) {
	if len(s.changed) == 0 {
		s.say("The last line changed no answer.")
		return
	}
	s.say(strings.Join(s.changed, " "))
}

func (s *Session) read(name string) {
	found := false
	if !s.settled() {
		return
	}
	for _, a := range engine.StandingAlone(s.e.Scene().Readings()) {
		if name == "" || strings.HasPrefix(a.Key.String(), name) {
			found = true
			s.say(a.Key.String() + ": " + plain.Answer(a))
		}
	}
	if !found {
		s.say("No answer is called " + name + ". Say read for all.")
	}
}

func (s *Session) picture(string) {
	if !s.settled() {
		return
	}
	s.tell(plain.Picture(s.e.Scene().Sheet.Shown()), "There is no picture at this setting.")
}

func (s *Session) table(string) {
	if !s.settled() {
		return
	}
	s.tell(plain.Table(s.e.Scene().Sheet.Shown()), "This picture has no line. Say picture.")
}

func (s *Session) tell(lines []string, none string) {
	said := false
	for _, line := range lines {
		if line != "" {
			s.say(line)
			said = true
		}
	}
	if !said {
		s.say(none)
	}
}

func (s *Session) why(name string) {
	if !s.settled() {
		return
	}
	for _, a := range engine.StandingAlone(s.e.Scene().Readings()) {
		if name != "" && !strings.HasPrefix(a.Key.String(), name) {
			continue
		}
		s.say(a.Key.String() + ": " + plain.Answer(a))
		for _, text := range []string{a.Why.Formula, a.Why.With, a.Why.Source, a.Why.Assumes} {
			if text != "" {
				s.say(text)
			}
		}
		return
	}
	s.say("No answer is called " + name + ". Say read for all.")
}

// solve moves a control until an answer reaches a target; what is left out is what the page suggests.
func (s *Session) solve(rest string) {
	rest, by, _ := strings.Cut(" "+rest, " by ")
	name, target, _ := strings.Cut(strings.TrimSpace(rest), " ")
	var seek explorer.Seek
	var aim explorer.Intent = explorer.Nothing{}
	if name != "" {
		rows, names := s.named(name)
		rows = slices.DeleteFunc(rows, func(r explorer.Row) bool { return r.Kind != explorer.AnswerRow })
		switch {
		case len(rows) == 0:
			s.say("No answer is called " + name + ". Say read for all.")
			return
		case len(rows) > 1:
			s.say(name + " begins several names: " + numeral.Listed(names) + ".")
			return
		}
		aim = explorer.Focus{Key: rows[0].Key}
		seek.Answer, seek.Target = rows[0].Reading.Key, strings.TrimSpace(target)
	}
	if by = strings.TrimSpace(by); by != "" {
		r, one := s.moved(by)
		if !one {
			return
		}
		seek.Unknown = r.Key
	}
	if !s.settled() {
		return
	}
	before := s.step(aim, explorer.Show{Pane: explorer.SolvePane})
	if s.e.Scene().Pane == explorer.SolvePane {
		s.wait(s.e.Do(seek))
		if s.solving() { // it was stopped, and that is said
			s.e.Do(explorer.Close{})
			return
		}
		s.wait(s.e.Do(explorer.Accept{}))
	}
	s.tellChange(before)
	if s.e.Scene().Pane != explorer.PicturePane {
		s.e.Do(explorer.Close{})
	}
}

func (s *Session) presets(string) {
	for _, p := range s.e.View().Presets {
		s.say(p.Name + ": " + p.Title)
	}
	s.say("Say preset and a name.")
}

func (s *Session) visit(address string) {
	if n, err := strconv.Atoi(address); err == nil {
		if n < 1 || n > len(s.listed) {
			s.say("go takes an address, or the number of a line of the last list; it has " + strconv.Itoa(len(s.listed)) + " lines.")
			return
		}
		address = s.listed[n-1]
	}
	v, values, err := s.Open(address)
	if address == "" || err != nil {
		if err == nil {
			s.say("go takes a view: go noise. Say find with a word for more.")
			return
		}
		s.say(sentence(err.Error()))
		return
	}
	s.former = append(s.former, s.e.Address())
	s.enter(v, values)
}

func (s *Session) leave(string) {
	n := len(s.former)
	if n == 0 {
		s.say("This is the first page.")
		return
	}
	address := s.former[n-1]
	v, values, err := s.Open(address)
	if err != nil {
		s.say(sentence(err.Error()))
		return
	}
	s.former = s.former[:n-1]
	s.enter(v, values)
}

func (s *Session) find(words string) {
	if find.Spelt(words) == "" {
		var names []string
		for _, v := range views.All {
			names = append(names, v.Name)
		}
		s.say("Views: " + numeral.Listed(names) + ".")
		return
	}
	found, meant := find.For(words, s.e.View().Name)
	if len(found) == 0 {
		text := "Nothing has the words " + words + "."
		if meant != "" {
			text += " Did you mean " + meant + "?"
		}
		s.say(text)
		return
	}
	const most = 8
	for _, it := range found[:min(most, len(found))] {
		text := it.Title
		if it.Kind == find.Term {
			text = it.Says
		}
		s.say(sentence(capital(string(it.Kind)) + " " + it.Name + ": " + text))
	}
	s.say("Say go and the name of a view.")
}

func (s *Session) hold(string) {
	s.step(explorer.Hold{})
	s.say(capital(sentence(s.e.Scene().Status.Text)))
}

func (s *Session) copy(string) { s.say(s.e.Address() + " opens by: " + s.opens()) }

// opens returns the command that opens the page again.
func (s *Session) opens() string { return "dpscope '" + s.e.Address() + "'" }

func (s *Session) export(file string) {
	switch {
	case s.Export == nil:
		s.say(sentence(errNoFiles.Error()))
	case file == "":
		s.say("export takes a file: export page.csv, or page.svg for the picture.")
	default:
		_, err := during(s, func(ctx context.Context) (string, error) { return file, s.Export(ctx, s.e.Address(), file) })
		if err != nil {
			s.fails(err)
			return
		}
		s.say("Wrote " + file + ".")
	}
}

func (s *Session) help(string) {
	s.say("A number sets the control in focus. A control's name says it; with a value it sets it: epsilon 2.")
	for _, c := range Commands() {
		s.say(strings.TrimSpace(c.Name+" "+c.Takes) + ": " + c.Help + ".")
	}
	s.say("quit: ends.")
}

package browser

import (
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/mechanisms"
	"dpscope/ui/explorer"
	"dpscope/views/view"
)

// Message is a message of the page. Kind says what happened, and which of the other fields count.
type Message struct {
	Kind    string   `json:"kind"`
	Address string   `json:"address"`
	Control string   `json:"control"` // key of a control, or of an answer
	Value   string   `json:"value"`
	At      float64  `json:"at"` // place on a slider, or on the axis of a prediction, from 0 to 1
	Steps   int      `json:"steps"`
	Key     string   `json:"key"`
	Names   []string `json:"names"`
	Width   float64  `json:"width"` // of the picture, in CSS pixels
	Dark    bool     `json:"dark"`
	Kept    string   `json:"kept"` // progress in lessons, as Keep handed it over
}

// Show holds the parts of the page that changed.
type Show struct {
	Kind     string            `json:"kind"`               // "show"
	Parts    map[string]string `json:"parts,omitempty"`    // markup by the place that it fills
	Controls []Control         `json:"controls,omitempty"` // values of all controls
	Address  string            `json:"address"`            // of the setting, short
	Title    string            `json:"title"`
	Live     string            `json:"live"` // what a screen reader says once the page rests
	Busy     bool              `json:"busy"` // the page is still behind its setting
	Lesson   bool              `json:"lesson"`
}

// Control is the value of a control as the page shows it.
type Control struct {
	Key   string  `json:"key"`
	At    float64 `json:"at"`             // place on the slider, from 0 to 1
	Text  string  `json:"text"`           // as typed
	Says  string  `json:"says"`           // as a screen reader says it
	Word  string  `json:"word,omitempty"` // name of the value: "a clear hint"
	Value string  `json:"value"`          // of a menu or a text
}

// Save hands a file over to be downloaded.
type Save struct {
	Kind string `json:"kind"` // "save"
	Name string `json:"name"`
	Type string `json:"type"`
	Data []byte `json:"data"`
}

// Keep hands over the progress in lessons, which the page keeps.
type Keep struct {
	Kind string `json:"kind"` // "keep"
	Text string `json:"text"`
}

// Point asks the page to give a place the focus.
type Point struct {
	Kind string `json:"kind"` // "focus"
	At   string `json:"at"`
}

// handle does what the page asks for.
func (t *Tab) handle(m Message) tea.Cmd {
	if m.Control != "" {
		if r, found := t.row(m.Control); found && r.Kind != explorer.AnswerRow {
			t.touched = true
		}
	}
	if do, known := asked()[m.Kind]; known {
		return do(t, m)
	}
	return nil
}

// asked returns what a page may ask for, by the kind of its message.
func asked() map[string]func(*Tab, Message) tea.Cmd {
	intent := func(of func(Message) explorer.Intent) func(*Tab, Message) tea.Cmd {
		return func(t *Tab, m Message) tea.Cmd {
			t.current.Quiet()
			return t.current.Do(of(m))
		}
	}
	return map[string]func(*Tab, Message) tea.Cmd{
		"start": (*Tab).start,
		"look":  (*Tab).look,
		"open":  func(t *Tab, m Message) tea.Cmd { return t.open(m.Address) },
		"view":  func(t *Tab, m Message) tea.Cmd { return t.visitAgain(m.Value) },
		"set":   (*Tab).set,
		"slide": (*Tab).slide,
		"type":  intent(func(m Message) explorer.Intent { return explorer.Write{Key: m.Control, Text: m.Value} }),
		"toggle": intent(func(m Message) explorer.Intent {
			return explorer.Toggle{Key: m.Control, Option: m.Value}
		}),
		"choose":   (*Tab).choose,
		"reset":    (*Tab).reset,
		"preset":   intent(func(m Message) explorer.Intent { return explorer.TakePreset{Name: m.Value} }),
		"hold":     intent(func(Message) explorer.Intent { return explorer.Hold{} }),
		"try":      (*Tab).attempt,
		"undo":     intent(func(Message) explorer.Intent { return explorer.Undo{} }),
		"redo":     intent(func(Message) explorer.Intent { return explorer.Redo{} }),
		"play":     intent(func(Message) explorer.Intent { return explorer.Play{} }),
		"draw":     intent(func(m Message) explorer.Intent { return explorer.Draw{Count: m.Steps} }),
		"close":    (*Tab).close,
		"solve":    (*Tab).solve,
		"seek":     (*Tab).seek,
		"jump":     intent(func(Message) explorer.Intent { return explorer.Accept{} }),
		"key":      (*Tab).key,
		"find":     (*Tab).find,
		"take":     (*Tab).takeFound,
		"export":   (*Tab).export,
		"files":    (*Tab).ownFiles,
		"answer":   (*Tab).takeAnswer,
		"lesson":   (*Tab).lessonAsked,
		"forget":   (*Tab).forget,
		"hand-in":  (*Tab).handIn,
		"question": (*Tab).question,
		"follow":   func(t *Tab, m Message) tea.Cmd { return t.follow(m.Address) },
		"warn": func(t *Tab, m Message) tea.Cmd { // what the page itself has to say
			t.current.Warn(errors.New(m.Value))
			return nil
		},
		"focus": func(t *Tab, m Message) tea.Cmd { return t.current.Do(explorer.Focus{Key: m.Control}) },
	}
}

// start takes what the page begins with: its size, its look, kept progress, and the address.
func (t *Tab) start(m Message) tea.Cmd {
	t.opened = true
	t.kept.take(m.Kept)
	t.look(m)
	return t.open(m.Address)
}

// look takes the width of the picture, and whether the page is dark.
func (t *Tab) look(m Message) tea.Cmd {
	const least, most = 240, 2400
	t.width, t.dark = min(max(m.Width, least), most), m.Dark
	return nil
}

// row returns a control or an answer in sight.
func (t *Tab) row(key string) (explorer.Row, bool) {
	rows := t.current.Scene().Rows
	i := slices.IndexFunc(rows, func(r explorer.Row) bool { return r.Key == key })
	if i < 0 {
		return explorer.Row{}, false
	}
	return rows[i], true
}

// set moves a slider to a place.
func (t *Tab) set(m Message) tea.Cmd {
	r, found := t.row(m.Control)
	if !found || r.Kind != explorer.SliderRow || m.At != m.At {
		return nil
	}
	t.current.Quiet()
	v := r.Param.Snap(r.Param.At(m.At))
	if r.Param.Check(v) != nil { // an open range ends one notch earlier
		return t.current.Do(explorer.Turn{Key: m.Control, Steps: map[bool]int{true: 1, false: -1}[m.At > 0.5]})
	}
	return t.current.Do(explorer.Set{Key: m.Control, Value: v})
}

// slide moves a control by steps.
func (t *Tab) slide(m Message) tea.Cmd {
	const most = 100
	t.current.Quiet()
	return t.current.Do(explorer.Turn{Key: m.Control, Steps: min(max(m.Steps, -most), most)})
}

// choose takes an option of a menu.
func (t *Tab) choose(m Message) tea.Cmd {
	r, found := t.row(m.Control)
	if !found || r.Kind != explorer.PickerRow {
		return nil
	}
	t.current.Quiet()
	return t.current.Do(explorer.Choose{Choice: r.Choice, Name: m.Value})
}

// reset gives a control its value at the opening; without a control it opens the view anew.
func (t *Tab) reset(m Message) tea.Cmd {
	t.current.Quiet()
	if m.Control == "" {
		return t.current.Do(explorer.Go{Values: t.current.View().Opening()})
	}
	return tea.Batch(t.current.Do(explorer.Focus{Key: m.Control}), t.current.Do(explorer.Reset{}))
}

// solve opens the form that solves, for an answer if one is named. Before the user has touched a control, it moves ε.
func (t *Tab) solve(m Message) tea.Cmd {
	t.current.Quiet()
	var all []tea.Cmd
	if t.current.Scene().Pane != explorer.SolvePane {
		all = append(all, t.current.Do(explorer.Show{Pane: explorer.SolvePane}))
	}
	seek := explorer.Seek{}
	if !t.touched {
		seek.Unknown = mechanisms.Epsilon.Name
	}
	seek.Answer, _ = t.answerKey(m.Control)
	t.send(Point{"focus", "target"})
	return tea.Batch(append(all, t.current.Do(seek))...)
}

// attempt does what the page suggests to try; examples are a menu of the page.
func (t *Tab) attempt(Message) tea.Cmd {
	t.current.Quiet()
	switch t.current.Scene().Try.Do {
	case view.ListPresets:
		t.send(Point{"focus", "examples"})
		return nil
	case view.Solve:
		t.send(Point{"focus", "target"})
	}
	return t.current.Do(explorer.Attempt{})
}

// answerKey returns the key of an answer by the name that exports have for it.
func (t *Tab) answerKey(name string) (engine.Key, bool) {
	for _, a := range t.current.Scene().Readings() {
		if a.Key.String() == name {
			return a.Key, true
		}
	}
	return engine.Key{}, false
}

// seek fills in a line of the form that solves.
func (t *Tab) seek(m Message) tea.Cmd {
	seek := explorer.Seek{}
	switch m.Control {
	case "target":
		seek.Target = m.Value
	case "unknown":
		seek.Unknown = m.Value
	case "aim":
		seek.Answer, _ = t.answerKey(m.Value)
	}
	return t.current.Do(seek)
}

// close closes what is open over the page, from the top.
func (t *Tab) close(Message) tea.Cmd {
	switch scene := t.current.Scene(); {
	case t.typed != "" || t.data != nil || t.lessons != nil || t.astray != "":
		t.typed, t.data, t.lessons, t.astray = "", nil, nil, ""
		return nil
	case t.lesson != nil && t.lesson.Unwrite():
		return nil
	case scene.Pane == explorer.SolvePane:
		return t.current.Do(explorer.Close{})
	case t.lesson != nil:
		t.leaveLesson(t.lesson.Left(t.voice()))
		return nil
	case scene.Sheet.Drawn.X != nil:
		return t.current.Do(explorer.Close{})
	}
	return nil
}

// forget clears the progress in lessons.
func (t *Tab) forget(Message) tea.Cmd {
	t.kept.clear()
	t.lessons = nil
	t.current.Say("the progress in lessons is cleared")
	return nil
}

// lessonAsked opens the list of lessons, or the lesson with a number.
func (t *Tab) lessonAsked(m Message) tea.Cmd {
	if m.Steps > 0 {
		return t.openLesson(m.Steps)
	}
	return t.listLessons()
}

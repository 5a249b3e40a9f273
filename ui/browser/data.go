package browser

import (
	"cmp"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/work"
	"dpscope/ui/explorer"
	"dpscope/views/mydata"
)

// data lists the questions that the user's files can answer, each with its first line.
type data struct {
	mydata.Data
	about     string // of the table
	questions []mydata.Question
	says      []string // first lines; empty: not known
}

// questionsMsg brings the kinds of files, and the questions they can answer.
type questionsMsg struct {
	data *data
	err  error
}

// lineMsg brings the first line of an answer, or the counts of the table where at is -1.
type lineMsg struct {
	data *data
	at   int
	text string
	err  error
}

// firstLines limits the time for the first line of an answer.
const firstLines = time.Second

// ownFiles takes the names of files that the user picked. A file that the page waits for is read at once; otherwise the
// questions are listed that the files can answer.
func (t *Tab) ownFiles(m Message) tea.Cmd {
	if m.Control != "" && len(m.Names) == 1 {
		return t.current.Do(explorer.Write{Key: m.Control, Text: m.Names[0]})
	}
	if t.missing(t.current.Scene()) == "" && t.current.Scene().Trouble != nil && slices.ContainsFunc(m.Names, t.reads) {
		return t.current.Start()
	}
	ctx, names := t.session.Context, m.Names
	return func() tea.Msg {
		d, err := work.Recover(func() (*data, error) {
			found, err := mydata.Open(ctx, names)
			if err != nil {
				return nil, err
			}
			return &data{Data: found, about: found.Columns(), questions: found.Questions()}, nil
		})
		return questionsMsg{d, err}
	}
}

// reads reports whether the present setting reads a file of that name.
func (t *Tab) reads(name string) bool {
	s := t.current.Scene()
	return slices.ContainsFunc(s.Rows, func(r explorer.Row) bool { return r.Kind == explorer.TextRow && s.Values.Word(r.Text) == name })
}

// opensData lists the questions, and begins to answer them one after another.
func (t *Tab) opensData(msg questionsMsg) tea.Cmd {
	if msg.err != nil {
		t.current.Warn(msg.err)
		return nil
	}
	t.data, t.typed, t.lessons = msg.data, "", nil
	t.data.says = make([]string, len(t.data.questions))
	t.send(Point{"focus", "found"})
	ctx, d := t.session.Context, t.data
	return tea.Batch(t.firstLine(0), func() tea.Msg {
		counts, err := work.Recover(func() (string, error) { return d.Counts(ctx) })
		return lineMsg{d, -1, counts, err}
	})
}

// firstLine asks for the first line of a question, unless it has no answer.
func (t *Tab) firstLine(at int) tea.Cmd {
	d, ctx := t.data, t.session.Context
	if at >= len(d.questions) || d.questions[at].Why != "" { // those stand last
		return nil
	}
	q := d.questions[at]
	return func() tea.Msg {
		text, err := work.Recover(func() (string, error) { return q.FirstLine(ctx, firstLines) })
		return lineMsg{d, at, text, err}
	}
}

// answered shows a first line, and asks for the next.
func (t *Tab) answered(msg lineMsg) tea.Cmd {
	if t.data != msg.data {
		return nil
	}
	text := msg.text
	if msg.err != nil {
		text = msg.err.Error()
	}
	if msg.at < 0 {
		t.data.about = strings.TrimSpace(text + " " + t.data.Columns())
		return nil
	}
	t.data.says[msg.at] = cmp.Or(text, "Opening it computes it.")
	return t.firstLine(msg.at + 1)
}

// markup returns the list.
func (d *data) markup() string {
	var m markup
	m.put("h2", "My data: "+d.Name())
	m.put("p", "It stays in this tab: nothing is sent.", "class", "stays")
	m.put("p", d.about)
	m.open("ul", "class", "results")
	for i, q := range d.questions {
		m.open("li")
		if q.Why != "" {
			m.open("div", "class", "refused")
			m.put("b", q.View.Question)
			m.put("span", q.Why, "class", "says")
			m.end("div")
		} else {
			m.open("button", "type", "button", "data-do", "question", "data-steps", number(i))
			m.put("b", q.View.Question)
			m.put("span", cmp.Or(d.says[i], "computing …"), "class", "says")
			m.end("button")
		}
		m.end("li")
	}
	m.end("ul")
	m.button("Close", "close")
	return m.String()
}

// question opens a question about the user's files.
func (t *Tab) question(m Message) tea.Cmd {
	if t.data == nil || m.Steps < 0 || m.Steps >= len(t.data.questions) || t.data.questions[m.Steps].Why != "" {
		return nil
	}
	q := t.data.questions[m.Steps]
	return t.visit(q.View, q.Values)
}

package ui

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/work"
	"dpscope/ui/files"
	"dpscope/views"
	"dpscope/views/mydata"
	"dpscope/views/sweep"
	"dpscope/views/view"
)

// folderMsg brings the files of the working folder that can be opened, each with its kind.
type folderMsg struct {
	files []ownFile
	err   error
}

type ownFile struct {
	files.Entry
	kind view.File
	why  string // why it cannot be opened; empty: it can
}

// dataMsg brings the kinds of files, and the questions they can answer.
type dataMsg struct {
	data      mydata.Data
	questions []mydata.Question
	err       error
}

// countsMsg brings the counts from reading a table.
type countsMsg struct {
	list   *dataList
	counts string
	err    error
}

// lineMsg brings the first line of an answer.
type lineMsg struct {
	list *dataList
	at   int
	text string
	err  error
}

// dataList is the open list of questions that files can answer.
type dataList struct {
	data      mydata.Data
	questions []mydata.Question
}

// sweptMsg brings the settings of a table that a sweep wrote.
type sweptMsg struct {
	name string
	rows []sweep.Row
	cut  bool // there are more
	err  error
}

// pipelines lists the endings of files that dpscope convert makes classifiers of, readable those of files that can be opened.
var (
	pipelines = []string{".pkl", ".pickle", ".joblib", ".ubj"}
	readable  = []string{".csv", ".csv.gz", ".parquet", ".json", ".json.gz"}
)

// firstLines limits the time for the first line of an answer.
const firstLines = time.Second

// myData asks for the files of this folder and their kinds.
func (s *Shell) myData() tea.Cmd {
	own := s.session.Files
	if own == nil {
		s.current.Warn(work.ErrNoFiles)
		return nil
	}
	return func() tea.Msg {
		folder, err := own.List(".")
		var list []ownFile
		for _, e := range folder.Entries {
			ends := func(with string) bool { return strings.HasSuffix(strings.ToLower(e.Name), with) }
			switch {
			case e.Folder:
			case slices.ContainsFunc(pipelines, ends):
				list = append(list, ownFile{Entry: e, why: "a pipeline: dpscope convert writes a script that turns it into a JSON file, which opens here"})
			case slices.ContainsFunc(readable, ends):
				f := ownFile{Entry: e}
				text, whole, err := own.Begin(e.Path, mydata.Head)
				if err == nil {
					f.kind, err = mydata.KindOf(text, whole)
				}
				if err != nil {
					f.why = err.Error()
				}
				list = append(list, f)
			}
		}
		return folderMsg{list, err}
	}
}

// listed offers the files of a folder.
func (s *Shell) listed(msg folderMsg) tea.Cmd {
	if msg.err != nil {
		s.current.Warn(msg.err)
		return nil
	}
	var items []item
	for _, f := range msg.files {
		items = append(items, item{title: f.Name, detail: string(f.kind), why: f.why, run: func(s *Shell) tea.Cmd {
			if f.kind == view.Sweep {
				return s.openSwept(f.Path)
			}
			return s.openData(f.Path)
		}})
	}
	if len(items) == 0 {
		s.current.Say("no table (CSV, Parquet) and no classifier (JSON) lies here; dpscope train makes one of a table, dpscope convert of a pipeline")
		return nil
	}
	return s.openPalette("my data", items)
}

// openData asks for the questions that files can answer.
func (s *Shell) openData(paths ...string) tea.Cmd {
	ctx := s.session.Context
	for _, path := range paths {
		if err := work.MayOpen(ctx, path); err != nil {
			s.current.Warn(err)
			return nil
		}
	}
	return func() tea.Msg {
		data, err := mydata.Open(ctx, paths)
		return dataMsg{data, data.Questions(), err}
	}
}

// opensData lists the questions, and begins to answer them one after another.
func (s *Shell) opensData(msg dataMsg) tea.Cmd {
	if msg.err != nil {
		s.current.Warn(msg.err)
		return nil
	}
	var items []item
	for _, q := range msg.questions {
		it := item{title: q.View.Question, detail: q.View.Label, run: func(s *Shell) tea.Cmd { return s.visit(q.View, q.Values) }}
		if it.says = "computing …"; q.Why != "" {
			it.why, it.says = q.Why, q.Why
		}
		items = append(items, it)
	}
	opening := s.openPalette("my data: "+msg.data.Name(), items)
	list := &dataList{msg.data, msg.questions}
	s.palette.data, s.palette.about = list, msg.data.Columns()
	ctx := s.session.Context
	return tea.Batch(opening, s.firstLine(list, 0), func() tea.Msg {
		counts, err := msg.data.Counts(ctx)
		return countsMsg{list, counts, err}
	})
}

// lists reports whether a list of questions is still open.
func (s *Shell) lists(list *dataList) bool {
	return s.overlay == paletteOverlay && s.palette.data == list
}

// firstLine asks for the first line of a question, unless it has no answer.
func (s *Shell) firstLine(list *dataList, at int) tea.Cmd {
	if at >= len(list.questions) || list.questions[at].Why != "" { // those stand last
		return nil
	}
	ctx, q := s.session.Context, list.questions[at]
	return func() tea.Msg {
		text, err := work.Recover(func() (string, error) { return q.FirstLine(ctx, firstLines) })
		return lineMsg{list, at, text, err}
	}
}

// answered shows a first line, and asks for the next.
func (s *Shell) answered(msg lineMsg) tea.Cmd {
	if !s.lists(msg.list) {
		return nil
	}
	it := &s.palette.items[msg.at]
	switch {
	case msg.err != nil:
		it.why, it.says = msg.err.Error(), msg.err.Error()
	case msg.text == "":
		it.says = "enter computes it"
	default:
		it.says, it.help = msg.text, msg.text
	}
	s.resift()
	return s.firstLine(msg.list, msg.at+1)
}

// counted shows the counts of the table.
func (s *Shell) counted(msg countsMsg) {
	if !s.lists(msg.list) {
		return
	}
	if msg.err != nil {
		msg.counts = msg.err.Error()
	}
	s.palette.about = strings.TrimSpace(msg.counts + " " + msg.list.data.Columns())
}

// openSwept reads the first settings of a table that a sweep wrote, as many as a list shows.
func (s *Shell) openSwept(path string) tea.Cmd {
	own, name := s.session.Files, filepath.Base(path)
	return func() tea.Msg {
		const most = 4 << 20
		text, whole, err := own.Begin(path, most)
		if err != nil {
			return sweptMsg{err: err}
		}
		rows, err := sweep.Rows(string(text))
		if !whole && len(rows) > 0 {
			rows = rows[:len(rows)-1] // some of its readings may be cut off
		}
		if err != nil {
			err = fmt.Errorf("%s is no table of a sweep: %w", name, err)
		}
		return sweptMsg{name, rows, !whole, err}
	}
}

// swept offers the settings of a table; each opens its page.
func (s *Shell) swept(msg sweptMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		s.current.Warn(msg.err)
		return nil
	case len(msg.rows) == 0:
		s.current.Say(msg.name + " has no settings")
		return nil
	}
	var items []item
	for _, r := range msg.rows {
		const seen = 2 // of the answers, beside the setting; the marked one tells all
		items = append(items, item{title: r.Setting, detail: strings.Join(r.Says[:min(len(r.Says), seen)], ", "),
			help: strings.Join(r.Says, ", "), run: func(s *Shell) tea.Cmd {
				v, values, err := views.Open(r.Address)
				if err != nil {
					s.current.Warn(err)
					return nil
				}
				return s.visit(v, values)
			}})
	}
	title := msg.name
	if msg.cut {
		title += fmt.Sprintf(", its first %d settings", len(items))
	}
	return s.openPalette(title, items)
}

package browser

import (
	"bytes"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/work"
	"dpscope/ui/picture"
	"dpscope/ui/report"
	"dpscope/ui/save"
)

// savedMsg brings a file to hand over.
type savedMsg struct {
	Save
	err error
}

// exportEnd is a kind of file that a page is saved as.
type exportEnd struct {
	ending, title, media string
	write                func(*bytes.Buffer, whole) error
}

// whole is a page to be saved.
type whole struct {
	tab    *Tab
	export picture.Part
	table  func(*bytes.Buffer) error
	page   report.Page
}

// exportEnds lists the kinds of files.
func exportEnds() []exportEnd {
	drawn := func(f picture.Format) func(*bytes.Buffer, whole) error {
		return func(to *bytes.Buffer, w whole) error {
			return f.Write(to, []picture.Part{w.export}, picture.Options{Program: w.tab.options.Program})
		}
	}
	return []exportEnd{
		{".svg", "Picture, SVG", "image/svg+xml", drawn(picture.SVG)},
		{".png", "Picture, PNG", "image/png", drawn(picture.PNG)},
		{".pdf", "Picture, PDF", "application/pdf", drawn(picture.PDF)},
		{".csv", "Numbers, CSV", "text/csv", func(to *bytes.Buffer, w whole) error { return w.table(to) }},
		{".html", "Report, HTML", "text/html", func(to *bytes.Buffer, w whole) error {
			files, err := report.Report{Pages: []report.Page{w.page}, Program: w.tab.options.Program}.Files(w.page.View.Name + ".html")
			if err != nil {
				return err
			}
			return files[0].Write(to)
		}},
	}
}

// export computes a file of the page off the loop.
func (t *Tab) export(m Message) tea.Cmd {
	x, err := t.current.Export()
	if err != nil {
		t.current.Say(err.Error())
		return nil
	}
	if t.current.Busy() {
		t.current.Say("still computing: a file can be saved once the page is whole")
		return nil
	}
	x.Origin.Program = t.options.Program
	s := t.current.Scene()
	ctx := t.session.Context
	for _, end := range exportEnds() {
		if end.ending != m.Value {
			continue
		}
		return func() tea.Msg {
			file, err := work.Recover(func() ([]byte, error) {
				digests, err := report.Digests(ctx, s.View, s.Values, s.Sheet.Defaults)
				if err != nil {
					return nil, err
				}
				var b bytes.Buffer
				err = end.write(&b, whole{t, picture.Part{Sheet: x.Sheet, Question: x.Origin.Title, Address: x.Origin.Address},
					func(to *bytes.Buffer) error { return save.CSV.Write(to, x.Export) },
					report.Page{View: s.View, Values: s.Values, Sheet: x.Sheet, Files: digests}})
				return b.Bytes(), err
			})
			return savedMsg{Save{"save", x.Name + end.ending, end.media, file}, err}
		}
	}
	return nil
}

// saved hands a file over.
func (t *Tab) saved(msg savedMsg) {
	if msg.err != nil {
		t.current.Warn(msg.err)
		return
	}
	t.send(msg.Save)
	t.current.Say("saved " + msg.Name)
}

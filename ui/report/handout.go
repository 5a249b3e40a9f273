package report

import (
	"cmp"
	"fmt"
	"io"
	"net/url"
	"path/filepath"

	"dpscope/engine"
	"dpscope/ui/save"
)

// Handout is a folder of pages for a browser: a first page that lists them, and a page for each setting. They open from a disk,
// and run no script.
type Handout struct {
	Title   string // empty: how many answers there are
	Pages   []Page
	Program engine.Program
	Live    string // address of the explorer in a browser, to which each page links; empty: none links
}

// link leads to another page.
type link struct{ text, to string }

func (link) block() {}

// Files returns the files of a handout in a folder.
func (h Handout) Files(folder string) ([]save.File, error) {
	first := document{title: cmp.Or(h.Title, fmt.Sprintf("%d answers about privacy and utility", len(h.Pages)))}
	first.add(heading{1, first.title})
	var files []save.File
	add := func(name string, d document) error {
		text, err := d.html()
		files = append(files, save.File{Path: filepath.Join(folder, name), Write: func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		}})
		return err
	}
	for i, p := range h.Pages {
		name := fmt.Sprintf("%d-%s.html", i+1, p.View.Name)
		first.add(heading{2, fmt.Sprintf("%d. %s", i+1, p.question())})
		first.add(p.lead()...)
		if p.Note != "" {
			first.add(p.note())
		}
		first.add(link{"The whole answer", name})
		d := document{title: p.question()}
		if h.Live != "" {
			live := link{"Move it yourself", h.Live + Fragment(p.View.ShortAddress(p.Values))}
			first.add(live)
			d.add(live)
		}
		if err := (Report{Pages: []Page{p}, Program: h.Program, Name: name}).page(&d, p, ""); err != nil {
			return nil, err
		}
		d.add(link{"All answers of this handout", "index.html"})
		if err := add(name, d); err != nil {
			return nil, err
		}
	}
	first.add(paragraph{text: "Made by dpscope " + h.Program.String() + ". The pages open without a network; nothing is sent."})
	return files, add("index.html", first)
}

// Fragment returns an address as the end of a link to the explorer in a browser.
func Fragment(address string) string {
	return "#" + (&url.URL{Fragment: address}).EscapedFragment()
}

// Package pdf writes PDF documents with pages that are canvases of gonum.
//
// Gonum's own writer has one byte a letter and no ε, embeds whole fonts and records the second in which it ran. Here letters
// are set in Liberation Sans, with the used ones embedded, and the same drawing gives the same bytes.
package pdf

import (
	"io"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/vg"
)

// About describes a document.
type About struct {
	Title   string
	Subject string    // its contents, in words
	Program string    // with its version
	Date    time.Time // of the program, as no document says when it was written; zero: 1970
}

// Document is a document being made. Its present page is a vg.Canvas, in points, y upward; Page begins the first.
type Document struct {
	f      *fpdf.Fpdf
	height float64 // of the page
	state
	stack []state
}

const family = "LiberationSans"

// New begins a document without a page.
func New(about About) *Document {
	f := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt"})
	f.SetMargins(0, 0, 0)
	f.SetAutoPageBreak(false, 0)
	f.SetCatalogSort(true)
	date := about.Date
	if date.IsZero() {
		date = time.Unix(0, 0)
	}
	f.SetCreationDate(date.UTC())
	f.SetModificationDate(date.UTC())
	const utf8 = true
	f.SetTitle(about.Title, utf8)
	f.SetSubject(about.Subject, utf8)
	f.SetCreator(about.Program, utf8)
	f.SetProducer(about.Program, utf8)
	f.SetLang("en")
	f.AddUTF8FontFromBytes(family, "", Regular())
	f.AddUTF8FontFromBytes(family, "B", Bold())
	return &Document{f: f}
}

// Page begins a page of a size, with initial values for everything.
func (d *Document) Page(width, height vg.Length) {
	d.height = height.Points()
	d.f.AddPageFormat("P", fpdf.SizeType{Wd: width.Points(), Ht: d.height})
	d.state, d.stack = state{}, nil
	const roundJoin, buttCap = "1 j", "0 J"
	d.put(roundJoin)
	d.put(buttCap)
	vg.Initialize(d)
}

// Write writes the document and finishes it.
func (d *Document) Write(to io.Writer) error { return d.f.Output(to) }

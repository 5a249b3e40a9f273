package picture

import (
	"io"
	"time"

	"gonum.org/v1/plot/vg"

	"dpscope/engine"
	"dpscope/ui/pdf"
)

// PDF writes the picture as a document of one page, with a description in words.
func (s *Scene) PDF(to io.Writer, by engine.Program) error {
	d := pdf.New(AboutPDF(s.Title, s.Alt, by))
	d.Page(vg.Length(s.Width), vg.Length(s.Height))
	s.Play(d)
	return d.Write(to)
}

// AboutPDF returns what a document says about itself and the program.
func AboutPDF(title, subject string, by engine.Program) pdf.About {
	date, _ := time.Parse(time.DateOnly, by.Date) // stays zero where the build has no date
	return pdf.About{Title: title, Subject: subject, Program: "dpscope " + by.String(), Date: date}
}

package picture

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"dpscope/ui/save"
)

// Format names a kind of picture file by the ending of its name.
type Format string

// The formats.
const (
	SVG Format = ".svg"
	PNG Format = ".png"
	PDF Format = ".pdf"
	TeX Format = ".tex"

	Vega Format = ".vl.json"
	Text Format = ".txt"
	HTML Format = ".html"
)

// formats lists all formats, in the order in which they are offered.
var formats = []Format{SVG, PNG, PDF, TeX, Vega, Text, HTML}

// formatOf returns the format that the ending of a file's name asks for; ok is false for other endings.
func formatOf(path string) (f Format, ok bool) {
	name := strings.ToLower(filepath.Base(path))
	for _, f := range formats {
		if strings.HasSuffix(name, string(f)) {
			return f, true
		}
	}
	return "", false
}

// Pictures returns the endings of all formats, to be offered.
func Pictures() (list []string) {
	for _, f := range formats {
		list = append(list, string(f))
	}
	return list
}

// Endings returns the endings of all files that a page can be saved in: of tables, then of pictures.
func Endings() []string { return append(save.Endings(), Pictures()...) }

// FileOf returns what the ending of a file's name asks for: a picture, or else a table. The error lists the known endings.
func FileOf(path string) (drawn Format, table save.Format, err error) {
	if drawn, is := formatOf(path); is {
		return drawn, "", nil
	}
	if table, is := save.FormatOf(path); is {
		return "", table, nil
	}
	return "", "", fmt.Errorf("a file that ends in %q cannot be written; %s would work", filepath.Ext(path), strings.Join(Endings(), ", "))
}

// WithNext returns the name with the ending that follows its own in the order of Endings. After the last ending, or one that is
// not known, comes the first.
func WithNext(path string) string {
	all := Endings()
	for i := len(all) - 1; i >= 0; i-- { // .vl.json before .json
		if strings.HasSuffix(strings.ToLower(path), all[i]) {
			return path[:len(path)-len(all[i])] + all[(i+1)%len(all)]
		}
	}
	return path + all[0]
}

// Outlines reports whether the format can draw letters as areas; it carries no fonts.
func (f Format) Outlines() bool { return f == SVG || f == HTML }

// Write draws pages as one picture in the format.
func (f Format) Write(to io.Writer, parts []Part, o Options) error {
	if f == Vega {
		return VegaLite(to, parts, o)
	}
	s, err := Draw(parts, o)
	if err != nil {
		return err
	}
	if o.Outline && f.Outlines() {
		s = s.Outlined()
	}
	switch f {
	case SVG:
		return s.SVG(to)
	case PNG:
		return s.PNG(to)
	case PDF:
		return s.PDF(to, o.Program)
	case TeX:
		return s.TeX(to, o.Program)
	case Text:
		return Told(to, parts, o)
	case HTML:
		return s.HTML(to, parts, o)
	}
	return fmt.Errorf("no picture is written as %q", string(f))
}

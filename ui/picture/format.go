package picture

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// Format is a kind of file that holds a picture, by the ending of its name.
type Format string

// The formats.
const (
	SVG Format = ".svg"
	PNG Format = ".png"
	PDF Format = ".pdf"
)

// formats are all of them, in the order in which they are offered.
var formats = []Format{SVG, PNG, PDF}

// FormatOf is the one that the ending of a file's name asks for; ok is false where that is another.
func FormatOf(path string) (f Format, ok bool) {
	f = Format(strings.ToLower(filepath.Ext(path)))
	return f, slices.Contains(formats, f)
}

// Endings are those of all formats, to be offered.
func Endings() string {
	var list []string
	for _, f := range formats {
		list = append(list, string(f))
	}
	return strings.Join(list, ", ")
}

// Write draws pages as one picture in the format.
func (f Format) Write(to io.Writer, parts []Part, o Options) error {
	s, err := Draw(parts, o)
	if err != nil {
		return err
	}
	switch f {
	case SVG:
		return s.SVG(to)
	case PNG:
		return s.PNG(to)
	case PDF:
		return s.PDF(to, o.Program)
	}
	return fmt.Errorf("no picture is written as %q", string(f))
}

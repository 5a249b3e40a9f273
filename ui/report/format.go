package report

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"dpscope/ui/save"
)

// Endings lists the file endings of reports.
var Endings = []string{".md", ".html", ".pdf"}

// Knows reports whether a report can be written to a file of that name.
func Knows(path string) bool { return slices.Contains(Endings, strings.ToLower(filepath.Ext(path))) }

// Files returns the files of a report, all in memory: path, and with Markdown its pictures beside it.
func (r Report) Files(path string) ([]save.File, error) {
	r.Name = filepath.Base(path)
	ending := strings.ToLower(filepath.Ext(path))
	stem := strings.TrimSuffix(path, filepath.Ext(path))
	pictureOf := func(page int) string {
		if len(r.Pages) == 1 {
			return stem + ".svg"
		}
		return fmt.Sprintf("%s-%d.svg", stem, page)
	}
	d, err := r.document(func(page int) string { return filepath.Base(pictureOf(page)) })
	if err != nil {
		return nil, err
	}
	var text []byte
	var files []save.File
	switch ending {
	case ".md":
		text = d.markdown()
		for _, b := range d.blocks {
			if drawn, is := b.(drawing); is {
				files = append(files, save.File{Path: filepath.Join(filepath.Dir(path), drawn.file), Write: drawn.scene.SVG})
			}
		}
	case ".html":
		text, err = d.html()
	case ".pdf":
		text, err = d.pdf(r.Program)
	default:
		err = fmt.Errorf("a report cannot end in %q; %s would work", ending, strings.Join(Endings, ", "))
	}
	if err != nil {
		return nil, err
	}
	report := save.File{Path: path, Write: func(w io.Writer) error { _, err := io.Copy(w, bytes.NewReader(text)); return err }}
	return append([]save.File{report}, files...), nil
}

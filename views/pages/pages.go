// Package pages holds the recorded page of every preset of every view: tests compare views with them, and test drawing on them
// without computing any. Only tests import it. Intended changes are recorded by
//
//	go test ./views -run Presets -update
package pages

import (
	"embed"
	"strings"

	"dpscope/engine"
	"dpscope/engine/sheetfile"
)

//go:embed *.json
var files embed.FS

const ending = ".json"

// Name returns the name of a preset's page.
func Name(view, preset string) string { return view + "-" + preset }

// File returns the name of a page's file.
func File(name string) string { return name + ending }

// Names returns the names of all pages.
func Names() (names []string, err error) {
	all, err := files.ReadDir(".")
	for _, f := range all {
		names = append(names, strings.TrimSuffix(f.Name(), ending))
	}
	return names, err
}

// Of returns the page of a view's preset.
func Of(view, preset string) (engine.Sheet, error) { return Named(Name(view, preset)) }

// Named returns the page with a name.
func Named(name string) (engine.Sheet, error) {
	data, err := files.ReadFile(File(name))
	if err != nil {
		return engine.Sheet{}, err
	}
	return sheetfile.Decode(data)
}

// Encode writes a page as its file has it: equal pages give equal files, with one field a line, so that a change of a page is
// readable.
func Encode(s engine.Sheet) ([]byte, error) {
	data, err := sheetfile.Encode(s)
	if err != nil {
		return nil, err
	}
	return append(lines(data), '\n'), nil
}

// Package pages holds the page of every preset of every view, computed before: views
// are held to them, and what draws pages is tested on them without computing any. Only
// tests import it. What was meant to change is written anew by
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

// Name is the name of a preset's page.
func Name(view, preset string) string { return view + "-" + preset }

// File is the name of a page's file.
func File(name string) string { return name + ending }

// Names are those of all pages.
func Names() (names []string, err error) {
	all, err := files.ReadDir(".")
	for _, f := range all {
		names = append(names, strings.TrimSuffix(f.Name(), ending))
	}
	return names, err
}

// Of is the page of a view's preset.
func Of(view, preset string) (engine.Sheet, error) { return Named(Name(view, preset)) }

// Named is the page of that name.
func Named(name string) (engine.Sheet, error) {
	data, err := files.ReadFile(File(name))
	if err != nil {
		return engine.Sheet{}, err
	}
	return sheetfile.Decode(data)
}

// Encode writes a page as its file has it: equal pages are equal files, and a field stands on its line, so that a
// change of a page can be read.
func Encode(s engine.Sheet) ([]byte, error) {
	data, err := sheetfile.Encode(s)
	if err != nil {
		return nil, err
	}
	return append(lines(data), '\n'), nil
}

// Package pages holds the page of every preset of every view, computed before: views
// are held to them, and what draws pages is tested on them without computing any. Only
// tests import it. What was meant to change is written anew by
//
//	go test ./views -run Presets -update
package pages

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"strings"

	"dpscope/engine"
	"dpscope/engine/sheetfile"
)

//go:embed *.json.gz
var files embed.FS

const ending = ".json.gz"

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
	return unpack(data)
}

// Pack writes a page as its file has it: equal pages are equal files.
func Pack(s engine.Sheet) ([]byte, error) {
	data, err := sheetfile.Encode(s)
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	out, err := gzip.NewWriterLevel(&file, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := out.Write(data); err != nil {
		return nil, err
	}
	err = out.Close()
	return file.Bytes(), err
}

func unpack(file []byte) (engine.Sheet, error) {
	in, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return engine.Sheet{}, err
	}
	data, err := io.ReadAll(in)
	if err != nil {
		return engine.Sheet{}, fmt.Errorf("unpacking: %w", err)
	}
	return sheetfile.Decode(data)
}

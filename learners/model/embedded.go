package model

import (
	"bytes"
	"embed"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"dpscope/engine/param"
	"dpscope/learners/source"
)

// The classifiers that come with the program were trained by it. They hold no
// data but the records that the paper prints.
//
//go:generate go test . -run TestEmbeddedModelsAreCurrent -update
//go:embed embedded
var embeddedFiles embed.FS

// embedded is one classifier that comes with the program.
type embedded struct {
	name, file string
	read       func() (*Model, error) // once
}

var embeddedModels = []embedded{
	newEmbedded("stroke-forest", "stroke-forest.json.zst"),
	newEmbedded("stroke-logistic", "stroke-logistic.json"),
	newEmbedded("circle-network", "circle-network.json"),
	newEmbedded("example5-network", "example5-network.json"),
	newEmbedded("circle-qda", "circle-qda.json"),
	newEmbedded("interval", "interval.json"),
}

func newEmbedded(name, file string) embedded {
	return embedded{name, file, sync.OnceValues(func() (*Model, error) {
		text, err := embeddedText(file)
		if err != nil {
			return nil, err
		}
		return Read(bytes.NewReader(text), name)
	})}
}

// embeddedText returns the content of an embedded file; large files are packed, to a sixth.
func embeddedText(file string) ([]byte, error) {
	text, err := embeddedFiles.ReadFile("embedded/" + file)
	if err != nil || !strings.HasSuffix(file, ".zst") {
		return text, err
	}
	in, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return in.DecodeAll(text, nil)
}

// Embedded lists the names of the classifiers that come with the program.
func Embedded() []string {
	names := make([]string, len(embeddedModels))
	for i, e := range embeddedModels {
		names[i] = e.name
	}
	return names
}

// IsEmbedded reports whether a word names a classifier that comes with the
// program.
func IsEmbedded(word string) bool { return slices.Contains(Embedded(), word) }

// EmbeddedFile returns the file of an embedded classifier, as it is embedded.
func EmbeddedFile(word string) (text []byte, found bool) {
	for _, e := range embeddedModels {
		if e.name == word {
			text, err := embeddedFiles.ReadFile("embedded/" + e.file)
			return text, err == nil
		}
	}
	return nil, false
}

// Load returns the classifier that comes with the program under a name, or
// else opens a file. The model may be shared and is not to be changed.
func Load(word string) (*Model, error) {
	for _, e := range embeddedModels {
		if e.name == word {
			return e.read()
		}
	}
	if _, err := os.Stat(word); err != nil && !strings.ContainsAny(word, `./\`) {
		return nil, &param.UnknownError{What: "classifier", Name: source.Name(word), Known: Embedded()}
	}
	m, err := Open(word)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("there is no such file; the path of one, or %s, would work", strings.Join(Embedded(), ", "))
	}
	if err != nil {
		return nil, source.Blame("classifier", word, err)
	}
	return m, nil
}

//go:embed convert.py
var convertScript string

// ConvertScript returns a Python module that writes a fitted scikit-learn
// classifier in the format that Open reads. A user imports it where the model
// lives; it opens no pickle.
func ConvertScript() string { return convertScript }

package model

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"dpscope/learners"
	"dpscope/learners/modelfile"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// Format is the name by which a classifier file identifies itself. The file is one JSON object, plain or
// gzip, with the keys
//
//	format, kind       "dpscope-classifier/1" and one of the kinds below
//	features           names of the inputs in order; x0, x1, ... without it
//	sensitive          names of the private ones ("private" is the same)
//	classes            names of the classes in order; 0, 1, ... without it
//	inputs             "raw" where the numbers below are for raw values, which
//	                   normalisation scales; "scaled" without it
//	normalisation      for each feature "years/100" or {"offset", "divisor", "unit", "from_data", "column", "word",
//	                   "missing", "words", "other"}
//	records            [{"id", "x", "note"}]: examples, scaled
//	training           what was spent on each record in training: {"epsilon", "delta"}, or {"noise_multiplier",
//	                   "sampling_rate", "steps"} of DP-SGD; with "neighbours", and lines of what was "public" and what was
//	                   taken "from_data"
//	title, provenance  a line of text, and an object of texts
//	rule, note         ignored
//
// and those of its kind, documented where they are read.
//
// Each kind's type says how it decides. Feature -1 in a tree makes a leaf; p1 is the probability of class 1
// at each node, p a row of probabilities.
const Format = "dpscope-classifier/1"

// formats lists the accepted names: ours, and the one of the files published with "Quantifying Classifier
// Utility under LDP", which have the same layout.
var formats = []string{Format, "qcu-peer-classifier/1"}

// Open reads a classifier file, plain or gzip. An error is one line that names
// the file, the place and what would work.
func Open(path string) (*Model, error) {
	f, err := modelfile.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, filepath.Base(path))
}

// Read reads a classifier from r, plain or gzip, at most maxModelBytes of it. The name is the file's, for
// errors and for Model.Name.
func Read(r io.Reader, name string) (*Model, error) {
	name = source.Name(name)
	m, err := readModel(r)
	if err != nil {
		return nil, &source.FileError{Name: name, Err: err}
	}
	m.Name = name
	return m, nil
}

func readModel(r io.Reader) (*Model, error) {
	f, err := modelfile.Read(r)
	if err != nil {
		return nil, err
	}
	return file{f}.model()
}

// inputs lets a classifier of raw values take scaled ones.
func (o file) inputs(m *Model) error {
	word := "scaled"
	if err := o.May("inputs", &word); err != nil || word == "scaled" {
		return err
	}
	if word != "raw" {
		return fmt.Errorf("inputs = %s is not known; raw or scaled would work", source.Quote(word))
	}
	scales := make([]table.Scale, len(m.Features))
	for i, f := range m.Features {
		scales[i] = f.Scale
	}
	return rescaleInputs(m.Classifier, scales)
}

func toOrdinaryNumbers(m *Model) error {
	if h := learners.CapabilitiesOf(m.Classifier).Homogeneous; h != nil {
		return h.Rescale()
	}
	return nil
}

// describing lists the keys that every classifier file may have.
var describing = []string{"format", "kind", "title", "provenance", "features", "sensitive", "private", "classes", "class_titles",
	"paper_class_names", "inputs", "normalisation", "records", "training", "rule", "note", "paper_rounded"}

// file is a classifier file that is being read.
type file struct{ *modelfile.Object }

// model reads all of it.
func (o file) model() (*Model, error) {
	if !o.Has("format") && o.Has("learner") {
		return o.xgboost()
	}
	var format string
	if err := o.Need("format", &format); err != nil {
		return nil, fmt.Errorf("%w; %q would work", err, Format)
	}
	if !slices.Contains(formats, format) {
		return nil, fmt.Errorf("format = %s is not known; %q would work", source.Quote(format), Format)
	}
	m := &Model{}
	if err := o.Need("kind", &m.Kind); err != nil {
		return nil, err
	}
	kind, err := findKind(m.Kind)
	if err != nil {
		return nil, err
	}
	if err := o.Only(slices.Concat(describing, kind.Keys)...); err != nil {
		return nil, err
	}
	for _, step := range []func(*Model) error{o.classes, o.features} { // which tell the kinds how many there are
		if err := step(m); err != nil {
			return nil, err
		}
	}
	c, err := kind.Read(o.Object, len(m.Features), len(m.ClassNames))
	if err != nil {
		return nil, err
	}
	if err := c.Check(); err != nil {
		return nil, err
	}
	m.Classifier = c
	if err := m.fill(); err != nil {
		return nil, err
	}
	for _, step := range []func(*Model) error{o.scales, o.inputs, toOrdinaryNumbers, o.private, o.records, o.provenance, o.classTitles,
		o.training} {
		if err := step(m); err != nil {
			return nil, err
		}
	}
	return m, nil
}

package learners

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"dpscope/learners/modelfile"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// Format is the name by which a classifier file says what it is. The file is
// one JSON object, plain or gzip, with the keys
//
//	format, kind       "dpscope-classifier/1" and one of the kinds below
//	features           names of the inputs in order; x0, x1, ... without it
//	sensitive          names of the private ones ("private" is the same)
//	classes            names of the classes in order; 0, 1, ... without it
//	normalisation      for each feature "years/100" or {"offset", "divisor", "unit", "from_data", "column", "word"}
//	records            [{"id", "x", "note"}]: examples, scaled
//	title, provenance  a line of text, and an object of texts
//	rule, note         ignored
//
// and those of its kind, which are said where it is read.
//
// How each kind decides is said at its type. Feature -1 in a tree makes a leaf;
// p1 is the probability of class 1 at each node, p a row of probabilities.
const Format = "dpscope-classifier/1"

// formats are the names accepted: ours, and that of the files published with
// "Quantifying Classifier Utility under LDP", which have the same layout.
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

// Read reads a classifier from r, plain or gzip, at most maxModelBytes of it.
// The name is that of the file, for errors and for Model.Name.
func Read(r io.Reader, name string) (*Model, error) {
	name = source.Name(name)
	m, err := readModel(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
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

// describing are the keys that every classifier file may have.
var describing = []string{"format", "kind", "title", "provenance", "features", "sensitive", "private", "classes",
	"paper_class_names", "normalisation", "records", "rule", "note", "paper_rounded"}

// file is a classifier file that is being read.
type file struct{ *modelfile.Object }

// model reads all of it.
func (o file) model() (*Model, error) {
	var format string
	if err := o.Need("format", &format); err != nil {
		return nil, fmt.Errorf("%w; %q would do", err, Format)
	}
	if !slices.Contains(formats, format) {
		return nil, fmt.Errorf("format = %s is not known; %q would do", source.Quote(format), Format)
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
	c, err := kind.read(o.Object, len(m.Features), len(m.ClassNames))
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
	for _, step := range []func(*Model) error{o.scales, o.private, o.records, o.provenance} {
		if err := step(m); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func (o file) classes(m *Model) error {
	var raw []json.RawMessage
	if err := o.May("classes", &raw, table.MaxClasses); err != nil {
		return err
	}
	for i, r := range raw {
		name, err := modelfile.Word(r)
		if err != nil {
			return fmt.Errorf("classes, number %d: %w", i, err)
		}
		m.ClassNames = append(m.ClassNames, name)
	}
	return source.Distinct("classes", m.ClassNames)
}

func (o file) features(m *Model) error {
	var raw []json.RawMessage
	if err := o.May("features", &raw, table.MaxFeatures); err != nil {
		return err
	}
	var names []string
	for i, r := range raw {
		name, err := modelfile.Word(r)
		if err != nil {
			return fmt.Errorf("features, number %d: %w", i, err)
		}
		if strings.Contains(name, ",") {
			return fmt.Errorf("features, number %d: %s has a comma, which separates names; a name without one would do", i, source.Quote(name))
		}
		names = append(names, name)
		m.Features = append(m.Features, table.Feature{Name: name})
	}
	return source.Distinct("features", names)
}

// fill names features and classes that the file leaves out, and says when
// those it names are not as many as the classifier has.
func (m *Model) fill() error {
	c := m.Classifier
	if err := source.AtMost(c.Dims(), "features", table.MaxFeatures); err != nil {
		return err
	}
	if err := source.AtMost(c.Classes(), "classes", table.MaxClasses); err != nil {
		return err
	}
	if len(m.Features) == 0 {
		for _, name := range plainNames(c) {
			m.Features = append(m.Features, table.Feature{Name: name})
		}
	}
	if len(m.ClassNames) == 0 {
		for k := range c.Classes() {
			m.ClassNames = append(m.ClassNames, strconv.Itoa(k))
		}
	}
	if n := len(m.Features); n != c.Dims() {
		return fmt.Errorf("%d features are named, the classifier takes %d; a name for each would do", n, c.Dims())
	}
	if n := len(m.ClassNames); n != c.Classes() {
		return fmt.Errorf("%d classes are named, the classifier has %d; a name for each would do", n, c.Classes())
	}
	return nil
}

// plainNames makes up names of features: p00 to p66 for a small image.
func plainNames(c Classifier) []string {
	names := make([]string, c.Dims())
	for i := range names {
		names[i] = "x" + strconv.Itoa(i)
	}
	image, ok := c.(Imaging)
	if !ok {
		return names
	}
	s := image.Image()
	for i := range names {
		channel, row, column := i/(s.Rows*s.Columns), i/s.Columns%s.Rows, i%s.Columns
		switch {
		case s.Channels > 1:
			names[i] = fmt.Sprintf("c%d_%d_%d", channel, row, column)
		case s.Rows <= 10 && s.Columns <= 10:
			names[i] = fmt.Sprintf("p%d%d", row, column)
		default:
			names[i] = fmt.Sprintf("p%d_%d", row, column)
		}
	}
	return names
}

func (o file) private(m *Model) error {
	var names []string
	for _, key := range []string{"sensitive", "private"} {
		if err := o.May(key, &names, table.MaxFeatures); err != nil {
			return err
		}
	}
	for i := range names {
		names[i] = source.Name(names[i])
	}
	var err error
	if m.Private, err = m.FeatureIndices(names); err != nil {
		return fmt.Errorf("sensitive: %w", err)
	}
	return nil
}

func (o file) records(m *Model) error {
	var raw []json.RawMessage
	if err := o.May("records", &raw, maxRecords); err != nil {
		return err
	}
	var ids []string
	for i, r := range raw {
		record, err := readRecord(r, i, len(m.Features))
		if err != nil {
			return fmt.Errorf("record %d: %w", i, err)
		}
		ids = append(ids, record.ID)
		m.Records = append(m.Records, record)
	}
	return source.Distinct("records", ids)
}

func readRecord(raw json.RawMessage, i, dims int) (Record, error) {
	o, err := modelfile.NewObject(raw)
	if err != nil {
		return Record{}, err
	}
	if err := o.Only("id", "x", "note", "dataset_row"); err != nil {
		return Record{}, err
	}
	r := Record{ID: "record-" + strconv.Itoa(i)}
	if o.Has("id") {
		if r.ID, err = modelfile.Word(o.Raw("id")); err != nil {
			return Record{}, fmt.Errorf("id: %w", err)
		}
	}
	if err := o.Need("x", &r.X, table.MaxFeatures); err != nil {
		return Record{}, err
	}
	if len(r.X) != dims {
		return Record{}, fmt.Errorf("x has %d numbers; %d, one per feature, would do", len(r.X), dims)
	}
	err = o.May("note", &r.Note)
	r.Note = source.Clean(r.Note, source.MaxNote)
	return r, err
}

// provenance reads an object of notes, in the file's order.
func (o file) provenance(m *Model) error {
	if err := o.May("title", &m.Title); err != nil {
		return err
	}
	m.Title = source.Name(m.Title)
	if !o.Has("provenance") {
		return nil
	}
	p, err := modelfile.NewObject(o.Raw("provenance"))
	if err != nil {
		return fmt.Errorf("provenance: %w", err)
	}
	var keys []string
	for i, key := range p.Keys() {
		raw := p.Raw(key)
		text, err := modelfile.Text(raw)
		if err != nil {
			return fmt.Errorf("provenance, number %d: %w", i, err)
		}
		name := source.Name(key)
		if name == "" {
			return fmt.Errorf("provenance, number %d: the key has no character that can be shown; a word would do", i)
		}
		keys = append(keys, name)
		m.Provenance = append(m.Provenance, Note{name, source.Clean(text, source.MaxNote)})
	}
	return source.Distinct("keys of provenance", keys)
}

package views

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/memo"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/learners"
	"dpscope/mechanisms"
)

// Controls shared by the views of a classifier.
var (
	classifierText = param.Text{Name: "classifier", Label: "classifier",
		Help:    "A classifier of the program's own, or a JSON file that dpscope train or dpscope convert has made.",
		Default: "stroke-forest",
		Suggest: func(param.Values) []string { return learners.Embedded() },
		Files:   []string{".json", ".json.gz"}, Resets: []string{"record", "private", "data"}}

	recordText = param.Text{Name: "record", Label: "record",
		Help:    "The name of an example, or one number per feature, separated by commas, scaled as the classifier takes them.",
		Resolve: firstRecord, Suggest: recordNames}

	privateText = param.Text{Name: "private", Label: "private",
		Help:    "The features that are perturbed, separated by commas; the others are public.",
		Resolve: usualPrivate, Suggest: privateChoices}

	clamping = param.Menu[bool]{Name: "clamp", Label: "if outside",
		Help: "What to do with private values outside [0, 1], which no mechanism here takes.",
		Kinds: []param.Kind[bool]{
			{Name: "off", Title: "refuse", Help: "Say so, and do not answer.", Source: "every mechanism here is defined on [0, 1]", New: func(param.Values) (bool, error) { return false, nil }},
			{Name: "on", Title: "move to the end", Help: "Move them to the nearer end of [0, 1]; this is another record.", Source: "on request only", New: func(param.Values) (bool, error) { return true, nil }},
		}}

	sampling = param.Menu[bool]{Name: "sampling", Label: "estimate",
		Help: "Whether to draw answers too, beside what is computed without sampling.",
		Kinds: []param.Kind[bool]{
			{Name: "on", Title: "by drawing", Help: "A share of draws with its Clopper-Pearson interval.", Source: "Clopper & Pearson 1934", New: func(param.Values) (bool, error) { return true, nil }},
			{Name: "off", Title: "none", Help: "Nothing is drawn.", Source: "what is computed needs no draws", New: func(param.Values) (bool, error) { return false, nil }},
		}}

	draws = param.Param{Name: "draws", Symbol: "draws", Help: "Number of answers drawn for the estimate.",
		Min: 1, Max: 1e7, Low: 100, High: 1e5, Default: 2000, Scale: param.Count, Role: param.Aside}
	indicator = param.Param{Name: "indicator", Symbol: "δ_I", Label: "sent raw",
		Help: "Probability with which the record is sent as it is, the paper's indicator. One in 1/δ people is exposed.",
		Min:  0, Max: 0.5, Low: 0, High: 0.1, Default: 0, Fine: 0.001, Coarse: 0.01}
)

// loadedModels remembers opened files by name, size and time of change, and
// namedModels what was last opened under a name.
var (
	loadedModels = memo.New[string, *learners.Model](8)
	namedModels  = memo.New[string, *learners.Model](8)
)

func loadModel(word string) (*learners.Model, error) {
	m, err := loadedModels.Get(fileKey(word), func() (*learners.Model, error) { return learners.Load(word) })
	if err == nil {
		namedModels.Put(word, m)
	}
	return m, err
}

// fileKey names a file as it is now.
func fileKey(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return path
	}
	return fmt.Sprintf("%s\x00%d\x00%d", path, info.Size(), info.ModTime().UnixNano())
}

// chosenModel is the classifier that the values name if a figure has opened it,
// else nil. It is asked while the screen is drawn, and must not wait for a
// file.
func chosenModel(v param.Values) *learners.Model {
	m, _ := namedModels.Peek(v.Word(classifierText))
	return m
}

func firstRecord(v param.Values) string {
	m := chosenModel(v)
	switch {
	case m == nil:
		return ""
	case len(m.Records) > 0:
		return m.Records[0].ID
	}
	return strings.TrimSuffix(strings.Repeat("0.5,", len(m.Features)), ",")
}

func recordNames(v param.Values) []string {
	m := chosenModel(v)
	if m == nil {
		return nil
	}
	var names []string
	for _, r := range m.Records {
		names = append(names, r.ID)
	}
	return names
}

// usualPrivate are the features that the model calls private; without any, all
// of an image and the first two of a table.
func usualPrivate(v param.Values) string {
	m := chosenModel(v)
	if m == nil {
		return ""
	}
	names := m.PrivateNames()
	if len(names) == 0 {
		names = m.FeatureNames()
		if _, image := m.Classifier.(learners.Imaging); !image {
			names = names[:min(2, len(names))]
		}
	}
	return strings.Join(names, ",")
}

// privateChoices are the usual features, each by itself, and every pair of the
// first few.
func privateChoices(v param.Values) []string {
	m := chosenModel(v)
	if m == nil {
		return nil
	}
	const most = 6
	usual := usualPrivate(v)
	words := []string{usual}
	names := m.FeatureNames()
	names = names[:min(most, len(names))]
	for i, a := range names {
		for _, w := range append([]string{a}, pairsWith(a, names[i+1:])...) {
			if w != usual {
				words = append(words, w)
			}
		}
	}
	return words
}

func pairsWith(a string, others []string) []string {
	var pairs []string
	for _, b := range others {
		pairs = append(pairs, a+","+b)
	}
	return pairs
}

// subject is one prediction to be protected.
type subject struct {
	model  *learners.Model
	word   string // the classifier's name
	record learners.Record
	region *agreement.Region
	names  []string // of the private features
	moved  []string // private features that clamping has changed
}

type regionKey struct {
	model           *learners.Model
	record, private string
	clamp           bool
}

// regions remembers what does not depend on a mechanism, so that moving ε is
// cheap.
var regions = memo.New[regionKey, *subject](16)

func readSubject(ctx context.Context, v param.Values) (*subject, error) {
	word := v.Word(classifierText)
	model, err := loadModel(word)
	if err != nil {
		return nil, err
	}
	clamp, err := clamping.New(v)
	if err != nil {
		return nil, err
	}
	key := regionKey{model, v.Word(recordText), v.Word(privateText), clamp}
	return regions.Get(key, func() (*subject, error) { return newSubject(ctx, word, key) })
}

func newSubject(ctx context.Context, word string, key regionKey) (*subject, error) {
	m := key.model
	record, err := m.FindRecord(key.record)
	if err != nil {
		return nil, err
	}
	private, err := m.FeatureIndices(splitNames(key.private))
	if err != nil {
		return nil, err
	}
	s := &subject{model: m, word: word, record: record}
	x := append([]float64(nil), record.X...)
	for _, i := range private {
		s.names = append(s.names, m.Features[i].Name)
		if 0 <= x[i] && x[i] <= 1 {
			continue
		}
		if !key.clamp {
			return nil, fmt.Errorf("%s = %g of this record lies outside [0, 1], where the mechanisms work; clamp=on would move it to %g", m.Features[i].Name, x[i], min(max(x[i], 0), 1))
		}
		x[i] = min(max(x[i], 0), 1)
		s.moved = append(s.moved, m.Features[i].Name)
	}
	s.region, err = agreement.Prepare(ctx, agreement.Question{Classifier: m.Classifier, Record: x, Private: private})
	return s, err
}

// splitNames reads "age,bmi" as two names.
func splitNames(words string) []string { return strings.Split(words, ",") }

// className names a class for people.
func (s *subject) className(class int) string { return className(s.model, class) }

func className(m *learners.Model, class int) string {
	if class < len(m.ClassNames) && m.ClassNames[class] != "" {
		return m.ClassNames[class]
	}
	return strconv.Itoa(class)
}

// features names the private ones, or counts them where they are many.
func (s *subject) features() string {
	if len(s.names) > 3 {
		return fmt.Sprintf("%d features", len(s.names))
	}
	return strings.Join(s.names, " and ")
}

// raw writes a scaled value in its own unit, "42 years"; nothing when that is
// the same number.
func (s *subject) raw(feature int, scaled float64) string {
	f := s.model.Features[feature]
	if f.Scale.Offset == 0 && (f.Scale.Divisor == 0 || f.Scale.Divisor == 1) {
		return ""
	}
	text := numeral.Short(f.Scale.Raw(scaled))
	if f.Unit != "" {
		text += " " + f.Unit
	}
	return text
}

// notes say what the user should know of the subject before any number.
func (s *subject) notes() []engine.Note {
	var notes []engine.Note
	if len(s.moved) > 0 {
		notes = append(notes, engine.Note{Text: strings.Join(s.moved, ", ") + " lay outside [0, 1] and was moved to its end: the answers are about another record.", Warning: true})
	}
	return notes
}

// total is the budget that a person spends when every private feature gets ε.
func (s *subject) total(epsilon float64) engine.Reading {
	d := len(s.names)
	return engine.Reading{Name: "epsilon-total", Label: "ε in total", Symbol: "d·ε", Value: float64(d) * epsilon, Goal: known.Lower,
		Beside: fmt.Sprintf("%d × %s", d, numeral.Short(epsilon)),
		Why: fmt.Sprintf("%d private features (%s) are each perturbed with ε = %s, independently; what one person reveals adds up to d·ε = %s (basic composition).",
			d, s.features(), numeral.Short(epsilon), numeral.Short(float64(d)*epsilon))}
}

// pick makes the mechanism at the present budget, and its maker at others.
func pick(v param.Values) (param.Kind[mechanisms.Mechanism], mechanisms.Mechanism, mechanisms.Maker, error) {
	kind, err := mechanisms.All.Picked(v)
	if err != nil {
		return kind, nil, nil, err
	}
	m, err := kind.New(v)
	return kind, m, mechanisms.MakerOf(kind, v), err
}

// settingOf writes everything that defines a mechanism of the kind.
func settingOf(kind param.Kind[mechanisms.Mechanism], v param.Values) string {
	words := []string{kind.Name}
	for _, p := range kind.Params {
		words = append(words, p.Name+"="+p.Exact(v.Get(p)))
	}
	return strings.Join(words, "&")
}

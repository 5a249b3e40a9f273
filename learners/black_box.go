package learners

import (
	"math/rand/v2"
	"strconv"
	"sync"

	"dpscope/engine/work"
	"dpscope/learners/piped"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// blackBox asks a program for its labels. Nothing is known of it but its answers: they
// can be counted, and nothing is proven. A class is a label, in the order in which they
// were met. Predict panics with a work.Failure when the program fails.
type blackBox struct {
	program  *piped.Program
	features []table.Feature

	lock   sync.Mutex
	labels []string
}

// OpenProgram starts a program that classifies, if the session allows it. Its features
// with bounds, two at most, are private.
func OpenProgram(allowed *piped.Programs, word string) (*Model, error) {
	p, err := allowed.Open(word)
	if err != nil {
		return nil, source.Blame("classifier", word, err)
	}
	features := allowed.Features()
	box := &blackBox{program: p, features: features}
	m := &Model{Name: word, Title: word, Kind: "black box", Classifier: box, Features: features,
		Provenance: []Note{{"from", "a program that was run, of which nothing is proven"}}}
	for i, f := range features {
		if f.Scale != (table.Scale{}) && len(m.Private) < 2 {
			m.Private = append(m.Private, i)
		}
	}
	return m, box.meet()
}

// meet asks for labels all over [0, 1], so that classes are known and a program that
// fails does so at once.
func (b *blackBox) meet() error {
	rng := rand.New(rand.NewPCG(1, 1))
	points := make([]float64, 64*len(b.features))
	for i := range points {
		points[i] = rng.Float64()
	}
	_, err := work.Guard(func() (any, error) {
		b.PredictAll(points, make([]int, 64))
		return nil, nil
	})
	return err
}

// Classes returns how many labels have been met, and at least 2.
func (b *blackBox) Classes() int {
	b.lock.Lock()
	defer b.lock.Unlock()
	return max(len(b.labels), 2)
}

// Dims returns the number of features.
func (b *blackBox) Dims() int { return len(b.features) }

// ClassName is a label.
func (b *blackBox) ClassName(class int) string {
	b.lock.Lock()
	defer b.lock.Unlock()
	if class < len(b.labels) {
		return b.labels[class]
	}
	return strconv.Itoa(class)
}

// Predict asks for one label.
func (b *blackBox) Predict(x []float64) int {
	var class [1]int
	b.PredictAll(x, class[:])
	return class[0]
}

// PredictAll asks for the labels of many rows at once.
func (b *blackBox) PredictAll(points []float64, into []int) {
	rows := make([][]string, len(into))
	for i := range rows {
		for k, f := range b.features {
			rows[i] = append(rows[i], strconv.FormatFloat(f.Scale.Raw(points[i*len(b.features)+k]), 'g', -1, 64))
		}
	}
	labels, err := b.program.Ask(rows)
	if err != nil {
		panic(work.Failure{Err: err})
	}
	for i, label := range labels {
		into[i] = b.class(label)
	}
}

// class is the number of a label.
func (b *blackBox) class(label string) int {
	b.lock.Lock()
	defer b.lock.Unlock()
	for k, l := range b.labels {
		if l == label {
			return k
		}
	}
	b.labels = append(b.labels, label)
	if err := source.AtMost(len(b.labels), "different labels of the program", table.MaxClasses); err != nil {
		panic(work.Failure{Err: err})
	}
	return len(b.labels) - 1
}

package model

import (
	"context"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"dpscope/engine/work"
	"dpscope/learners/source"
	"dpscope/learners/subprocess"
	"dpscope/learners/table"
)

// blackBox asks a program for its labels. Nothing is known of it but its answers: they
// can be counted, and nothing is proven. A class is a label, in the order in which they
// were met. Predict panics with a work.ExternalError when the program fails.
type blackBox struct {
	program  *subprocess.Program
	features []table.Feature
	columns  []cells // of the program

	lock   sync.Mutex
	labels []string
}

// OpenProgram starts a program that classifies, if the session allows it. Its features with bounds, at most
// two, are private. It reports how long it has waited.
func OpenProgram(ctx context.Context, allowed *subprocess.Programs, word string) (*Model, error) {
	p, err := allowed.Open(word)
	if err != nil {
		return nil, source.Blame("classifier", word, err)
	}
	features := allowed.Features()
	box := &blackBox{program: p, features: features, columns: columnsOf(features)}
	m := &Model{Name: word, Title: word, Kind: "black box", Classifier: box, Features: features,
		Provenance: []Note{{"from", "a program that was run, of which nothing is proven"}}}
	for i, f := range features {
		if f.Scale != (table.Scale{}) && len(m.Private) < 2 {
			m.Private = append(m.Private, i)
		}
	}
	return m, waiting(ctx, allowed.Waits(), box.meet)
}

// waiting runs a call that waits for a program, and reports the elapsed part of the longest wait.
func waiting(ctx context.Context, most time.Duration, run func() error) error {
	done, began := make(chan error, 1), time.Now()
	go func() { done <- run() }() // ended with the program, at the latest when that is too late
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err := <-done:
			return err
		case <-tick.C:
			work.Report(ctx, work.Progress{Done: min(time.Since(began), most).Seconds(), Of: most.Seconds(), What: "seconds for a label"})
		}
	}
}

// meet asks for labels all over [0, 1], and for every declared word, so that classes
// are known and a program that fails does so at once.
func (b *blackBox) meet() error {
	rng := rand.New(rand.NewPCG(1, 1))
	var points []float64
	for range 64 {
		first := len(points)
		for range b.features {
			points = append(points, rng.Float64())
		}
		for _, words := range b.columns {
			if words.of > 1 {
				clear(points[first+words.from:][:words.of])
				points[first+words.from+rng.IntN(words.of)] = 1
			}
		}
	}
	return b.ask(points, make([]int, 64))
}

// cells identifies the features made from one column of the program: one of numbers, or one per word.
type cells struct{ from, of int }

// columnsOf gathers features by the column that they come from.
func columnsOf(features []table.Feature) (columns []cells) {
	for i, f := range features {
		if i > 0 && f.Column != "" && f.Column == features[i-1].Column {
			columns[len(columns)-1].of++
			continue
		}
		columns = append(columns, cells{i, 1})
	}
	return columns
}

// cell returns the program's input in a column: a number in its own unit, or a word; empty if the record has
// none of the words.
func (b *blackBox) cell(c cells, x []float64) string {
	if f := b.features[c.from]; f.Column == "" {
		return strconv.FormatFloat(f.Scale.Raw(x[c.from]), 'g', -1, 64)
	}
	for k := range c.of {
		if x[c.from+k] == 1 {
			return b.features[c.from+k].Word
		}
	}
	return ""
}

// Classes returns how many labels have been met, and at least 2.
func (b *blackBox) Classes() int {
	b.lock.Lock()
	defer b.lock.Unlock()
	return max(len(b.labels), 2)
}

// Dims returns the number of features.
func (b *blackBox) Dims() int { return len(b.features) }

// ClassName returns the label of a class.
func (b *blackBox) ClassName(class int) string {
	b.lock.Lock()
	defer b.lock.Unlock()
	if class < len(b.labels) {
		return b.labels[class]
	}
	return strconv.Itoa(class)
}

// TakesLong reports that every class is a question to a program.
func (b *blackBox) TakesLong() bool { return true }

// Predict asks for one label.
func (b *blackBox) Predict(x []float64) int {
	var class [1]int
	if err := b.ask(x, class[:]); err != nil {
		panic(work.ExternalError{Err: err})
	}
	return class[0]
}

// PredictAll asks for the labels of many rows at once.
func (b *blackBox) PredictAll(_ context.Context, points []float64, into []int) error {
	return b.ask(points, into)
}

func (b *blackBox) ask(points []float64, into []int) error {
	rows := make([][]string, len(into))
	for i := range rows {
		x := points[i*len(b.features):][:len(b.features)]
		for _, c := range b.columns {
			rows[i] = append(rows[i], b.cell(c, x))
		}
	}
	labels, err := b.program.Ask(rows)
	if err != nil {
		return err
	}
	for i, label := range labels {
		into[i] = b.class(label)
	}
	return nil
}

// class returns the number of a label.
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
		panic(work.ExternalError{Err: err})
	}
	return len(b.labels) - 1
}

package synth

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"
)

// MostRows limits the rows drawn, and mostDrawn their values in total, which take ten bytes each.
const (
	MostRows  = 1_000_000
	mostDrawn = 30_000_000
)

// leastShare is the least share of a class that can be drawn by itself: below it, rejecting rows of the other
// class would draw more than 10,000 rows for one, and the model's statement about the class is noise.
const leastShare = 1e-4

// ScarceError says that a model has next to no people of a class.
type ScarceError struct {
	Class string
	Share float64
}

func (e *ScarceError) Error() string {
	return fmt.Sprintf("the fitted share of %s is %.2g: nobody of it can be drawn, one row in %.0f at least would work; a greater ε, or rows as fitted, would",
		e.Class, e.Share, 1/leastShare)
}

// Rows holds people drawn from a model: per attribute the places of their words, or their numbers.
type Rows struct {
	Schema  Schema
	Codes   [][]uint16
	Numbers [][]float64 // nil for words
}

// Len returns the number of people.
func (r Rows) Len() int { return len(r.Codes[r.Schema.Label]) }

// Draw draws rows from the model as it is, by a public seed: it looks at no table, and costs no privacy. If
// balanced, half of them are of either class, as rejecting rows of the other class would give; a *ScarceError
// says that the model has next to no people of one. Neither rejecting nor that error reveals anything about
// the table: both follow from the model, which was paid for. They would if fits were repeated until one had
// the rows, because each fit spends its ε anew.
func (m *Model) Draw(rows int, balanced bool, seed uint64) (Rows, error) {
	if rows < 1 || rows > MostRows {
		return Rows{}, fmt.Errorf("rows = %d; from 1 to %d would work", rows, MostRows)
	}
	if attributes := len(m.Schema.Attributes); rows*attributes > mostDrawn {
		return Rows{}, fmt.Errorf("rows = %d of %d attributes are more than can be held at once; up to %d rows would work", rows, attributes,
			mostDrawn/attributes)
	}
	classes := m.Classes()
	if balanced {
		for class, share := range classes {
			if !(share >= leastShare) {
				return Rows{}, &ScarceError{m.Schema.Attributes[m.Schema.Label].Words[class], share}
			}
		}
	}
	rng := rand.New(rand.NewPCG(seed, ofRows))
	r := Rows{Schema: m.Schema, Codes: make([][]uint16, len(m.Schema.Attributes)), Numbers: make([][]float64, len(m.Schema.Attributes))}
	for a := range r.Codes {
		r.Codes[a] = make([]uint16, rows)
	}
	sums := make([]float64, len(classes))
	running(sums, classes)
	person := make([]uint16, len(m.Schema.Attributes))
	for i := range rows {
		class := i % len(classes)
		if !balanced {
			class = drawn(sums, rng)
		}
		person[m.Schema.Label] = uint16(class)
		m.law.draw(person, class, rng)
		for a, code := range person {
			r.Codes[a][i] = code
		}
	}
	for a, of := range m.Schema.Attributes {
		if of.Words != nil {
			continue
		}
		r.Numbers[a] = make([]float64, rows)
		for i, bin := range r.Codes[a] {
			r.Numbers[a][i] = of.draw(int(bin), rng.Float64())
		}
	}
	return r, nil
}

// Classes returns the model's shares of the label's words.
func (m *Model) Classes() []float64 { return m.law.classShares() }

// Matrix returns the rows as learners take them: every column of the file except the label's, by rows, with
// numbers as they are and blocks one-hot; words that are no numbers get one column per word, or a single one
// for two words. positive marks the label's word.
func (r Rows) Matrix(word int) (x []float64, columns []string, positive []bool) {
	var makers []func(i int) float64
	is := func(a, word int) func(int) float64 {
		return func(i int) float64 {
			if int(r.Codes[a][i]) == word {
				return 1
			}
			return 0
		}
	}
	for a, of := range r.Schema.Attributes {
		numbers, all := of.numbers()
		switch {
		case a == r.Schema.Label:
		case of.Columns != nil:
			for word, name := range of.Columns {
				columns, makers = append(columns, name), append(makers, is(a, word))
			}
		case of.Words == nil:
			columns, makers = append(columns, of.Name), append(makers, func(i int) float64 { return r.Numbers[a][i] })
		case all:
			columns, makers = append(columns, of.Name), append(makers, func(i int) float64 { return numbers[r.Codes[a][i]] })
		default:
			first := 0
			if len(of.Words) == 2 {
				first = 1 // the other one is its opposite
			}
			for word := first; word < len(of.Words); word++ {
				columns, makers = append(columns, of.Name+"="+of.Words[word]), append(makers, is(a, word))
			}
		}
	}
	x, positive = make([]float64, 0, r.Len()*len(makers)), make([]bool, r.Len())
	for i := range r.Len() {
		for _, value := range makers {
			x = append(x, value(i))
		}
		positive[i] = int(r.Codes[r.Schema.Label][i]) == word
	}
	return x, columns, positive
}

// numbers returns the words as numbers, if all are.
func (a Attribute) numbers() (list []float64, all bool) {
	for _, w := range a.Words {
		v, err := strconv.ParseFloat(w, 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, false
		}
		list = append(list, v)
	}
	return list, a.Words != nil
}

// written writes a number, a whole one with all its digits.
func (a Attribute) written(v float64) string {
	if a.Whole {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', 8, 64)
}

// Write writes the rows as CSV, in the columns that the table had. guard makes a text harmless for
// spreadsheets.
func (r Rows) Write(w io.Writer, guard func(string) string) error {
	buffer := bufio.NewWriter(w)
	out := csv.NewWriter(buffer)
	line := []string{}
	for _, name := range r.Schema.Columns() {
		line = append(line, guard(name))
	}
	if err := out.Write(line); err != nil {
		return err
	}
	words := make([][]string, len(r.Schema.Attributes))
	for a, of := range r.Schema.Attributes {
		_, numbers := of.numbers()
		for _, word := range of.Words {
			if !numbers {
				word = guard(word)
			}
			words[a] = append(words[a], word)
		}
	}
	for i := range r.Len() {
		line = line[:0]
		for a, of := range r.Schema.Attributes {
			code := int(r.Codes[a][i])
			switch {
			case of.Columns != nil:
				for word := range of.Columns {
					if word == code {
						line = append(line, "1")
					} else {
						line = append(line, "0")
					}
				}
			case of.Words != nil:
				line = append(line, words[a][code])
			default:
				line = append(line, of.written(r.Numbers[a][i]))
			}
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return err
	}
	return buffer.Flush()
}

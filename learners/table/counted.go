package table

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"dpscope/engine/numeral"
	"dpscope/learners/source"
)

// MostWords limits the different words of a column of answers.
const MostWords = 1000

// Answers counts the cells of a column by word.
type Answers struct {
	Records int
	Missing int
	Words   []string // in order of the alphabet
	People  []int    // that gave each
}

// Given returns the number of records with an answer.
func (a Answers) Given() int { return a.Records - a.Missing }

// CountAnswers counts the words of a column, and keeps no cell. It refuses columns that tell people apart, free text and
// columns with one answer only.
func CountAnswers(ctx context.Context, path, column string) (Answers, error) {
	a, index, letters := Answers{}, map[string]int{}, 0
	err := Stream(ctx, path, []string{column}, func(cells []string, line int) error {
		a.Records++
		cell := strings.TrimSpace(cells[0])
		at, met := index[cell]
		switch {
		case isMissing(cell):
			a.Missing++
			return nil
		case met:
			a.People[at]++
			return nil
		case !utf8.ValidString(cell) || strings.IndexByte(cell, 0) >= 0:
			return fmt.Errorf("line %d: %s is no text in UTF-8; a file in UTF-8 would work", line, source.Quote(cell))
		case len(cell) > maxCellBytes:
			return fmt.Errorf("line %d: a text of %d bytes is no answer to count; at most %d would work", line, len(cell), maxCellBytes)
		}
		word := strings.Clone(cell) // the record's text is used again
		index[word] = len(a.Words)
		a.Words, a.People = append(a.Words, word), append(a.People, 1)
		if letters += len(word); len(a.Words) > MostWords {
			return a.many(column, letters, true)
		}
		return nil
	})
	if err != nil {
		return Answers{}, err
	}
	switch name := source.Name(column); {
	case a.Records == 0:
		return Answers{}, fmt.Errorf("%s has no record; a file with answers would work", name)
	case len(a.Words) == 0:
		return Answers{}, fmt.Errorf("%s has no answer: all %s are missing; a column with answers would work", name, numeral.Things(a.Records, "cell"))
	case NamesID(column) && 2*len(a.Words) > a.Given():
		return Answers{}, a.many(column, letters, false)
	case len(a.Words) == 1:
		return Answers{}, fmt.Errorf("%s has one word only, %s, so that there is nothing to ask; a column with two or more would work", name, source.Quote(a.Words[0]))
	}
	people := a.People
	a.Words, a.People = slices.Sorted(slices.Values(a.Words)), nil
	for _, word := range a.Words {
		a.People = append(a.People, people[index[word]])
	}
	return a, nil
}

// many says why a column of many words is refused: it tells people apart, is free text, or just has too many.
func (a Answers) many(column string, letters int, more bool) error {
	const sentence = 20 // bytes of an answer, on average, from which on it is written freely
	words := len(a.Words)
	name, count := source.Name(column), numeral.Count(float64(words))+" different words"
	if more {
		count = "more than " + numeral.Count(MostWords) + " different words"
	}
	switch {
	case NamesID(column) && 2*words > a.Given():
		among := numeral.Things(a.Given(), "record")
		if more {
			among = "the first " + among
		}
		return fmt.Errorf("%s has %s among %s: it tells people apart and is no answer; a column with answers would work", name, count, among)
	case letters > sentence*words:
		return fmt.Errorf("%s has %s of %d bytes on average, which is free text; a column of at most %s words would work", name, count, letters/words, numeral.Count(MostWords))
	}
	return fmt.Errorf("%s has %s; a column of at most %s, or asks=number with bounds, would work", name, count, numeral.Count(MostWords))
}

// Mean holds what a mean needs from a column of numbers, scaled to [0, 1] by declared bounds.
type Mean struct {
	Records, Missing int
	Mean, Variance   float64
	Ends             bool // all numbers are at a bound
}

// Given returns the number of records with a number.
func (m Mean) Given() int { return m.Records - m.Missing }

// MeanOf reads a column of numbers, and keeps none.
func MeanOf(ctx context.Context, path, column string, low, high float64) (Mean, error) {
	m, squares := Mean{Ends: true}, 0.0
	name := source.Name(column)
	err := Stream(ctx, path, []string{column}, func(cells []string, line int) error {
		m.Records++
		cell := strings.TrimSpace(cells[0])
		if isMissing(cell) {
			m.Missing++
			return nil
		}
		v, err := parseCell(cell)
		switch {
		case err != nil:
			return fmt.Errorf("line %d: %s has %s where a number would work", line, name, source.Quote(cell))
		case v < low || v > high:
			return fmt.Errorf("line %d: %s is %s, out of its bounds %s and %s; bounds that hold for everybody would work, declared without a look at the data",
				line, name, numeral.Exact(v), numeral.Exact(low), numeral.Exact(high))
		}
		x := (v - low) / (high - low)
		m.Ends = m.Ends && (x == 0 || x == 1)
		change := x - m.Mean // Welford 1962
		m.Mean += change / float64(m.Given())
		squares += change * (x - m.Mean)
		return nil
	})
	switch {
	case err != nil:
		return Mean{}, err
	case m.Records == 0:
		return Mean{}, fmt.Errorf("%s has no record; a file with answers would work", name)
	case m.Given() == 0:
		return Mean{}, fmt.Errorf("%s has no number: all %s are missing; a column with numbers would work", name, numeral.Things(m.Records, "cell"))
	}
	m.Variance = squares / float64(m.Given())
	return m, nil
}

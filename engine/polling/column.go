package polling

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/table"
)

// Source says which column of a file has the answers, by content.
type Source struct {
	File, Column string
	Number       bool    // its numbers are asked for, between declared bounds
	Low, High    float64 // the bounds
}

// Column holds what a survey takes from a file.
type Column struct {
	File    string        // its name
	Answers table.Answers // of words
	Mean    table.Mean    // of numbers
}

// Open reads the column; the session keeps what it takes from it.
func (s Source) Open(ctx context.Context) (Column, error) {
	path := s.File
	s.File = work.Identity(ctx, path)
	return trial.Open(ctx, s, Column.bytes, func(ctx context.Context) (c Column, err error) {
		c.File = filepath.Base(path)
		if s.Number {
			c.Mean, err = table.MeanOf(ctx, path, s.Column, s.Low, s.High)
		} else {
			c.Answers, err = table.CountAnswers(ctx, path, s.Column)
		}
		return c, err
	}, path)
}

func (c Column) bytes() int64 {
	sum := int64(100)
	for _, w := range c.Answers.Words {
		sum += int64(len(w)) + 24
	}
	return sum
}

// People returns how many answered, and how many have no answer.
func (c Column) People() (answered, missing int) {
	if c.Mean.Records > 0 {
		return c.Mean.Given(), c.Mean.Missing
	}
	return c.Answers.Given(), c.Answers.Missing
}

// Spread returns how the numbers are spread.
func (c Column) Spread() Spread {
	if c.Mean.Ends {
		return Ends(c.Mean.Mean)
	}
	return Spread{Mean: c.Mean.Mean, Variance: c.Mean.Variance}
}

// yes lists words that mean yes.
var yes = []string{"yes", "true", "1", "y", "t"}

// Looked returns the place of the word that is looked at where none is named: yes, or else the most frequent one.
func (c Column) Looked() int {
	a := c.Answers
	if at := slices.IndexFunc(a.Words, func(w string) bool { return slices.Contains(yes, strings.ToLower(w)) }); at >= 0 && len(a.Words) == 2 {
		return at
	}
	return slices.Index(a.People, slices.Max(a.People))
}

// Share returns the share of the people who gave the word at a place.
func (c Column) Share(at int) float64 {
	return float64(c.Answers.People[at]) / float64(c.Answers.Given())
}

// Of returns the survey of the people in the file: their number, and the shares or the spread of their answers.
func (s Survey) Of(c Column, at int) Survey {
	answered, _ := c.People()
	s.People = float64(answered)
	if s.Asks == Number {
		s.Spread = c.Spread()
		return s
	}
	s.Share = c.Share(at)
	if s.Asks == Choice {
		s.Options = float64(len(c.Answers.Words))
	}
	return s
}

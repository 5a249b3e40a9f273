package population

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/learners"
	"dpscope/learners/model"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// Census asks a survey's question of everyone in files read in parts: a Tally of each part, and the answers
// of all. It draws no records, and has no intervals.
type Census struct {
	Survey
	Target  float64 // an agreement to reach
	Model   *model.Model
	private []int
	key     TableKey
	run     Population
	basis   known.Basis
}

// Census opens the survey's classifier, and looks at no file of its records.
func (s Survey) Census(ctx context.Context, target float64) (*Census, error) {
	c := &Census{Survey: s, Target: target}
	var err error
	if c.Model, err = agreement.OpenModel(ctx, s.Cohort.Classifier); err != nil {
		return nil, err
	}
	if c.key, c.private, err = s.Cohort.key(ctx, c.Model); err != nil {
		return nil, err
	}
	if err := agreement.CheckScale(c.Model, c.private); err != nil {
		return nil, err
	}
	switch {
	case table.IsBuiltIn(s.Cohort.Data):
		return nil, fmt.Errorf("data = %s: simulated records are in no file; the path of one, or of several (people-*.csv), would work",
			source.Quote(s.Cohort.Data))
	case !agreement.Computes(c.Model.Classifier, c.private):
		return nil, fmt.Errorf("the agreement of %s with %d private features is estimated by draws, of which a census has no intervals; population, or fewer private features, would work",
			learners.Title(c.Model.Classifier), len(c.private))
	case s.By == ByTruth && s.Truth == "":
		return nil, fmt.Errorf("by = %s: a part of a file does not tell which column holds the true class; truth=COLUMN would work", ByTruth)
	}
	c.run, _, c.basis, err = s.of(c.Model, c.private, 0)
	return c, err
}

// Part asks the records of a part of a file, which is the n-th of all, from 0; where they are several its name is said
// with each record.
func (c *Census) Part(ctx context.Context, file string, n int, several bool, part table.Part) (*Tally, error) {
	key := c.key
	key.Data, key.Seed = file, 0
	t, err := readTable(ctx, c.Model, c.private, file, key, part)
	if err != nil {
		return nil, err
	}
	tally := &Tally{Total: t.Total, Lacking: t.Lacking.Records, Outside: t.Beyond.Records + t.Moved.Records, Of: t.outside,
		Classes: map[int]int{}}
	for column, numbers := range t.ordered {
		if numbers {
			united(&tally.AsNumbers, map[string]bool{column: true})
		} else {
			united(&tally.AsWords, map[string]bool{column: true})
		}
	}
	words, err := c.words(ctx, t)
	if err == nil {
		err = c.tellable(words)
	}
	if err != nil || len(t.Rows) == 0 {
		return tally, err
	}
	run := c.run
	run.Records, run.Name = t.Rows, t.Name
	outcome, err := run.Run(ctx, nil)
	if err != nil {
		return nil, err
	}
	exact, proven := outcome.Now(true), outcome.Now(false)
	for i, class := range outcome.Classes {
		if class < 0 {
			class = c.Model.Classifier.Predict(t.Rows[i])
		}
		tally.Classes[class]++
		at := Place{n, t.Lines[i], t.FullName(i)}
		if several {
			at.Name = file + " " + at.Name
		}
		of := []*Faring{&tally.Everybody}
		switch {
		case c.By == ByClass:
			of = append(of, tally.group(strconv.Itoa(class)))
		case c.By != "":
			if g := tally.group(words[i]); g != nil {
				of = append(of, g)
			}
		}
		for _, f := range of {
			f.Records.add(exact[i], c.Target, at)
			if proven != nil {
				f.Proven.add(proven[i], c.Target, at)
			}
		}
	}
	if outcome.Skipped != nil {
		tally.Skipped, tally.SkippedAt = outcome.Skipped.Error(), Place{n, t.Lines[0], ""}
	}
	return tally, nil
}

// words returns the words that divide the records of a part into groups; empty if the file says nothing. For
// classes they are numbers.
func (c *Census) words(ctx context.Context, t *Table) ([]string, error) {
	words := make([]string, len(t.Rows))
	switch c.By {
	case "", ByClass:
		return nil, nil
	case ByTruth:
		truth, err := t.readTruth(ctx, c.Model, c.Truth)
		for i, class := range truth.Of {
			if class >= 0 {
				words[i] = strconv.Itoa(class)
			}
		}
		return words, err
	}
	cells, err := table.ReadCells(ctx, t.path, t.part, strings.TrimPrefix(c.By, byColumn), mostTold)
	if err != nil {
		return nil, err
	}
	if cells.Codes == nil {
		return nil, tooMany(c.By, mostTold, t.Total)
	}
	return wordsAt(cells, t.places(cells.Lines)), nil
}

// tellable refuses a part with too many words for groups, before any record is asked: the whole would be
// refused in the end.
func (c *Census) tellable(words []string) error {
	if c.By == "" || c.By == ByClass || c.By == ByTruth {
		return nil
	}
	numbers, others := map[float64]bool{}, map[string]bool{}
	for _, word := range words {
		if v, err := strconv.ParseFloat(word, 64); err == nil && !math.IsNaN(v) {
			numbers[v] = true
		} else if word != "" {
			others[word] = true
		}
	}
	switch {
	case len(others) == 0 && len(numbers) > mostGroups: // fewNumbers is fewer than this, and they are too many words
		return c.tooFine()
	case len(others)+len(numbers) > mostGroups:
		return tooMany(c.By, len(others)+len(numbers), len(words))
	}
	return nil
}

// tooFine refuses a column of more numbers than are groups.
func (c *Census) tooFine() error {
	return fmt.Errorf("by = %s has more than %d different numbers, which a census does not cut into ranges; a column that names the ranges would work",
		source.Quote(c.By), fewNumbers)
}

// Doubt returns a reason to mistrust the counts; nil: none.
func (c *Census) Doubt(t *Tally) error {
	for _, name := range slices.Sorted(maps.Keys(t.AsNumbers)) {
		if t.AsWords[name] {
			return fmt.Errorf("column %s holds numbers in one part of the data and words in another; one of both would work", source.Name(name))
		}
	}
	all := &Table{Key: c.key, Total: t.Total, Lines: []int{}, outside: t.Of, path: c.Cohort.Data}
	for _, f := range c.private {
		all.Scale = all.Scale || c.Model.Features[f].Scale != (table.Scale{})
	}
	all.odd(t.Outside, c.private, c.Model)
	used := t.used()
	switch {
	case t.Total == 0:
		return fmt.Errorf("data = %s: there are no records", source.Quote(c.Cohort.Data))
	case used == 0 && t.Lacking == t.Total:
		return fmt.Errorf("data = %s: each of the %d records lacks a value; one that lacks none would work", source.Quote(c.Cohort.Data), t.Total)
	case used == 0:
		return all.anybody(c.Cohort.Data)
	case c.Cohort.Sure:
		return nil
	}
	s := Sample{Table: all}
	for class := range t.Classes {
		s.Classes = []int{class}
	}
	if len(t.Classes) == 1 && used > 1 {
		s.Alike = used
	}
	return s.CheckScale(c.Model)
}

// Answers returns the answers about everyone, named as a population's. An order statistic lies between two
// numbers; nothing else has an interval.
func (c *Census) Answers(t *Tally) ([]engine.Reading, error) {
	if err := c.Doubt(t); err != nil {
		return nil, err
	}
	if t.Everybody.Records.Count+t.Everybody.Proven.Count == 0 {
		return nil, errors.New(t.Skipped)
	}
	var answers []engine.Reading
	say := func(name, member string, v known.Value) {
		answers = append(answers, engine.Reading{Key: engine.Key{Name: name, Member: member}, Known: v})
	}
	spoken, basis := &t.Everybody.Records, c.basis
	ofGroup := func(f *Faring) *Counted { return &f.Records }
	if spoken.Count == 0 {
		spoken, basis = &t.Everybody.Proven, known.AtLeast
		ofGroup = func(f *Faring) *Counted { return &f.Proven }
	}
	say("reach-count", "", spoken.Share().Map(func(float64) float64 { return float64(spoken.Reach) }).As(basis))
	say("mean", "", spoken.Mean().As(basis))
	say("fifth", "", spoken.Quantile(0.05).As(ofOrder(basis)))
	say("worst", "", spoken.Least().As(basis))
	say("worst-record", "", known.Said(spoken.WorstAt.Name))
	say("reach-target", "", spoken.Share().As(basis))
	if c.run.Certified {
		say("mean-proven", "", t.Everybody.Proven.Mean().As(known.AtLeast))
	}
	say("records", "", known.Exactly(float64(spoken.Count)))
	groups, err := c.named(t)
	if err != nil {
		return nil, err
	}
	for _, number := range []struct {
		name string
		of   func(*Counted) known.Value
	}{
		{"mean", func(c *Counted) known.Value { return c.Mean().As(basis) }},
		{"p5", func(c *Counted) known.Value { return c.Quantile(0.05).As(ofOrder(basis)) }},
		{"worst", func(c *Counted) known.Value { return c.Least().As(basis) }},
		{"reach", func(c *Counted) known.Value { return c.Share().As(basis) }},
	} {
		for _, g := range groups {
			if counted := ofGroup(g.faring); counted.Count > 0 {
				say(number.name, g.name, number.of(counted))
			}
		}
	}
	used := t.used()
	left := t.Lacking
	if !c.Cohort.Clamp {
		left += t.Outside
	}
	say("records-used", "", known.Exactly(float64(used)))
	say("records-total", "", known.Exactly(float64(t.Total)))
	say("records-left-out", "", known.Exactly(float64(left)))
	say("classes", "", known.Exactly(float64(len(t.Classes))))
	return answers, nil
}

// ofOrder returns the basis of an order statistic from that of the values: bounds give a bound.
func ofOrder(b known.Basis) known.Basis {
	if b == known.AtLeast {
		return b
	}
	return known.Between
}

// namedGroup is a group as people call it.
type namedGroup struct {
	name   string
	faring *Faring
}

// named returns the groups in order, with records without a word last.
func (c *Census) named(t *Tally) (groups []namedGroup, err error) {
	if t.Many {
		return nil, tooMany(c.By, mostTold, t.Total)
	}
	words := slices.Sorted(maps.Keys(t.Groups))
	if len(words) > 0 && words[0] == "" {
		words = words[1:]
	}
	last := func() {
		if nobody := t.Groups[""]; nobody != nil {
			groups = append(groups, namedGroup{noWord, nobody})
		}
	}
	if c.By == ByClass || c.By == ByTruth {
		for class, name := range classNames(c.Model) {
			if f := t.Groups[strconv.Itoa(class)]; f != nil {
				groups = append(groups, namedGroup{name, f})
			}
		}
		last()
		return groups, nil
	}
	column := strings.TrimPrefix(c.By, byColumn)
	if numbers := c.numbers(words, t); numbers != nil {
		switch {
		case table.NamesID(column):
			return nil, tooMany(c.By, t.Total, t.Total)
		case len(numbers) > fewNumbers:
			return nil, c.tooFine()
		}
		values := slices.Sorted(maps.Keys(numbers))
		like := &Table{Key: c.key}
		for k, name := range like.unitOf(column, c.Model).ranges(values, values) {
			groups = append(groups, namedGroup{name, numbers[values[k]]})
		}
		last()
		return groups, nil
	}
	if len(words) > mostGroups {
		return nil, tooMany(c.By, len(words), t.Total)
	}
	for _, word := range words {
		groups = append(groups, namedGroup{word, t.Groups[word]})
	}
	last()
	return groups, nil
}

// numbers returns the groups by the numbers that their words are; nil if one is no number.
func (c *Census) numbers(words []string, t *Tally) map[float64]*Faring {
	if len(words) == 0 {
		return nil
	}
	by := map[float64]*Faring{}
	for _, word := range words {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsNaN(v) {
			return nil
		}
		if by[v] == nil {
			by[v] = &Faring{}
		}
		by[v].merge(t.Groups[word])
	}
	return by
}

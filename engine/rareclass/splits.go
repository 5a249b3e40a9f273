package rareclass

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/source"
)

// Splits holds given test sets, used in place of seeded ones.
type Splits struct {
	test [][]int // per split, the test records
}

// Count returns the number of splits.
func (s Splits) Count() int { return len(s.test) }

// mostSplits limits the size of a file of splits.
const mostSplits = 64 << 20

// splitsKey names splits by content.
type splitsKey struct{ file, set string }

// OpenSplits reads a file with the columns dataset, split and test_rows; the last lists rows of a data set,
// from 0 on and separated by blanks. It keeps the rows for the records' file; every split must hold about as
// many of the rare class as the others.
func OpenSplits(ctx context.Context, file string, r Records) (Splits, error) {
	set := strings.TrimSuffix(strings.TrimSuffix(r.Name, ".gz"), filepath.Ext(strings.TrimSuffix(r.Name, ".gz")))
	places, err := trial.Open(ctx, splitsKey{work.Identity(ctx, file), set}, func(all [][]int) int64 {
		bytes := 0
		for _, s := range all {
			bytes += 8 * len(s)
		}
		return int64(bytes)
	}, func(ctx context.Context) ([][]int, error) { return readSplits(file, set) }, file)
	if err != nil {
		return Splits{}, err
	}
	s, err := splitsOf(places, r)
	if err != nil {
		return Splits{}, &source.FileError{Name: filepath.Base(file), Err: err}
	}
	return s, nil
}

// readSplits returns the rows of each split of a set.
func readSplits(file, set string) ([][]int, error) {
	f, err := source.Open(file, mostSplits)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all, sets, err := scanSplits(f, set)
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("it has no split of %s; one of %s would work", source.Quote(set), source.Clean(strings.Join(sets, ", "), 120))
	}
	if err != nil {
		return nil, &source.FileError{Name: filepath.Base(file), Err: err}
	}
	return all, nil
}

// scanSplits reads the splits of a set, and which sets there are.
func scanSplits(from io.Reader, set string) (all [][]int, sets []string, err error) {
	rows := csv.NewReader(from)
	head, err := rows.Read()
	if err != nil || !slices.Equal(head, []string{"dataset", "split", "test_rows"}) {
		return nil, nil, errors.New("it is no file of splits; one with the columns dataset, split and test_rows would work")
	}
	for {
		row, err := rows.Read()
		switch {
		case err == io.EOF:
			return all, sets, nil
		case err != nil:
			return nil, nil, err
		}
		if !slices.Contains(sets, row[0]) {
			sets = append(sets, row[0])
		}
		if row[0] != set {
			continue
		}
		var test []int
		for word := range strings.FieldsSeq(row[2]) {
			i, err := strconv.Atoi(word)
			if err != nil || i < 0 {
				return nil, nil, fmt.Errorf("split %s of %s names row %s; whole numbers from 0 on would work", row[1], set, source.Quote(word))
			}
			test = append(test, i)
		}
		all = append(all, test)
	}
}

// splitsOf returns splits of records, from rows given by their places in the file.
func splitsOf(places [][]int, r Records) (Splits, error) {
	record := make(map[int]int, len(r.Places))
	last := -1
	for i, place := range r.Places {
		record[place], last = i, max(last, place)
	}
	var s Splits
	least, most := r.Len(), 0
	for k, test := range places {
		var these []int
		positives := 0
		for _, place := range test {
			i, found := record[place]
			switch {
			case place > last:
				return Splits{}, fmt.Errorf("split %d names row %d, and %s has %d; splits of this very file would work", k, place, r.Name, last+1)
			case found:
				these = append(these, i)
				if r.Positive[i] {
					positives++
				}
			}
		}
		slices.Sort(these)
		if these = slices.Compact(these); len(these) == 0 || len(these) == r.Len() {
			return Splits{}, fmt.Errorf("split %d judges on %d of %d records; some, and not all, would work", k, len(these), r.Len())
		}
		least, most = min(least, positives), max(most, positives)
		s.test = append(s.test, these)
	}
	if most-least > 1 {
		return Splits{}, fmt.Errorf("its splits judge on %d to %d rare records, of a file of other rows or without regard to classes; splits of this very file, with the same share of either class, would work", least, most)
	}
	return s, nil
}

// at returns the split of a seed: 1 means the first, and after the last it begins again.
func (s Splits) at(seed uint64, records int) (learnt, test []int) {
	test = s.test[(int(seed%uint64(len(s.test)))+len(s.test)-1)%len(s.test)]
	for i := range records {
		if _, found := slices.BinarySearch(test, i); !found {
			learnt = append(learnt, i)
		}
	}
	return learnt, test
}

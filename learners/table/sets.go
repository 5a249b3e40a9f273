package table

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"dpscope/engine/param"
	"dpscope/learners/source"
)

// Set makes records up, without real people behind them.
type Set interface {
	Fits(features []Feature) bool // reports whether it can make records with these features
	Draw(features []Feature, n int, seed uint64) Data
}

// sets lists the program's made-up records.
var sets = param.Menu[Set]{
	Name:  "data",
	Label: "records of",
	Help:  "Records that nobody stands behind, simulated as they are asked for.",
	Kinds: []param.Kind[Set]{patientKind, uniformKind},
}

// Synthetic is the word for the first of the sets that fits.
const Synthetic = "synthetic"

// IsBuiltIn reports whether a word names a set, and no file.
func IsBuiltIn(word string) bool {
	_, err := sets.Find(word)
	return err == nil || word == Synthetic
}

// Named returns the records that a word names: a set, the first that fits, or a CSV file. The seed is for
// made-up records.
func Named(ctx context.Context, word string, seed uint64, options RecordOptions) (Data, Survey, error) {
	const madeUp = 2000
	for _, k := range sets.Kinds {
		if word != k.Name && word != Synthetic {
			continue
		}
		set, err := k.New(param.Values{})
		if err != nil {
			return Data{}, Survey{}, err
		}
		if set.Fits(options.Features) {
			return set.Draw(options.Features, madeUp, seed), Survey{}, nil
		}
		if word == k.Name {
			return Data{}, Survey{}, fmt.Errorf("%s = %s: the classifier takes other features than these; %s would work", sets.Name,
				source.Quote(word), Synthetic)
		}
	}
	d, s, err := openRecords(ctx, word, options)
	switch {
	case err == nil || err == ctx.Err():
		return d, s, err
	case errors.Is(err, fs.ErrNotExist):
		err = fmt.Errorf("there is no such file; the path of a CSV file, or %s, would work", Synthetic)
	}
	return d, s, source.Blame(sets.Name, word, err)
}

// BuiltIn lists the words of the sets.
func BuiltIn() []string {
	var names []string
	for _, k := range sets.Kinds {
		names = append(names, k.Name)
	}
	return names
}

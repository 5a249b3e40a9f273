// Package synthesis asks how true synthetic people are to the records that a private model of them was fitted to.
package synthesis

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/synth"
)

// Source says which people a model is fitted to, by content.
type Source struct {
	Made   string // the name of a set that comes with the program; empty: of a file
	File   string
	Label  string // its column of classes; empty: the schema's, or the last
	Drop   string // columns to leave out, with commas between
	Schema string // a file that declares what people can be, or the name of one that comes with the program; empty: they say so themselves
	Seed   uint64 // of people who are made up
}

// Records holds people with their rare class.
type Records struct {
	synth.Records
	Name string // of the file, or of the set
	Rare int    // the rarer word of the label
	Few  int    // number of people with it
}

// Open reads the people, or makes them up; the session keeps them.
func (s Source) Open(ctx context.Context) (Records, error) {
	if s.Made != "" {
		s = Source{Made: s.Made, Seed: s.Seed}
		return work.Reported(ctx, s, Records.bytes, func(context.Context) (Records, error) { return made(s.Made, s.Seed) })
	}
	return trial.Open(ctx, s.identified(ctx), Records.bytes, func(ctx context.Context) (Records, error) {
		r, err := synth.Read(ctx, synth.File{Path: s.File, Label: s.Label, Schema: s.Schema, Drop: names(s.Drop), DropIDs: true})
		if err != nil {
			return Records{}, err
		}
		return named(r, filepath.Base(s.File)), nil
	}, s.File, s.schemaFile())
}

// names reads "a, b" as two names, and nothing as none.
func names(words string) (list []string) {
	for word := range strings.SplitSeq(words, ",") {
		if word = strings.TrimSpace(word); word != "" {
			list = append(list, word)
		}
	}
	return list
}

// schemaFile returns the schema's file; empty where it comes with the program.
func (s Source) schemaFile() string {
	if slices.Contains(synth.Sets(), s.Schema) {
		return ""
	}
	return s.Schema
}

// identified returns the source with its files identified by content.
func (s Source) identified(ctx context.Context) Source {
	if s.Made != "" {
		return s
	}
	s.File, s.Seed = work.Identity(ctx, s.File), 0
	if file := s.schemaFile(); file != "" {
		s.Schema = work.Identity(ctx, file)
	}
	return s
}

func named(r synth.Records, name string) Records {
	rare, few := r.Rarer()
	return Records{r, name, rare, few}
}

func (r Records) bytes() int64 { return int64(2 * r.Len() * len(r.Codes)) }

// Share returns the rare class's share of the records.
func (r Records) Share() float64 { return float64(r.Few) / float64(r.Len()) }

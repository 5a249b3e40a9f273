package fits

import (
	"context"
	"path/filepath"
	"strings"

	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/private"
	"dpscope/learners/table"
)

// Source identifies the records of a fit, by content.
type Source struct {
	Made   string // the name of a set that comes with the program; empty: a file
	File   string
	Label  string // its column of classes; empty: the last
	Drop   string // columns to leave out, with commas between
	Words  string // columns to take as words: "auto", "all", "none", or their names with commas between
	Domain string // a file that declares words and bounds; empty: taken from the data
	Refuse bool   // refuse records that lack a value, instead of leaving them out
	Seed   uint64 // of made-up records
}

// Records holds the records of a source. For columns of numbers it keeps only the places: a million records
// would take twice the memory otherwise.
type Records struct {
	table.Coded
	Places [][]private.Place // by column; nil for words
	Name   string            // of the file, or of the set
}

// recordsOf keeps a table, and converts its numbers to places.
func recordsOf(coded table.Coded, name string) Records {
	r := Records{Coded: coded, Places: make([][]private.Place, len(coded.Columns)), Name: name}
	for i := range r.Columns {
		c := &r.Columns[i]
		if c.Words != nil {
			continue
		}
		r.Places[i] = make([]private.Place, len(c.Numbers))
		for k, v := range c.Numbers {
			r.Places[i][k] = private.PlaceOf(v, c.Low, c.High)
		}
		c.Numbers = nil
	}
	return r
}

// Open reads the records, or makes them up; the session keeps them.
func (s Source) Open(ctx context.Context) (Records, error) {
	if s.Made != "" {
		s = Source{Made: s.Made, Seed: s.Seed}
		return work.Reported(ctx, s, Records.bytes, func(context.Context) (Records, error) { return made(s.Made, s.Seed) })
	}
	return trial.Open(ctx, s.identified(ctx), Records.bytes, s.read, s.File, s.Domain)
}

// identified returns the source with its files identified by content.
func (s Source) identified(ctx context.Context) Source {
	if s.Made == "" {
		s.File, s.Seed = work.Identity(ctx, s.File), 0
	}
	if s.Domain != "" {
		s.Domain = work.Identity(ctx, s.Domain)
	}
	return s
}

func (r Records) bytes() (sum int64) {
	sum = int64(2 * r.Len())
	for i, c := range r.Columns {
		sum += int64(2*len(c.Codes) + 4*len(r.Places[i]))
	}
	return sum
}

// read reads the file.
func (s Source) read(ctx context.Context) (Records, error) {
	o := table.CodedOptions{Label: s.Label, Drop: list(s.Drop), Missing: table.DropMissing}
	if s.Refuse {
		o.Missing = table.RefuseMissing
	}
	switch s.Words {
	case "all":
		o.Words = table.AllWords
	case "none":
		o.Words = table.NoWords
	case "auto", "":
	default:
		o.Words, o.Named = table.NamedWords, list(s.Words)
	}
	if s.Domain != "" {
		var err error
		if o.Domain, err = table.ReadDomain(ctx, s.Domain); err != nil {
			return Records{}, err
		}
	}
	coded, err := table.ReadCoded(ctx, s.File, o)
	if err != nil {
		return Records{}, err
	}
	return recordsOf(coded, filepath.Base(s.File)), nil
}

// list takes names with commas between apart.
func list(text string) (names []string) {
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// Majority returns the error rate of always naming the most frequent class.
func (r Records) Majority() float64 {
	count := make([]int, len(r.Classes))
	most := 0
	for _, c := range r.Class {
		count[c]++
		most = max(most, count[c])
	}
	return 1 - float64(most)/float64(r.Len())
}

// Empty reports whether a declared class has no record.
func (r Records) Empty() (class string, found bool) {
	count := make([]int, len(r.Classes))
	for _, c := range r.Class {
		count[c]++
	}
	for c, n := range count {
		if n == 0 {
			return r.Classes[c], true
		}
	}
	return "", false
}

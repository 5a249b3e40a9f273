package population

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"dpscope/engine/numeral"
	"dpscope/engine/work"
	"dpscope/learners"
)

// Sample holds the records of a table to look at.
type Sample struct {
	*Table
	At      []int  // their places in the table, increasing
	Seed    uint64 // of the draw
	Classes []int  // the classifier's classes of them
	added   []bool // per record, whether it stands for its group alone (see Covering); nil: none does
	Alike   int    // number of records with one class, if no other was met; 0: there are two classes, or one record
}

// OpenSample draws n records of a table, and asks the classifier for their
// classes. Where these are all one, the others of the table are asked about as well, as
// far as classes are not costly. It is kept by the session.
func OpenSample(ctx context.Context, c learners.Classifier, t *Table, n int, seed uint64) (Sample, error) {
	type key struct {
		table TableKey
		n     int
		seed  uint64
	}
	n = min(n, len(t.Rows))
	bytes := func(s Sample) int64 { return 100 + 16*int64(len(s.At)) }
	return work.Do(ctx, work.Simple(key{t.Key, n, seed}, bytes, func(ctx context.Context) (Sample, error) {
		s := t.Sample(n, seed)
		for i, x := range s.Records() {
			if i%256 == 0 && ctx.Err() != nil {
				return Sample{}, ctx.Err()
			}
			s.Classes = append(s.Classes, c.Predict(x))
		}
		err := s.alike(ctx, c)
		return s, err
	}), nil)
}

// alike counts the records of one class, where those drawn have one: of the whole table,
// unless classes are costly.
func (s *Sample) alike(ctx context.Context, c learners.Classifier) error {
	const costly = 100
	rows := s.Rows
	if learners.CapabilitiesOf(c).TakesLong {
		rows = rows[:min(costly, len(rows))]
	}
	if s.Met() > 1 || len(rows) == 1 {
		return nil
	}
	for i, x := range rows {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if c.Predict(x) != s.Classes[0] {
			return nil
		}
	}
	s.Alike = max(len(rows), s.Len())
	return nil
}

// Met returns the number of classes among the records.
func (s Sample) Met() int {
	met := map[int]bool{}
	for _, c := range s.Classes {
		met[c] = true
	}
	return len(met)
}

// Sample draws n records without replacement, or takes all if there are no more. A larger sample of the same
// seed contains a smaller one. Of made-up records, already random, it takes the first n.
func (t *Table) Sample(n int, seed uint64) Sample {
	s := Sample{Table: t, At: make([]int, len(t.Rows)), Seed: seed}
	for i := range s.At {
		s.At[i] = i
	}
	if n >= len(s.At) {
		return s
	}
	if t.Lines != nil {
		rng := rand.New(rand.NewPCG(seed, 3))
		for i := range n {
			j := i + rng.IntN(len(s.At)-i)
			s.At[i], s.At[j] = s.At[j], s.At[i]
		}
	}
	s.At = slices.Clone(s.At[:n])
	slices.Sort(s.At)
	return s
}

// Len returns the number of records looked at.
func (s Sample) Len() int { return len(s.At) }

// Records returns the records looked at.
func (s Sample) Records() [][]float64 {
	rows := make([][]float64, len(s.At))
	for i, at := range s.At {
		rows[i] = s.Rows[at]
	}
	return rows
}

// NameOf says which record the i-th of the sample is.
func (s Sample) NameOf(i int) string { return s.Name(s.At[i]) }

// FullNameOf returns NameOf with the record's id, if the file has ids.
func (s Sample) FullNameOf(i int) string { return s.FullName(s.At[i]) }

// Whole reports whether these are all records: then nothing is estimated.
func (s Sample) Whole() bool { return s.Lines != nil && len(s.At) == len(s.Rows) }

// Of returns the size of the population that the records are drawn from; 0 for an infinite one, from the
// rules of made-up records.
func (s Sample) Of() int {
	if s.Lines == nil {
		return 0
	}
	return len(s.Rows)
}

// String names the records looked at, and counts the unusable ones: "1,000 of 5,109 records, drawn with seed
// 1, 201 unusable: bmi missing".
func (s Sample) String() string {
	text := fmt.Sprintf("%s of %s", numeral.Count(float64(len(s.At)-s.Added())), numeral.Things(s.Total, "record"))
	if !s.Whole() {
		text += fmt.Sprintf(", drawn with seed %d", s.Seed)
	}
	if n := s.Added(); n > 0 {
		text += ", and " + numeral.Count(float64(n)) + " more of small groups"
	}
	if left := s.whyLeft(); left != "" {
		text += ", " + left
	}
	for _, odd := range []Odd{s.Moved, s.Filled, s.Gaps} {
		if odd.Records > 0 {
			text += "; " + odd.String()
		}
	}
	return text
}

package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"reflect"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"dpscope/engine"
	"dpscope/engine/population"
	"dpscope/learners/table"
	"dpscope/views"
	"dpscope/views/classifier"
)

// peopleFlags holds the flags of a census.
type peopleFlags struct {
	address, out string
	part         int
}

// file is one of the files that people are read from.
type file struct {
	Path    string
	Place   int // among all
	Several bool
	Records int
}

func init() {
	beam.RegisterType(reflect.TypeFor[file]())
	beam.RegisterCoder(reflect.TypeFor[*population.Tally](), (*population.Tally).Encode, population.DecodeTally)
	register.DoFn2x2[context.Context, file, file, error](&measure{})
	register.DoFn4x2[context.Context, *sdf.LockRTracker, file, func(*population.Tally), sdf.ProcessContinuation, error](&ask{})
	register.Emitter1[*population.Tally]()
	register.Combiner1[*population.Tally](&merge{})
	register.DoFn2x1[context.Context, *population.Tally, error](&answer{})
}

// measure counts the records of a file.
type measure struct{}

// ProcessElement counts.
func (measure) ProcessElement(ctx context.Context, f file) (file, error) {
	at, err := local(ctx, f.Path)
	if err != nil {
		return f, err
	}
	f.Records, err = table.CountRecords(working(ctx), at)
	return f, err
}

// census opens an address's question about people, and fetches files that lie elsewhere.
func census(ctx context.Context, address string) (*population.Census, error) {
	v, values, err := views.Open(address)
	if err != nil {
		return nil, err
	}
	if v.Name != classifier.Population.Name {
		return nil, fmt.Errorf("%s asks about no table of people; population?data=FILE.csv would work", v.Name)
	}
	if _, holds := values.Held(); holds {
		return nil, fmt.Errorf("%s holds a second setting, and a census is of one; the address without hold., and another run for what it holds, would work",
			engine.Visible(address))
	}
	survey, target, err := classifier.SurveyOf(values)
	if err != nil {
		return nil, err
	}
	if survey.Cohort.Classifier, err = local(ctx, survey.Cohort.Classifier); err != nil {
		return nil, err
	}
	return survey.Census(ctx, target)
}

// ask puts the question to the records of a file, part after part.
type ask struct {
	Address string
	Size    int // records in a part

	census *population.Census
}

// Setup opens the census.
func (a *ask) Setup(ctx context.Context) (err error) {
	if a.census == nil {
		a.census, err = census(working(ctx), a.Address)
	}
	return err
}

// StartBundle counts.
func (a *ask) StartBundle(ctx context.Context, _ func(*population.Tally)) { begun.Inc(ctx, 1) }

// CreateInitialRestriction returns all parts of a file.
func (a *ask) CreateInitialRestriction(f file) offsetrange.Restriction {
	return offsetrange.Restriction{Start: 0, End: int64((f.Records + a.Size - 1) / a.Size)}
}

// SplitRestriction returns enough shares to keep many workers busy; they split them further.
func (a *ask) SplitRestriction(_ file, r offsetrange.Restriction) []offsetrange.Restriction {
	const shares = 64
	return r.EvenSplits(min(shares, max(int64(r.Size())/(4*begins), 1)))
}

// RestrictionSize returns the number of parts.
func (a *ask) RestrictionSize(_ file, r offsetrange.Restriction) float64 { return r.Size() }

// CreateTracker follows the parts.
func (a *ask) CreateTracker(r offsetrange.Restriction) *sdf.LockRTracker {
	return sdf.NewLockRTracker(offsetrange.NewTracker(r))
}

// ProcessElement puts the question to the claimed parts, one by one.
func (a *ask) ProcessElement(ctx context.Context, tracker *sdf.LockRTracker, f file, emit func(*population.Tally)) (sdf.ProcessContinuation, error) {
	ctx = working(ctx)
	at, err := local(ctx, f.Path)
	if err != nil {
		return sdf.StopProcessing(), err
	}
	first := tracker.GetRestriction().(offsetrange.Restriction).Start
	for k := first; k < first+begins; k++ {
		if !tracker.TryClaim(k) {
			return sdf.StopProcessing(), nil
		}
		from := int(k) * a.Size
		tally, err := a.census.Part(ctx, at, f.Place, f.Several, table.Part{From: from, To: from + a.Size})
		if err != nil {
			return sdf.StopProcessing(), err
		}
		emit(tally)
	}
	return sdf.ResumeProcessingIn(0), nil
}

// merge adds tallies.
type merge struct{}

// CreateAccumulator returns a tally of no records.
func (merge) CreateAccumulator() *population.Tally { return &population.Tally{} }

// MergeAccumulators adds one to another.
func (merge) MergeAccumulators(a, b *population.Tally) *population.Tally {
	a.Merge(b)
	return a
}

// answer writes the answers about all people.
type answer struct{ Address, Out string }

// ProcessElement writes them, once.
func (a *answer) ProcessElement(ctx context.Context, t *population.Tally) error {
	c, err := census(working(ctx), a.Address)
	if err != nil {
		return err
	}
	answers, err := c.Answers(t)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	w.Write([]string{"reading", "value", "low", "high", "basis"})
	cell := func(s string) string { return engine.Visible(engine.Harmless(s)) }
	for _, said := range answers {
		value, low, high := cell(said.Known.Word), "", ""
		if said.Known.Word == "" {
			value = engine.Digits(said.Known.Value)
		}
		if from, to, apart := said.Known.Interval(); apart {
			low, high = engine.Digits(from), engine.Digits(to)
		}
		w.Write([]string{cell(said.Key.String()), value, low, high, said.Known.How()})
	}
	w.Flush()
	return write(ctx, a.Out, text.Bytes())
}

// pipeline reads the address and lists the files, so that mistakes are reported before any worker starts.
func (f peopleFlags) pipeline(ctx context.Context) (*beam.Pipeline, error) {
	if f.part < 1 {
		return nil, fmt.Errorf("-part %d: at least one record is asked", f.part)
	}
	c, err := census(working(ctx), f.address)
	if err != nil {
		return nil, err
	}
	paths, err := list(ctx, c.Cohort.Data)
	if err != nil {
		return nil, err
	}
	files := make([]file, len(paths))
	for i, path := range paths {
		files[i] = file{Path: path, Place: i, Several: len(paths) > 1}
	}
	p, root := beam.NewPipelineWithRoot()
	counted := beam.Reshuffle(root, beam.ParDo(root, &measure{}, beam.CreateList(root, files)))
	tallies := beam.ParDo(root, &ask{Address: f.address, Size: f.part}, counted)
	beam.ParDo0(root, &answer{f.address, f.out}, beam.Combine(root, &merge{}, tallies))
	return p, nil
}

// run counts all people, and reports the number of bundles.
func (f peopleFlags) run(ctx context.Context) error {
	if !strings.HasSuffix(f.out, ".csv") {
		return fmt.Errorf("-o %s: answers are written as CSV; a name that ends in .csv would work", f.out)
	}
	p, err := f.pipeline(ctx)
	if err != nil {
		return err
	}
	bundles, err := execute(ctx, p)
	if err != nil {
		return err
	}
	fmt.Printf("%s is written, %d bundles\n", f.out, bundles)
	return nil
}

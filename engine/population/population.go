// Package population asks for the agreement of every record of a table and
// describes how it is spread over the people.
//
// Intervals of groups hold all together (Bonferroni), without replacement where the file is the
// population, and there are none where every record is looked at; a gap lies between what the farthest
// ends allow. A column of more than a dozen numbers is cut into quarters of the records; ids, and
// columns of more than twenty words, are refused. The true class is the only column besides the
// features that holds names of classes, or it is asked for.
//
// The least ε for everybody is searched along a walk that doubles it and looks between wherever the
// level comes near the target, since levels need not rise with ε. For a part of the people, or for
// draws, it lies between the budgets at which the ends of the level's own interval reach the target.
//
// Records are kept prepared, a few kB each, counted in the session's bytes, so that a slider's move
// costs integrals alone.
package population

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"dpscope/engine/agreement"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/proof"
)

// Population is a table of records whose predictions are to be protected.
type Population struct {
	Classifier learners.Classifier
	Records    [][]float64
	Private    []int
	Weights    agreement.Weights // by which the private features share a budget; nil: equally

	// Key tells the classifier, the records, what is private and the weights apart from others,
	// by content. With it the session keeps what was prepared for a record, so that
	// another budget costs integrals alone; nil: every run prepares anew.
	Key any

	At   []int              // the places by which records are kept, in a table of which they are a part; nil: 0, 1, 2 ...
	Name func(i int) string // of record i, for errors; nil: its number

	Candidates []agreement.Candidate
	Epsilons   []float64  // budgets per private feature
	Limits     proof.Side // of boxes
	Exact      bool       // ask for exact agreements
	Certified  bool       // ask for masses of the largest proven boxes

	Draws int    // of which an agreement is estimated as a share; 0: agreements are computed
	Seed  uint64 // of the draws
}

// Outcome holds one value per candidate, budget and record; NaN where there is
// none, or none yet. Done counts the records finished, and Values the values computed,
// with those of records under way, and parts of values that take long.
//
// Exact values are lower ends where only an interval is known (see
// Region.OnLattice), and shares of draws where the population has Draws; certified ones
// are safe (see agreement.CertifiedBox).
type Outcome struct {
	Exact, Certified [][][]float64 // [candidate][budget][record]
	Classes          []int         // of each record; -1 when not reached yet
	Done             int
	Values           float64
	Skipped          error // the first reason why a value is missing; nil when none is
}

// Run works through the records on all cores. While it does, report is given
// what there is, at most some twenty times a second and never twice at a time,
// and no record waits for it; what it is given may be kept, for it is a copy. Where
// report is nil, how far it is is reported to ctx. A
// cancelled run returns the context's error within milliseconds and the time
// that a report under way takes.
func (p Population) Run(ctx context.Context, report func(Outcome)) (Outcome, error) {
	if err := p.check(); err != nil {
		return Outcome{}, err
	}
	run := &populationRun{p: p, outcome: p.empty()}
	news, stop := work.Throttle(func() {
		if report == nil {
			work.Report(ctx, run.progress())
		} else {
			report(run.sofar())
		}
	})
	defer stop()
	run.news = news
	order := rand.New(rand.NewPCG(uint64(len(p.Records)),
		4)).Perm(len(p.Records)) // what is known at any time is a sample, and not the top of a file
	err := work.Each(ctx, len(order), func(ctx context.Context, k int) error { return run.record(ctx, order[k]) })
	if err == nil {
		err = run.outcome.tooLarge()
	}
	return run.outcome, err
}

// tooLarge is why nothing is known of anybody, where that is the size of the
// classifier: no missing answer, but one that another classifier would have.
func (o Outcome) tooLarge() error {
	var large *proof.TooLargeError
	if !errors.As(o.Skipped, &large) {
		return nil
	}
	for _, table := range [][][][]float64{o.Exact, o.Certified} {
		for _, epsilons := range table {
			for _, values := range epsilons {
				if slices.ContainsFunc(values, func(v float64) bool { return !math.IsNaN(v) }) {
					return nil
				}
			}
		}
	}
	return large
}

func (p Population) check() error {
	if len(p.Records) == 0 {
		return fmt.Errorf("the table has no records; at least 1 would work")
	}
	for i, x := range p.Records {
		if len(x) != p.Classifier.Dims() {
			return fmt.Errorf("%s has %d values; %d, one per feature, would work", p.name(i), len(x), p.Classifier.Dims())
		}
	}
	return nil
}

// empty is an outcome in which nothing is known.
func (p Population) empty() Outcome {
	table := func(wanted bool) [][][]float64 {
		if !wanted {
			return nil
		}
		t := make([][][]float64, len(p.Candidates))
		for c := range t {
			t[c] = make([][]float64, len(p.Epsilons))
			for e := range t[c] {
				t[c][e] = make([]float64, len(p.Records))
				for i := range t[c][e] {
					t[c][e][i] = math.NaN()
				}
			}
		}
		return t
	}
	o := Outcome{Exact: table(p.Exact), Certified: table(p.Certified), Classes: make([]int, len(p.Records))}
	for i := range o.Classes {
		o.Classes[i] = -1
	}
	return o
}

type populationRun struct {
	p       Population
	lock    sync.Mutex
	outcome Outcome
	news    func() // says that a record is done
}

// sofar is a copy of what is known.
func (run *populationRun) sofar() Outcome {
	run.lock.Lock()
	defer run.lock.Unlock()
	return run.outcome.clone()
}

// progress is how many values are known of all.
func (run *populationRun) progress() work.Progress {
	run.lock.Lock()
	defer run.lock.Unlock()
	return work.Progress{Done: run.outcome.Values, Of: float64(len(run.p.Records) * len(run.p.Candidates) * len(run.p.Epsilons)),
		What: "values"}
}

// record answers for one record, then enters the answers. A record that cannot
// be asked about, such as one with a private value outside [0, 1], is left out.
func (run *populationRun) record(ctx context.Context, i int) error {
	p := run.p
	r, err := p.region(ctx, i)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		run.enter(i, -1, nil, nil, fmt.Errorf("%s: %w", p.name(i), err))
		return nil
	}
	var exact, certified []float64
	var skipped error
	for _, c := range p.Candidates {
		for _, epsilon := range p.Epsilons {
			value := run.value()
			e, b, err := run.values(work.Reporting(ctx, value), r, i, c, epsilon)
			value(work.Progress{Done: 1, Of: 1})
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil && skipped == nil {
				skipped = fmt.Errorf("%s at epsilon = %g: %w", c.Name, epsilon, err)
			}
			exact, certified = append(exact, e), append(certified, b)
		}
	}
	run.enter(i, r.Class, exact, certified, skipped)
	return nil
}

// region prepares record i, or finds it prepared.
func (p Population) region(ctx context.Context, i int) (*agreement.Region, error) {
	question := agreement.Question{Classifier: p.Classifier, Record: p.Records[i], Private: p.Private, Weights: p.Weights}
	if p.Key == nil {
		return agreement.Prepare(ctx, question)
	}
	question.Key = regionKey{p.Key, p.place(i)}
	prepare := func(ctx context.Context) (*agreement.Region, error) { return agreement.Prepare(ctx, question) }
	return work.Do(ctx, work.Simple(question.Key, (*agreement.Region).Bytes, prepare), nil)
}

// regionKey names what is prepared for one record.
type regionKey struct {
	population any
	record     int
}

// place returns where record i stands in the table.
func (p Population) place(i int) int {
	if p.At == nil {
		return i
	}
	return p.At[i]
}

func (p Population) name(i int) string {
	if p.Name == nil {
		return fmt.Sprintf("record %d", i)
	}
	return p.Name(i)
}

// values are the agreement and the mass of the largest proven box.
func (run *populationRun) values(ctx context.Context, r *agreement.Region, i int, c agreement.Candidate,
	epsilon float64) (exact, certified float64, err error) {
	exact, certified = math.NaN(), math.NaN()
	m, err := c.Make(epsilon)
	if err != nil {
		return exact, certified, err
	}
	laws := r.Laws(m)
	under := r.Under(laws)
	var left work.RemainingWork
	switch {
	case run.p.Exact && run.p.Draws > 0:
		exact, err = run.p.drawn(left.Step(ctx, 0.5), r, i, laws)
	case run.p.Exact:
		a, failed := under.Exact(left.Step(ctx, 0.5))
		if failed == nil {
			exact, _ = a.Number()
		}
		err = failed
	}
	if run.p.Certified {
		box, failed := under.LargestBox(left.Step(ctx, 0.9), run.p.Limits)
		if failed == nil {
			certified = box.Safe
		} else if err == nil {
			err = failed
		}
	}
	return exact, certified, err
}

// value returns what counts how far a value is, which may take seconds.
func (run *populationRun) value() func(work.Progress) {
	counted := 0.0
	return func(p work.Progress) {
		run.lock.Lock()
		defer run.lock.Unlock()
		run.outcome.Values += max(p.Share()-counted, 0)
		counted = max(p.Share(), counted)
		run.news()
	}
}

// enter writes the answers for a record.
func (run *populationRun) enter(i, class int, exact, certified []float64, skipped error) {
	run.lock.Lock()
	defer run.lock.Unlock()
	o := &run.outcome
	o.Classes[i] = class
	o.Done++
	o.Values += float64(len(run.p.Candidates)*len(run.p.Epsilons) - len(exact))
	if o.Skipped == nil {
		o.Skipped = skipped
	}
	for k := range exact {
		c, e := k/len(run.p.Epsilons), k%len(run.p.Epsilons)
		if o.Exact != nil {
			o.Exact[c][e][i] = exact[k]
		}
		if o.Certified != nil {
			o.Certified[c][e][i] = certified[k]
		}
	}
	run.news()
}

func (o Outcome) clone() Outcome {
	table := func(t [][][]float64) [][][]float64 {
		if t == nil {
			return nil
		}
		copied := make([][][]float64, len(t))
		for c := range t {
			copied[c] = make([][]float64, len(t[c]))
			for e := range t[c] {
				copied[c][e] = append([]float64(nil), t[c][e]...)
			}
		}
		return copied
	}
	o.Exact, o.Certified = table(o.Exact), table(o.Certified)
	o.Classes = append([]int(nil), o.Classes...)
	return o
}

// Package population asks for the agreement of every record of a table and describes how it is spread over
// the people.
//
// Intervals of groups hold jointly (Bonferroni), without replacement if the file is the population, and there
// are none if every record is looked at; a gap lies between the values that the farthest ends allow. A column
// of more than a dozen numbers is cut into quarters of the records; ids, and columns of more than twenty
// words, are refused. The true class is the only column besides the features that holds names of classes, or
// must be named.
//
// The search for everyone's least ε walks by doubling and looks between steps wherever the level comes near
// the target, since levels need not rise with ε. For a part of the people, or for draws, the least ε lies
// between the budgets at which the ends of the level's own interval reach the target.
//
// Linear classifiers with many private features have enclosed agreements. A search looks along the budgets on a
// coarse lattice, aims at what a fine one is expected to prove, and raises the budget until that does. By draws the
// budget that is enough is the last down a fixed ladder.
//
// Prepared records, a few kB each, are kept and count in the session's bytes, so that a slider's move costs
// only integrals.
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

// Population is a table of records with predictions to protect.
type Population struct {
	Classifier learners.Classifier
	Records    [][]float64
	Private    []int
	Weights    agreement.Weights // how the private features share a budget; nil: equally

	// Key identifies the classifier, the records, the private features and the weights by content. With it
	// the session keeps the preparation of a record, so that another budget costs only integrals; nil: every
	// run prepares anew.
	Key any

	At   []int              // the records' places in a larger table, as keys; nil: 0, 1, 2 ...
	Name func(i int) string // of record i, for errors; nil: its number

	Candidates []agreement.Candidate
	Epsilons   []float64  // budgets per private feature
	Limits     proof.Side // of boxes
	Exact      bool       // ask for exact agreements
	Certified  bool       // ask for masses of the largest proven boxes

	Draws int    // draws per estimated agreement; 0: agreements are computed
	Seed  uint64 // of the draws
}

// Outcome holds one value per candidate, budget and record; NaN: none, or none yet. Done counts the finished
// records, and Values the computed values, including those of unfinished records, and parts of slow values.
//
// Exact values are lower ends if only an interval is known (see Region.OnLattice), and shares of draws if the
// population has Draws; certified ones are safe (see agreement.CertifiedBox).
type Outcome struct {
	Exact, Certified [][][]float64 // [candidate][budget][record]
	Classes          []int         // of each record; -1: not reached yet
	Done             int
	Values           float64
	Skipped          error // the first reason for a missing value; nil: none
}

// Run works through the records on all cores. Meanwhile report receives copies of the results, at most some
// twenty times a second and never twice at a time, without delaying records. With a nil report it reports its
// progress to ctx. A cancelled run returns the context's error within milliseconds, plus the time of a report
// under way.
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
		4)).Perm(len(p.Records)) // the results at any time are a sample, not the top of a file
	err := work.Each(ctx, len(order), func(ctx context.Context, k int) error { return run.record(ctx, order[k]) })
	if err == nil {
		err = run.outcome.tooLarge()
	}
	return run.outcome, err
}

// tooLarge returns the reason if the classifier's size prevents all answers: another classifier would have
// them.
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

// empty returns an outcome without results.
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

// sofar returns a copy of the results.
func (run *populationRun) sofar() Outcome {
	run.lock.Lock()
	defer run.lock.Unlock()
	return run.outcome.clone()
}

// progress returns the number of known values.
func (run *populationRun) progress() work.Progress {
	run.lock.Lock()
	defer run.lock.Unlock()
	return work.Progress{Done: run.outcome.Values, Of: float64(len(run.p.Records) * len(run.p.Candidates) * len(run.p.Epsilons)),
		What: "values"}
}

// record answers for one record, then enters the answers. It leaves out an unusable record, such as one with
// a private value outside [0, 1].
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

// regionKey identifies the preparation of one record.
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

// values returns the agreement and the mass of the largest proven box.
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

// value returns a function that counts the progress of one value, which may take seconds.
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

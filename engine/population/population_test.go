package population

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"dpscope/engine/agreement"
	"dpscope/engine/work"
	"dpscope/learners/proof"
	"dpscope/learners/tree"
	"dpscope/mechanisms"
)

// cube draws records of the unit cube.
func cube(n, d int, seed uint64) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, 3))
	records := make([][]float64, n)
	for i := range records {
		for range d {
			records[i] = append(records[i], rng.Float64())
		}
	}
	return records
}

func population(t testing.TB) Population {
	return Population{
		Classifier: forest(rand.New(rand.NewPCG(2, 2)), 20, 6, 4),
		Records:    cube(30, 4, 1), Private: []int{0, 2},
		Candidates: candidates(t, "pm", "laplace-clamped", "gaussian-classic", "krr"), Epsilons: []float64{0.5, 4},
		Limits: agreement.UnitInterval, Exact: true, Certified: true,
	}
}

// A run gives each record the answer of a single question; a budget that a mechanism does not have leaves a gap, with the
// reason.
func TestPopulationIsTheSumOfItsRecords(t *testing.T) {
	p := population(t)
	o, err := p.Run(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if o.Done != len(p.Records) || o.Values != float64(len(p.Records)*len(p.Candidates)*len(p.Epsilons)) || o.Skipped == nil {
		t.Errorf("%d of %d records done, %v values, skipped: %v", o.Done, len(p.Records), o.Values, o.Skipped)
	}
	for c, candidate := range p.Candidates {
		for e, epsilon := range p.Epsilons {
			for i, x := range p.Records {
				m, err := candidate.Make(epsilon)
				if err != nil {
					if !math.IsNaN(o.Exact[c][e][i]) || !math.IsNaN(o.Certified[c][e][i]) {
						t.Errorf("%s at %g has values", candidate.Name, epsilon)
					}
					continue
				}
				r, err := agreement.Prepare(t.Context(), agreement.Question{Classifier: p.Classifier, Record: x, Private: p.Private})
				if err != nil {
					t.Fatal(err)
				}
				exact, err := r.Exact(t.Context(), r.Laws(m))
				if err != nil {
					t.Fatal(err)
				}
				box, err := r.LargestBox(t.Context(), r.Laws(m), agreement.UnitInterval)
				if err != nil {
					t.Fatal(err)
				}
				if o.Exact[c][e][i] != exact.Value || o.Certified[c][e][i] != box.Safe || o.Classes[i] != r.Class {
					t.Errorf("record %d, %s at %g: %v and %v, alone %v and %v", i, candidate.Name, epsilon, o.Exact[c][e][i], o.Certified[c][e][i], exact.Value, box.Safe)
				}
			}
		}
	}
}

// Reports grow, hold no value that is not final, and are not written to later.
func TestPopulationReportsAsItGoes(t *testing.T) {
	p := population(t)
	p.Records = cube(400, 4, 2)
	p.Candidates = p.Candidates[:2]
	var partial []Outcome
	told := make(chan struct{}, len(p.Records))
	made, awaited := p.Candidates[0].Make, 0
	var lock sync.Mutex
	p.Candidates[0].Make = func(epsilon float64) (mechanisms.Mechanism, error) {
		lock.Lock()
		defer lock.Unlock()
		if awaited++; awaited%200 == 0 { // wait for a report, so that there are some
			<-told
		}
		return made(epsilon)
	}
	final, err := p.Run(t.Context(), func(o Outcome) {
		partial = append(partial, o)
		told <- struct{}{}
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(partial) < 3 {
		t.Errorf("%d reports, of which three were waited for", len(partial))
	}
	last := 0.0
	for _, o := range partial {
		if o.Values <= last && last > 0 {
			t.Errorf("a report of %v values after one of %v", o.Values, last)
		}
		last = o.Values
		known := 0
		for i, v := range o.Exact[0][0] {
			if math.IsNaN(v) {
				continue
			}
			known++
			if v != final.Exact[0][0][i] {
				t.Fatalf("record %d was reported as %v and ended as %v", i, v, final.Exact[0][0][i])
			}
		}
		if known != o.Done {
			t.Errorf("%d records are done, %d known", o.Done, known)
		}
	}
	t.Logf("%d reports", len(partial))
}

// Without a function that takes parts, progress is reported to the context.
func TestPopulationReportsToItsContext(t *testing.T) {
	p := population(t)
	p.Records, p.Candidates = p.Records[:1], p.Candidates[:1]
	told := make(chan work.Progress, 1)
	made := p.Candidates[0].Make
	p.Candidates[0].Make = func(epsilon float64) (mechanisms.Mechanism, error) {
		if epsilon == p.Epsilons[1] {
			if got := <-told; got.Done != 1 || got.Of != 2 {
				t.Errorf("%v of %v values are done", got.Done, got.Of)
			}
		}
		return made(epsilon)
	}
	if _, err := p.Run(work.Reporting(t.Context(), func(p work.Progress) { told <- p }), nil); err != nil {
		t.Fatal(err)
	}
}

// One record may take seconds, so its values are news by themselves.
func TestPopulationReportsWithinARecord(t *testing.T) {
	p := population(t)
	p.Records, p.Candidates = p.Records[:1], p.Candidates[:1]
	told := make(chan Outcome, 1)
	made := p.Candidates[0].Make
	p.Candidates[0].Make = func(epsilon float64) (mechanisms.Mechanism, error) {
		if epsilon == p.Epsilons[1] {
			if o := <-told; o.Done != 0 || o.Values != 1 {
				t.Errorf("the report is of %d records and %v values", o.Done, o.Values)
			}
		}
		return made(epsilon)
	}
	if _, err := p.Run(t.Context(), func(o Outcome) { told <- o }); err != nil {
		t.Fatal(err)
	}
}

// A session's kept records change nothing, and are reused at the next budget; another population has its own.
func TestPopulationIsKept(t *testing.T) {
	p := population(t)
	fresh, err := p.Run(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	store := work.NewStore(1 << 20)
	ctx := work.With(t.Context(), &work.Session{Store: store})
	p.Key = "a"
	kept := int64(0)
	for range 2 {
		o, err := p.Run(ctx, nil)
		if err != nil || !sameOutcome(o, fresh) {
			t.Errorf("what is kept changes the outcome (%v)", err)
		}
		if kept > 0 && store.Bytes() != kept {
			t.Errorf("%d bytes are kept, then %d", kept, store.Bytes())
		}
		kept = store.Bytes()
	}
	if each := kept / int64(len(p.Records)); each < 100 || each > 20_000 {
		t.Errorf("%d bytes are kept of a record", each)
	}
	other := p
	other.Key, other.Records = "b", cube(30, 4, 9)
	if o, err := other.Run(ctx, nil); err != nil || sameOutcome(o, fresh) || store.Bytes() <= kept {
		t.Errorf("another population has the same outcome (%v)", err)
	}
}

// sameOutcome compares to the last digit, none with none.
func sameOutcome(a, b Outcome) bool {
	same := func(a, b [][][]float64) bool {
		return slices.EqualFunc(a, b, func(a, b [][]float64) bool {
			return slices.EqualFunc(a, b, func(a, b []float64) bool {
				return slices.EqualFunc(a, b, func(v, w float64) bool { return v == w || math.IsNaN(v) && math.IsNaN(w) })
			})
		})
	}
	return same(a.Exact, b.Exact) && same(a.Certified, b.Certified) && slices.Equal(a.Classes, b.Classes)
}

// A run that is over before the first report is due is not held up by any. Its
// clock stands still while it computes.
func TestPopulationOfAFewReportsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		if _, err := population(t).Run(t.Context(), func(o Outcome) { t.Errorf("a report of %d records", o.Done) }); err != nil {
			t.Fatal(err)
		}
	})
}

// A cancelled run stops with what it has, and says so: of records that would take a minute, next to none are done afterwards.
func TestPopulationStopsWhenAsked(t *testing.T) {
	p := population(t)
	p.Records = cube(200_000, 4, 3)
	ctx, cancel := context.WithCancel(t.Context())
	asked := -1
	o, err := p.Run(ctx, func(o Outcome) {
		if asked < 0 {
			asked = o.Done
		}
		cancel()
	})
	if !errors.Is(err, context.Canceled) || asked < 0 || o.Done > asked+len(p.Records)/10 {
		t.Errorf("%d records done at the word, %d in the end, %v", asked, o.Done, err)
	}
}

// A classifier too large for an answer of anybody is an error, and no table of
// missing answers.
func TestPopulationOfNobodySaysWhy(t *testing.T) {
	p := population(t)
	p.Classifier = &tree.Forest{Trees: []*tree.Tree{comb(0, 5000), comb(1, 5000)}}
	p.Records, p.Private, p.Candidates, p.Certified = cube(3, 2, 1), []int{0, 1}, p.Candidates[:1], false
	_, err := p.Run(t.Context(), nil)
	var large *proof.TooLargeError
	if !errors.As(err, &large) || large.Instead == "" {
		t.Errorf("it says %v", err)
	}
}

// A record that no mechanism can take is left out, and the first reason told.
func TestPopulationLeavesRecordsOut(t *testing.T) {
	p := population(t)
	p.Candidates = p.Candidates[:1]
	p.Records[7] = []float64{0.1, 0.2, 1.56, 0.3}
	o, err := p.Run(t.Context(), nil)
	if err != nil || o.Done != len(p.Records) || o.Classes[7] != -1 || !math.IsNaN(o.Exact[0][0][7]) || math.IsNaN(o.Exact[0][0][8]) {
		t.Errorf("%v, %d done, class %d", err, o.Done, o.Classes[7])
	}
	if o.Skipped == nil || !strings.Contains(o.Skipped.Error(), "1.56") {
		t.Errorf("skipped: %v", o.Skipped)
	}
}

func TestPopulationRefuses(t *testing.T) {
	p := population(t)
	p.Records = [][]float64{{1, 2}}
	if _, err := p.Run(t.Context(), nil); err == nil {
		t.Error("a record of two values was accepted for four features")
	}
	p.Records = nil
	if _, err := p.Run(t.Context(), nil); err == nil {
		t.Error("an empty table was accepted")
	}
}

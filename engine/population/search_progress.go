package population

import (
	"context"
	"slices"
	"sync"

	"dpscope/engine/agreement"
	"dpscope/engine/work"
	"dpscope/mechanisms"
)

// SearchProgress is the progress of the search for every mechanism's budget, and of the work after it. It
// calls tell, if set, on news.
type SearchProgress struct {
	tell func()

	lock     sync.Mutex
	records  work.Progress      // preparation of the records
	looks    map[string]float64 // at budgets of a mechanism, including the part of the one under way
	finished map[string]bool    // mechanisms
	after    map[string]float64 // looks after the search: for all people, and to share a total out
	ranked   []agreement.Ranked // known so far
}

// The weights of the parts of the work, in units of the search for the budget of one mechanism.
const (
	readying = 1.0
	leftOver = 5.0 // the work after all budgets are known

	usualLooks = 25.0             // typical number of looks for one mechanism
	usualAfter = 5.0 * usualLooks // and after all are known
)

func newSearchProgress() *SearchProgress {
	return &SearchProgress{looks: map[string]float64{}, finished: map[string]bool{}, after: map[string]float64{}}
}

func (p *SearchProgress) preparing(records work.Progress) { p.change(func() { p.records = records }) }

// look takes how much of a look at a budget is done; 1: all of it.
func (p *SearchProgress) look(mechanism string, done float64) {
	p.change(func() {
		of := p.looks
		if p.finished[mechanism] {
			of = p.after
		}
		whole := float64(int(of[mechanism]))
		of[mechanism] = max(of[mechanism], whole+done)
	})
}

// over says that a mechanism is done with.
func (p *SearchProgress) over(mechanism string) { p.change(func() { p.finished[mechanism] = true }) }

// Known takes the ranking so far.
func (p *SearchProgress) Known(ranked []agreement.Ranked, _ work.Progress) {
	p.change(func() { p.ranked = ranked })
}

// Telling sets the function to call on news; nil: none.
func (p *SearchProgress) Telling(tell func()) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.tell = tell
}

// reporting reports the progress to ctx until stop is called, unless Telling has set a function.
func (p *SearchProgress) reporting(ctx context.Context) (stop func()) {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.tell != nil {
		return func() {}
	}
	news, over := work.Throttle(func() {
		_, progress := p.SoFar()
		work.Report(ctx, progress)
	})
	p.tell = news
	return func() {
		p.Telling(nil)
		over()
	}
}

func (p *SearchProgress) change(what func()) {
	p.lock.Lock()
	what()
	tell := p.tell
	p.lock.Unlock()
	if tell != nil {
		tell()
	}
}

// SoFar returns the results, and the done share of the work. It is never all: the remaining looks cannot be
// counted, so that each covers less than the one before.
func (p *SearchProgress) SoFar() ([]agreement.Ranked, work.Progress) {
	p.lock.Lock()
	defer p.lock.Unlock()
	done, after := readying*p.records.Share()+float64(len(p.finished)), 0.0
	for _, kind := range mechanisms.All.Kinds { // in a fixed order, so that sums are reproducible
		if n := p.looks[kind.Name]; !p.finished[kind.Name] {
			done += n / (n + usualLooks)
		}
		after += p.after[kind.Name]
	}
	return slices.Clone(p.ranked), work.Progress{Done: done + leftOver*after/(after+usualAfter),
		Of: readying + float64(len(mechanisms.All.Kinds)) + leftOver}
}

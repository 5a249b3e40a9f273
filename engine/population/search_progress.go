package population

import (
	"context"
	"slices"
	"sync"

	"dpscope/engine/agreement"
	"dpscope/engine/work"
	"dpscope/mechanisms"
)

// SearchProgress is how far the search for every mechanism's budget is, and what follows it. tell,
// if there is one, is told of news.
type SearchProgress struct {
	tell func()

	lock     sync.Mutex
	records  work.Progress      // of those to be made ready
	looks    map[string]float64 // at budgets of a mechanism, with the part of the one under way
	finished map[string]bool    // mechanisms
	after    map[string]float64 // looks at budgets of those: for all people, and to share a total out
	ranked   []agreement.Ranked // that are known
}

// What the parts of the work are worth, against the search for the budget of one
// mechanism.
const (
	readying = 1.0
	leftOver = 5.0 // what comes when all budgets are known

	usualLooks = 25.0             // about how many budgets are looked at for one mechanism
	usualAfter = 5.0 * usualLooks // and when all are known
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

// Telling says whom to tell of news; nil: nobody.
func (p *SearchProgress) Telling(tell func()) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.tell = tell
}

// reporting reports to ctx how far it is until stop is called, where nobody else is told.
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

// SoFar is what is known, and how much of the work is done. That is never all: what is
// left over nobody can count, so that every look is less of it than the one before.
func (p *SearchProgress) SoFar() ([]agreement.Ranked, work.Progress) {
	p.lock.Lock()
	defer p.lock.Unlock()
	done, after := readying*p.records.Share()+float64(len(p.finished)), 0.0
	for _, kind := range mechanisms.All.Kinds { // in one order, so that sums do not waver
		if n := p.looks[kind.Name]; !p.finished[kind.Name] {
			done += n / (n + usualLooks)
		}
		after += p.after[kind.Name]
	}
	return slices.Clone(p.ranked), work.Progress{Done: done + leftOver*after/(after+usualAfter),
		Of: readying + float64(len(mechanisms.All.Kinds)) + leftOver}
}

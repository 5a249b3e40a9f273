package robustness

import (
	"slices"
	"sync"

	"dpscope/engine/agreement"
	"dpscope/engine/work"
	"dpscope/mechanisms"
)

// pulse is how far the search for every mechanism's budget is. tell, if there is one,
// is told of news.
type pulse struct {
	tell func()

	lock     sync.Mutex
	records  work.Progress // of those to be made ready
	steps    map[string]int
	finished map[string]bool
	shared   int                // budgets looked at since, to share a total out
	ranked   []agreement.Ranked // that are known
}

// usualSteps is about how many budgets are looked at for one mechanism.
const usualSteps = 25

func (p *pulse) preparing(records work.Progress) { p.change(func() { p.records = records }) }

// step counts a budget that was looked at.
func (p *pulse) step(mechanism string) {
	p.change(func() {
		if p.steps == nil {
			p.steps, p.finished = map[string]int{}, map[string]bool{}
		}
		if p.steps[mechanism]++; p.finished[mechanism] {
			p.shared++
		}
	})
}

// over says that a mechanism is done with.
func (p *pulse) over(mechanism string) {
	p.change(func() {
		if p.finished != nil {
			p.finished[mechanism] = true
		}
	})
}

// known takes the ranking so far.
func (p *pulse) known(ranked []agreement.Ranked, _ work.Progress) {
	p.change(func() { p.ranked = ranked })
}

// telling says whom to tell of news; nil: nobody.
func (p *pulse) telling(tell func()) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.tell = tell
}

func (p *pulse) change(what func()) {
	p.lock.Lock()
	what()
	tell := p.tell
	p.lock.Unlock()
	if tell != nil {
		tell()
	}
}

// sofar is what is known, and how much of the work is done.
func (p *pulse) sofar() ([]agreement.Ranked, work.Progress) {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.steps == nil {
		return nil, p.records
	}
	done := 0.0
	for name, n := range p.steps {
		if p.finished[name] {
			done++
		} else {
			done += float64(n) / float64(n+usualSteps)
		}
	}
	all := float64(len(mechanisms.All.Kinds))
	const last = 0.1 // of a mechanism: for sharing the best one's total out
	sharing := last * float64(p.shared) / float64(p.shared+2*usualSteps)
	return slices.Clone(p.ranked), work.Progress{Done: min(done, all-last) + sharing, Of: all, What: "mechanisms"}
}

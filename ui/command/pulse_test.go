package command

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/work"
)

// pulse measures how long a page stands still. A page moves when its greatest share done grows, or when an answer changes; a
// page shown again unchanged, or with nothing done yet, is no news.
type pulse struct {
	lock    sync.Mutex
	last    time.Time
	longest time.Duration
	over    bool
	done    float64
	said    map[engine.Key]known.Value
}

func newPulse() *pulse { return &pulse{last: time.Now(), said: map[engine.Key]known.Value{}} }

// show takes a page, or a part of it.
func (p *pulse) show(part engine.Sheet) {
	p.lock.Lock()
	defer p.lock.Unlock()
	share := part.Progress.Share()
	news := share > p.done
	p.done = max(p.done, share)
	for _, answer := range part.Readings {
		if k := answer.Known; !k.Missing() && p.said[answer.Key] != k {
			p.said[answer.Key], news = k, true
		}
	}
	if news {
		p.beat()
	}
}

// beat ends a time of silence; the caller holds the lock.
func (p *pulse) beat() {
	if !p.over {
		p.longest, p.last = max(p.longest, time.Since(p.last)), time.Now()
	}
}

// end records the last beat that counts, and returns the longest silence before it.
func (p *pulse) end() time.Duration {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.beat()
	p.over = true
	return p.longest
}

// silent returns the time since the last news.
func (p *pulse) silent() time.Duration {
	p.lock.Lock()
	defer p.lock.Unlock()
	return time.Since(p.last)
}

// A page shown again unchanged stands still; a greater share done, or another answer, is news.
func TestPulse(t *testing.T) {
	answer := func(v float64) engine.Sheet {
		return engine.Sheet{Readings: []engine.Reading{{Key: engine.Key{Name: "a"}, Known: known.Exactly(v)}}, Progress: work.Progress{Of: 2}}
	}
	begun, half := engine.Sheet{Progress: work.Progress{Of: 2}}, engine.Sheet{Progress: work.Progress{Done: 1, Of: 2}}
	for name, c := range map[string]struct {
		shown []engine.Sheet // one a second
		want  time.Duration
	}{
		"nothing":           {nil, time.Second},
		"begun":             {[]engine.Sheet{begun}, 2 * time.Second},
		"half, and again":   {[]engine.Sheet{half, half, half}, 3 * time.Second},
		"half, and less":    {[]engine.Sheet{half, begun}, 2 * time.Second},
		"an answer":         {[]engine.Sheet{answer(1), answer(1)}, 2 * time.Second},
		"a better answer":   {[]engine.Sheet{answer(1), answer(2)}, time.Second},
		"answer, then half": {[]engine.Sheet{answer(1), half}, time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := newPulse()
			for _, sheet := range c.shown {
				time.Sleep(time.Second)
				p.show(sheet)
			}
			time.Sleep(time.Second)
			if got := p.end(); got != c.want {
				t.Errorf("%s: still for %v, want %v", name, got, c.want)
			}
		})
	}
}

package population

import (
	"context"
	"fmt"
	"math"
	"sync"

	"dpscope/engine/agreement"
	"dpscope/engine/work"
	"dpscope/mechanisms"
)

// Asked is a population with prepared records, to be asked for agreements at one budget after another. It is
// safe for several goroutines.
type Asked struct {
	p       Population
	regions []*agreement.Region // nil: the record cannot be asked about
	all     *agreement.Together // all of them
	Skipped error               // the first reason for an unusable record; nil: all are usable
}

// Ask prepares the records, and reports how far it is.
func (p Population) Ask(ctx context.Context, report func(work.Progress)) (*Asked, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	a := &Asked{p: p, regions: make([]*agreement.Region, len(p.Records))}
	var lock sync.Mutex
	done := 0
	news, stop := work.Throttle(func() {
		lock.Lock()
		defer lock.Unlock()
		report(work.Progress{Done: float64(done), Of: float64(len(p.Records)), What: "records"})
	})
	defer stop()
	err := work.Each(ctx, len(p.Records), func(ctx context.Context, i int) error {
		r, err := p.region(ctx, i)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		lock.Lock()
		defer lock.Unlock()
		if done++; err == nil {
			a.regions[i] = r
		} else if a.Skipped == nil {
			a.Skipped = fmt.Errorf("%s: %w", p.name(i), err)
		}
		news()
		return nil
	})
	if err == nil && a.count() == 0 {
		err = a.Skipped
	}
	a.all = agreement.Gather(a.regions)
	return a, err
}

// count returns the number of usable records.
func (a *Asked) count() (n int) {
	for _, r := range a.regions {
		if r != nil {
			n++
		}
	}
	return n
}

// Bytes returns the memory of the prepared records.
func (a *Asked) Bytes() int64 {
	bytes := a.all.Bytes()
	for _, r := range a.regions {
		if bytes += 8; r != nil {
			bytes += r.Bytes()
		}
	}
	return bytes
}

// agreements returns the agreements of all records under a mechanism with a budget for each private feature;
// NaN: none. It returns the lower end of an interval, and a share of draws if the population has Draws. It
// reports its progress to ctx, also within a record.
func (a *Asked) agreements(ctx context.Context, maker mechanisms.Family, budgets []float64) ([]float64, error) {
	made, err := perFeature(maker, budgets)
	if err != nil {
		return nil, err
	}
	values, under := make([]float64, len(a.regions)), a.all.Under(made)
	for i, r := range a.regions {
		values[i] = math.NaN()
		if r == nil {
			continue
		}
		n := float64(len(a.regions))
		work.Report(ctx, work.Progress{Done: float64(i), Of: n, What: "records"})
		if values[i], err = a.agreement(work.Within(ctx, float64(i)/n, float64(i+1)/n), i, under); ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.p.name(i), err)
		}
	}
	return values, nil
}

// agreement returns the agreement of record i.
func (a *Asked) agreement(ctx context.Context, i int, under *agreement.TogetherUnder) (float64, error) {
	if a.p.Draws == 0 {
		if value, on := under.OnGrid(i); on {
			return value, nil
		}
	}
	laws := under.Laws(i)
	if err := a.regions[i].CheckBins(laws); err != nil { // these are a walk's
		return math.NaN(), err
	}
	if a.p.Draws > 0 {
		return a.p.drawn(ctx, a.regions[i], i, laws)
	}
	exact, err := a.regions[i].Under(laws).Exact(ctx)
	number, _ := exact.Number()
	return number, err
}

// perFeature makes the mechanism at each budget, once where they are the same.
func perFeature(maker mechanisms.Family, budgets []float64) ([]mechanisms.Mechanism, error) {
	made := make([]mechanisms.Mechanism, len(budgets))
	for k, e := range budgets {
		if k > 0 && e == budgets[k-1] {
			made[k] = made[k-1]
			continue
		}
		m, err := maker(e)
		if err != nil {
			return nil, err
		}
		made[k] = m
	}
	return made, nil
}

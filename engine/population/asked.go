package population

import (
	"context"
	"fmt"
	"math"
	"slices"
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

// Steps of the lattices on which agreements of linear classifiers with many private features are enclosed.
const (
	coarsest = 1 << 8  // to share a total out
	coarse   = 1 << 9  // to look along the budgets
	finely   = 1 << 13 // to prove a result
)

// onLattice reports whether agreements are only known as intervals.
func (a *Asked) onLattice() bool {
	i := slices.IndexFunc(a.regions, func(r *agreement.Region) bool { return r != nil })
	return i >= 0 && a.regions[i].OnLattice()
}

// seen holds the agreements of all records at some budgets; NaN: none. On a lattice Low is certain, and Aim is
// what a fine lattice is expected to find for certain; else both are the same values.
type seen struct{ Low, Aim []float64 }

// agreements returns the agreements of all records under a mechanism with a budget for each private feature,
// as shares of draws if the population has Draws. It reports its progress to ctx, also within a record.
func (a *Asked) agreements(ctx context.Context, maker mechanisms.Family, budgets []float64, steps int) (seen, error) {
	made, err := perFeature(maker, budgets)
	if err != nil {
		return seen{}, err
	}
	s, under := seen{Low: make([]float64, len(a.regions))}, a.all.Under(made)
	if s.Aim = s.Low; steps != 0 {
		s.Aim = make([]float64, len(a.regions))
	}
	for i, r := range a.regions {
		if s.Low[i], s.Aim[i] = math.NaN(), math.NaN(); r == nil {
			continue
		}
		n := float64(len(a.regions))
		work.Report(ctx, work.Progress{Done: float64(i), Of: n, What: "records"})
		within := work.Within(ctx, float64(i)/n, float64(i+1)/n)
		if steps != 0 {
			s.Low[i], s.Aim[i], err = enclosed(within, under, i, steps)
		} else {
			s.Low[i], err = a.agreement(within, i, under)
		}
		if ctx.Err() != nil {
			return seen{}, ctx.Err()
		}
		if err != nil {
			return seen{}, fmt.Errorf("%s: %w", a.p.name(i), err)
		}
	}
	return s, nil
}

// enclosed returns the lower end of the agreement of record i on a lattice, and the one to expect on the fine
// lattice, with some reserve.
func enclosed(ctx context.Context, under *agreement.TogetherUnder, i, steps int) (low, aim float64, err error) {
	const reserve = 1.25
	e, err := under.OnLattice(ctx, i, steps)
	return e.Low, max(e.Low, e.Value-reserve*(e.Value-e.Low)*float64(steps)/finely), err
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

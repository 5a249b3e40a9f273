package training

import (
	"context"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"dpscope/engine/known"
	"dpscope/engine/work"
)

// Repeats are the courses of one trial over several seeds, those that have begun.
type Repeats []Course

// Race runs every trial over so many seeds, from its own on: all trials with the
// first seed, then all with the next. show is handed the courses so far, now and
// then and never twice at a time.
func Race(ctx context.Context, trials []Trial, seeds int, show func([]Repeats, work.Progress)) ([]Repeats, error) {
	r := &race{courses: make([][]Course, len(trials))}
	of := 0.0
	for i, t := range trials {
		r.courses[i] = make([]Course, seeds)
		of += float64(seeds * t.Epochs)
	}
	news, stop := work.Telling(func() {
		if so, done := r.soFar(); done < of {
			show(so, work.Progress{Done: done, Of: of, What: "epochs"})
		}
	})
	defer stop()
	err := work.Each(ctx, seeds*len(trials), func(ctx context.Context, i int) error {
		t, seed := trials[i%len(trials)], i/len(trials)
		t.Seed += uint64(seed)
		enter := func(c Course, _ work.Progress) {
			r.enter(i%len(trials), seed, c)
			news()
		}
		c, err := t.Course(ctx, enter)
		if err == nil {
			enter(c, work.Progress{})
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	all, _ := r.soFar()
	return all, nil
}

// race gathers courses that several goroutines run.
type race struct {
	lock    sync.Mutex
	courses [][]Course // by trial, by seed
}

func (r *race) enter(trial, seed int, c Course) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.courses[trial][seed] = c
}

// soFar are the courses that have begun, and how many epochs they have run.
func (r *race) soFar() (all []Repeats, epochs float64) {
	r.lock.Lock()
	defer r.lock.Unlock()
	for _, courses := range r.courses {
		var some Repeats
		for _, c := range courses {
			if c.Run > 0 || c.OneClass || c.Diverged > 0 {
				some = append(some, c)
				epochs += float64(c.Run)
			}
		}
		all = append(all, some)
	}
	return all, epochs
}

// Quantity is one number of an epoch.
type Quantity func(Epoch) float64

// Summary is a quantity over the seeds that have it.
type Summary struct {
	Mean, Deviation float64 // Deviation is NaN of one seed
	Seeds           int
}

// After is a quantity after an epoch.
func (r Repeats) After(epoch int, of Quantity) Summary {
	var values []float64
	for _, c := range r {
		if i, found := slices.BinarySearchFunc(c.Epochs, epoch, func(e Epoch, number int) int { return e.Number - number }); found {
			values = append(values, of(c.Epochs[i]))
		}
	}
	if len(values) == 0 {
		return Summary{Mean: math.NaN(), Deviation: math.NaN()}
	}
	mean, deviation := stat.MeanStdDev(values, nil)
	return Summary{mean, deviation, len(values)}
}

// Last is the greatest epoch that a seed has run.
func (r Repeats) Last() int {
	last := 0
	for _, c := range r {
		if len(c.Epochs) > 0 {
			last = max(last, c.Epochs[len(c.Epochs)-1].Number)
		}
	}
	return last
}

// Diverged is the first epoch in which a seed ran away, and how many did.
func (r Repeats) Diverged() (epoch, seeds int) {
	for _, c := range r {
		if c.Diverged > 0 {
			if seeds++; epoch == 0 || c.Diverged < epoch {
				epoch = c.Diverged
			}
		}
	}
	return epoch, seeds
}

// OneClass is how many seeds had labels of one class only.
func (r Repeats) OneClass() int {
	count := 0
	for _, c := range r {
		if c.OneClass {
			count++
		}
	}
	return count
}

// Value is the mean as an estimate over all seeds, with Student's interval at
// 95 % where there are two and more.
func (s Summary) Value() known.Value {
	if s.Seeds < 2 {
		return known.Approximated(s.Mean)
	}
	degrees := float64(s.Seeds - 1)
	half := distuv.StudentsT{Sigma: 1, Nu: degrees}.Quantile(0.975) * s.Deviation / math.Sqrt(float64(s.Seeds))
	return known.Sampled(s.Mean, s.Mean-half, s.Mean+half, 0.95)
}

// Curve is a quantity after every epoch that any seed has run, its mean over
// seeds.
func (r Repeats) Curve(of Quantity) (epochs, mean []float64) {
	for e := 1; e <= r.Last(); e++ {
		if s := r.After(e, of); s.Seeds > 0 {
			epochs, mean = append(epochs, float64(e)), append(mean, s.Mean)
		}
	}
	return epochs, mean
}

// Best is the epoch after which the mean of a quantity above 0 is greatest, the
// first of several, and that mean.
func (r Repeats) Best(of Quantity) (epoch, mean float64) {
	epochs, means := r.Curve(of)
	for i, v := range means {
		if v > mean {
			epoch, mean = epochs[i], v
		}
	}
	return epoch, mean
}

package agreement

import (
	"context"
	"math"
	"slices"
	"sync/atomic"

	"dpscope/engine/work"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// CheckBins refuses laws on more bins than a walk over budgets handles within seconds: each bin is a line of
// the plane.
func (r *Region) CheckBins(laws []mechanisms.Law) error {
	const most = 30_001
	if len(laws) != 2 || r.grid != nil {
		return nil
	}
	for _, l := range laws {
		if b, ok := l.(mechanisms.Binned); ok && b.Bins() > most {
			return &proof.TooLargeError{What: "bins at each of many budgets", Count: b.Bins(), Most: most, Instead: "fewer bins"}
		}
	}
	return nil
}

// latticeRegion is a region over the lattice of two laws on bins: for each bin of the first, the stretches of
// bins of the second that belong to it. It does not depend on a budget, and is remembered for one lattice; a
// large one only while walks over budgets go on.
type latticeRegion struct {
	turn      ctxMutex
	walks     atomic.Int32 // number of walks in progress
	large     bool         // too large to be remembered, or left unfinished
	lattice   latticeKey
	ends      []int32 // of the stretches of each line
	stretches []binRun
}

type latticeKey struct {
	free   [2]int
	bins   [2]int
	window [2]proof.Side
}

// binRun is the bins from, ..., to − 1.
type binRun struct{ from, to int32 }

// binLines implements lines for two laws on bins.
func (p plane) binLines(ctx context.Context, section func(along int, x []float64) ([]proof.Side, error)) (float64, error) {
	known := &p.r.lattice
	if err := known.turn.take(ctx); err != nil {
		return 0, err
	}
	defer known.leave()
	key := latticeKey{p.free, [2]int{p.u.bins.Bins(), p.v.bins.Bins()}, p.window}
	total, line := 0.0, 0
	add := func(stretches []binRun) {
		total += p.u.bins.BinsMass(line, line) * p.v.binsIn(stretches)
		line++
	}
	if known.ends != nil && known.lattice == key {
		known.each(add)
		return total, nil
	}
	known.begin(key)
	var found []binRun
	err := p.atomLines(ctx, func(x []float64, _ mechanisms.Atom) error {
		sides, err := section(1, x)
		found = p.v.binsAmong(found[:0], sides, func(v float64) bool { return p.r.keeps(x, p.free[1], v) })
		known.remember(found)
		add(found)
		if line%1024 == 0 {
			work.Report(ctx, work.Progress{Done: float64(line), Of: float64(key.bins[0]), What: "lines"})
		}
		return err
	})
	known.large = known.large || err != nil
	return total, err
}

// leave ends a turn.
func (l *latticeRegion) leave() {
	if l.large {
		l.begin(latticeKey{})
	}
	l.turn.leave()
	l.forget()
}

// walk begins one over budgets, until done is called.
func (l *latticeRegion) walk() (done func()) {
	l.walks.Add(1)
	return func() {
		l.walks.Add(-1)
		l.forget()
	}
}

// forget releases a large lattice once no walk goes on. If another goroutine has the turn, that one forgets
// at its end.
func (l *latticeRegion) forget() {
	if l.walks.Load() > 0 {
		return
	}
	select {
	case l.turn <- struct{}{}:
		if l.bytes() > latticeRemembered {
			l.begin(latticeKey{})
		}
		l.turn.leave()
	default:
	}
}

// bytes returns the memory of the lattice.
func (l *latticeRegion) bytes() int { return 8*cap(l.stretches) + 4*cap(l.ends) }

// begin forgets the stretches and starts another lattice.
func (l *latticeRegion) begin(key latticeKey) {
	l.lattice, l.ends, l.stretches, l.large = key, nil, nil, false
}

// remember stores the stretches of the next line, unless they exceed the memory counted in Bytes and no walk
// goes on.
func (l *latticeRegion) remember(found []binRun) {
	if l.large = l.large || l.walks.Load() == 0 && l.bytes() > latticeRemembered; l.large {
		l.ends, l.stretches = nil, nil
		return
	}
	l.stretches = append(l.stretches, found...)
	l.ends = append(l.ends, int32(len(l.stretches)))
}

// each goes through the stretches of the lines.
func (l *latticeRegion) each(do func([]binRun)) {
	first := int32(0)
	for _, end := range l.ends {
		do(l.stretches[first:end])
		first = end
	}
}

func (m measure) binsIn(stretches []binRun) float64 {
	total := 0.0
	for _, s := range stretches {
		total += m.bins.BinsMass(int(s.from), int(s.to)-1)
	}
	return total
}

// binsAmong appends the bins of a section that belong. Near the ends of its
// intervals bins are asked one by one, and the first and the last; between, they
// are taken together.
func (m measure) binsAmong(found []binRun, sides []proof.Side, belongs func(float64) bool) []binRun {
	count := m.bins.Bins()
	doubtful := []binRun{{0, 1}, {int32(count) - 1, int32(count)}}
	for _, s := range sides {
		for _, end := range [2]float64{s.Low, s.High} {
			slack := near * (1 + math.Abs(end))
			doubtful = append(doubtful, binRun{int32(max(m.binsUpTo(end-slack)-1, 0)), int32(min(m.binsUpTo(end+slack)+1, count))})
		}
	}
	slices.SortFunc(doubtful, func(a, b binRun) int { return int(a.from - b.from) })
	next := int32(0) // bins before it are done
	together := func(to int32) {
		if next < to && belongs(float64((next+to-1)/2)/m.steps) {
			found = append(found, binRun{next, to})
		}
		next = max(next, to)
	}
	for _, d := range doubtful {
		together(d.from)
		for ; next < d.to; next++ {
			if belongs(float64(next) / m.steps) {
				found = append(found, binRun{next, next + 1})
			}
		}
	}
	together(int32(count))
	return found
}

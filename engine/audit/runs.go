package audit

import (
	"math"
	"slices"

	"dpscope/engine/num/normal"
)

// class says whether a run had the record.
type class int

const (
	without class = iota
	with
)

// Runs holds scores of runs, counted between edges that one half of them sets. A session keeps them: no later
// question reads a score again.
//
// Their memory does not grow with the runs: the first half fills an exact histogram with scores as edges, and
// the second half is counted between those.
type Runs struct {
	rows   [2]int64   // total, by class
	edges  []float64  // rising
	chosen [][2]int64 // of the half that sets the edges: up to each edge, and above the one before
	judged [][2]int64 // of the other half, finally those above all edges
}

// tested returns the number of judging runs of a class.
func (r *Runs) tested(c class) int64 {
	n := int64(0)
	for _, b := range r.judged {
		n += b[c]
	}
	return n
}

// Rows returns the number of runs with the record and without.
func (r *Runs) Rows() (in, out int64) { return r.rows[with], r.rows[without] }

// Bytes returns the size that a session keeps.
func (r *Runs) Bytes() int64 {
	return 200 + 8*int64(len(r.edges)) + 16*int64(len(r.chosen)+len(r.judged))
}

// halves assigns each run to a half: of every two of a class one to either, by a coin that depends only on
// their place. So both halves are random parts of their class, for any order of the rows, and every pass
// finds the same.
type halves struct{ seen [2]int64 }

// judges reports whether the next run of a class is one that judges.
func (h *halves) judges(c class) bool {
	n := h.seen[c]
	h.seen[c]++
	coin := mix(uint64(n/2)<<1|uint64(c))&1 == 1
	return coin == (n%2 == 0)
}

// mix turns numbers into pseudorandom bits (SplitMix64: Steele, Lea & Flood 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Counting counts runs in two passes: the first sets the edges, the second counts between them.
type Counting struct {
	runs  Runs
	first histogram
	halves
	second bool
}

// Add takes a run: every one once before Again, and once after it, in the same order.
func (c *Counting) Add(in bool, score float64) {
	of := without
	if in {
		of = with
	}
	score += 0 // one zero
	switch judges := c.judges(of); {
	case c.second && judges:
		c.judge(of, score)
	case !c.second && !judges:
		c.choose(of, score)
	}
}

// choose takes a run of the half that sets the edges, judge one of the other, after Edges.
func (c *Counting) choose(of class, score float64) {
	c.runs.rows[of]++
	c.first.add(of, score)
}

func (c *Counting) judge(of class, score float64) {
	c.runs.rows[of]++
	i, _ := slices.BinarySearch(c.runs.edges, score)
	c.runs.judged[i][of]++
}

// Again begins the second pass.
func (c *Counting) Again() {
	c.second, c.halves = true, halves{}
	c.first.settle()
	for _, b := range c.first.bins {
		c.runs.edges = append(c.runs.edges, b.edge)
		c.runs.chosen = append(c.runs.chosen, b.count)
	}
	c.runs.judged = make([][2]int64, len(c.runs.edges)+1)
	c.first = histogram{}
}

// Runs returns the counted runs, after both passes.
func (c *Counting) Runs() *Runs { return &c.runs }

// events returns the thresholds to test: the first half's best for ε, the advantage and μ, without
// repetitions.
func (r *Runs) events(q Question) []Event {
	const goals = 3
	var best [goals]Event
	worth := [goals]float64{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	z := normal.Quantile(1 - (1-q.Confidence)/(2*goals))
	for e := range r.tests(r.chosen) {
		if named := e.NamedIn + e.NamedOut; named == 0 || named == e.In+e.Out {
			continue // empty
		}
		tpr, fpr := below(e.NamedIn, e.In, z), 1-below(e.Out-e.NamedOut, e.Out, z)
		for i, w := range [goals]float64{shown(tpr, fpr, q.Delta), tpr - fpr, normal.Quantile(tpr) - normal.Quantile(fpr)} {
			if w > worth[i] {
				worth[i], best[i] = w, e
			}
		}
	}
	var list []Event
	for i, e := range best {
		same := func(o Event) bool { return o.Threshold == e.Threshold && o.Below == e.Below }
		if !math.IsInf(worth[i], -1) && !slices.ContainsFunc(list, same) {
			list = append(list, e)
		}
	}
	return r.judge(list)
}

// judge counts the events on the second half.
func (r *Runs) judge(list []Event) []Event {
	for e := range r.tests(r.judged) {
		for i := range list {
			if list[i].Threshold == e.Threshold && list[i].Below == e.Below {
				list[i] = e
			}
		}
	}
	return list
}

// tests yields all tests that the edges allow, in one of the halves.
func (r *Runs) tests(bins [][2]int64) func(func(Event) bool) {
	var all [2]int64
	for _, b := range bins {
		all[with], all[without] = all[with]+b[with], all[without]+b[without]
	}
	return func(yield func(Event) bool) {
		var up [2]int64
		for i, edge := range r.edges {
			up[with], up[without] = up[with]+bins[i][with], up[without]+bins[i][without]
			e := Event{Threshold: edge, Below: true, In: all[with], Out: all[without], NamedIn: up[with], NamedOut: up[without]}
			above := Event{Threshold: edge, In: e.In, Out: e.Out, NamedIn: e.In - e.NamedIn, NamedOut: e.Out - e.NamedOut}
			if !yield(e) || !yield(above) {
				return
			}
		}
	}
}

// below approximates a lower confidence limit, of z deviations, of a chance (Wilson 1927): it only serves to
// choose a threshold, and claims nothing.
func below(hits, trials int64, z float64) float64 {
	if hits == 0 || trials == 0 {
		return 0
	}
	n, p := float64(trials), float64(hits)/float64(trials)
	return max(0, (p+z*z/(2*n)-z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n)))/(1+z*z/n))
}

package optimal

import (
	"context"
	"math"

	"dpscope/engine/work"
)

// Progress counts places: most belong to sums, if these solve the problem, each grid doubling the earlier
// ones; if cutting planes continue, one until their first vertex, and the decimal places by which their
// violation falls from there; and one for a vertex solved once more. The number of pivots is unknown
// beforehand.
const (
	summing     = 40
	firstVertex = 1
	decimals    = 9
	onceMore    = 1
)

// progress reports a problem's progress. It never goes back.
type progress struct {
	report  func(work.Progress)
	before  float64 // places before cutting planes: those of sums, or none
	weights int
	from    float64 // where the present grid of sums began
	end     float64 // where it ends
	pivots  int     // since it began
	first   float64 // first violation of cutting planes; 0 before that
	done    float64
}

// reporting returns a progress that reports to ctx.
func reporting(ctx context.Context, before float64) *progress {
	return &progress{report: func(p work.Progress) { work.Report(ctx, p) }, before: before}
}

// reach reports done places, if they exceed the earlier ones.
func (p *progress) reach(done float64) {
	p.done = max(p.done, done)
	p.report(work.Progress{Done: p.done, Of: p.before + firstVertex + decimals + onceMore, What: "places"})
}

// grid begins sums of that many weights, after that many halvings of the grid.
func (p *progress) grid(weights, halvings int) {
	p.reach(p.end)
	p.weights, p.from, p.end, p.pivots = weights, p.done, math.Ldexp(p.before, -halvings), 0
}

// summed tells of some more pivots of sums. At five for each weight half of the grid is
// done: there may be sixty.
func (p *progress) summed(more int) {
	const usual = 5
	p.pivots += more
	share := float64(p.pivots) / float64(p.pivots+usual*p.weights)
	p.reach(p.from + (p.end-p.from)*share)
}

// pivoted reports further pivots of cutting planes: each covers a share of what is left until their first
// vertex, and then until their end.
func (p *progress) pivoted(more int) {
	end, usual := p.before+firstVertex, 2.0 // pivots for each weight
	if p.first > 0 {
		end, usual = end+decimals, 100
	}
	p.reach(p.done + (end-p.done)*float64(more)/(float64(more)+usual*float64(p.weights)))
}

// cut tells of a round: by how much its law is not private enough.
func (p *progress) cut(over float64) {
	p.first = max(p.first, over, 1e-300)
	p.reach(p.before + firstVertex + min(math.Log10(p.first/max(over, 1e-300)), decimals))
}

// again returns the progress of a program that solves the last part of another, after pass earlier attempts.
func (p *progress) again(pass int) *progress {
	return &progress{report: func(part work.Progress) {
		left := math.Ldexp(onceMore, -pass) * (1 - part.Share()/2)
		p.reach(p.before + firstVertex + decimals + onceMore - left)
	}}
}

// approached reports how far the gap of the first-order method has fallen, on a logarithmic scale.
func (p *progress) approached(steps int, gap float64) {
	p.first = max(p.first, gap)
	fallen := math.Log(p.first/max(gap, near)) / math.Log(max(p.first/near, 2))
	p.reach(p.before * max(fallen, float64(steps)/mostSteps))
}

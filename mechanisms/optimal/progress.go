package optimal

import (
	"context"
	"math"

	"dpscope/engine/work"
)

// How far a problem is, is told in places: most are those of sums, if it is solved so,
// each grid doubling those before; where cutting planes have to go on, one on the way to
// their first vertex, and the decimal places by which their violation falls from there;
// and one for a vertex that has to be sought once more. Nobody knows how many pivots
// there will be.
const (
	summing     = 40
	firstVertex = 1
	decimals    = 9
	onceMore    = 1
)

// progress reports how far a problem is. It never goes back.
type progress struct {
	report  func(work.Progress)
	before  float64 // the places before those of cutting planes: of sums, or none
	weights int
	from    float64 // where the grid began whose sums are sought
	end     float64 // and where it ends
	pivots  int     // since it began
	first   float64 // the first violation of cutting planes; 0 before there is one
	done    float64
}

// reporting is the progress that is reported to ctx.
func reporting(ctx context.Context, before float64) *progress {
	return &progress{report: func(p work.Progress) { work.Report(ctx, p) }, before: before}
}

// reach tells that so many places are done, if that is more than before.
func (p *progress) reach(done float64) {
	p.done = max(p.done, done)
	p.report(work.Progress{Done: p.done, Of: p.before + firstVertex + decimals + onceMore, What: "places"})
}

// grid begins with sums of so many weights, after so many halvings of the grid that is
// asked for.
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

// pivoted tells of some more pivots of cutting planes, which take a part of what is left
// to the end of their first vertex, and then to that of all.
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

// again is the progress of a program that is solved for the last part of another's,
// the time after pass others.
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

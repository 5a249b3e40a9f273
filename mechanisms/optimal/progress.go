package optimal

import (
	"context"
	"math"

	"dpscope/engine/work"
)

// How far a problem is, is told in places: those that hurried cutting planes take;
// those of the interior-point method, if it is asked; one on the way to the
// first vertex of cutting planes that are not hurried, and the decimal places by which
// their violation falls from there; and one for a vertex that has to be sought once
// more. While no place is gained, steps and pivots take a part of what is left: nobody
// knows how many there will be.
const (
	hurrying    = 2
	inside      = 10
	firstVertex = 1
	decimals    = 9
	onceMore    = 1
	before      = hurrying + inside
)

// progress tells ctx how far a problem is. It never goes back.
type progress struct {
	ctx     context.Context
	weights int
	hurried bool    // rounds are those of hurried cutting planes
	grids   float64 // that these have been through, of so many
	of      int
	first   float64 // the first violation; 0 before there is one
	done    float64
}

// reach tells that so many places are done, if that is more than before.
func (p *progress) reach(done float64) {
	p.done = max(p.done, done)
	work.Report(p.ctx, work.Progress{Done: p.done, Of: before + firstVertex + decimals + onceMore, What: "places"})
}

// within tells of a step of the interior-point method: the products there are, at
// first, and that are few enough. They may grow for long before they fall.
func (p *progress) within(mu, first, enough float64) {
	const usual = 50 // steps
	slowly := p.done + (before-p.done)/usual
	p.reach(max(slowly, hurrying+inside*min(math.Log(first/mu)/math.Log(first/enough), 1)))
}

// pivoted tells of some more pivots.
func (p *progress) pivoted(more int) {
	if p.hurried {
		return
	}
	end, usual := float64(before+firstVertex), 2.0 // pivots for each weight
	if p.first > 0 {
		end, usual = end+decimals, 100
	}
	p.reach(p.done + (end-p.done)*float64(more)/(float64(more)+usual*float64(p.weights)))
}

// cut tells of a round: by how much its law is not private enough.
func (p *progress) cut(over float64) {
	if p.hurried {
		p.grids += 1 / float64(hurried(p.weights))
		p.reach(hurrying * min(p.grids/float64(p.of), 1))
		return
	}
	p.first = max(p.first, over, 1e-300)
	p.reach(before + firstVertex + min(math.Log10(p.first/max(over, 1e-300)), decimals))
}

// again is the progress of a program that is solved for the last part of another's,
// the time after pass others.
func (p *progress) again(pass int) *progress {
	return &progress{weights: p.weights, ctx: work.Reporting(p.ctx, func(part work.Progress) {
		left := math.Ldexp(onceMore, -pass) * (1 - part.Share()/2)
		p.reach(before + firstVertex + decimals + onceMore - left)
	})}
}

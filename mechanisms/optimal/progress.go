package optimal

import (
	"context"
	"math"

	"dpscope/engine/work"
)

// How far a program is, is told in decimal places: those by which the products of
// the interior-point method fall; one on the way to the first vertex of cutting
// planes, and those by which their violation falls from there; and one for a
// vertex that has to be sought once more. While no place is gained, pivots take a
// part of what is left: nobody knows how many there will be.
const (
	firstVertex = 1
	decimals    = 9
	onceMore    = 1
)

// progress tells ctx how far a program is. It never goes back.
type progress struct {
	ctx     context.Context
	inside  float64 // the places of the interior-point method; 0 where it is not asked
	weights int
	first   float64 // the first violation; 0 before there is one
	done    float64
}

// reach tells that so many places are done, if that is more than before.
func (p *progress) reach(done float64) {
	p.done = max(p.done, done)
	work.Report(p.ctx, work.Progress{Done: p.done, Of: p.inside + firstVertex + decimals + onceMore, What: "decimal places"})
}

// within tells of the interior-point method: the products there are, at first, and
// that are few enough.
func (p *progress) within(mu, first, enough float64) {
	p.inside = math.Log10(first / enough)
	p.reach(min(math.Log10(first/mu), p.inside))
}

// pivoted tells of some more pivots.
func (p *progress) pivoted(more int) {
	end, usual := p.inside+firstVertex, 2.0 // pivots for each weight
	if p.first > 0 {
		end, usual = end+decimals, 100
	}
	p.reach(p.done + (end-p.done)*float64(more)/(float64(more)+usual*float64(p.weights)))
}

// cut tells of a round: by how much its law is not private enough.
func (p *progress) cut(over float64) {
	p.first = max(p.first, over, 1e-300)
	p.reach(p.inside + firstVertex + min(math.Log10(p.first/max(over, 1e-300)), decimals))
}

// again is a context for a program that is solved for the last part of another's
// progress, the time after pass others.
func (p *progress) again(pass int) context.Context {
	return work.Reporting(p.ctx, func(part work.Progress) {
		left := math.Ldexp(onceMore, -pass) * (1 - part.Share()/2)
		p.reach(p.inside + firstVertex + decimals + onceMore - left)
	})
}

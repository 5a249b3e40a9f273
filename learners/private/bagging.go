package private

import (
	"context"
	"fmt"
	"math/rand/v2"

	"dpscope/engine/num/rootfind"
	"dpscope/engine/work"
	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/privacy"
)

// Bagging fits several private models, each to a part of the records that is drawn
// without replacement, and lets them vote. Parts of fixed size amplify what each may
// spend, between neighbours that differ in one record; together they compose. A part
// whose size follows the labels would not amplify, and one drawn with replacement
// has no such theorem.
type Bagging struct {
	Fit            // of each model, but for the budget, which is that of all together
	Models int     // at least 1
	Share  float64 // of the records that each sees, in (0, 1]
	Slack  float64 // δ of all together; 0: none, and budgets add up
}

// Part is how many of so many records each model sees.
func (b Bagging) Part(records int) int { return int(b.Share * float64(records)) }

// Each is the budget of one model on its part of so many records: what all may spend,
// divided by basic composition or by the best there is at the slack, and amplified by the
// share that is really drawn, in whole records. No worst neighbours are looked for: of a model no more than its claim is
// used, and of all mechanisms that keep ε, randomised response at ε tells most, alone and composed (Kairouz, Oh & Viswanath 2015).
func (b Bagging) Each(records int) (float64, error) {
	if b.Models < 1 || !(0 < b.Share && b.Share <= 1) {
		return 0, fmt.Errorf("%d models of %g of the records each; 1 and more, each of a share in (0, 1], would work", b.Models, b.Share)
	}
	part := b.Part(records)
	if part == 0 {
		return 0, fmt.Errorf("a share of %g of %d records is none; a greater one would work", b.Share, records)
	}
	each := b.Epsilon / float64(b.Models)
	var err error
	if b.Slack > 0 && b.Models > 1 {
		spent := func(epsilon float64) float64 { // of all, where each spends so much of the records as a whole
			all := accounting.Times{Of: claim(epsilon), Count: float64(b.Models)}
			v, failed := accounting.Claims{Theorem: accounting.Optimal}.Bound(all, b.Slack)
			err = failed
			return v.High - b.Epsilon
		}
		if over := spent(b.Epsilon); over > 0 && spent(each) < 0 {
			each, _ = rootfind.Bracket(spent, each, b.Epsilon, spent(each), over, 1e-9)
		}
	}
	return accounting.BeforeSampling(each, float64(part)/float64(records)), err
}

// claim is a model of which no more than a budget is known.
func claim(epsilon float64) accounting.Event {
	return accounting.Claim{Claim: privacy.Claim{Epsilon: epsilon, Neighbours: privacy.OneReplaced}}
}

// Event is what all models together tell of so many records, at the budget of each on its part.
func (b Bagging) Event(records int, each float64) accounting.Event {
	rate := float64(b.Part(records)) / float64(records)
	return accounting.Times{Of: accounting.Sampled{Of: claim(each), Rate: rate, By: accounting.FixedSize}, Count: float64(b.Models)}
}

// Betas returns the models. Every step of each is reported.
func (b Bagging) Betas(ctx context.Context, rows Rows, rng *rand.Rand) ([][]float64, error) {
	each, err := b.Each(rows.Len())
	if err != nil {
		return nil, err
	}
	size := b.Part(rows.Len())
	fit := b.Fit
	fit.Epsilon, fit.Lambda = each, b.Lambda*float64(rows.Len())/float64(size) // λn is that of the part
	var betas [][]float64
	models := float64(b.Models)
	for k := range b.Models {
		part := rows.pick(rng.Perm(rows.Len())[:size])
		beta, err := fit.Beta(work.Within(ctx, float64(k)/models, float64(k+1)/models), part, NewDraw(rows.Dims, rng), nil)
		if err != nil {
			return nil, err
		}
		betas = append(betas, beta)
	}
	return betas, nil
}

// Votes are the shares of the models that call each row positive, less one half: a
// majority is above 0. They are made of what is published, and cost nothing.
func Votes(rows Rows, betas [][]float64) []float64 {
	votes := make([]float64, rows.Len())
	for i := range votes {
		yes := 0
		for _, beta := range betas {
			if dot(rows.Row(i), beta) >= 0 {
				yes++
			}
		}
		votes[i] = float64(yes)/float64(len(betas)) - 0.5
	}
	return votes
}

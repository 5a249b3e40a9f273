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

// Bagging fits several private models, each to a random part of the records without replacement, and lets
// them vote. Parts of fixed size amplify each model's budget, between neighbours that differ in one record;
// together the models compose. A part whose size depends on the labels would not amplify, and drawing with
// replacement has no such theorem.
type Bagging struct {
	Fit            // of each model; its budget is the total
	Models int     // at least 1
	Share  float64 // of the records that each model sees, in (0, 1]
	Slack  float64 // δ of all models together; 0: none, and budgets add up
}

// Part returns the number of records that each model sees.
func (b Bagging) Part(records int) int { return int(b.Share * float64(records)) }

// Each returns the budget of one model on its part of the records: the total, divided by basic composition or
// by the best composition at the slack, and amplified by the share really drawn, in whole records. It needs
// no worst neighbours: it uses only each model's claim, and of all mechanisms that keep ε, randomised
// response at ε reveals most, alone and composed (Kairouz, Oh & Viswanath 2015).
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
		spent := func(epsilon float64) float64 { // total, if each spends this much of all records
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

// claim returns a model known by its budget alone.
func claim(epsilon float64) accounting.Event {
	return accounting.Claim{Claim: privacy.Claim{Epsilon: epsilon, Neighbours: privacy.OneReplaced}}
}

// Event returns the release of all models together about that many records, given each model's budget on its
// part.
func (b Bagging) Event(records int, each float64) accounting.Event {
	rate := float64(b.Part(records)) / float64(records)
	return accounting.Times{Of: accounting.Sampled{Of: claim(each), Rate: rate, By: accounting.FixedSize}, Count: float64(b.Models)}
}

// Betas returns the models, and reports every step of each.
func (b Bagging) Betas(ctx context.Context, rows Rows, rng *rand.Rand) ([][]float64, error) {
	each, err := b.Each(rows.Len())
	if err != nil {
		return nil, err
	}
	size := b.Part(rows.Len())
	fit := b.Fit
	fit.Epsilon, fit.Lambda = each, b.Lambda*float64(rows.Len())/float64(size) // λn refers to the part
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

// Votes returns the share of the models that call each row positive, less one half: a majority is above 0. It
// uses only published models, and costs nothing.
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

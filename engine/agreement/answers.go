package agreement

import (
	"context"

	"dpscope/engine/known"
	"dpscope/engine/work"
	"dpscope/learners/proof"
)

// Survival asks how often a prediction survives, and which budget suffices. It is comparable.
type Survival struct {
	Prediction
	Target    float64 // agreement to reach
	Indicator float64 // probability of sending the values as they are
	Draws     int     // noisy records drawn; Estimated is the share of them that keep the class
}

// Answers holds the answers about one prediction. It computes shared parts once.
type Answers struct {
	Survival
	Agreed            *work.Once[known.Value] // see Prediction.Agreement
	Estimated         *work.Once[Estimate]
	Box               *work.Once[CertifiedBox]   // the largest proven box
	Paper             *work.Once[PaperBox]       // the box found by the paper's search
	Verdict           *work.Once[proof.Verdict]  // on that box
	ProvenNeed        *work.Once[RequiredBudget] // by the largest proven box
	ExactNeed         *work.Once[RequiredBudget] // by the agreement itself
	Radius, Unbounded *work.Once[Radius]         // within [0, 1], and without limits
	Attacker          *work.Once[Attacker]
	Soon              *SoFar // bounds proven on the way to slow answers
}

// Answers prepares the answers; each is computed on demand.
func (q Survival) Answers() *Answers {
	a := &Answers{Survival: q, Soon: q.SoFar()}
	a.Agreed, a.Paper, a.Estimated = work.NewOnce(q.Agreement), work.NewOnce(q.PaperBox), q.drawing()
	a.Verdict = work.NewOnce(func(ctx context.Context) (proof.Verdict, error) {
		box, err := a.Paper.Get(ctx)
		if err != nil {
			return proof.Verdict{}, err
		}
		return q.Region.Proven(ctx, box.Sides)
	})
	a.Box = work.NewOnce(func(ctx context.Context) (CertifiedBox, error) { return Watched(ctx, a.Soon, q.LargestBox) })
	a.ProvenNeed = work.NewOnce(func(ctx context.Context) (RequiredBudget, error) {
		return Watched(ctx, a.Soon, func(ctx context.Context) (RequiredBudget, error) {
			return q.BudgetPath(q.Mechanism).NeedForBox(ctx, q.Target, UnitInterval)
		})
	})
	a.ExactNeed = work.NewOnce(func(ctx context.Context) (RequiredBudget, error) {
		return q.BudgetPath(q.Mechanism).RequiredForAgreement(ctx, q.Target)
	})
	a.Radius = work.NewOnce(func(ctx context.Context) (Radius, error) {
		return Watched(ctx, a.Soon, func(ctx context.Context) (Radius, error) { return q.Region.Radius(ctx, UnitInterval) })
	})
	a.Unbounded = work.NewOnce(func(ctx context.Context) (Radius, error) { return q.Region.Radius(ctx, Everywhere) })
	a.Attacker = work.NewOnce(q.Spending(q.Indicator).Attacker)
	return a
}

// drawing draws noisy records at the present budget.
func (q Survival) drawing() *work.Once[Estimate] {
	return work.NewOnce(func(ctx context.Context) (Estimate, error) { return q.Estimate(ctx, q.Draws) })
}

// Drawing returns the same answers with an estimate from another number of draws.
func (a *Answers) Drawing(draws int) *Answers {
	now, q := *a, a.Survival
	q.Draws = draws
	now.Estimated = q.drawing()
	return &now
}

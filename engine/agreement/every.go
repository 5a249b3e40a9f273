package agreement

import (
	"context"
	"math"
	"slices"

	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// everyBudget reports whether the class is proven to be kept often enough at every budget:
// where the agreement only rises; on the largest box that is proven at the least budget; or on those at other budgets, each about
// its own; or, for the exact agreement over one or two features, on many boxes that lie beside
// one another, for which a question that is answered nearly has no time. False says nothing.
func (a BudgetPath) everyBudget(ctx context.Context, target float64, limits proof.Side) (bool, error) {
	if limits == Everywhere && a.rises() {
		return true, nil
	}
	floor, err := a.floor(ctx, limits)
	if err != nil || floor >= target {
		return err == nil, err
	}
	if len(a.r.Private) > 2 || a.r.Weights != nil || a.r.verifier == nil || a.nearly() {
		return false, nil
	}
	if limits != Everywhere {
		return a.boxesKeep(ctx, target, limits)
	}
	for _, beside := range [][2][]float64{{}, {a.r.besideThresholds(0), a.r.besideThresholds(1)}} {
		c, err := a.cover(ctx, beside)
		if err != nil {
			return false, err
		}
		if kept, err := c.keeps(ctx, target); kept || err != nil {
			return kept, err
		}
		if a.r.grid == nil {
			break
		}
	}
	return false, nil
}

// boxesKeep reports whether of the largest boxes at some budgets, each twice the last, one holds
// the target at every budget.
func (a BudgetPath) boxesKeep(ctx context.Context, target float64, limits proof.Side) (bool, error) {
	var boxes [][]proof.Side
	var turns []float64
	for epsilon := mechanisms.Epsilon.Min; epsilon < mechanisms.MostBudget(a.maker); epsilon *= 2 {
		m, err := a.maker(epsilon)
		if err != nil {
			return false, nil
		}
		box, err := a.grown(ctx, epsilon, a.r.Laws(m), limits)
		if err != nil {
			return false, ctx.Err()
		}
		if slices.ContainsFunc(boxes, func(other []proof.Side) bool { return slices.Equal(other, box.Sides) }) {
			continue
		}
		boxes = append(boxes, box.Sides)
		for k, i := range a.r.Private {
			budgets, known := turnsOf(a.maker, a.r.Record[i], box.Sides[k])
			if !known {
				return false, nil
			}
			turns = append(turns, budgets...)
		}
	}
	lowest := func(from, to float64) (most float64) {
		first, err := a.maker(from)
		last, failed := a.maker(to)
		if err != nil || failed != nil {
			return 0
		}
		for _, sides := range boxes {
			mass := 1.0
			for k, i := range a.r.Private {
				x := a.r.Record[i]
				mass *= min(Bound([]mechanisms.Law{first.At(x)}, sides[k:k+1]), Bound([]mechanisms.Law{last.At(x)}, sides[k:k+1]))
			}
			most = max(most, mass)
		}
		return most
	}
	return stretches{target, lowest}.all(ctx, a.maker, turns)
}

// stretches proves that stretches of budgets reach a target, by a lower bound between two budgets without a
// turn between them.
type stretches struct {
	target float64
	lowest func(from, to float64) float64
}

// all proves all budgets there are, cut where a mass may turn.
func (s stretches) all(ctx context.Context, maker mechanisms.Family, turns []float64) (bool, error) {
	budgets := append(turns, mechanisms.Epsilon.Min, mechanisms.MostBudget(maker))
	slices.Sort(budgets)
	budgets = slices.Compact(budgets)
	looked := 0
	for i := 1; i < len(budgets); i++ {
		if proven, err := s.between(ctx, budgets[i-1], budgets[i], &looked); !proven || err != nil {
			return false, err
		}
	}
	return true, nil
}

// between proves the budgets between two, and looks half-way where the bound is too low.
func (s stretches) between(ctx context.Context, from, to float64, looked *int) (bool, error) {
	const most, shortest = 20_000, 1 + 1e-4 // looks, and ratio of the ends
	if *looked++; *looked > most || ctx.Err() != nil {
		return false, ctx.Err()
	}
	if s.lowest(from, to) >= s.target {
		return true, nil
	}
	middle := math.Sqrt(from * to)
	if to <= from*shortest || s.lowest(middle, middle) < s.target {
		return false, nil
	}
	if proven, err := s.between(ctx, from, middle, looked); !proven || err != nil {
		return false, err
	}
	return s.between(ctx, middle, to, looked)
}

// rises reports whether the agreement only rises with the budget: that with a half-space, of
// answers that are the values and noise which is symmetric, has one peak and is ever more
// peaked. Sums of such noise are ever more peaked too (Birnbaum 1948, On random variables with
// comparable peakedness, Lemma), and the record lies in its half-space.
func (a BudgetPath) rises() bool {
	m, err := a.maker(mechanisms.Epsilon.Min)
	if err != nil || a.r.can.Separating == nil {
		return false
	}
	for _, law := range a.r.Laws(m) {
		if _, is := law.(mechanisms.Peaked); !is {
			return false
		}
	}
	return true
}

// floor returns a lower bound on the agreement at every budget: the product of the lowest masses of the sides
// of the largest box proven at the least budget. It is 0 without such a box.
func (a BudgetPath) floor(ctx context.Context, limits proof.Side) (float64, error) {
	if a.r.verifier == nil {
		return 0, nil
	}
	m, err := a.maker(mechanisms.Epsilon.Min)
	if err != nil {
		return 0, nil
	}
	box, err := a.grown(ctx, mechanisms.Epsilon.Min, a.r.Laws(m), limits)
	if err != nil {
		return 0, ctx.Err() // a box that cannot be found proves nothing
	}
	return a.lowestMass(box.Sides), nil
}

// lowestMass returns a lower bound, at every budget, on the probability that all private answers lie in the
// sides: the product of the sides' lowest masses, each over the budgets at which its mass may turn. It is 0
// if these are unknown.
func (a BudgetPath) lowestMass(sides []proof.Side) float64 {
	lowest := 1.0
	for k, i := range a.r.Private {
		from, to := sides[k].Ends()
		budgets, known := mechanisms.MonotonePieces(a.maker, a.r.Record[i], from, to)
		if !known {
			return 0
		}
		side := math.Inf(1)
		for _, epsilon := range budgets {
			m, err := a.maker(epsilon)
			if err != nil {
				return 0
			}
			side = min(side, Bound([]mechanisms.Law{m.At(a.r.Record[i])}, sides[k:k+1]))
		}
		lowest *= side
	}
	return lowest
}

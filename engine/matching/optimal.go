package matching

import (
	"context"
	"errors"
	"fmt"
	"math"

	"dpscope/engine/num/grid"
	"dpscope/engine/numeral"
	"dpscope/engine/querynoise"
	"dpscope/mechanisms/optimal"
)

// optimal returns the noise of least loss that a program finds at the risk. A cap on the advantage is a point
// at ε = 0, and a cap on TPR at a false positive rate one at some ε, whose best value it searches; a cap on
// the Gaussian number means staying below the normal's whole curve, for any floor; at a loss it finds the
// noise of least advantage that costs no more.
func (t Terms) optimal(ctx context.Context) (Match, error) {
	switch t.By {
	case Advantage:
		return t.solved(ctx, t.capped(t.Value))
	case Found:
		return t.found(ctx)
	case Gaussian:
		q := t.noise(1, 0)
		q.Below = optimal.Normal{Mu: t.Value}
		return t.solved(ctx, q)
	case Loss:
		return t.atLoss(ctx)
	}
	return t.solved(ctx, t.noise(t.Epsilon, t.Delta))
}

// noise returns the question about noise at a pair.
func (t Terms) noise(epsilon, delta float64) querynoise.Question {
	return querynoise.Asked(querynoise.Question{Epsilon: epsilon, Delta: delta, Sensitivity: 1, Loss: t.Loss})
}

// capped returns the question about noise with at most that advantage.
func (t Terms) capped(advantage float64) querynoise.Question {
	q := t.noise(leastEpsilon, advantage)
	q.Also[0] = optimal.Point{Delta: advantage}
	return q
}

// coarser returns a question on fewer cells.
func coarser(q querynoise.Question) querynoise.Question {
	const cells = 24 // on either side
	q.Width = q.Reach() / cells
	return q
}

// solved returns the noise for a question.
func (t Terms) solved(ctx context.Context, q querynoise.Question) (Match, error) {
	if t.Coarse {
		q = coarser(q)
	}
	best, err := q.Best(ctx)
	switch {
	case err != nil:
		return Match{}, err
	case best.None != "":
		return Match{None: best.None}, nil
	case best.Certified == nil:
		return Match{None: "there is no program at δ = 0"}, nil
	}
	law := best.Certified.Law
	attack := law.Attack(q.Moves())
	return Match{Law: law, Expects: best.Loss, Found: true, Attack: attack, Certain: attack.TPR(0).High,
		Words: fmt.Sprintf("on a grid of %s cells", numeral.Whole.Format(float64(len(law.Masses))))}, nil
}

// found returns the noise at a cap on TPR at a false positive rate α. The cap holds if δ(ε) + e^ε·α does not
// exceed it at some ε, or, in the other order, 1 − e^−ε·(1 − δ(ε) − α): each ε asks for one pair, and found
// takes the best of some.
func (t Terms) found(ctx context.Context) (Match, error) {
	delta := func(epsilon float64) float64 {
		if t.FPR+t.Value <= 1 {
			return t.Value - t.FPR*math.Exp(epsilon)
		}
		return 1 - t.FPR - math.Exp(epsilon)*(1-t.Value)
	}
	of := func(epsilon float64) (querynoise.Question, bool) {
		q := t.noise(max(epsilon, leastEpsilon), delta(epsilon))
		if epsilon == 0 {
			q = t.capped(delta(0))
		}
		return q, q.Refused() == nil && q.Delta >= optimal.MinDelta
	}
	most := math.Log(min(t.Value, 1-t.FPR) / min(t.FPR, 1-t.Value)) // there δ is 0
	const count = 8
	var found querynoise.Question
	least := math.Inf(1)
	look := func(epsilon float64) error {
		q, possible := of(epsilon)
		if !possible {
			return nil
		}
		m, err := Terms{Loss: t.Loss, Coarse: true}.solved(ctx, q)
		if err == nil && m.Law != nil && m.Expects < least {
			found, least = q, m.Expects
		}
		return err
	}
	step := most / count
	const end = 1e-3 // there hardly any δ is left
	for _, epsilon := range append(grid.Even(0, most-step/4, count), most*(1-end)) {
		if err := look(epsilon); err != nil {
			return Match{}, err
		}
	}
	for ; least < math.Inf(1) && !t.Coarse && step > most/(8*count); step /= 2 {
		at := found.Epsilon
		for _, epsilon := range []float64{at - step/2, at + step/2} {
			if epsilon <= 0 || epsilon >= most {
				continue
			}
			if err := look(epsilon); err != nil {
				return Match{}, err
			}
		}
	}
	if math.IsInf(least, 1) {
		return Match{None: "no pair at which a program can be trusted gives it this risk"}, nil
	}
	return t.solved(ctx, found)
}

// atLoss returns the noise of least advantage that costs no more than the loss.
func (t Terms) atLoss(ctx context.Context) (Match, error) {
	const least, most = 0.01, 0.98
	low, high := least, most // costs more, and less
	var found querynoise.Question
	cost := func(advantage float64) (float64, error) {
		m, err := Terms{Loss: t.Loss, Coarse: true}.solved(ctx, t.capped(advantage))
		if err != nil || m.Law == nil {
			return math.Inf(1), ignored(err)
		}
		return m.Expects, nil
	}
	for range 14 {
		middle := (low + high) / 2
		v, err := cost(middle)
		if err != nil {
			return Match{}, err
		}
		if v <= t.Value {
			high, found = middle, t.capped(middle)
		} else {
			low = middle
		}
	}
	if found.Loss == nil {
		return Match{None: fmt.Sprintf("no advantage in [%g, %g] gives it this loss", least, most)}, nil
	}
	return Terms{Loss: t.Loss, Coarse: true}.solved(ctx, found)
}

// ignored returns only errors of an ended context.
func ignored(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

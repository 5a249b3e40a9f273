package agreement

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine/num/optimize1d"
	"dpscope/engine/work"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// Split is a total budget shared out over the private features.
type Split struct {
	Epsilons []float64 // of each private feature
	Value    float64   // the mass or agreement with them
	Equal    float64   // the same with equal shares
}

// splitSteps is the number of equal parts of a total budget that are shared out
// in the first, global search.
const splitSteps = 240

// splitForSides shares out a total budget so that the mass of given sides is
// greatest. The logarithm of the mass is a sum over the features, so shares of
// the lattice are found by dynamic programming, exactly and without assuming a
// shape; pairs of features then exchange budget until nothing is gained.
func (q Question) splitForSides(ctx context.Context, maker mechanisms.Family, sides []proof.Side, total float64) (Split, error) {
	log := func(k int, epsilon float64) float64 {
		m, err := maker(epsilon)
		if err != nil {
			return math.Inf(-1)
		}
		return math.Log(measured(m.At(q.Record[q.Private[k]])).side(sides[k]))
	}
	if err := checkTotal(total, len(q.Private), maker); err != nil {
		return Split{}, err
	}
	shares, err := shareOut(ctx, len(q.Private), total, mechanisms.MostBudget(maker), log)
	if err != nil {
		return Split{}, err
	}
	mass := func(epsilons []float64) float64 {
		sum := 0.0
		for k, e := range epsilons {
			sum += log(k, e)
		}
		return math.Exp(sum)
	}
	return Split{Epsilons: shares, Value: mass(shares), Equal: mass(equalShares(total, len(shares)))}, nil
}

func checkTotal(total float64, features int, maker mechanisms.Family) error {
	least, most := float64(features)*mechanisms.Epsilon.Min, float64(features)*mechanisms.MostBudget(maker)
	if !(least <= total && total <= most) {
		return fmt.Errorf("total budget = %g is outside [%g, %g] for %d private features", total, least, most, features)
	}
	return nil
}

func equalShares(total float64, n int) []float64 {
	shares := make([]float64, n)
	for k := range shares {
		shares[k] = total / float64(n)
	}
	return shares
}

// shareOut maximises Σ value(k, εₖ) over shares that add up to total.
func shareOut(ctx context.Context, n int, total, most float64, value func(k int, epsilon float64) float64) ([]float64, error) {
	if n == 1 {
		return []float64{total}, nil
	}
	share := func(steps int) float64 { return clampBudget(total*float64(steps)/splitSteps, most) }
	best := make([]float64, splitSteps+1) // of the features so far, for each number of steps spent
	var chosen [][]int
	for k := range n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		values := make([]float64, splitSteps+1)
		for s := range values {
			values[s] = value(k, share(s))
		}
		next, pick := make([]float64, splitSteps+1), make([]int, splitSteps+1)
		for spent := range next {
			next[spent] = math.Inf(-1)
			for s := range spent + 1 {
				if k == 0 && s != spent {
					continue
				}
				if v := best[spent-s] + values[s]; v > next[spent] || s == 0 {
					next[spent], pick[spent] = v, s
				}
			}
		}
		best = next
		chosen = append(chosen, pick)
	}
	shares := make([]float64, n)
	for k, spent := n-1, splitSteps; k >= 0; k-- {
		s := chosen[k][spent]
		shares[k] = share(s)
		spent -= s
	}
	settleTotal(shares, total)
	return exchange(ctx, shares, most, value)
}

// clampBudget keeps a share in the range of ε.
func clampBudget(epsilon, most float64) float64 {
	return min(max(epsilon, mechanisms.Epsilon.Min), most)
}

// settleTotal takes from the largest share what lifting others to the least
// budget has cost.
func settleTotal(shares []float64, total float64) {
	sum, largest := 0.0, 0
	for k, s := range shares {
		sum += s
		if s > shares[largest] {
			largest = k
		}
	}
	shares[largest] -= sum - total
}

// exchange moves budget between pairs of features as long as that gains.
func exchange(ctx context.Context, shares []float64, most float64, value func(k int, epsilon float64) float64) ([]float64, error) {
	const rounds = 8
	for range rounds {
		gained := false
		for i := range shares {
			for j := range i {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				both := shares[i] + shares[j]
				sum := func(e float64) float64 { return value(i, e) + value(j, both-e) }
				low := max(mechanisms.Epsilon.Min, both-most)
				high := min(both-mechanisms.Epsilon.Min, most)
				width := both / splitSteps * 2
				at, v := optimize1d.Brent(sum, max(low, shares[i]-width), min(high, shares[i]+width))
				if now := sum(shares[i]); v > now+1e-13*math.Abs(now) {
					shares[i], shares[j], gained = at, both-at, true
				}
			}
		}
		if !gained {
			break
		}
	}
	return shares, nil
}

// SplitForBox shares out a total budget so that the largest proven box, chosen
// anew for every split, has the greatest mass. With two private features all
// splits of a lattice are tried and the best places refined; with more, box and
// split are improved in turns from equal shares, which need not find the best
// of all.
func (a BudgetPath) SplitForBox(ctx context.Context, total float64, limits proof.Side) (Split, error) {
	return a.split(ctx, total, a.splitOfBox(total, limits), func(ctx context.Context, laws []mechanisms.Law) (float64, []proof.Side, error) {
		box, err := a.r.LargestBox(ctx, laws, limits)
		return box.Safe, box.Sides, err
	})
}

// SplitForExact shares out a total budget over one or two private features so
// that the exact agreement is greatest.
func (a BudgetPath) SplitForExact(ctx context.Context, total float64) (Split, error) {
	if n := len(a.r.Private); n > 2 {
		return Split{}, fmt.Errorf("a split for the exact agreement takes at most 2 private features; %d are private", n)
	}
	return a.split(ctx, total, a.splitOfExact(total), func(ctx context.Context, laws []mechanisms.Law) (float64, []proof.Side, error) {
		exact, err := a.r.Exact(ctx, laws)
		return exact.Value, nil, err
	})
}

// split looks a split of a total up, or finds and enters it.
func (a BudgetPath) split(ctx context.Context, total float64, key any, value splitValue) (Split, error) {
	shares := func(s Split) int64 { return 8 * int64(cap(s.Epsilons)) }
	return remember(ctx, a, key, shares, func() (Split, error) { return a.r.split(ctx, a.maker, total, value, a.trying()) })
}

type splitValue func(ctx context.Context, laws []mechanisms.Law) (value float64, sides []proof.Side, err error)

func (r *Region) split(ctx context.Context, maker mechanisms.Family, total float64, value splitValue, by trying) (Split, error) {
	if err := checkTotal(total, len(r.Private), maker); err != nil {
		return Split{}, err
	}
	at := func(ctx context.Context, epsilons []float64) (float64, []proof.Side, error) {
		if err := ctx.Err(); err != nil {
			return 0, nil, err
		}
		laws, err := r.lawsAt(maker, epsilons)
		if err != nil {
			return 0, nil, err
		}
		return value(ctx, laws)
	}
	equal := equalShares(total, len(r.Private))
	var left work.RemainingWork
	v, sides, err := at(left.Step(ctx, 0.3), equal)
	best := Split{Epsilons: equal, Value: v, Equal: v}
	switch {
	case err != nil || len(r.Private) == 1:
		return best, err
	case len(r.Private) == 2:
		return by.inTwo(left.Step(ctx, 0.999), total, mechanisms.MostBudget(maker), best, at)
	}
	const turns = 4
	for range turns {
		s, err := r.splitForSides(ctx, maker, sides, total)
		if err != nil {
			return best, err
		}
		v, next, err := at(left.Step(ctx, 0.5), s.Epsilons)
		if err != nil || v <= best.Value*(1+1e-9) {
			return best, err
		}
		best.Epsilons, best.Value, sides = s.Epsilons, v, next
	}
	return best, nil
}

// trying says how many splits over two features are tried: equal steps through the total, and
// then the best places, which are refined.
type trying struct{ steps, places int }

// FewSplits counts the splits tried when one that is nearly the best suffices.
const FewSplits = 25

func (a BudgetPath) trying() trying {
	if a.width > 0 {
		return trying{FewSplits - 1, 0}
	}
	return trying{splitSteps, 3}
}

// inTwo tries a lattice of splits, on all cores, and refines around the
// best few. How far it is, it reports to ctx.
func (t trying) inTwo(ctx context.Context, total, most float64, best Split,
	at func(context.Context, []float64) (float64, []proof.Side, error)) (Split, error) {
	tried := work.NewParts(t.steps+1+t.places, func(done float64) {
		work.Report(ctx, work.Progress{Done: done, Of: float64(t.steps + 1 + t.places), What: "splits"})
	})
	low, high := max(mechanisms.Epsilon.Min, total-most), min(total-mechanisms.Epsilon.Min, most)
	lattice := func(i int) float64 { return low + (high-low)*float64(i)/float64(t.steps) }
	values, err := along(ctx, t.steps+1, func(ctx context.Context, i int) (float64, error) {
		v, _, err := at(tried.Of(ctx, i), inTwo(total, lattice(i)))
		tried.End(i)
		return v, err
	})
	if err != nil {
		return best, err
	}
	consider := func(first, v float64) {
		if v > best.Value {
			best.Epsilons, best.Value = inTwo(total, first), v
		}
	}
	for i, v := range values {
		consider(lattice(i), v)
	}
	tops := peaks(values)
	for k, i := range tops[:min(t.places, len(tops))] {
		refining := tried.Of(ctx, t.steps+1+k)
		var left work.RemainingWork
		optimize1d.Brent(func(first float64) float64 {
			v, _, failed := at(left.Step(refining, 0.1), inTwo(total, first))
			if failed != nil {
				err = failed
				return math.Inf(-1)
			}
			consider(first, v)
			return v
		}, lattice(max(i-1, 0)), lattice(min(i+1, t.steps)))
		if err != nil {
			return best, err
		}
		tried.End(t.steps + 1 + k)
	}
	return best, nil
}

// inTwo gives the rest of the total to the second feature; if rounding leaves less than the least budget, the
// first gives way.
func inTwo(total, first float64) []float64 {
	if least := mechanisms.Epsilon.Min; total-first < least {
		return []float64{total - least, least}
	}
	return []float64{first, total - first}
}

// along computes count values on all cores.
func along(ctx context.Context, count int, value func(ctx context.Context, i int) (float64, error)) ([]float64, error) {
	values := make([]float64, count)
	return values, work.Each(ctx, count, func(ctx context.Context, i int) (err error) {
		values[i], err = value(ctx, i)
		return err
	})
}

// peaks returns the places with no greater neighbour, the highest first.
func peaks(values []float64) []int {
	var tops []int
	for i, v := range values {
		if (i == 0 || values[i-1] <= v) && (i == len(values)-1 || values[i+1] <= v) {
			tops = append(tops, i)
		}
	}
	slices.SortStableFunc(tops, func(i, j int) int { return cmp.Compare(values[j], values[i]) })
	return tops
}

// lawsAt returns the law of each private answer under its own budget.
func (q Question) lawsAt(maker mechanisms.Family, epsilons []float64) ([]mechanisms.Law, error) {
	var laws []mechanisms.Law
	for k, i := range q.Private {
		m, err := maker(epsilons[k])
		if err != nil {
			return nil, err
		}
		laws = append(laws, m.At(q.Record[i]))
	}
	return laws, nil
}

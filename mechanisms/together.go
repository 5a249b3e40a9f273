package mechanisms

import (
	"context"
	"math"

	"dpscope/engine/num/normal"
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// WorstPair dominates one answer about any two values: it is the pair of the laws at 0 and 1, which are the
// most distinguishable at every ε (see Mechanism.DeltaAt) and mirror images. The lower an answer, the more it
// favours 0, so that the losses of a cell lie between those of its ends.
func WorstPair(m Mechanism) pairs.Pair {
	here, there := m.At(0), m.At(1)
	if h, binned := here.(Binned); binned {
		return pairs.Spread(binnedHalf(h, there.(Binned))).Mirrored()
	}
	return pairs.Spread(lowerHalf(here, there, m.Loss())).Mirrored()
}

// halfCells counts the cells on one side of the middle; their edges include it, so that one answer alone is
// exact.
const halfCells = 500

// lowerHalf parts the answers below 1/2. loss is the greatest there is.
func lowerHalf(here, there Law, loss float64) (cells []pairs.Ranged) {
	// Where neither density is a number any more nothing is known of their ratio.
	at := func(y float64) (low, high float64) {
		loss := math.Log(here.Density(y)) - math.Log(there.Density(y))
		if math.IsNaN(loss) {
			return 0, math.Inf(1)
		}
		return max(loss, 0), max(loss, 0)
	}
	add := func(from, to, low, high float64) {
		c := pairs.Cell{P: here.Mass(from, to), Q: there.Mass(from, to)}
		cells = append(cells, pairs.Ranged{Cell: c, Low: low, High: max(low, high)})
	}
	from := 0.0
	if begins, _ := here.Support(); begins < 0 {
		low, _ := at(0)
		add(math.Inf(-1), 0, low, loss)
	}
	if atoms := here.Atoms(); len(atoms) > 0 && atoms[0].At == 0 {
		loss := math.Log(here.Mass(0, 0)) - math.Log(there.Mass(0, 0))
		add(0, 0, loss, loss)
		from = math.SmallestNonzeroFloat64
	}
	_, high := at(from)
	for i := range halfCells {
		to := float64(i+1) / (2 * halfCells)
		low, next := 0.0, 0.0
		if i+1 < halfCells {
			low, next = at(to)
		}
		add(from, to, low, high)
		from, high = to, next
	}
	return cells
}

// binnedHalf parts the bins below the middle into groups; a bin in the middle is half of
// either side.
func binnedHalf(here, there Binned) (cells []pairs.Ranged) {
	below := here.Bins() / 2
	at := func(bin int) float64 { return math.Log(here.BinsMass(bin, bin)) - math.Log(there.BinsMass(bin, bin)) }
	groups := min(below, halfCells)
	for i := range groups {
		first, last := i*below/groups, (i+1)*below/groups-1
		c := pairs.Cell{P: here.BinsMass(first, last), Q: there.BinsMass(first, last)}
		low := max(at(last), 0)
		cells = append(cells, pairs.Ranged{Cell: c, Low: low, High: max(at(first), low)})
	}
	if here.Bins()%2 == 1 {
		half := here.BinsMass(below, below) / 2
		cells = append(cells, pairs.Ranged{Cell: pairs.Cell{P: half, Q: half}})
	}
	return cells
}

// Repeated is a mechanism that answers Times times, each time about another value.
type Repeated struct {
	Of    Mechanism
	Times int
}

// WrongGuess returns the least error rate of an attacker who sees all answers about one of two equally likely
// people, for any values: half of 1 − the total variation of the product of pairs that dominate each answer
// (Zhu, Dong & Wang 2022, Theorem 10). It keeps its digits when small. It is exact for one answer, and for
// normal noise; otherwise a lower bound.
func WrongGuess(ctx context.Context, all []Repeated) (wrong float64, exact bool, err error) {
	least, noise := gaussianWrong(all)
	if noise {
		return least, true, nil
	}
	answers := 0
	var leaves []answered
	for _, r := range all {
		leaves = append(leaves, answered{WorstPair(r.Of), r.Times})
		answers += r.Times
	}
	common, err := overlap(ctx, leaves)
	if answers > 1 {
		common *= 1 - roundoff
	}
	return min(max(common/2, least), 0.5), answers == 1, err
}

// roundoff bounds the relative error of sums of rounded numbers.
const roundoff = 1e-10

// gaussianWrong returns WrongGuess of normal noise, Φ(−√(Σ 1/σ²)/2); clamping reveals no more. noise reports
// whether there is no other mechanism.
func gaussianWrong(all []Repeated) (least float64, noise bool) {
	squares := 0.0
	noise = true
	for _, r := range all {
		g, is := r.Of.(Gaussian)
		if !is {
			return 0, false
		}
		squares += float64(r.Times) / (g.sigma * g.sigma)
		noise = noise && !g.Clamp
	}
	return normal.UpperTail(math.Sqrt(squares) / 2), noise
}

// AllowedWrongGuess returns the same for the worst mechanisms with these claims. For one answer it is exact.
func AllowedWrongGuess(ctx context.Context, all []Repeated) (wrong float64, exact bool, err error) {
	answers := 0
	var leaves []answered
	for _, r := range all {
		c := r.Of.Guarantee().Claim()
		keep := (1 - c.Delta) / (1 + math.Exp(-c.Epsilon))
		flip := privacy.WrongGuess(c)
		leaves = append(leaves, answered{pairs.Of([]pairs.Cell{{P: c.Delta}, {P: keep, Q: flip}, {P: flip, Q: keep}, {Q: c.Delta}}), r.Times})
		answers += r.Times
	}
	common, err := overlap(ctx, leaves)
	if answers > 1 {
		common *= 1 - roundoff
	}
	return min(common/2, 0.5), answers == 1, err
}

// answered is a pair repeated times.
type answered struct {
	pair  pairs.Pair
	times int
}

// overlap returns a lower bound on the mass that all answers have in common under two people.
func overlap(ctx context.Context, all []answered) (float64, error) {
	r := pairs.Rounding{Side: pairs.Above, Atoms: 2*halfCells + 100, Least: 1e-12, Lost: 1e-300}
	rest := pairs.Same()
	for i, a := range all {
		if i == len(all)-1 {
			a.times-- // the last is not rounded
		}
		if a.times == 0 {
			continue
		}
		power, err := r.Power(ctx, a.pair, float64(a.times))
		if err != nil {
			return 0, err
		}
		rest = r.Compose(rest, power)
	}
	return pairs.Overlap(rest, all[len(all)-1].pair), nil
}

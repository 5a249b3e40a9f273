package pairs

import (
	"context"
	"math"
	"slices"

	"dpscope/engine/num/rootfind"
)

// Compose returns the pair of two answers about the same records.
func (r Rounding) Compose(a, b Pair) Pair {
	pair := r.product(a, b)
	pair.certain += a.certain + b.certain - a.certain*b.certain
	pair.absent += a.absent + b.absent - a.absent*b.absent
	return pair
}

// product combines the outcomes of finite loss.
func (r Rounding) product(a, b Pair) Pair {
	const few = 4
	if len(a.atoms)*len(b.atoms) <= few*r.Atoms {
		return r.Fewer(each(a.atoms, b.atoms))
	}
	low, high := r.ends(a.atoms, b.atoms)
	edges := r.edges(r.outline(a, b), low, high)
	sums := make([]atom, len(edges)+1)
	if &a.atoms[0] == &b.atoms[0] { // with itself: either order of two outcomes is one
		for i, x := range a.atoms {
			add(sums, edges, x, a.atoms[i:i+1])
			add(sums, edges, atom{x.loss, 2 * x.p, 2 * x.q}, a.atoms[i+1:])
		}
		return r.rounded(sums, edges)
	}
	for _, x := range a.atoms {
		add(sums, edges, x, b.atoms)
	}
	return r.rounded(sums, edges)
}

// add adds the outcomes of one with all others to where their losses are.
func add(sums []atom, edges []float64, x atom, others []atom) {
	if len(others) == 0 {
		return
	}
	k, _ := slices.BinarySearch(edges, x.loss+others[0].loss)
	for i := range others {
		y := &others[i]
		loss := x.loss + y.loss
		for k < len(edges) && edges[k] < loss {
			k++
		}
		s := &sums[k]
		s.p += x.p * y.p
		s.q += x.q * y.q
	}
}

// outline returns a coarse product of two pairs with merged neighbouring outcomes: enough to locate the
// losses. The two pairs are merged to different numbers, so that sums of evenly spaced losses do not pile up
// on few values.
func (r Rounding) outline(a, b Pair) []atom {
	most := int(2.2 * math.Sqrt(float64(r.Atoms)))
	fewer := 3 * most / 4
	some, others := merged(a.atoms, most), merged(b.atoms, fewer)
	return each(some, others).atoms
}

// each returns the product of outcomes, one by one.
func each(some, others []atom) Pair {
	pair := Pair{atoms: make([]atom, 0, len(some)*len(others))}
	for _, x := range some {
		for _, y := range others {
			pair.atoms = append(pair.atoms, atom{x.loss + y.loss, x.p * y.p, x.q * y.q})
		}
	}
	pair.order()
	return pair
}

// ends returns losses with no more than the permitted loss of mass below and above.
func (r Rounding) ends(a, b []atom) (low, high float64) {
	low, high = a[0].loss+b[0].loss, a[len(a)-1].loss+b[len(b)-1].loss
	upTo := make([]float64, len(b)+1)
	for j, y := range b {
		upTo[j+1] = upTo[j] + y.p
	}
	from := make([]float64, len(b)+1)
	for j, y := range slices.Backward(b) {
		from[j] = from[j+1] + y.p
	}
	_, low = rootfind.Border(func(loss float64) bool { return beside(a, b, upTo, loss) >= r.Lost }, high, low, halfway)
	_, high = rootfind.Border(func(loss float64) bool { return beside(a, b, from, loss) >= r.Lost }, low, high, halfway)
	return low, high
}

// halfway is near enough for an end.
var halfway = rootfind.Halving{Middle: rootfind.Mean, Near: func(a, b float64) bool { return math.Abs(a-b) <= 1e-3*(math.Abs(a)+math.Abs(b)) }}

// beside returns the mass of a product on one side of a loss, given sums of the second's masses.
func beside(a, b []atom, sums []float64, loss float64) (mass float64) {
	j := len(b)
	for _, x := range a {
		for j > 0 && b[j-1].loss+x.loss >= loss {
			j--
		}
		mass += x.p * sums[j]
	}
	return mass
}

// merged returns at most count outcomes.
func merged(atoms []atom, count int) []atom {
	each := (len(atoms) + count - 1) / count
	list := make([]atom, 0, count)
	for group := range slices.Chunk(atoms, each) {
		var sum atom
		mean := 0.0
		for _, a := range group {
			sum.p += a.p
			sum.q += a.q
			mean += a.p * a.loss
		}
		sum.loss = group[len(group)/2].loss
		if sum.p > 0 {
			sum.loss = mean / sum.p
		}
		list = append(list, sum)
	}
	return list
}

// Power returns the pair of times answers about the same records, a whole number from 1 on.
func (r Rounding) Power(ctx context.Context, p Pair, times float64) (Pair, error) {
	if times == 1 {
		return p, nil
	}
	power, square := Same(), p
	for left := times; ; left = math.Floor(left / 2) {
		if err := ctx.Err(); err != nil {
			return Pair{}, err
		}
		if math.Mod(left, 2) == 1 {
			power = r.Compose(power, square)
		}
		if left < 2 {
			return power, nil
		}
		square = r.Compose(square, square)
	}
}

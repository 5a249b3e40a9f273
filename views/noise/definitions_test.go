package noise

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"dpscope/views/viewtest"
)

// The checks below compute from the controls, and from the law in the page's table, by definitions alone: losses by quadrature,
// privacy by sums over all differences of edges. Lengths are in the answer's unit.

// costing is a loss, convex and 0 at 0, with the places of its kinks. Each loss has a name of its own.
type costing struct {
	name  string
	at    func(x float64) float64
	kinks []float64
}

// costOf reads the loss that is picked.
func costOf(s viewtest.Setting) costing {
	sloped := func(below, above float64) costing {
		return costing{fmt.Sprint("slopes ", below, above), func(x float64) float64 { return max(-below*x, above*x) }, []float64{0}}
	}
	switch s.Option("loss") {
	case "l1":
		return sloped(1, 1)
	case "l2":
		return costing{"square", func(x float64) float64 { return x * x }, []float64{0}}
	case "asymmetric":
		return sloped(1, 2)
	case "pinball":
		return sloped(s.Number("tau"), 1-s.Number("tau"))
	}
	var at, cost []float64
	for _, word := range strings.Split(s.Text("pieces"), ",") {
		x, c, _ := strings.Cut(word, ":")
		place, _ := strconv.ParseFloat(x, 64)
		price, _ := strconv.ParseFloat(c, 64)
		at, cost = append(at, place), append(cost, price)
	}
	return costing{s.Text("pieces"), func(x float64) float64 { // convex, so it is the greatest of its straight lines
		most := math.Inf(-1)
		for i := 1; i < len(at); i++ {
			most = max(most, cost[i]+(cost[i]-cost[i-1])/(at[i]-at[i-1])*(x-at[i]))
		}
		return most
	}, append(at, 0)}
}

// gauss holds the places and weights of five-point quadrature on [−1, 1].
var gauss = [5][2]float64{{0, 128.0 / 225}, {0.5384693101056831, 0.47862867049936647}, {-0.5384693101056831, 0.47862867049936647},
	{0.906179845938664, 0.23692688505618908}, {-0.906179845938664, 0.23692688505618908}}

// integral returns the integral of a function over [low, high], cut at some places and into panels at most panel wide.
func integral(f func(float64) float64, low, high, panel float64, cuts ...float64) float64 {
	places := []float64{low, high}
	for _, x := range cuts {
		if low < x && x < high {
			places = append(places, x)
		}
	}
	slices.Sort(places)
	sum := 0.0
	for i := 1; i < len(places); i++ {
		n := math.Ceil((places[i] - places[i-1]) / panel)
		width := (places[i] - places[i-1]) / n
		for j := range int(n) {
			middle := places[i-1] + (float64(j)+0.5)*width
			for _, g := range gauss {
				sum += g[1] * f(middle+g[0]*width/2) * width / 2
			}
		}
	}
	return sum
}

// mean returns the mean of a loss under a density within reach on either side, by panels.
func (c costing) mean(density func(float64) float64, reach, panel float64) float64 {
	mass := 2 * integral(density, 0, reach, panel)
	sum := integral(func(x float64) float64 { return density(math.Abs(x)) * c.at(x) }, -reach, reach, panel, append(c.kinks, 0)...)
	return sum / mass
}

// fixed returns the loss of noise of a fixed shape; false where there is none.
func fixed(s viewtest.Setting, name string) (float64, bool) {
	epsilon, delta, unit, c := s.Number("epsilon"), s.Number("delta"), moving(s), costOf(s)
	falling := func(x float64) float64 { return math.Exp(-epsilon / unit * x) }
	const far = 45 // e^−45 is negligible
	switch name {
	case "laplace":
		return c.mean(falling, far*unit/epsilon, unit/epsilon), true
	case "truncated-laplace":
		if !(0 < delta && delta < 0.5) {
			return 0, false
		}
		return truncated(epsilon, delta, unit, c), true
	case "analytic-gaussian":
		if delta == 0 {
			return 0, false
		}
		sigma := deviation(epsilon, delta) * unit
		return c.mean(func(x float64) float64 { return math.Exp(-x * x / (2 * sigma * sigma)) }, 12*sigma, sigma/4), true
	case "staircase":
		loss, _ := leastStairs(epsilon, unit, c)
		return loss, true
	}
	if s.Option("query") != "count" {
		return 0, false
	}
	all, sum := 0.0, 0.0
	for k := -math.Ceil(far * unit / epsilon); k <= far*unit/epsilon; k++ {
		p := falling(math.Abs(k))
		all, sum = all+p, sum+p*c.at(k)
	}
	return sum / all, true
}

// truncated returns the loss of truncated Laplace noise.
func truncated(epsilon, delta, unit float64, c costing) float64 {
	density := func(x float64) float64 { return math.Exp(-epsilon / unit * x) }
	return c.mean(density, unit*math.Log1p(math.Expm1(epsilon)/(2*delta))/epsilon, unit/epsilon)
}

// moving returns how far one record moves the answer, rounded up to a whole number for counts.
func moving(s viewtest.Setting) float64 {
	if s.Option("query") == "count" {
		return math.Ceil(s.Number("sensitivity"))
	}
	return s.Number("sensitivity")
}

// deviation returns the least standard deviation, in sensitivities, at which normal noise keeps δ.
func deviation(epsilon, delta float64) float64 {
	tail := func(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }
	low, high := 1e-4, 1e5
	for range 200 {
		sigma := math.Sqrt(low * high)
		if tail(epsilon*sigma-1/(2*sigma))-math.Exp(epsilon)*tail(epsilon*sigma+1/(2*sigma)) > delta {
			low = sigma
		} else {
			high = sigma
		}
	}
	return high
}

// leastStairs returns the loss of the best staircase and where its first step ends, by golden sections, as the loss falls and
// then rises in that place. The place is NaN where it hardly matters.
func leastStairs(epsilon, unit float64, c costing) (loss, first float64) {
	s := stairsKnown.Of(stairsOfLoss{epsilon, unit, c.name}, func() (s [2]float64) {
		s[0], s[1] = soughtStairs(epsilon, unit, c)
		return s
	})
	return s[0], s[1]
}

// stairsKnown and wholeStairsKnown keep the best staircases of settings.
var (
	stairsKnown      viewtest.Memory[stairsOfLoss, [2]float64]
	wholeStairsKnown viewtest.Memory[stairsOfLoss, [3]float64]
)

type stairsOfLoss struct {
	epsilon, unit float64
	loss          string
}

func soughtStairs(epsilon, unit float64, c costing) (loss, first float64) {
	bends := append(mirrored(c.kinks), c.kinks...)
	of := func(gamma float64) float64 {
		all, sum, from := 0.0, 0.0, 0.0
		for j := 0.0; j*epsilon < 45; j++ {
			end := (gamma + j) * unit
			p := math.Exp(-j * epsilon)
			all += 2 * p * (end - from)
			sum += p * integral(func(x float64) float64 { return c.at(x) + c.at(-x) }, from, end, unit, bends...)
			from = end
		}
		return sum / all
	}
	low, high := 0.0, 1.0
	const golden = 0.6180339887498949
	for range 60 {
		a, b := high-golden*(high-low), low+golden*(high-low)
		if of(a) <= of(b) {
			high = b
		} else {
			low = a
		}
	}
	first = (low + high) / 2
	loss = of(first)
	if last := of(1); last < loss {
		loss, first = last, 1
	}
	const aside = 0.01
	if of(max(first-aside, 0)) < loss*(1+1e-9) && of(min(first+aside, 1)) < loss*(1+1e-9) {
		first = math.NaN()
	}
	return loss, first
}

// stairsOf returns the staircase whose first step ends at a share of the sensitivity, without its unlikely ends.
func stairsOf(epsilon, unit, first float64) held {
	var rows []row
	all, from := 0.0, 0.0
	for j := 0.0; j*epsilon < 45; j++ {
		end := (first + j) * unit
		if mass := math.Exp(-j*epsilon) * (end - from); mass > 0 {
			rows = append(rows, row{from, end, mass}, row{-end, -from, mass})
			all += 2 * mass
		}
		from = end
	}
	for i := range rows {
		rows[i].mass /= all
	}
	return heldOf(rows)
}

// wholeStairsOf returns the staircase on whole numbers whose first step has width numbers on a side.
func wholeStairsOf(epsilon, unit, width float64) held {
	rows, all := []row{{0, 0, 1}}, 1.0
	for k := 1.0; k < 45*unit/epsilon+2*unit; k++ {
		p := math.Exp(-epsilon * math.Floor((k-width+unit)/unit))
		rows, all = append(rows, row{k, k, p}, row{-k, -k, p}), all+2*p
	}
	for i := range rows {
		rows[i].mass /= all
	}
	return heldOf(rows)
}

func mirrored(places []float64) (out []float64) {
	for _, x := range places {
		out = append(out, -x)
	}
	return out
}

// wholeStairs returns the loss of the best staircase on whole numbers, its probability of 0, and how many numbers its first
// step has on a side. It tries all widths, by sums.
func wholeStairs(epsilon, unit float64, c costing) (least, zero, first float64) {
	s := wholeStairsKnown.Of(stairsOfLoss{epsilon, unit, c.name}, func() (s [3]float64) {
		s[0], s[1], s[2] = soughtWholeStairs(epsilon, unit, c)
		return s
	})
	return s[0], s[1], s[2]
}

func soughtWholeStairs(epsilon, unit float64, c costing) (least, zero, first float64) {
	least = math.Inf(1)
	for width := 1.0; width <= unit; width++ {
		all, sum := 1.0, 0.0
		for k := 1.0; k < 45*unit/epsilon+2*unit; k++ {
			p := math.Exp(-epsilon * math.Floor((k-width+unit)/unit))
			all, sum = all+2*p, sum+p*(c.at(k)+c.at(-k))
		}
		if loss := sum / all; loss < least {
			least, zero, first = loss, 1/all, width
		}
	}
	return least, zero, first
}

// held is a law from its table: pieces, and points with low equal to high, in the order of their places.
type held struct {
	low, high, mass []float64

	points, chances []float64 // points and the probability of each
	edges, heights  []float64 // edges of pieces, and the density below each edge and above the last one

	over *viewtest.Memory[[2]float64, apartAt] // keyed by ε and the sensitivity
}

// apartAt holds all shifts and how far each is told apart.
type apartAt struct{ shifts, values []float64 }

// row is a piece or a point of a law.
type row struct{ low, high, mass float64 }

// heldOf returns the law of rows in any order; no two pieces overlap.
func heldOf(rows []row) (l held) {
	slices.SortFunc(rows, func(a, b row) int { return cmp.Or(cmp.Compare(a.low, b.low), cmp.Compare(a.high, b.high)) })
	l.heights, l.over = []float64{0}, new(viewtest.Memory[[2]float64, apartAt])
	for _, r := range rows {
		l.low, l.high, l.mass = append(l.low, r.low), append(l.high, r.high), append(l.mass, r.mass)
		if r.low == r.high {
			l.points, l.chances = append(l.points, r.low), append(l.chances, r.mass)
			continue
		}
		height, last := r.mass/(r.high-r.low), len(l.edges)-1
		if last < 0 || l.edges[last] < r.low { // a gap lies between it and the piece before
			l.edges, l.heights = append(l.edges, r.low), append(l.heights, 0)
			last++
		}
		l.heights[last+1] = height
		l.edges, l.heights = append(l.edges, r.high), append(l.heights, 0)
	}
	return l
}

// query returns the words of a setting for another page or picture, without some controls.
func query(s viewtest.Setting, without ...string) string {
	_, all, _ := strings.Cut(s.Address(), "?")
	var words []string
	for _, word := range strings.Split(all, "&") {
		if key, _, _ := strings.Cut(word, "="); !slices.Contains(without, key) {
			words = append(words, word)
		}
	}
	return strings.Join(words, "&")
}

// lawOf returns the law on the page of noise with the same controls; false where that shows none.
func lawOf() func(viewtest.Setting) (held, bool) {
	of := viewtest.Shared(func(s viewtest.Setting) held {
		asked := query(s, "show", "shift", "at", "mu", "floor", "rivals")
		if strings.Contains(s.Address(), "show=mu") {
			asked += fmt.Sprintf("&below=normal:%v:%v", s.Number("mu"), s.Number("floor"))
		}
		data := s.Sheet(Noise, asked).Data
		if data == nil {
			return held{}
		}
		var rows []row
		for _, r := range data.Rows {
			rows = append(rows, row{r[0].Number, r[1].Number, r[2].Number})
		}
		return heldOf(rows)
	})
	return func(s viewtest.Setting) (held, bool) {
		l := of(s)
		return l, len(l.mass) > 0
	}
}

// costs returns the mean of a loss, piece by piece.
func (l held) costs(c costing) float64 {
	sum := 0.0
	for i, m := range l.mass {
		if width := l.high[i] - l.low[i]; width > 0 {
			sum += m / width * integral(c.at, l.low[i], l.high[i], width, c.kinks...)
		} else {
			sum += m * c.at(l.low[i])
		}
	}
	return sum
}

// told returns how far a shift is told apart beyond ε: between every two neighbours among all places where either law changes,
// and at points. Points coincide where the answer is whole, and else only by chance. It walks along both laws together, in
// order.
func (l held) told(epsilon, shift float64, whole bool) float64 {
	ratio := math.Exp(epsilon)
	sum, next := 0.0, 0
	for i, at := range l.points {
		m := l.chances[i]
		if whole {
			for next < len(l.points) && l.points[next]+shift < at-1e-6 {
				next++
			}
			for j := next; j < len(l.points) && l.points[j]+shift <= at+1e-6; j++ {
				m -= ratio * l.chances[j]
			}
		}
		sum += max(0, m)
	}
	here, there, from := 0, 0, math.Inf(-1) // places passed in either law
	for here < len(l.edges) || there < len(l.edges) {
		to := math.Inf(1)
		if here < len(l.edges) {
			to = l.edges[here]
		}
		if there < len(l.edges) {
			to = min(to, l.edges[there]+shift)
		}
		if excess := l.heights[here] - ratio*l.heights[there]; excess > 0 {
			sum += (to - from) * excess
		}
		for from = to; here < len(l.edges) && l.edges[here] <= to; here++ {
		}
		for ; there < len(l.edges) && l.edges[there]+shift <= to; there++ {
		}
	}
	return sum
}

// shifts returns all differences up to the sensitivity between two places where the law changes, and the sensitivity itself;
// for whole answers all whole numbers.
func (l held) shifts(unit float64, whole bool) (list []float64) {
	if whole {
		for k := -unit; k <= unit; k++ {
			if k != 0 {
				list = append(list, k)
			}
		}
		return list
	}
	list = []float64{unit, -unit}
	var ends []float64
	for i := range l.mass {
		if l.low[i] < l.high[i] {
			ends = append(ends, l.low[i], l.high[i])
		}
	}
	for _, a := range ends {
		for _, b := range ends {
			if d := a - b; math.Abs(d) > 1e-9*unit && math.Abs(d) < unit*(1-1e-9) {
				list = append(list, d)
			}
		}
	}
	slices.Sort(list)
	return slices.CompactFunc(list, func(a, b float64) bool { return math.Abs(a-b) < 1e-9*unit })
}

// worst returns the greatest V over all shifts, the shifts with a V within part of it, and the number of all shifts.
func (l held) worst(epsilon, unit float64, whole bool, part float64) (most float64, at []float64, of int) {
	all := l.over.Of([2]float64{epsilon, unit}, func() apartAt {
		o := apartAt{shifts: l.shifts(unit, whole)}
		for _, shift := range o.shifts {
			o.values = append(o.values, l.told(epsilon, shift, whole))
		}
		return o
	})
	for _, v := range all.values {
		most = max(most, v)
	}
	for i, v := range all.values {
		if v > most*(1-part) {
			at = append(at, all.shifts[i])
		}
	}
	return most, at, len(all.shifts)
}

// agreed accepts a number with as many digits as sums of some hundred terms keep.
func agreed(v float64) viewtest.Truth { return viewtest.Within(v, 1e-9*math.Abs(v)+1e-12) }

// point returns the probability of a place.
func (l held) point(x float64) float64 {
	sum := 0.0
	for i, m := range l.mass {
		if l.low[i] == l.high[i] && math.Abs(l.low[i]-x) < 1e-9 {
			sum += m
		}
	}
	return sum
}

// cells counts the pieces of a law, or the points of a law without pieces.
func (l held) cells() float64 {
	pieces := 0
	for i := range l.mass {
		if l.low[i] < l.high[i] {
			pieces++
		}
	}
	if pieces == 0 {
		pieces = len(l.mass)
	}
	return float64(pieces)
}

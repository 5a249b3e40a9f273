package optimal

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
	"dpscope/mechanisms"
)

// anyPlacing returns random laws for the groups of a range: pieces of any widths, the same for all groups or not, with points
// or without, or whole numbers; two neighbours may share a law.
func anyPlacing(rng *rand.Rand) (laws Placing, m Moves, epsilon float64) {
	epsilon = []float64{0, 0.1, 1, 3 * rng.Float64()}[rng.IntN(4)]
	whole, onGrid, pointed := rng.IntN(3) == 0, rng.IntN(2) == 0, rng.IntN(3) == 0
	cell := []float64{1, 0.5, 0.1}[rng.IntN(3)]
	m.Most = cell * float64(1+rng.IntN(5))
	if whole {
		cell, m = 1, Moves{Most: float64(1 + rng.IntN(5)), Unit: 1}
	} else if rng.IntN(3) == 0 {
		m.Most = math.Round(1000*m.Most*rng.Float64())/1000 + 0.001
	}
	place := func(i int) float64 {
		if onGrid || whole {
			return float64(i) * cell
		}
		return math.Round(1000*cell*(float64(i)+0.9*rng.Float64())) / 1000
	}
	at := -rng.IntN(5)
	from := place(at)
	for range 1 + rng.IntN(4) {
		at += 1 + rng.IntN(3)
		to := place(at)
		law := Law{}
		for ok := false; !ok; {
			drawn := lawless{}
			first := rng.IntN(5) - 4
			for i := range 2 + rng.IntN(6) {
				mass := math.Round(100*rng.ExpFloat64()) / 100 * float64(min(rng.IntN(5), 1))
				if whole {
					drawn.points = append(drawn.points, mechanisms.Atom{At: place(first + i), Mass: mass})
					continue
				}
				drawn.edges = append(drawn.edges, place(first+i))
				if i > 0 {
					drawn.masses = append(drawn.masses, mass)
				}
			}
			if pointed && !whole {
				drawn.points = []mechanisms.Atom{{At: place(rng.IntN(3)), Mass: 0.2}}
			}
			law, ok = drawn.law()
		}
		if n := len(laws); n > 0 && rng.IntN(4) == 0 {
			law = laws[n-1].Law
		}
		laws = append(laws, Placed{from, to, law})
		from = to
	}
	return laws, m, epsilon
}

// slowApart returns V of one law from another by its definition, as slow does for one law: moved points never meet where any
// real number is a move.
func slowApart(a, b Law, m Moves, epsilon, shift float64) float64 {
	jumps := slices.Clone(a.Edges)
	for _, edge := range b.Edges {
		jumps = append(jumps, edge+shift)
	}
	slices.Sort(jumps)
	ratio, sum := math.Exp(epsilon), 0.0
	for i := range max(len(jumps)-1, 0) {
		x := jumps[i] + (jumps[i+1]-jumps[i])/2
		sum += (jumps[i+1] - jumps[i]) * max(0, a.Density(x)-ratio*b.Density(x-shift))
	}
	for _, p := range a.Points {
		there := 0.0
		for _, o := range b.Points {
			if m.Unit > 0 && o.At+shift == p.At {
				there += o.Mass
			}
		}
		sum += max(0, p.Mass-ratio*there)
	}
	return sum
}

// bruteApart returns the supremum of V over pairs of answers: of whole ones over every two, else over shifts at, beside and
// between all places where something meets and the ends of those between two groups. It shares no code with the certifiers.
func bruteApart(laws Placing, m Moves, epsilon float64) (worst float64) {
	if m.Unit > 0 {
		for here := laws[0].From; here < laws[len(laws)-1].To; here++ {
			for there := laws[0].From; there < laws[len(laws)-1].To; there++ {
				if here != there && math.Abs(there-here) <= m.Most {
					worst = max(worst, slowApart(laws.At(here), laws.At(there), m, epsilon, there-here))
				}
			}
		}
		return worst
	}
	const beside = 1e-8
	for g, a := range laws {
		for h, b := range laws {
			low, high := max(b.From-a.To, -m.Most), min(b.To-a.From, m.Most)
			meet := []float64{low, high}
			for _, x := range a.Edges {
				for _, y := range b.Edges {
					meet = append(meet, x-y)
				}
			}
			slices.Sort(meet)
			for i, at := range meet {
				tries := []float64{at - beside, at, at + beside}
				if i > 0 {
					tries = append(tries, meet[i-1]+0.4142*(at-meet[i-1]))
				}
				for _, shift := range tries {
					if low < shift && shift < high && (g != h || shift != 0) {
						worst = max(worst, slowApart(a.Law, b.Law, m, epsilon, shift))
					}
				}
			}
		}
	}
	return worst
}

// placingCertifier is a function that bounds how private a family is.
type placingCertifier func(Placing, Moves, float64) (low, high float64)

func placedInFloats(laws Placing, m Moves, epsilon float64) (low, high float64) {
	return ends(laws.Certify(m, epsilon))
}

func placedInRationals(laws Placing, m Moves, epsilon float64) (low, high float64) {
	var groups []ExactGroup
	for _, l := range laws {
		groups = append(groups, ExactGroup{From: l.From, To: l.To, Pieces: l.Pieces()})
	}
	e, err := CertifyFamilyExactly(groups, m, epsilon)
	if err != nil { // no answer has a neighbour
		return 0, 0
	}
	low, _ = e.Low.Float64()
	high, _ = e.High.Float64()
	return low, high
}

// apartDisagreement returns a random family for which a certifier differs from brute force; "" where there is none.
func apartDisagreement(by placingCertifier, families int) string {
	const open = 1e-5 // brute force is beside a supremum by 10⁻⁸ times a density
	rng := rand.New(rand.NewPCG(27, 13))
	for range families {
		laws, m, epsilon := anyPlacing(rng)
		want := bruteApart(laws, m, epsilon)
		if low, high := by(laws, m, epsilon); !(low <= want+open && want <= high+1e-7 && (high-low < open || touch(laws, m))) {
			return fmt.Sprintf("%v, %+v, ε = %v: between %v and %v, by brute force %v", laws, m, epsilon, low, high, want)
		}
	}
	return ""
}

// touch reports whether two groups are as far apart as one record may move an answer, so that rounding decides whether they
// meet.
func touch(laws Placing, m Moves) bool {
	for _, a := range laws {
		for _, b := range laws {
			if m.Unit == 0 && math.Abs(b.From-a.To-m.Most) < 1e-9 {
				return true
			}
		}
	}
	return false
}

// Both certificates of families agree with brute force.
func TestPlacingsAgainstBruteForce(t *testing.T) {
	effort.ForNumbers(t)
	for name, by := range map[string]placingCertifier{"floating numbers": placedInFloats, "rational numbers": placedInRationals} {
		if wrong := apartDisagreement(by, effort.Scale(300, 2_000, 50_000)); wrong != "" {
			t.Errorf("in %s: %s", name, wrong)
		}
	}
}

// Certificates of families that look at less are found out.
func TestBruteForceOfPlacingsNotices(t *testing.T) {
	effort.ForNumbers(t)
	over := func(minded func(laws Placing, p Pair, shift float64) bool) placingCertifier {
		return func(laws Placing, m Moves, epsilon float64) (low, high float64) {
			laws.each(m, func(p Pair, touching bool, shift float64) {
				if !touching && minded(laws, p, shift) {
					high = max(high, laws[p.Here].DivergenceFrom(laws[p.There].Law, m, epsilon, shift))
				}
			})
			return high, high
		}
	}
	ends := func(laws Placing, p Pair, m float64, shift float64) bool {
		a, b := laws[p.Here], laws[p.There]
		return math.Abs(shift-max(b.From-a.To, -m)) < 1e-9 || math.Abs(shift-min(b.To-a.From, m)) < 1e-9
	}
	for name, by := range map[string]placingCertifier{
		"only the ends of the moves between two groups": func(laws Placing, m Moves, epsilon float64) (low, high float64) {
			return over(func(laws Placing, p Pair, shift float64) bool { return m.Unit > 0 || ends(laws, p, m.Most, shift) })(laws, m, epsilon)
		},
		"not these ends": func(laws Placing, m Moves, epsilon float64) (low, high float64) {
			return over(func(laws Placing, p Pair, shift float64) bool { return m.Unit > 0 || !ends(laws, p, m.Most, shift) })(laws, m, epsilon)
		},
		"one order of two groups": over(func(_ Placing, p Pair, _ float64) bool { return p.Here <= p.There }),
		"within groups alone":     over(func(_ Placing, p Pair, _ float64) bool { return p.Here == p.There }),
		"between groups alone":    over(func(_ Placing, p Pair, _ float64) bool { return p.Here != p.There }),
		"no move of nothing":      over(func(_ Placing, _ Pair, shift float64) bool { return shift != 0 }),
		"only to the right":       over(func(_ Placing, _ Pair, shift float64) bool { return shift >= 0 }),
	} {
		if apartDisagreement(by, 3_000) == "" {
			t.Errorf("%s: nothing is noticed", name)
		}
	}
}

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

// lawless is a law to be certified: some pieces side by side, some points, and a record's effect.
type lawless struct {
	edges, masses []float64
	points        []mechanisms.Atom
	moves         Moves
	epsilon       float64
}

// anyLaw returns a random one: points, pieces or both, on a grid or off it, about 0 or far from it, with a sensitivity of a few
// cells, of none, or longer than the law.
func anyLaw(rng *rand.Rand) lawless {
	l := lawless{epsilon: []float64{0, 0.1, 1, 3 * rng.Float64()}[rng.IntN(4)]}
	kind, onGrid := rng.IntN(3), rng.IntN(2) == 0
	from := []float64{0, -3, 1000, 3e6}[rng.IntN(4)]
	cell := []float64{1, 0.5, 0.1}[rng.IntN(3)]
	if kind == 0 {
		l.moves.Unit = 1
		if onGrid {
			cell = 1
		}
	}
	mass := func() float64 {
		if rng.IntN(5) == 0 {
			return 0
		}
		return math.Round(100*rng.ExpFloat64()) / 100
	}
	at := func(i int) float64 {
		if onGrid {
			return from + float64(i)*cell
		}
		return from + math.Round(1000*cell*(float64(i)+0.9*rng.Float64()))/1000
	}
	if kind != 0 {
		l.edges = append(l.edges, at(0))
		for i := range 1 + rng.IntN(6) {
			l.edges, l.masses = append(l.edges, at(i+1)), append(l.masses, mass())
		}
	}
	if kind != 1 {
		for i := range 1 + rng.IntN(6) {
			l.points = append(l.points, mechanisms.Atom{At: at(i), Mass: mass()})
		}
	}
	switch sensitivity := float64(1 + rng.IntN(6)); {
	case kind == 0:
		l.moves.Most = sensitivity
	case rng.IntN(3) == 0:
		l.moves.Most = math.Round(1000*cell*sensitivity*rng.Float64())/1000 + 0.001
	default:
		l.moves.Most = sensitivity * cell
	}
	return l
}

// law returns the random law with masses that add up to 1, if it has any.
func (l lawless) law() (Law, bool) {
	sum := 0.0
	for _, m := range slices.Concat(l.masses, pointMasses(l.points)) {
		sum += m
	}
	if sum == 0 {
		return Law{}, false
	}
	scaled := scaled(l.edges, l.masses, l.points, 1/sum)
	law, err := NewLaw(scaled.Edges, scaled.Masses, scaled.Points)
	return law, err == nil
}

// brute returns the supremum of V by its definition: at every place where a part of the law meets a part of the moved law,
// close to it on either side, between all such places, and at the ends of the moves; for whole moves at every one. It sums
// densities between sorted jumps and equal points, and shares no code with the certifiers.
func brute(l Law, m Moves, epsilon float64) float64 {
	places := slices.Clone(l.Edges)
	for _, p := range l.Points {
		places = append(places, p.At)
	}
	worst := 0.0
	try := func(shift float64) {
		if shift != 0 && math.Abs(shift) <= m.Most {
			worst = max(worst, slow(l, epsilon, shift)+slowPoints(l, epsilon, shift))
		}
	}
	if m.Unit > 0 {
		for k := 1.0; k <= m.Most; k++ {
			try(k)
			try(-k)
		}
		return worst
	}
	const beside = 1e-7
	meet := []float64{-m.Most, m.Most}
	for _, a := range places {
		for _, b := range places {
			meet = append(meet, a-b)
		}
	}
	slices.Sort(meet)
	for i, at := range meet {
		try(at)
		try(at - beside)
		try(at + beside)
		if i > 0 {
			try(meet[i-1] + 0.4142*(at-meet[i-1]))
		}
	}
	return worst
}

// slowPoints returns the contribution of points to V: the masses of the law, less the moved ones there.
func slowPoints(l Law, epsilon, shift float64) float64 {
	sum := 0.0
	for _, p := range l.Points {
		there := 0.0
		for _, o := range l.Points {
			if math.Abs(o.At+shift-p.At) < 1e-8 { // places have three decimals, up to 3 million
				there += o.Mass
			}
		}
		sum += max(0, p.Mass-math.Exp(epsilon)*there)
	}
	return sum
}

// certifier is a function that bounds how private a law is.
type certifier func(Law, Moves, float64) (low, high float64)

func inFloats(l Law, m Moves, epsilon float64) (low, high float64) {
	return ends(l.Certify(m, epsilon))
}

// ends returns the ends of a certificate; NaN where its δ lies beyond them.
func ends(c Certificate) (low, high float64) {
	if c.Delta < c.Low || c.Delta > c.High {
		return math.NaN(), math.NaN()
	}
	return c.Low, c.High
}

func inRationals(l Law, m Moves, epsilon float64) (low, high float64) {
	e, err := CertifyExactly(l.Pieces(), m, epsilon)
	if err != nil {
		return math.NaN(), math.NaN()
	}
	low, _ = e.Low.Float64()
	high, _ = e.High.Float64()
	return low, high
}

// disagreement returns a random law for which a certifier differs from brute force by more than that leaves open; "" where
// there is none.
func disagreement(by certifier, laws int) string {
	const open = 1e-5 // brute force is beside a supremum by 10⁻⁷ times a density, and sums far from 0 are off by a hundredth of that
	rng := rand.New(rand.NewPCG(11, 12))
	for range laws {
		drawn := anyLaw(rng)
		law, ok := drawn.law()
		if !ok {
			continue
		}
		want := brute(law, drawn.moves, drawn.epsilon)
		if low, high := by(law, drawn.moves, drawn.epsilon); !(low <= want+open && want <= high+1e-7 && high-low < open) {
			return fmt.Sprintf("%+v: between %v and %v, by brute force %v", drawn, low, high, want)
		}
	}
	return ""
}

// Both certificates agree with brute force.
func TestCertificatesAgainstBruteForce(t *testing.T) {
	laws := effort.Scale(300, 10_000, 100_000)
	for name, by := range map[string]certifier{"floating numbers": inFloats, "rational numbers": inRationals} {
		if wrong := disagreement(by, laws); wrong != "" {
			t.Errorf("in %s: %s", name, wrong)
		}
	}
}

// Certificates that look at less are found out.
func TestBruteForceNotices(t *testing.T) {
	effort.ForNumbers(t)
	over := func(shifts func(l Law, m Moves) []float64) certifier {
		return func(l Law, m Moves, epsilon float64) (low, high float64) {
			for _, s := range shifts(l, m) {
				high = max(high, l.Divergence(m, epsilon, s))
			}
			return high, high
		}
	}
	whole := over(Law.Shifts)
	for name, by := range map[string]certifier{
		"only differences of points": over(func(l Law, m Moves) (shifts []float64) {
			if m.Unit == 0 {
				return l.Shifts(m)
			}
			for _, p := range l.Points {
				for _, o := range l.Points {
					if d := p.At - o.At; d != 0 && math.Abs(d) <= m.Most {
						shifts = append(shifts, d)
					}
				}
			}
			return shifts
		}),
		"only to the right": over(func(l Law, m Moves) []float64 {
			return slices.DeleteFunc(l.Shifts(m), func(s float64) bool { return s < 0 })
		}),
		"only to the left": over(func(l Law, m Moves) []float64 {
			return slices.DeleteFunc(l.Shifts(m), func(s float64) bool { return s > 0 })
		}),
		"only the greatest move": over(func(_ Law, m Moves) []float64 { return []float64{-m.Most, m.Most} }),
		"not the greatest move": over(func(l Law, m Moves) []float64 {
			return slices.DeleteFunc(l.Shifts(m), func(s float64) bool { return m.Unit == 0 && math.Abs(s) == m.Most })
		}),
		"moves that are too great": func(l Law, m Moves, epsilon float64) (low, high float64) {
			m.Most *= 1.2
			return whole(l, m, epsilon)
		},
		"only multiples of a hundredth": over(func(_ Law, m Moves) (shifts []float64) {
			for s := 0.01; s <= m.Most; s += 0.01 {
				if m.Unit == 0 || math.Abs(s-math.Round(s)) < 1e-6 {
					shifts = append(shifts, -s, s)
				}
			}
			return shifts
		}),
		"points that meet under real moves": func(l Law, m Moves, epsilon float64) (low, high float64) {
			for _, s := range l.Shifts(m) {
				if m.Unit == 0 {
					high = max(high, slow(l, epsilon, s)+slowPoints(l, epsilon, s))
				} else {
					high = max(high, l.Divergence(m, epsilon, s))
				}
			}
			return high, high
		},
		"points that never meet": func(l Law, m Moves, epsilon float64) (low, high float64) {
			if m.Unit > 0 && len(l.Points) > 0 {
				return 1, 1
			}
			return whole(l, m, epsilon)
		},
		"points that meet a billionth of themselves apart": func(l Law, m Moves, epsilon float64) (low, high float64) {
			if m.Unit == 0 {
				return whole(l, m, epsilon)
			}
			for k := 1.0; k <= m.Most; k++ {
				for _, s := range []float64{-k, k} {
					v := 0.0
					for _, p := range l.Points {
						there := 0.0
						for _, o := range l.Points {
							if math.Abs(o.At+s-p.At) <= 1e-9*max(1, math.Abs(p.At)) {
								there = o.Mass
							}
						}
						v += max(0, p.Mass-math.Exp(epsilon)*there)
					}
					high = max(high, v)
				}
			}
			return high, high
		},
		"no points": func(l Law, m Moves, epsilon float64) (low, high float64) {
			if len(l.Masses) > 0 {
				l.Points = nil
			}
			return whole(l, m, epsilon)
		},
		"a ten-thousandth too much": func(l Law, m Moves, epsilon float64) (low, high float64) {
			v, _ := whole(l, m, epsilon)
			return v + 1e-4, v + 1e-4
		},
	} {
		if disagreement(by, 10_000) == "" {
			t.Errorf("%s: nothing is noticed", name)
		}
	}
}

package mechanisms

import (
	"fmt"
	"math"

	"dpscope/mechanisms/privacy"
)

// checkClaim holds the analytic loss against the claim, and for tight
// mechanisms wants both to be equal.
func checkClaim(s subject) error {
	p := s.Guarantee().Claim()
	var name string
	var got, most float64
	switch p.Notion {
	case privacy.Pure:
		name, got, most = "loss", s.Loss(), p.Epsilon
	case privacy.Approximate:
		name, got, most = "delta", s.DeltaAt(p.Epsilon), p.Delta
	case privacy.Probabilistic:
		name, got, most = "chance of a larger loss", s.Mechanism.(LossTail).LossTail(p.Epsilon), p.Delta
	}
	if !(got <= most*(1+1e-11)) {
		return fmt.Errorf("%s %.15g exceeds the claimed %g", name, got, most)
	}
	if s.tight && got < most*(1-1e-9) {
		return fmt.Errorf("%s %.12g leaves room below the claimed %g", name, got, most)
	}
	return checkGuarantee(s)
}

// checkGuarantee requires the exact profile to be below the one that the claim implies.
func checkGuarantee(s subject) error {
	g := s.Guarantee()
	for _, share := range []float64{0, 1e-3, 0.2, 0.5, 0.9, 0.999, 1, 1.01, 2} {
		epsilon := share * g.Claim().Epsilon
		if exact, most := s.DeltaAt(epsilon), g.Delta(epsilon); !(exact <= most*(1+1e-11)) {
			return fmt.Errorf("at ε = %.12g the profile is %.15g, and the claim implies at most %.15g", epsilon, exact, most)
		}
	}
	return nil
}

// outcome is an answer, or a small cell of answers, with its probability under two inputs.
type outcome struct{ p, q float64 }

// outcomes splits the answers under x and x′ into atoms and cells, fine enough
// for the log-ratio within a cell to be nearly constant.
func outcomes(m Mechanism, x, other float64) []outcome {
	p, q := m.At(x), m.At(other)
	var list []outcome
	atoms := p.Atoms()
	for i, a := range q.Atoms() {
		list = append(list, outcome{atoms[i].Mass, a.Mass})
	}
	if _, ok := p.(Binned); ok {
		return list
	}
	edges := append(corners(p, x), corners(q, other)...)
	edges = sortedUnique(edges)
	const cells = 2000
	each := cells/len(edges) + 1
	for i := 1; i < len(edges); i++ {
		for k := range each {
			a := edges[i-1] + (edges[i]-edges[i-1])*float64(k)/float64(each)
			b := edges[i-1] + (edges[i]-edges[i-1])*float64(k+1)/float64(each)
			if k+1 == each {
				b = edges[i]
			}
			// Clamped laws have atoms at 0 and 1, which are counted above.
			if len(atoms) > 0 {
				a, b = max(a, math.Nextafter(0, 1)), min(b, math.Nextafter(1, 0))
			}
			if a < b {
				list = append(list, outcome{p.Mass(a, b), q.Mass(a, b)})
			}
		}
	}
	return list
}

// inputPairs lists the pairs between which losses are searched.
var inputPairs = [][2]float64{{0, 1}, {1, 0}, {0, 0.5}, {0.5, 1}, {0.25, 0.75}, {0.1, 0.15}, {0.9, 0.02}, {1, 0.97}, {0.5, 0}}

// checkLossSearch looks for the largest log-ratio of densities, or of atoms,
// over a grid of x, x′ and y: no more than Loss, and up to it.
func checkLossSearch(s subject) error {
	if math.IsInf(s.Loss(), 1) {
		return checkUnbounded(s)
	}
	loss := s.Loss()
	largest, where, whole := 0.0, "", true
	for i := 0; i <= 20; i++ {
		x := float64(i) / 20
		p := s.At(x)
		atoms := p.Atoms()
		for j := 0; j <= 20; j++ {
			other := float64(j) / 20
			q := s.At(other)
			note := func(a, b, y float64) {
				if loss > 200 && (b == 0 || math.IsInf(a, 1)) { // beyond float64, both perhaps
					whole = whole && a == 0
					return
				}
				if r := math.Log(a) - math.Log(b); a > 0 && r > largest {
					largest, where = r, fmt.Sprintf("x=%g x′=%g y=%g", x, other, y)
				}
			}
			others := q.Atoms()
			for k, a := range atoms {
				note(a.Mass, others[k].Mass, a.At)
			}
			for k := 0; k <= 40; k++ {
				y := float64(k)/20 - 0.5
				note(p.Density(y), q.Density(y), y)
			}
			note(p.Density(x), q.Density(x), x) // on a plateau however narrow
		}
	}
	if !(largest <= loss*(1+1e-9)+1e-12) {
		return fmt.Errorf("log-ratio %.12g at %s exceeds the loss %.12g", largest, where, loss)
	}
	if whole && !(largest >= loss*(1-1e-9)-1e-12) {
		return fmt.Errorf("no log-ratio above %.12g; the loss is said to be %.12g", largest, loss)
	}
	if p := s.Guarantee().Claim(); p.Notion == privacy.Pure && largest > p.Epsilon*(1+1e-9)+1e-12 {
		return fmt.Errorf("log-ratio %.12g at %s exceeds the claimed %g", largest, where, p.Epsilon)
	}
	return nil
}

// checkUnbounded wants a loss said to be unbounded to pass twice the claim
// before the tails leave float64. A clamped law has nothing beyond its atoms.
func checkUnbounded(s subject) error {
	p, q := s.At(1), s.At(0)
	for y := 1.0; y < 1e12; y *= 1.05 {
		a, b := p.Mass(y, math.Inf(1)), q.Mass(y, math.Inf(1))
		if a > 0 && math.Log(a)-math.Log(b) > 2*s.Guarantee().Claim().Epsilon {
			return nil
		}
		if a == 0 {
			break
		}
	}
	return fmt.Errorf("the loss is said to be unbounded, and is below twice the claim everywhere")
}

// checkEnumeration goes through all x on bins and between, all x′ and all y of
// a discrete mechanism.
func checkEnumeration(s subject) error {
	b, ok := s.At(0).(Binned)
	if !ok || b.Bins() > 60 {
		return nil
	}
	var laws [][]Atom
	for i := range 4*(b.Bins()-1) + 1 {
		laws = append(laws, s.At(float64(i)/float64(4*(b.Bins()-1))).Atoms())
	}
	largest := 0.0
	for _, p := range laws {
		total := 0.0
		for y := range p {
			total += p[y].Mass
			for _, q := range laws {
				largest = max(largest, math.Log(p[y].Mass/q[y].Mass))
			}
		}
		if math.Abs(total-1) > 1e-12 {
			return fmt.Errorf("probabilities of the bins add up to %.15g", total)
		}
	}
	if epsilon := s.Guarantee().Claim().Epsilon; !(largest <= epsilon*(1+1e-12)+1e-14) {
		return fmt.Errorf("log-ratio %.15g exceeds the claimed %g", largest, epsilon)
	}
	if loss := s.Loss(); !(math.Abs(largest-loss) <= 1e-12*loss+1e-14) {
		return fmt.Errorf("largest log-ratio %.15g, the loss is said to be %.15g", largest, loss)
	}
	return nil
}

// finerThanFloat reports a plateau that cannot be cut into cells: near x there
// are not enough float64. Closed forms answer for it in TestOracle.
func finerThanFloat(s subject) bool {
	p, ok := s.At(0.5).(Plateaued)
	return ok && p.Plateau().HalfWidth < 1e-9
}

// checkProfile sums max(0, p − e^ε′·q) over outcomes: for no pair above DeltaAt, for the worst pair equal to it. A sum over
// cells is a lower bound, short by at most the mass of the cell where the loss crosses.
func checkProfile(s subject) error {
	if finerThanFloat(s) {
		return nil
	}
	claim := s.Guarantee().Claim()
	var lists [][]outcome
	for _, pair := range inputPairs {
		lists = append(lists, outcomes(s, pair[0], pair[1]))
	}
	largestAt := func(epsilon float64) (largest float64) {
		for _, list := range lists {
			sum := 0.0
			for _, o := range list {
				sum += max(0, o.p-math.Exp(epsilon)*o.q)
			}
			largest = max(largest, sum)
		}
		return largest
	}
	for _, share := range []float64{0, 0.3, 0.7, 0.95, 1} {
		epsilon := share * claim.Epsilon
		got, want := largestAt(epsilon), s.DeltaAt(epsilon)
		if !(got <= want*(1+1e-9)+1e-10) {
			return fmt.Errorf("hockey-stick divergence at %g is %.12g, DeltaAt says %.12g", epsilon, got, want)
		}
		if !(got >= want*(1-5e-3)-1e-10) {
			return fmt.Errorf("hockey-stick divergence at %g is only %.12g, DeltaAt says %.12g", epsilon, got, want)
		}
	}
	if got := largestAt(claim.Epsilon); got > claim.Delta*(1+1e-9)+1e-10 {
		return fmt.Errorf("hockey-stick divergence at the claimed %g is %.12g, above the claimed %g", claim.Epsilon, got, claim.Delta)
	}
	return nil
}

// checkLossTail sums p over the outcomes of loss above ε.
func checkLossTail(s subject) error {
	tailed, ok := s.Mechanism.(LossTail)
	if !ok {
		return nil
	}
	claim := s.Guarantee().Claim()
	var lists [][]outcome
	for _, pair := range inputPairs {
		lists = append(lists, outcomes(s, pair[0], pair[1]))
	}
	for _, share := range []float64{0.5, 1, 1.3} {
		epsilon := share * claim.Epsilon
		largest, slack := 0.0, 0.0
		for _, list := range lists {
			sum, coarsest := 0.0, 0.0
			for _, o := range list {
				if o.p > math.Exp(epsilon)*o.q {
					sum += o.p
				}
				if r := o.p / o.q; math.Abs(math.Log(r)-epsilon) < 0.2+0.1*epsilon {
					coarsest = max(coarsest, o.p)
				}
			}
			if sum > largest {
				largest, slack = sum, coarsest
			}
		}
		if want := tailed.LossTail(epsilon); !(math.Abs(largest-want) <= 2*slack+1e-4*want+1e-12) {
			return fmt.Errorf("losses above %g have probability %.9g, LossTail says %.9g", epsilon, largest, want)
		}
		if claim.Notion == privacy.Probabilistic && share == 1 && largest-2*slack > claim.Delta*(1+1e-9) {
			return fmt.Errorf("losses above the claimed %g have probability %.9g", epsilon, largest)
		}
	}
	return nil
}

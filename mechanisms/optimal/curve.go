package optimal

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/num/normal"
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// Normal is a trade-off curve that a law may not exceed, at any shift: the curve of a normal law against
// itself moved by Mu deviations, plus a floor,
//
//	Pr[X ∈ A] ≤ Φ(Φ⁻¹(Pr[X + φ ∈ A]) + μ) + floor.
//
// Without a floor no law of bounded support keeps it, because what a move carries beyond the support is told
// for certain. Then the law has tails: its last sensitivity is repeated, less likely by a factor per
// sensitivity.
type Normal struct {
	Mu    float64 // 0: none
	Floor float64
	Tail  float64 // −ln of the tail's factor per sensitivity, beyond the reach; 0: the support ends there
}

// Limits of a normal's curve, because rows of a program have entries of e^ε.
const (
	LeastMu   = 0.05
	MostMu    = 4
	MostFloor = 0.5
	blurred   = 1e-6 // by rounding, without a floor
)

// ReadNormal reads a curve as it is written, normal:μ:floor; without a floor it is 10⁻⁶.
func ReadNormal(text string) (n Normal, err error) {
	words := strings.Split(strings.TrimSpace(text), ":")
	if words[0] != "normal" || len(words) < 2 || len(words) > 3 {
		return n, fmt.Errorf("%q is no curve; normal:mu:floor is one, such as normal:1:1e-6", text)
	}
	n.Floor = 1e-6
	for i, into := range []*float64{&n.Mu, &n.Floor}[:len(words)-1] {
		if *into, err = strconv.ParseFloat(words[i+1], 64); err != nil {
			return n, fmt.Errorf("%q in %q is no number; normal:mu:floor is a curve, such as normal:1:1e-6", words[i+1], text)
		}
	}
	return Below(n.Mu, n.Floor)
}

// Below returns the curve of that number and floor.
func Below(mu, floor float64) (Normal, error) {
	n := Normal{Mu: mu, Floor: floor}
	given := n
	given.Tail = 1 // stands for any value
	return n, given.check()
}

// TailFrom returns the tail's rate for a law with tails from a support on, in sensitivities: no lighter than
// the normal's decline per sensitivity there.
func (n Normal) TailFrom(support float64) float64 { return n.Mu * n.Mu * max(1, support-1) }

func (n Normal) check() error {
	switch {
	case !(LeastMu <= n.Mu && n.Mu <= MostMu):
		return fmt.Errorf("mu = %g is outside [%g, %d], where a linear program can be trusted", n.Mu, LeastMu, MostMu)
	case !(n.Floor == 0 || MinDelta <= n.Floor && n.Floor <= MostFloor):
		return fmt.Errorf("the floor %g is neither 0 nor in [%g, %g], where a linear program can be trusted", n.Floor, MinDelta, MostFloor)
	case n.Tail < 0 || n.Floor == 0 && n.Tail == 0:
		return fmt.Errorf("without a floor no bounded support is enough, and there are no tails")
	}
	if _, above := n.steepest(); above > max(n.Floor/2, blurred) {
		return fmt.Errorf("at mu = %g a linear program keeps the curve to %.1g only; a floor of %.1g, or a smaller mu, is enough", n.Mu, above,
			3*above)
	}
	return nil
}

func (n Normal) String() string {
	return "normal:" + strconv.FormatFloat(n.Mu, 'g', -1, 64) + ":" + strconv.FormatFloat(n.Floor, 'g', -1, 64)
}

// Any reports whether a curve is asked for.
func (n Normal) Any() bool { return n.Mu > 0 }

// over returns a point's height above the curve.
func (n Normal) over(fpr, tpr float64) float64 {
	_, most := privacy.NormalTests{Shift: n.Mu}.TPR(fpr)
	return tpr - most - n.Floor
}

// slope returns the ε at which e^ε is the curve's slope at a false positive rate; at least 0, because a law
// and its mirror image are held in both orders.
func (n Normal) slope(fpr float64) float64 {
	return max(n.Mu*normal.UpperQuantile(min(fpr, 0.5))-n.Mu*n.Mu/2, 0)
}

// steepest returns the ε of the steepest line worth a row, and the greatest excess of a law that keeps all
// lines up to it: next to nothing at false positive rate 0, where the curve hardly bends any more, plus the
// error of a row with an entry of e^ε, scaled to length 1.
func (n Normal) steepest() (epsilon, above float64) {
	const rounding = 1e-12
	above = math.Inf(1)
	for end := mindedAbove; end < 1e-2; end *= 10 {
		at := privacy.LeastEpsilon(func(epsilon float64) float64 { return privacy.GaussianProfile(epsilon, 1/n.Mu) }, end)
		if sum := end + 2*mindedAbove + rounding*math.Exp(at); sum < above {
			epsilon, above = at, sum
		}
	}
	return epsilon, above
}

// At returns the δ that the curve allows at an ε: where the line of slope e^ε meets the axis.
func (n Normal) At(epsilon float64) float64 {
	return privacy.GaussianProfile(epsilon, 1/n.Mu) + n.Floor
}

// Under certifies that a law's trade-off curve exceeds a normal's by at most a floor.
type Under struct {
	Mu          float64
	Floor, High float64 // the least floor, as computed, and an upper bound against all rounding
	Shift       float64 // the shift that needs it
	FPR, TPR    float64 // where it is needed
}

// Under computes the least floor by which a normal law's curve must be raised to lie above that of the law,
// at every move. The curve of one shift is a polygon, with its corners in the order of the pieces' ratios:
// because the normal's is concave, the polygon lies below it if its corners do. At every ε, also below 0, the
// divergence of any move is at most that of one of Shifts or of two equal laws, (1 − e^ε)⁺, for the reason
// that Moves gives. A concave curve lies above another if its divergence does at every ε, so that Shifts
// decide for all moves: the normal's curve lies above that of two equal laws.
func (l Law) Under(m Moves, mu float64) Under {
	u := Under{Mu: mu}
	n := Normal{Mu: mu}
	for _, shift := range l.Shifts(m) {
		for _, c := range l.cornersAt(m, shift) {
			over := n.over(c.FPR, c.TPR)
			if over > u.Floor {
				u.Floor, u.Shift, u.FPR, u.TPR = over, shift, c.FPR, c.TPR
			}
		}
	}
	// Masses and sums are off by less than (4n + 16)·2⁻⁵². The curve's slope multiplies the error of a false
	// positive rate: its relative rounding, times a·G′(a), which is at most Φ⁻¹'s.
	const unit = 0x1p-52
	u.High = u.Floor + 8*unit*(4*float64(len(l.Masses)+len(l.Points))+16)
	return u
}

// cornersAt returns the corners of the law's curve at a shift.
func (l Law) cornersAt(m Moves, shift float64) []privacy.Corner {
	var cells []pairs.Cell
	l.against(l, m, shift, func(p part) { cells = append(cells, pairs.Cell{P: p.here, Q: p.there}) })
	slices.SortFunc(cells, func(a, b pairs.Cell) int { return cmp.Compare(b.P*a.Q, a.P*b.Q) })
	corners := []privacy.Corner{}
	at := privacy.Corner{}
	for _, c := range cells {
		at.FPR, at.TPR = at.FPR+c.Q, at.TPR+c.P
		corners = append(corners, at)
	}
	return corners
}

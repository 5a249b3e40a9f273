package mechanisms

import (
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/engine/num/normal"
	"dpscope/engine/num/rootfind"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
)

var gaussian = gaussianKind(param.Kind[Mechanism]{
	Name: "gaussian", Title: "Gaussian", Tag: "(ε, δ)-LDP",
	Help: "Adds normal noise of the least standard deviation that gives (ε, δ) privacy, at any ε. " +
		"Answers may leave [0, 1].",
	Source: "Balle & Wang 2018, Thm 8 and Algorithm 1",
}, calibration{sigma: privacy.AnalyticSigma, notion: privacy.Approximate}, false)

var gaussianClamped = gaussianKind(param.Kind[Mechanism]{
	Name: "gaussian-clamped", Title: "Gaussian, clamped", Tag: "(ε, δ)-LDP",
	Help: "Gaussian noise, and answers outside [0, 1] are moved to the nearer end. " +
		"That costs no privacy; it even makes the loss bounded.",
	Source: "Balle & Wang 2018, Thm 8; post-processing: Dwork & Roth 2014, Prop. 2.1; the loss bound is ours",
}, calibration{sigma: privacy.AnalyticSigma, notion: privacy.Approximate}, true)

var gaussianPAC = gaussianKind(param.Kind[Mechanism]{
	Name: "gaussian-pac", Title: "Gaussian (PAC)", Tag: "Pr[loss > ε] ≤ δ",
	Help: "The published calibration for a loss that exceeds ε with probability at most δ. " +
		"It adds more noise than it needs to; offered for comparison.",
	Source: "Zheng & Hu, Quantifying Classifier Utility under LDP, Thm 4, in the form of its proof; the printed formula differs",
}, calibration{sigma: pacSigma, notion: privacy.Probabilistic,
	condition: "the chance is over the answer; processing the answer further may break it"}, false)

var gaussianPACClamped = gaussianKind(param.Kind[Mechanism]{
	Name: "gaussian-pac-clamped", Title: "Gaussian (PAC) clamped", Tag: "Pr[loss > ε] ≤ δ",
	Help: "Gaussian (PAC) noise, and answers outside [0, 1] are moved to the nearer end. " +
		"The loss is then bounded, and below ε.",
	Source: "Zheng & Hu, Quantifying Classifier Utility under LDP, Thm 4, in the form of its proof; that clamping keeps the guarantee is our proof",
}, calibration{sigma: pacSigma, notion: privacy.Probabilistic,
	condition: "the chance is over the answer; clamping to [0, 1] keeps it, other processing may not"}, true)

var gaussianPACTight = gaussianKind(param.Kind[Mechanism]{
	Name: "gaussian-pac-tight", Title: "Gaussian (PAC, tight)", Tag: "Pr[loss > ε] ≤ δ",
	Help:   "The least normal noise whose privacy loss exceeds ε with probability at most δ.",
	Source: "the exact tail of the loss (Balle & Wang 2018, Lemma 3), where Zheng & Hu, Thm 4, bound it",
}, calibration{sigma: privacy.TightSigma, notion: privacy.Probabilistic,
	condition: "the chance is over the answer; processing the answer further may break it"}, false)

var gaussianClassic = gaussianKind(param.Kind[Mechanism]{
	Name: "gaussian-classic", Title: "Gaussian, classical", Tag: "(ε, δ)-LDP",
	Help:   "The textbook calibration, proved for ε up to 1 only. More noise than the analytic one.",
	Source: "Dwork & Roth 2014, Thm 3.22",
}, calibration{sigma: classicSigma, notion: privacy.Approximate,
	condition: "ε is at most 1, as the proof needs", most: 1}, false)

func gaussianKind(k param.Kind[Mechanism], by calibration, clamp bool) param.Kind[Mechanism] {
	k.Params = []param.Param{Epsilon, Delta}
	k.New = func(v param.Values) (Mechanism, error) {
		if err := Delta.Check(v.Get(Delta)); err != nil {
			return nil, err
		}
		return Gaussian{Delta: v.Get(Delta), Clamp: clamp, by: &by}.WithEpsilon(v.Get(Epsilon))
	}
	return k
}

// calibration is a rule from (ε, δ) to a standard deviation, with its claim.
type calibration struct {
	sigma     func(epsilon, delta float64) float64
	notion    privacy.Notion
	condition string
	most      float64 // largest ε it is proved for; 0: any
}

// Gaussian releases x + Z, Z normal of standard deviation Sigma, and moves it
// to the nearest point of [0, 1] if Clamp is set.
type Gaussian struct {
	Epsilon, Delta float64
	Clamp          bool
	by             *calibration
	sigma          float64
}

// LargeEpsilonError reports a budget beyond the range of the classical calibration's proof.
type LargeEpsilonError struct{ Epsilon, Most float64 }

func (e *LargeEpsilonError) Error() string {
	return fmt.Sprintf("epsilon = %g is too large for the classical Gaussian, whose proof needs epsilon <= %g; "+
		"mechanism=gaussian has no such limit", e.Epsilon, e.Most)
}

// WithEpsilon returns the same mechanism at another budget.
func (m Gaussian) WithEpsilon(epsilon float64) (Mechanism, error) {
	if err := Epsilon.Check(epsilon); err != nil {
		return nil, err
	}
	if m.by.most > 0 && epsilon > m.by.most {
		return nil, &LargeEpsilonError{epsilon, m.by.most}
	}
	m.Epsilon, m.sigma = epsilon, m.by.sigma(epsilon, m.Delta)
	return m, nil
}

func (m Gaussian) Guarantee() privacy.Guarantee {
	return privacy.State(privacy.Claim{Epsilon: m.Epsilon, Delta: m.Delta, Notion: m.by.notion, Condition: m.by.condition})
}

// Sigma returns the standard deviation of the noise.
func (m Gaussian) Sigma() float64 { return m.sigma }

// Loss is unbounded without clamping. With it, the worst answer is the atom at 0 under x = 0 and x′ = 1: its
// ratio is the mean, over the answers moved to 0, of a ratio that falls in y, and so exceeds the one at any y
// > 0.
func (m Gaussian) Loss() float64 {
	if !m.Clamp {
		return math.Inf(1)
	}
	z := 1 / m.sigma // −ln 2Φ(−z), in the form that keeps its digits
	if z < 1 {
		return -math.Log1p(-math.Erf(z / math.Sqrt2))
	}
	return z*z/2 - math.Log(normal.MillsRatio(z)/normal.SqrtHalfPi)
}

// DeltaAt is attained by the inputs 0 and 1 and a half-line y ≤ t: the family has monotone likelihood ratio
// in y, clamped or not. The best t without clamping is (1 − 2ε′σ²)/2. If that is negative, clamping leaves
// only the atom at 0 or nothing.
func (m Gaussian) DeltaAt(epsilon float64) float64 {
	if m.Clamp && 2*epsilon*m.sigma*m.sigma > 1 {
		return -math.Expm1(min(epsilon-m.Loss(), 0)) / 2
	}
	return privacy.GaussianProfile(epsilon, m.sigma)
}

// LossTail is attained by the inputs 0 and 1. With clamping, the answers of large loss are the atom at 0 and
// all up to the same t as without.
func (m Gaussian) LossTail(epsilon float64) float64 {
	tail := normal.UpperTail(epsilon*m.sigma - 1/(2*m.sigma))
	switch {
	case !m.Clamp:
		return tail
	case epsilon >= m.Loss():
		return 0
	}
	return max(tail, 0.5)
}

func (m Gaussian) TotalVariation(x, other float64) float64 {
	return variationOf(normalNoise{m.sigma}, math.Abs(x-other))
}

// DistinguishingEvent is a half-line: the log-ratio falls by (x′ − x)/σ² a unit. With clamping, the atom at 0
// has the mean of the ratios at y ≤ 0.
func (m Gaussian) DistinguishingEvent(x, other, loss float64) (from, to float64) {
	return mirrored(x, other, func(x, other float64) (from, to float64) {
		to = (x+other)/2 - loss/(other-x)*m.sigma*m.sigma
		switch {
		case !m.Clamp:
			return math.Inf(-1), to
		case to < 0 && m.lossAtZero(x, other) >= withRoundoff(loss):
			return 0, 0
		}
		return intersectUnit(math.Inf(-1), to)
	})
}

// lossAtZero returns the log-ratio of the mass that clamping moves to 0.
func (m Gaussian) lossAtZero(x, other float64) float64 {
	near, far := x/m.sigma, other/m.sigma
	return (far-near)*(far+near)/2 + math.Log(normal.MillsRatio(near)/normal.MillsRatio(far))
}

func (m Gaussian) At(x float64) Law {
	if m.Clamp {
		return clamped[normalNoise]{normalNoise{m.sigma}, x}
	}
	return shifted[normalNoise]{normalNoise{m.sigma}, x}
}

func (m Gaussian) Formula(x float64) string {
	text := fmt.Sprintf("M(x) = x + Z, Z normal with standard deviation σ = %s.", numeral.Short(m.sigma))
	if m.Clamp {
		text += " Answers below 0 become 0 and those above 1 become 1."
	}
	return text
}

func (m Gaussian) Caption(x float64) string {
	if m.Clamp {
		atoms := m.At(x).Atoms()
		return fmt.Sprintf("σ = %s sends %s of the answers to 0 and %s to 1 exactly; clamping them there costs no privacy.",
			numeral.Short(m.sigma), numeral.Chance(atoms[0].Mass), numeral.Chance(atoms[1].Mass))
	}
	return fmt.Sprintf("σ = %s beside a range of width 1: two thirds of the answers fall within σ of x.", numeral.Short(m.sigma))
}

// CriticalEpsilons finds the ε at which σ gives a window beside x the most mass, where low·φ(low/σ) =
// high·φ(high/σ). A window that holds x only gains as σ falls, and one that reaches infinity only loses.
func (m Gaussian) CriticalEpsilons(x, from, to float64) (epsilons []float64, known bool) {
	if m.Clamp {
		var some bool
		if from, to, some = (clamped[normalNoise]{}).window(from, to); !some {
			return nil, true
		}
	}
	low, high := from-x, to-x
	if high < 0 {
		low, high = -high, -low
	}
	if low <= 0 || math.IsInf(high, 1) || low == high {
		return nil, true
	}
	peak := math.Sqrt((high - low) * (high + low) / (2 * math.Log1p((high-low)/low)))
	return m.budgetFor(peak), true
}

// budgetFor returns the ε at which the noise has standard deviation sigma, if
// there is one.
func (m Gaussian) budgetFor(sigma float64) []float64 {
	most := Epsilon.Max
	if m.by.most > 0 {
		most = m.by.most
	}
	goal := math.Log(sigma)
	precision := func(t float64) float64 { return goal - math.Log(m.by.sigma(math.Exp(t), m.Delta)) }
	low, high := math.Log(Epsilon.Min), math.Log(most)
	atLow, atHigh := precision(low), precision(high)
	if atLow >= 0 || atHigh < 0 {
		return nil
	}
	_, above := rootfind.Bracket(precision, low, high, atLow, atHigh, 1e-14)
	return []float64{math.Exp(above)}
}

// normalNoise is normal of standard deviation sigma.
type normalNoise struct{ sigma float64 }

func (n normalNoise) above(z float64) float64 { return normal.UpperTail(z / n.sigma) }

func (n normalNoise) between(low, high, width float64) float64 {
	return normal.Mass(low/n.sigma, high/n.sigma, width/n.sigma)
}

func (n normalNoise) density(z float64) float64 {
	z /= n.sigma
	return normal.Density(z) / n.sigma
}

func (n normalNoise) peak() float64                 { return normal.InvSqrtTwoPi / n.sigma }
func (n normalNoise) reach() float64                { return math.Inf(1) }
func (n normalNoise) variance() float64             { return n.sigma * n.sigma }
func (n normalNoise) sample(rng *rand.Rand) float64 { return n.sigma * rng.NormFloat64() }

func (n normalNoise) tailArea(c float64) float64 {
	z := c / n.sigma
	return c*normal.UpperTail(z) - n.sigma*normal.InvSqrtTwoPi*math.Expm1(-z*z/2)
}

func (n normalNoise) tailMoment(c float64) float64 {
	z := c / n.sigma
	return c*c*normal.UpperTail(z) + n.sigma*n.sigma*normal.SecondMoment(z)
}

// AnalyticGaussian is normal noise of the least standard deviation that gives (ε, δ)
// privacy; answers may leave [0, 1]. delta is in (0, 1).
func AnalyticGaussian(epsilon, delta float64) (Gaussian, error) {
	m, err := Gaussian{Delta: delta, by: &calibration{sigma: privacy.AnalyticSigma, notion: privacy.Approximate}}.WithEpsilon(epsilon)
	if err != nil {
		return Gaussian{}, err
	}
	return m.(Gaussian), nil
}

// classicSigma returns the σ of Dwork & Roth 2014, Theorem 3.22. The proof needs ε ≤ 1.
func classicSigma(epsilon, delta float64) float64 {
	return math.Sqrt(2*math.Log(1.25/delta)) / epsilon
}

// pacSigma returns the σ of Theorem 4 of Zheng & Hu, Quantifying Classifier Utility under LDP, in the form
// its proof arrives at. It bounds the normal tail by exp(−z²/2), and so wastes a factor of several in delta.
func pacSigma(epsilon, delta float64) float64 {
	return privacy.TailSigma(epsilon, math.Sqrt(2*math.Log(2/delta)))
}

package mechanisms

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/num/normal"
	"dpscope/mechanisms/privacy"
)

// mutant is a mechanism with some methods replaced.
type mutant struct {
	Mechanism
	guarantee privacy.Guarantee
	loss      func() float64
	at        func(x float64) Law
}

func (m mutant) Guarantee() privacy.Guarantee {
	if m.guarantee != nil {
		return m.guarantee
	}
	return m.Mechanism.Guarantee()
}

func (m mutant) Loss() float64 {
	if m.loss != nil {
		return m.loss()
	}
	return m.Mechanism.Loss()
}

func (m mutant) At(x float64) Law {
	if m.at != nil {
		return m.at(x)
	}
	return m.Mechanism.At(x)
}

// tailedMutant keeps the loss tail of the law it mutates.
type tailedMutant struct{ mutant }

func (m tailedMutant) LossTail(epsilon float64) float64 {
	return m.Mechanism.(LossTail).LossTail(epsilon)
}

// Laws with one method replaced. They embed the original, so that they have all of its capabilities.
type (
	sampler    func(rng *rand.Rand) float64
	sampledLaw struct {
		Law
		sample sampler
	}
	sampledResponse struct {
		responseLaw
		sample sampler
	}
	sampledExponential struct {
		exponentialLaw
		sample sampler
	}
	momentLaw struct {
		plateauLaw
		mean, variance float64
	}
	roughOutsideLaw struct{ truncatedLaplace }
)

func (l sampledLaw) Sample(rng *rand.Rand) float64         { return l.sample(rng) }
func (l sampledResponse) Sample(rng *rand.Rand) float64    { return l.sample(rng) }
func (l sampledExponential) Sample(rng *rand.Rand) float64 { return l.sample(rng) }

func (l momentLaw) Mean() float64     { return l.mean }
func (l momentLaw) Variance() float64 { return l.variance }

func (l roughOutsideLaw) Outside(from, to float64) float64 { return 1 - l.Mass(from, to) }

// Discrete laws with a wrong idea of windows.
type (
	shortWindowLaw struct{ exponentialLaw } // [from, to) instead of [from, to]
	floatWindowLaw struct{ exponentialLaw } // decimals taken at their float64 word
)

func (l shortWindowLaw) Mass(from, to float64) float64 {
	first, last := l.window(from, to)
	return l.between(first, last-1)
}

func (l shortWindowLaw) Outside(from, to float64) float64 { return 1 - l.Mass(from, to) }

func (l floatWindowLaw) bins(from, to float64) (first, last int) {
	n := float64(l.steps)
	return int(math.Ceil(max(from, 0) * n)), int(math.Floor(min(to, 1) * n))
}

func (l floatWindowLaw) Mass(from, to float64) float64 { return l.between(l.bins(from, to)) }

func (l floatWindowLaw) Outside(from, to float64) float64 {
	first, last := l.bins(from, to)
	return binsOutside(l, first, last)
}

// farLaw prefers far bins: the sign of the score is wrong.
type farLaw struct {
	exponentialLaw
	x, rate float64
}

func (l farLaw) between(first, last int) float64 {
	sum, total := 0.0, 0.0
	for i := range l.Bins() {
		w := math.Exp(l.rate * math.Abs(l.at(i)-l.x))
		total += w
		if first <= i && i <= last {
			sum += w
		}
	}
	return sum / total
}

func (l farLaw) Mass(from, to float64) float64    { return l.between(l.window(from, to)) }
func (l farLaw) Outside(from, to float64) float64 { return 1 - l.Mass(from, to) }
func (l farLaw) Atoms() []Atom                    { return atoms(l) }
func (l farLaw) BinsMass(first, last int) float64 { return l.between(first, last) }

// absolutePlateauLaw computes x ± C first, as in float64 one is tempted to.
type absolutePlateauLaw struct{ plateauLaw }

func (l absolutePlateauLaw) Mass(from, to float64) float64 {
	from, to = max(from, 0), min(to, 1)
	overlap := max(0, min(to, l.x+l.right)-max(from, l.x-l.left))
	return l.inside*overlap + l.outside*(max(0, to-from)-overlap)
}

func (l absolutePlateauLaw) Outside(from, to float64) float64 { return 1 - l.Mass(from, to) }

// planted lists bugs, each as the mechanism that has it.
func planted(t *testing.T) []subject {
	const epsilon, delta, k = 1.0, 0.05, 21
	get := func(name string) Mechanism { return newMechanism(t, name, epsilon, delta, k) }
	lawOf := func(name string, law func(m Mechanism, x float64) Law) Mechanism {
		m := get(name)
		return mutant{Mechanism: m, at: func(x float64) Law { return law(m, x) }}
	}
	shaped := func(m Mechanism, change func(s *twoLevelDensity)) Mechanism {
		s := shapeOf(m)
		change(&s)
		return mutant{Mechanism: m, at: func(x float64) Law { return s.at(x) }}
	}
	noisy := func(name string, factor float64) Mechanism {
		return lawOf(name, func(m Mechanism, x float64) Law {
			return shifted[normalNoise]{normalNoise{m.(GaussianScaled).Sigma() * factor}, x}
		})
	}
	recalibrated := func(name string, sigma float64) Mechanism {
		m := get(name).(Gaussian)
		m.sigma = sigma
		return m
	}
	return []subject{
		{"half sensitivity", lawOf("laplace", func(m Mechanism, x float64) Law {
			return shifted[laplaceNoise]{laplaceNoise{2 * epsilon}, x}
		}), true},
		{"half sensitivity in the sampler only", lawOf("laplace", func(m Mechanism, x float64) Law {
			return sampledLaw{m.At(x), shifted[laplaceNoise]{laplaceNoise{2 * epsilon}, x}.Sample}
		}), true},
		{"one-sided noise in the sampler", lawOf("laplace", func(m Mechanism, x float64) Law {
			return sampledLaw{m.At(x), func(rng *rand.Rand) float64 { return x + rng.ExpFloat64()/epsilon }}
		}), true},
		{"clamping before noise", lawOf("laplace-clamped", func(m Mechanism, x float64) Law {
			return sampledLaw{m.At(x), func(rng *rand.Rand) float64 { return min(max(x, 0), 1) + laplaceNoise{epsilon}.sample(rng) }}
		}), true},
		{"clamping to the wrong side", lawOf("laplace-clamped", func(m Mechanism, x float64) Law {
			return sampledLaw{m.At(x), func(rng *rand.Rand) float64 {
				y := x + laplaceNoise{epsilon}.sample(rng)
				if y < 0 || y > 1 {
					return math.Round(rng.Float64())
				}
				return y
			}}
		}), true},
		{"truncated without renormalising", lawOf("laplace-truncated", func(m Mechanism, x float64) Law {
			return truncatedLaplace{epsilon, x, 2}
		}), true},
		{"renormalised as at x = 0 everywhere", lawOf("laplace-truncated", func(m Mechanism, x float64) Law {
			return truncatedLaplace{epsilon, x, -math.Expm1(-epsilon)}
		}), true},
		{"cut-off from twice delta", func() Mechanism {
			m, _ := BoundedLaplace{Delta: 2 * delta}.WithEpsilon(epsilon)
			return mutant{Mechanism: m, guarantee: privacy.State(privacy.Claim{Epsilon: epsilon, Delta: delta, Notion: privacy.Approximate})}
		}(), true},
		{"sigma from ten times delta", recalibrated("gaussian", privacy.AnalyticSigma(epsilon, 10*delta)), true},
		{"sigma from a tenth of delta", recalibrated("gaussian", privacy.AnalyticSigma(epsilon, delta/10)), true},
		{"variance taken for the standard deviation", noisy("gaussian", get("gaussian").(GaussianScaled).Sigma()), true},
		{"classic calibration at ε = 8", func() Mechanism {
			m := newMechanism(t, "gaussian", 8, 0.1, k).(Gaussian)
			m.sigma = classicSigma(8, 0.1)
			return m
		}(), false},
		{"tight tail without its 2ε", recalibrated("gaussian-pac-tight", normal.UpperQuantile(delta)/epsilon), true},
		{"two-sided quantile for a one-sided tail", recalibrated("gaussian-pac-tight", privacy.TightSigma(epsilon, delta/2)), true},
		{"clamped loss without the atoms", mutant{Mechanism: get("gaussian-clamped"), loss: func() float64 {
			sigma := get("gaussian-clamped").(GaussianScaled).Sigma()
			return 1 / (2 * sigma * sigma)
		}}, false},
		{"a bounded loss called unbounded", mutant{Mechanism: get("laplace"), guarantee: privacy.State(privacy.Claim{Epsilon: epsilon, Delta: delta, Notion: privacy.Approximate}),
			loss: func() float64 { return math.Inf(1) }}, false},
		{"clamped noise called unbounded", mutant{Mechanism: get("gaussian-clamped"), loss: func() float64 { return math.Inf(1) }}, false},
		{"clamped PAC noise called unbounded", mutant{Mechanism: get("gaussian-pac-clamped"), loss: func() float64 { return math.Inf(1) }}, false},
		{"plateau twice as wide", shaped(get("pm"), func(s *twoLevelDensity) { s.half *= 2; s.inverse /= 2 }), true},
		{"plateau on one side of x", lawOf("pm", func(m Mechanism, x float64) Law {
			l := shapeOf(m).at(x)
			l.left, l.right, l.split = 0, min(2*l.half, 1-x), 0
			return l
		}), true},
		{"plateau not moved in at the ends", lawOf("pm", func(m Mechanism, x float64) Law {
			l := shapeOf(m).at(x)
			l.left, l.right, l.split = l.half, l.half, 0.5
			return l
		}), true},
		{"plateau in absolute coordinates", func() Mechanism {
			m := newMechanism(t, "pm", 80, delta, k)
			return mutant{Mechanism: m, at: func(x float64) Law { return absolutePlateauLaw{shapeOf(m).at(x)} }}
		}(), true},
		{"e^ε for e^(ε/2) on the plateau", func() Mechanism {
			m, _ := Piecewise{}.WithEpsilon(2 * epsilon)
			return mutant{Mechanism: m, guarantee: privacy.State(privacy.Claim{Epsilon: epsilon}), loss: func() float64 { return epsilon }}
		}(), true},
		{"the piecewise p with the square wave's C", shaped(get("sw"), func(s *twoLevelDensity) { s.inside = math.Exp(epsilon / 2) }), true},
		{"square wave with the wrong C, renormalised", shaped(get("sw"), func(s *twoLevelDensity) {
			s.half *= 0.8
			s.inverse /= 0.8
			s.share = 2 * s.half * s.inside
			s.outside = (1 - s.share) / (1 - 2*s.half)
		}), true},
		{"bias forgotten", lawOf("pm", func(m Mechanism, x float64) Law {
			l := m.At(x).(plateauLaw)
			return momentLaw{l, x, l.Variance()}
		}), true},
		{"square error for variance", lawOf("sw", func(m Mechanism, x float64) Law {
			l := m.At(x).(plateauLaw)
			return momentLaw{l, l.Mean(), l.Variance() + (l.Mean()-x)*(l.Mean()-x)}
		}), true},
		{"outside as one minus mass", lawOf("laplace-truncated", func(m Mechanism, x float64) Law {
			far, _ := m.(EpsilonSettable).WithEpsilon(200)
			return roughOutsideLaw{far.At(x).(truncatedLaplace)}
		}), true},
		{"claim without the half", mutant{Mechanism: get("exponential-sharp"), guarantee: privacy.State(privacy.Claim{Epsilon: epsilon / 2})}, true},
		{"sign of the score", lawOf("exponential", func(m Mechanism, x float64) Law {
			return farLaw{m.At(x).(exponentialLaw), x, epsilon / 2}
		}), false},
		{"last bin left out", lawOf("exponential", func(m Mechanism, x float64) Law {
			return shortWindowLaw{m.At(x).(exponentialLaw)}
		}), false},
		{"bins lost to float windows", lawOf("exponential", func(m Mechanism, x float64) Law {
			return floatWindowLaw{m.At(x).(exponentialLaw)}
		}), false},
		{"k instead of k − 1 in the weight", lawOf("krr", func(m Mechanism, x float64) Law {
			l := m.At(x).(responseLaw)
			l.keep, l.other = math.Exp(epsilon)/(k+math.Exp(epsilon)), 1/(k+math.Exp(epsilon))
			return l
		}), true},
		{"k instead of k − 1, renormalised", lawOf("krr", func(m Mechanism, x float64) Law {
			l := m.At(x).(responseLaw)
			l.keep = math.Exp(epsilon) / (k + math.Exp(epsilon))
			l.other = (1 - l.keep) / (k - 1)
			l.more = l.keep - l.other
			return l
		}), true},
		{"the true bin among the others", lawOf("krr", func(m Mechanism, x float64) Law {
			l := m.At(x).(responseLaw)
			return sampledResponse{l, func(rng *rand.Rand) float64 {
				if rng.Float64() < l.keep {
					return l.Snapped()
				}
				return l.at(rng.IntN(k))
			}}
		}), true},
		{"x told exactly when kept", lawOf("krr", func(m Mechanism, x float64) Law {
			l := m.At(x).(responseLaw)
			return sampledResponse{l, func(rng *rand.Rand) float64 {
				if rng.Float64() < l.keep {
					return x
				}
				return l.Sample(rng)
			}}
		}), true},
		{"sampler of a bin too far", lawOf("exponential-sharp", func(m Mechanism, x float64) Law {
			l := m.At(x).(exponentialLaw)
			return sampledExponential{l, func(rng *rand.Rand) float64 { return min(l.Sample(rng)+1/float64(l.steps), 1) }}
		}), true},
		{"total variation to the middle between the inputs", halfHeard{get("laplace")}, true},
		{"telling answers of the other input", oneSided{get("sw")}, true},
	}
}

// controls dresses sound mechanisms up as mutants.
func controls(t *testing.T) []subject {
	var list []subject
	for _, kind := range All.Kinds {
		m := newMechanism(t, kind.Name, 1, 0.05, 21)
		list = append(list, subject{kind.Name, mutant{Mechanism: m, at: func(x float64) Law {
			switch l := m.At(x).(type) {
			case plateauLaw:
				return momentLaw{l, l.Mean(), l.Variance()}
			case exponentialLaw:
				return sampledExponential{l, l.Sample}
			case responseLaw:
				return sampledResponse{l, l.Sample}
			case Law:
				return sampledLaw{l, l.Sample}
			}
			return nil
		}}, !looseClaims[kind.Name]})
	}
	return list
}

func shapeOf(m Mechanism) twoLevelDensity {
	switch m := m.(type) {
	case Piecewise:
		return m.shape
	case SquareWave:
		return m.shape
	}
	panic("no plateau")
}

// tailed lets a mutant of a mechanism that is Tailed be so too.
func tailed(s subject) subject {
	if m, ok := s.Mechanism.(mutant); ok {
		if _, ok := m.Mechanism.(LossTail); ok {
			s.Mechanism = tailedMutant{m}
		}
	}
	return s
}

// Every planted bug is caught by a check that finds nothing in the menu.
func TestPlantedBugs(t *testing.T) {
	effort.ForNumbers(t)
	effort.ForCheck(t)
	useful := map[string]int{}
	for _, s := range controls(t) {
		for _, c := range checks {
			if err := c.run(tailed(s)); err != nil {
				t.Errorf("%s has no bug, yet %s: %v", s.name, c.name, err)
			}
		}
	}
	bugs := planted(t)
	for _, s := range bugs {
		var caught []string
		for _, c := range checks {
			if err := c.run(tailed(s)); err != nil {
				caught = append(caught, c.name)
				useful[c.name]++
			}
		}
		if len(caught) == 0 {
			t.Errorf("%s: not caught", s.name)
		}
		t.Logf("%-42s caught by %s", s.name, strings.Join(caught, ", "))
	}
	for _, c := range checks {
		if useful[c.name] == 0 {
			t.Errorf("check %q caught nothing: it may be unable to", c.name)
		}
	}
	if len(bugs) < 15 {
		t.Errorf("only %d bugs are planted", len(bugs))
	}
}

// halfHeard measures the distance of the inputs from the middle between them.
type halfHeard struct{ Mechanism }

func (m halfHeard) TotalVariation(x, other float64) float64 {
	return m.Mechanism.TotalVariation(x, (x+other)/2)
}

// oneSided takes the answers that speak for x to be those that speak for x′.
type oneSided struct{ Mechanism }

func (m oneSided) DistinguishingEvent(x, other, loss float64) (from, to float64) {
	return m.Mechanism.DistinguishingEvent(other, x, loss)
}

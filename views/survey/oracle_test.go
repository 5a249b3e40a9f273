package survey

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"dpscope/engine/param"
	"dpscope/mechanisms/frequency"
	"dpscope/views/viewtest"
)

// law is the law of a count, as probabilities from a least number on.
type law struct {
	from int
	p    []float64
}

func binomial(n int, p float64) law {
	l := law{p: make([]float64, n+1)}
	for k := range l.p {
		choose := lgamma(n) - lgamma(k) - lgamma(n-k)
		switch {
		case p == 0 || p == 1:
			if float64(k) == p*float64(n) {
				l.p[k] = 1
			}
		default:
			l.p[k] = math.Exp(choose + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
		}
	}
	return l
}

func lgamma(n int) float64 {
	v, _ := math.Lgamma(float64(n) + 1)
	return v
}

func (l law) plus(m law) law {
	sum := law{l.from + m.from, make([]float64, len(l.p)+len(m.p)-1)}
	for i, p := range l.p {
		for j, q := range m.p {
			sum.p[i+j] += p * q
		}
	}
	return sum
}

// geometric returns noise that falls by a factor e^−rate with each step.
func geometric(rate float64) law {
	most := int(math.Ceil(40 / rate))
	l, a := law{from: -most}, math.Exp(-rate)
	for z := -most; z <= most; z++ {
		l.p = append(l.p, (1-a)/(1+a)*math.Pow(a, math.Abs(float64(z))))
	}
	return l
}

// reach returns the least distance from the mean that holds the confidence, by trying distances in order.
func (l law) reach(mean, confidence float64) (least float64) {
	left, right, held := len(l.p), -1, 0.0
	for i := range l.p {
		if float64(l.from+i) >= mean {
			left, right = i-1, i
			break
		}
	}
	if right < 0 {
		left, right = len(l.p)-1, len(l.p)
	}
	for held < confidence-1e-11 && (left >= 0 || right < len(l.p)) {
		down, up := math.Inf(1), math.Inf(1)
		if left >= 0 {
			down = mean - float64(l.from+left)
		}
		if right < len(l.p) {
			up = float64(l.from+right) - mean
		}
		if down < up+1e-9 {
			held += l.p[left]
			left--
			least = down
			continue
		}
		held += l.p[right]
		right++
		least = up
	}
	return least
}

// chances returns the probabilities that an answer supports its own option and another, as the papers print them.
func chances(protocol string, epsilon, k float64) (p, q float64) {
	e := math.Exp(epsilon)
	switch protocol {
	case "oue":
		return 0.5, 1 / (e + 1)
	case "olh":
		g := math.Floor(e+0.5) + 1
		return e / (e + g - 1), 1 / g
	case "subset":
		w := max(1, math.Floor(k/(e+1)+0.5))
		p = w * e / (w*e + k - w)
		return p, p*(w-1)/(k-1) + (1-p)*w/(k-1)
	}
	return e / (e + k - 1), 1 / (e + k - 1)
}

// counted computes a setting's numbers by enumeration.
type counted struct {
	n, have            int
	k, epsilon, pi, c  float64
	everyone, atOffice bool
	protocols          []string
	numbers            spreadOut
	noise              density
}

// spreadOut is the spread of numbers: all that a margin depends on.
type spreadOut struct {
	word           string // empty: no numbers are asked for
	mean, variance float64
}

func read(s viewtest.Setting) counted {
	c := counted{n: int(s.Number("n")), k: 2, epsilon: s.Number("epsilon"), c: s.Number("confidence"),
		everyone: s.Option("asked") == "everyone", atOffice: s.Option("trust") == "office", protocols: []string{s.Option("protocol")}}
	if s.Option("asks") == "options" {
		c.k = s.Number("k")
	}
	if s.Option("asks") == "number" {
		c.numbers = spreadOut{s.Option("spread"), 0.5, 1. / 12}
		if c.numbers.word != "even" {
			x := s.Number("x")
			if c.everyone && c.numbers.word == "ends" {
				x = math.Floor(x*float64(c.n)+0.5) / float64(c.n)
			}
			c.numbers.mean, c.numbers.variance = x, 0
			if c.numbers.word == "ends" {
				c.numbers.variance = x * (1 - x)
			}
		}
		c.noise = densityOf(s, c.epsilon, "laplace", false)
		if c.pi = c.numbers.mean; c.protocols[0] == "best" || c.atOffice {
			c.protocols = []string{"laplace", "duchi", "piecewise", "hybrid", "square-wave"}
		}
		c.have = int(math.Floor(c.pi*float64(c.n) + 0.5))
		return c
	}
	c.noise = densityOf(s, c.epsilon, "geometric", c.k > 2)
	c.pi = s.Number("true-share")
	c.have = int(math.Floor(c.pi*float64(c.n) + 0.5))
	switch {
	case c.k == 2:
		c.protocols = []string{"response"}
	case c.protocols[0] == "best" || c.atOffice:
		c.protocols = []string{"response", "oue", "olh", "subset"}
	}
	return c
}

// variance returns the variance of one unbiased answer, averaged over people: formulas are in t = 2x − 1, as papers print them.
func (c counted) variance(protocol string) float64 {
	e, z := math.Exp(c.epsilon), math.Exp(c.epsilon/2)
	m, v := c.numbers.mean, c.numbers.variance
	square := 4*v + (2*m-1)*(2*m-1) // the mean of t²
	b2 := (e + 1) / (e - 1) * (e + 1) / (e - 1)
	switch protocol {
	case "laplace":
		return 2 / (c.epsilon * c.epsilon)
	case "duchi":
		return (b2 - square) / 4
	case "piecewise":
		return (square/(z-1) + (z+3)/(3*(z-1)*(z-1))) / 4
	case "hybrid":
		if c.epsilon <= math.Log((-5+2*math.Cbrt(6353-405*math.Sqrt(241))+2*math.Cbrt(6353+405*math.Sqrt(241)))/27) {
			return (b2 - square) / 4
		}
		return ((z+3)/(3*z*(z-1)) + b2/z) / 4
	}
	b := (c.epsilon*e - e + 1) / (2 * e * (e - 1 - c.epsilon))
	s := 2 * b * (e - 1) / (2*b*e + 1)
	return ((1-s)*(1+2*b)*(1+2*b)/12+s*b*b/3)/(s*s) + (1-s)*square/4/s
}

// mean returns the margin and the deviation of a mean of numbers with this variance each, by the normal law.
func (c counted) mean(variance float64) (margin, deviation float64) {
	if !c.everyone {
		variance += c.numbers.variance
	}
	deviation = math.Sqrt(variance / float64(c.n))
	return math.Sqrt2 * math.Erfinv(c.c) * deviation, deviation
}

func (c counted) by(protocol string) (margin, deviation float64) {
	if c.numbers.word != "" {
		e := math.Exp(c.epsilon)
		yes := func(x float64) float64 { return (x*e + 1 - x) / (e + 1) }
		reach, n, m := (e+1)/(e-1), float64(c.n), c.numbers.mean
		margin, deviation = c.mean(c.variance(protocol))
		switch {
		case protocol != "duchi" || c.everyone && c.numbers.word == "even":
		case c.everyone && c.numbers.word == "ends":
			have := int(math.Round(m * n))
			margin = binomial(have, yes(1)).plus(binomial(c.n-have, yes(0))).reach(float64(have)*yes(1)+(n-float64(have))*yes(0), c.c) * reach / n
		default:
			margin = binomial(c.n, yes(m)).reach(n*yes(m), c.c) * reach / n
		}
		return margin, deviation
	}
	p, q := chances(protocol, c.epsilon, c.k)
	n := float64(c.n)
	if c.everyone {
		h := float64(c.have)
		of := binomial(c.have, p).plus(binomial(c.n-c.have, q))
		return of.reach(h*p+(n-h)*q, c.c) / (n * (p - q)), math.Sqrt(h*p*(1-p)+(n-h)*q*(1-q)) / (n * (p - q))
	}
	lambda := q + c.pi*(p-q)
	return binomial(c.n, lambda).reach(n*lambda, c.c) / (n * (p - q)), math.Sqrt(lambda*(1-lambda)/n) / (p - q)
}

func (c counted) rate() float64 {
	if c.k > 2 {
		return c.epsilon / 2
	}
	return c.epsilon
}

// chance returns the margin of honest answers.
func (c counted) chance() float64 {
	if c.numbers.word == "even" {
		m, _ := c.mean(0)
		return m
	}
	honest, mean := c.honest()
	if c.numbers.word == "alike" {
		return 0
	}
	return honest.reach(mean, c.c) / float64(c.n)
}

func (c counted) honest() (law, float64) {
	if c.everyone {
		return law{c.have, []float64{1}}, float64(c.have)
	}
	return binomial(c.n, c.pi), float64(c.n) * c.pi
}

func (c counted) office() (margin, deviation float64) {
	if c.noise.tail != nil {
		return c.blurred()
	}
	honest, mean := c.honest()
	n, a := float64(c.n), math.Exp(-c.rate())
	variance := 2 * a / ((1 - a) * (1 - a))
	if !c.everyone {
		variance += n * c.pi * (1 - c.pi)
	}
	return honest.plus(geometric(c.rate())).reach(mean, c.c) / n, math.Sqrt(variance) / n
}

// best returns the protocol of least margin.
func (c counted) best() (name string, margin, deviation float64) {
	margin = math.Inf(1)
	for _, p := range c.protocols {
		if m, d := c.by(p); m < margin*(1-1e-9) {
			name, margin, deviation = p, m, d
		}
	}
	return name, margin, deviation
}

// place returns the protocols that may have a place in the order of margins: ties up to rounding.
func (c counted) place(at int) viewtest.Truth {
	names := []string{"response", "oue", "olh", "subset"}
	if c.numbers.word != "" {
		names = []string{"laplace", "duchi", "piecewise", "hybrid", "square-wave"}
	}
	margins := map[string]float64{}
	for _, name := range names {
		margins[name], _ = c.by(name)
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(margins[a], margins[b]) })
	var alike []string
	for _, name := range names {
		if math.Abs(margins[name]-margins[names[at]]) <= 1e-7*margins[name] {
			alike = append(alike, name)
		}
	}
	return viewtest.Word(alike...)
}

func (c counted) result() (margin, deviation float64) {
	if c.atOffice {
		return c.office()
	}
	_, margin, deviation = c.best()
	return margin, deviation
}

func (c counted) right() float64 {
	if c.atOffice && c.noise.tail != nil {
		return c.noise.right()
	}
	if c.numbers.word != "" {
		e := math.Exp(c.epsilon)
		name, _, _ := c.best()
		z, b := math.Exp(c.epsilon/2), (c.epsilon*e-e+1)/(2*e*(e-1-c.epsilon))
		switch name {
		case "duchi":
			return 0.5 + math.Tanh(c.epsilon/2)/2
		case "hybrid":
			if c.epsilon <= 0.6098 {
				return 0.5 + math.Tanh(c.epsilon/2)/2
			}
			return 0.5 + (1-1/z)*(1-1/z)/2 + math.Tanh(c.epsilon/2)/z/2
		case "square-wave":
			return 0.5 + b*(e-1)/(2*b*e+1)
		}
		return 1 - 1/z/2
	}
	if c.atOffice {
		return 0.5 + math.Tanh(c.rate()/2)/2
	}
	name, _, _ := c.best()
	p, q := chances(name, c.epsilon, c.k)
	return 0.5 + (p-q)/2
}

// leastEpsilon requires the answer to keep the target where the next lesser number of three digits misses it; where there is no
// answer, 40 misses it.
func leastEpsilon(s viewtest.Setting) viewtest.Truth { return leastOf(s, read(s), "epsilon-required") }

// leastAtHalf is leastEpsilon where half say yes.
func leastAtHalf(s viewtest.Setting) viewtest.Truth {
	c := read(s)
	c.pi, c.have = 0.5, int(math.Floor(0.5*float64(c.n)+0.5))
	return leastOf(s, c, "epsilon-required-at-half")
}

func leastOf(s viewtest.Setting, c counted, name string) viewtest.Truth {
	target := s.Number("target")
	hair := 1e-9 // of the margin
	if c.numbers.word != "" {
		hair = 1e-4 // the engine sums over parts of the noise
	}
	keeps := func(epsilon, hair float64) bool {
		c.epsilon = epsilon
		if c.noise.tail != nil {
			c.noise = densityOf(s, epsilon, "laplace", c.noise.twice)
		}
		m, _ := c.result()
		return m <= target*(1+hair)
	}
	at := math.NaN()
	for _, a := range s.Answers {
		if a.Name == name && !a.Known.Missing() {
			at = a.Known.Value
		}
	}
	step := math.Pow(10, math.Floor(math.Log10(at)+1e-9)-2)
	switch {
	case !keeps(40, hair):
		return viewtest.None()
	case keeps(at, hair) && (at <= 0.0101 || !keeps(at-step, -hair) || !keeps(at-step/10, -hair)):
		return viewtest.Number(at)
	}
	return viewtest.None()
}

func TestSurveyOracles(t *testing.T) {
	margin := func(s viewtest.Setting) viewtest.Truth {
		m, _ := read(s).result()
		return viewtest.Within(m, 1e-7*m+1e-12)
	}
	viewtest.Agree(t, View, viewtest.Suite{
		Easy: func(v param.Values) param.Values {
			return v.With(people, math.Min(v.Get(people), 300)).With(frequency.Epsilon, min(max(v.Get(frequency.Epsilon), 0.05), 12))
		},
		Oracles: map[string]viewtest.Oracle{
			"margin-of-error": margin,
			"margin-noise": func(s viewtest.Setting) viewtest.Truth {
				c := read(s)
				c.protocols[0], _, _ = c.best()
				c.protocols, c.everyone = c.protocols[:1], true
				m, _ := c.result()
				return viewtest.Within(m, 1e-7*m+1e-12)
			},
			"margin-chance": func(s viewtest.Setting) viewtest.Truth {
				m := read(s).chance()
				return viewtest.Within(m, 1e-7*m+1e-12)
			},
			"margin-office": func(s viewtest.Setting) viewtest.Truth {
				m, _ := read(s).office()
				return viewtest.Within(m, 1e-7*m+1e-12)
			},
			"attacker-right": func(s viewtest.Setting) viewtest.Truth { return read(s).near(read(s).right()) },
			"wrong-once-in":  func(s viewtest.Setting) viewtest.Truth { return read(s).near(1 / (1 - read(s).right())) },
			"attacker-right-allowed": func(s viewtest.Setting) viewtest.Truth {
				e, delta := math.Exp(s.Number("epsilon")), 0.0
				if name := s.Option("noise"); s.Option("trust") == "office" && (name == "truncated-laplace" || name == "analytic-gaussian") {
					delta = s.Number("delta")
				}
				return viewtest.Number((e + delta) / (1 + e))
			},
			"standard-deviation": func(s viewtest.Setting) viewtest.Truth {
				_, d := read(s).result()
				return viewtest.Number(d)
			},
			"worth-in-answers": func(s viewtest.Setting) viewtest.Truth {
				c := read(s)
				_, d := c.result()
				if c.numbers.variance > 0 && !c.everyone {
					return viewtest.Number(c.numbers.variance / (d * d))
				}
				if c.everyone || c.pi == 0 || c.pi == 1 || c.numbers.word != "" {
					return viewtest.None()
				}
				return viewtest.Number(c.pi * (1 - c.pi) / (d * d))
			},
			"false-answers": func(s viewtest.Setting) viewtest.Truth {
				return viewtest.Number(1 / (1 + math.Exp(s.Number("epsilon"))))
			},
			"margin-together": func(s viewtest.Setting) viewtest.Truth {
				c := read(s)
				if !c.atOffice {
					c.protocols[0], _, _ = c.best()
					c.protocols = c.protocols[:1]
				}
				c.c = 1 - (1-c.c)/c.k
				m, _ := c.result()
				return viewtest.Within(m, 1e-7*m+1e-12)
			},
			"best-protocol": func(s viewtest.Setting) viewtest.Truth { return read(s).place(0) },
			"next-protocol": func(s viewtest.Setting) viewtest.Truth { return read(s).place(1) },
			"margin-by": func(s viewtest.Setting) viewtest.Truth {
				m, _ := read(s).by(s.Member)
				return viewtest.Within(m, 1e-7*m+1e-12)
			},
			"epsilon-required":         leastEpsilon,
			"epsilon-required-at-half": leastAtHalf,
			// The engine's tests compare it with the reference: such numbers of people cannot be enumerated.
			"n-required": func(s viewtest.Setting) viewtest.Truth { return viewtest.Between(1, 1e12) },
		},
	})
}

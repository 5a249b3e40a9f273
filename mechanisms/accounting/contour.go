package accounting

import (
	"math"
	"math/cmplx"

	"dpscope/engine/num/rootfind"
)

// contour computes one side's privacy profile of a run by the integral
//
//	δ(ε) = 1/(2πi) ∫ E[e^(wS)]·e^(−wε)/(w(w+1)) dw, Re w = θ > 0,
//
// with S the sum of all losses. The trapezoid rule returns the sum of e^(kθW)·δ(ε + kW) over all whole k, W =
// 2π/step: its excess over δ(ε) is positive and small.
//
// Away from the real line the integrand need not fall. So S is blurred by a normal Z of deviation τ with
// E[e^−Z] = 1: δ is convex in e^ε, so that the δ of S + Z is larger. A tangent of a convex function lies
// below it, and so does the mean over Z of all tangents. Both are integrals with another factor,
//
//	above: e^(w(w+1)τ²/2),  below: e^(w(w+1)τ²/2)·(1 + w − w·e^((w+1)τ²)),
//
// and both differ from δ by a relative θ(θ+1)τ²/2 or so, θ the fall of ln δ. The integrals are in units of
// e^(log − θε), log = ln E[e^(θS)].
type contour struct {
	circle
	log, wrong   float64 // wrong: of the unit, relative
	step         float64
	above, below terms
}

// terms holds a trapezoid sum.
type terms struct {
	list  []complex128
	wrong float64 // total error, at any ε
	size  float64 // Σ |term|
	moved float64 // Σ |term·u|
}

// add appends the term at a height u, true to wrong.
func (t *terms) add(term complex128, u, wrong float64) {
	size := cmplx.Abs(term)
	t.list = append(t.list, term)
	t.wrong += wrong
	t.size += size
	t.moved += size * u
}

// off bounds the sum's error at ε, given that terms turn with rounding.
func (t *terms) off(epsilon float64) float64 {
	return t.wrong + unit*(4*t.moved*math.Abs(epsilon)+(10+float64(len(t.list)))*t.size)
}

// extent is the height of a contour, in 1/τ: there the factor above reaches e^−15.7.
const extent = 5.6

// contour returns the contour on a circle with a blur, or a larger blur if it would take more than limit
// turns; found is false if there is none.
func (s *search) contour(on circle, blur, limit float64) (c contour, found bool) {
	const own = 300 // turns that a term costs besides
	if !(on.length > 0 && on.length < math.Inf(1) && blur > 0) {
		return c, false
	}
	c = contour{circle: on, step: 2 * math.Pi / on.length}
	for range 30 {
		count := math.Ceil(extent/blur/c.step) + 1
		covered, found := s.cover(on, count*c.step, (limit/count-own)/nodes)
		if found {
			c.sum(s, covered, count, blur)
			return c, true
		}
		blur *= 1.6
	}
	return c, false
}

// sum computes the terms.
func (c *contour) sum(s *search, in covered, count, blur float64) {
	p := s.law.places(in)
	for i := range c.beyond {
		if b := &c.beyond[i]; b.exponent > 0 {
			b.log = s.Steps * (p.log + p.cumulant(b.exponent-c.theta) + in.beside[i])
		}
	}
	c.log = s.Steps * p.log
	c.wrong = 2*s.Steps*p.wrong + 8*unit*(1+math.Abs(c.log))
	square := complex(blur*blur, 0)
	for n, sum := range p.turned(c.step, int(count)) {
		u := float64(n) * c.step
		power, wrong := s.power(sum, p.wrong+p.slope*u)
		w := complex(c.theta, u)
		above := cmplx.Exp(w*(w+1)*square/2) / (w * (w + 1)) * complex(c.step/math.Pi, 0)
		if n == 0 {
			above /= 2
		}
		below := above * (1 + w - w*cmplx.Exp((w+1)*square))
		turns := unit * (30 + 10*cmplx.Abs(w*(w+1)*square)) * cmplx.Abs(power)
		c.above.add(power*above, u, (wrong+turns)*cmplx.Abs(above))
		c.below.add(power*below, u, (wrong+turns)*cmplx.Abs(below)+turns*cmplx.Abs(w*above*cmplx.Exp((w+1)*square)))
	}
	// Higher up there are at most the integrals of e^(θ(θ+1)τ²/2 − u²τ²/2)/π times 1/u² and,
	// below, times τ²·e^((θ+1)τ²) besides.
	end := count * c.step
	left := math.Exp((c.theta*(c.theta+1)-end*end)*blur*blur/2) / math.Pi
	c.above.wrong += left / (end * end * end * blur * blur)
	c.below.wrong += left * (1/(end*end*end*blur*blur) + math.Exp((c.theta+1)*blur*blur)/end)
}

// power raises a sum to all steps, and bounds the error: from the sum's own doubt, and from the rounding of
// its turns.
func (r Run) power(sum complex128, doubt float64) (power complex128, wrong float64) {
	const nothing = 1e-30
	doubt += unit * (8 + 4*again)
	size, turned := cmplx.Abs(sum), r.Steps*cmplx.Phase(sum)
	radius := math.Exp(r.Steps * math.Log(size))
	wrong = r.Steps*doubt*math.Exp((r.Steps-1)*math.Log(size+doubt)) + radius*unit*(8+4*math.Abs(turned))
	if radius < nothing {
		return 0, wrong + radius
	}
	sin, cos := math.Sincos(turned)
	return complex(radius*cos, radius*sin), wrong
}

// at encloses ln δ at ε, and tells how fast the upper end falls there.
func (c *contour) at(epsilon float64) (low, high, fall float64) {
	above, below, falling := 0.0, 0.0, 0.0
	for n, a := range c.above.list {
		u, b := float64(n)*c.step, c.below.list[n]
		sin, cos := math.Sincos(u * epsilon)
		above += real(a)*cos + imag(a)*sin
		below += real(b)*cos + imag(b)*sin
		falling += (c.theta*real(a)-u*imag(a))*cos + (c.theta*imag(a)+u*real(a))*sin
	}
	scale := c.log - c.theta*epsilon
	relative := c.wrong + 8*unit*(1+math.Abs(c.theta*epsilon))
	for _, b := range c.beyond {
		below -= math.Exp(b.at(epsilon, c.theta, c.length)-scale) * (1 + relative)
	}
	low, high = math.Inf(-1), math.Inf(1)
	if most := above + c.above.off(epsilon); most > 0 {
		high = math.Log(most) + scale + relative
	}
	if least := below - c.below.off(epsilon); least > 0 {
		low = math.Log(least) + scale - relative
	}
	return low, high, falling / above
}

// enclose encloses the budget with δ equal to delta, from above with less, which is a little smaller, to a
// further relative width; found is false if no budget up to more than twice a guess suffices.
func (c *contour) enclose(less, delta, guess, width float64) (b Bounds, found bool) {
	const least = 1e-6
	short := func(epsilon float64) float64 { // below 0 if the upper end exceeds less
		_, high, _ := c.at(epsilon)
		return math.Log(less) - high
	}
	known := func(epsilon float64) float64 { // below 0 if the lower end exceeds delta
		low, _, _ := c.at(epsilon)
		return math.Log(delta) - low
	}
	const most, step = 5, 1.2
	b.High = guess
	at := short(b.High)
	for try := 0; !(at >= 0) && try < most; try++ {
		b.High *= step
		at = short(b.High)
	}
	if !(at >= 0) {
		return b, false
	}
	none := short(0)
	if none >= 0 {
		return Bounds{}, true
	}
	_, b.High = rootfind.Bracket(short, 0, b.High, none, at, width)
	for down, last := least*b.High, b.High; down < b.High; down *= 2 {
		if at := known(b.High - down); at < 0 {
			b.Low, _ = rootfind.Bracket(known, b.High-down, last, at, known(last), width)
			break
		}
		last = b.High - down
	}
	return b, true
}

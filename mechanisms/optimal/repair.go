package optimal

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"dpscope/mechanisms"
)

// cleaned takes rounding off masses: none is negative, and they add up to 1.
func cleaned(cells []float64, atom float64) ([]float64, float64) {
	clean := slices.Clone(cells)
	sum := 0.0
	for i := range clean {
		clean[i] = max(clean[i], 0)
		sum += clean[i]
	}
	atom = max(atom, 0)
	sum += atom
	floats.Scale(1/sum, clean)
	return clean, atom / sum
}

// Law returns the law of masses on the problem's grid and of 0 itself, without rounding errors, private or
// not.
func (p Problem) Law(cells []float64, atom float64) (Law, error) {
	return p.law(cleaned(cells, atom))
}

// law returns the law of masses on the problem's grid.
func (p Problem) law(cells []float64, atom float64) (Law, error) {
	places := make([]float64, len(cells)+1)
	for i := range places {
		places[i] = p.place(i, len(cells))
	}
	if p.Query == Count {
		points := make([]mechanisms.Atom, len(cells))
		for i, m := range cells {
			points[i] = mechanisms.Atom{At: places[i], Mass: m}
		}
		return NewLaw(nil, nil, points)
	}
	var points []mechanisms.Atom
	if p.Atom {
		points = []mechanisms.Atom{{At: 0, Mass: atom}}
	}
	return NewLaw(places, cells, points)
}

// certified returns the law of masses, with its certificate at each point, which may exceed its δ.
func (p Problem) certified(cells []float64, atom float64) (Law, []Certificate, error) {
	law, err := p.law(cells, atom)
	if err != nil {
		return Law{}, nil, err
	}
	var c []Certificate
	for _, at := range p.Points() {
		c = append(c, law.Certify(p.Moves(), at.Epsilon))
	}
	return law, c, nil
}

// mended returns the law of masses mixed with just enough of a more private one to satisfy its certificates.
func (p Problem) mended(cells []float64, atom float64, law Law, c []Certificate) (Law, []Certificate, error) {
	for times := 0; !p.kept(c); times++ {
		spare, safe, err := p.geometric(c)
		if err != nil {
			return law, c, err
		}
		share, worst := 1e-15, 0
		for i, over := range p.exceeded(c) {
			if over <= 0 {
				continue
			}
			if needed := 1.01*over/(c[i].Delta-safe[i].Delta) + 1e-15; !(needed <= share) {
				share, worst = needed, i
			}
		}
		at := p.Points()[worst]
		if !(share > 0 && share < 1e-3) {
			return law, c, fmt.Errorf("the noise found is private at delta = %g and not at %g, by rounding, and cannot be mended; a smaller epsilon or a greater delta is needed", c[worst].Delta, at.Delta)
		}
		if times == 3 {
			return law, c, fmt.Errorf("the noise found is not private at delta = %g, by rounding; a slightly greater one would work", at.Delta)
		}
		// V is convex: a mixture's is at most the mixture of both.
		floats.Scale(1-share, cells)
		floats.AddScaled(cells, share, spare)
		atom *= 1 - share
		if law, c, err = p.certified(cells, atom); err != nil {
			return law, c, err
		}
	}
	return law, c, nil
}

// mean returns the loss of a cell or of a point.
func (p Problem) mean(low, high float64) float64 {
	if low == high {
		return p.Loss.At(low)
	}
	return p.Loss.Mean(low, high)
}

// geometric returns masses that fall by a factor per sensitivity on either side, with their certificates. By
// e^ε they are private with delta to spare if the support is longer than needed; several points may be kept
// by a smaller factor, if it is more private wherever others fail.
func (p Problem) geometric(than []Certificate) (cells []float64, c []Certificate, err error) {
	const halvings = 8
	for times := range halvings {
		cells = make([]float64, p.Cells())
		for i := range cells {
			away := math.Abs(float64(i) - float64(len(cells)-1)/2)
			cells[i] = math.Exp(-math.Ldexp(p.Epsilon, -times) * away / float64(p.Steps))
		}
		floats.Scale(1/floats.Sum(cells), cells)
		if _, c, err = p.certified(cells, 0); err != nil {
			return nil, nil, err
		}
		if !p.Also.Any() || p.kept(c) && p.clearer(c, than) {
			break
		}
	}
	return cells, c, nil
}

// clearer reports whether certificates are less than others wherever those break a δ.
func (p Problem) clearer(c, than []Certificate) bool {
	for i, over := range p.exceeded(than) {
		if over > 0 && c[i].Delta >= than[i].Delta {
			return false
		}
	}
	return true
}

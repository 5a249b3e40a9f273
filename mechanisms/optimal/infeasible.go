package optimal

import (
	"context"
	"errors"
	"fmt"
	"math"

	"dpscope/engine/numeral"
)

// InfeasibleError says that no law on the grid is private enough. Of several points it names those that this
// support cannot keep together, or one that is too much alone; of several points and of a curve also the
// least sufficient support in whole sensitivities.
type InfeasibleError struct {
	Problem Problem
	Points  []Point // nil: all
	Enough  float64 // NaN: no support on an allowed grid
	Wider   bool    // only with wider cells, given the limit on the grid
}

func (e *InfeasibleError) Error() string {
	p := e.Problem
	reach := float64(p.Reach) / float64(p.Steps)
	switch {
	case p.Below.Tail > 0:
		return fmt.Sprintf("no noise whose tails begin at ±%s sensitivities has a curve below that of Gaussian noise at mu = %g%s",
			numeral.Short(reach), p.Below.Mu, e.longer(reach, "a longer support or a floor"))
	case p.Below.Any():
		return fmt.Sprintf("no noise within ±%s sensitivities has a curve below that of Gaussian noise at mu = %g but for a floor of %g%s",
			numeral.Short(reach), p.Below.Mu, p.Below.Floor, e.longer(reach, "a longer support or a greater floor"))
	case p.Also.Any():
		return e.together(reach)
	}
	text := fmt.Sprintf("no noise within ±%s sensitivities is private at epsilon = %g, delta = %g: where its support ends, a shift by the sensitivity gives it away",
		numeral.Short(reach), p.Epsilon, p.Delta)
	if enough := Support(p.Epsilon, p.Delta); enough > reach {
		return text + fmt.Sprintf("; support = %g is enough", enough)
	}
	return text + "; a longer support or a greater delta is needed"
}

// longer names the sufficient support, or else what is needed.
func (e *InfeasibleError) longer(reach float64, needed string) string {
	all := ""
	if e.Points != nil && len(e.Points) < len(e.Problem.Points()) {
		all = " for all points"
	}
	switch {
	case e.Enough > reach && e.Wider:
		return fmt.Sprintf("; support = %g is enough%s, with wider cells", e.Enough, all)
	case e.Enough > reach:
		return fmt.Sprintf("; support = %g is the least whole number that is enough%s", e.Enough, all)
	}
	return "; " + needed + " is needed"
}

// BlurredError says that a law on the grid is below the curve but for more than its floor, by rounding.
type BlurredError struct{ Below Normal }

func (e *BlurredError) Error() string {
	return fmt.Sprintf("no noise is found below the curve of Gaussian noise at mu = %g but for a floor of %g, by rounding; a slightly greater one is enough", e.Below.Mu, e.Below.Floor)
}

// together names points.
func (e *InfeasibleError) together(reach float64) string {
	text := fmt.Sprintf("no noise within ±%s sensitivities keeps ", numeral.Short(reach))
	points := e.Points
	if points == nil {
		points = e.Problem.Points()
	}
	for i, at := range points {
		switch {
		case i > 0 && i == len(points)-1:
			text += " and "
		case i > 0:
			text += ", "
		}
		text += fmt.Sprintf("delta = %g at epsilon = %g", at.Delta, at.Epsilon)
	}
	if len(points) > 1 {
		text += " together"
	}
	return text + e.longer(reach, "a longer support or a greater delta")
}

// widest is the least number of cells per sensitivity: a law on these is one on every even number of them.
const widest = 2

// explained adds the conflict and the sufficient support to an error that says that no law exists.
func (p Problem) explained(ctx context.Context, err error) error {
	none := (*InfeasibleError)(nil)
	if !errors.As(err, &none) || !p.Also.Any() && !p.Below.Any() {
		return err
	}
	e := &InfeasibleError{Problem: p, Enough: math.NaN()}
	if p.Also.Any() {
		if e.Points, err = p.tooMuch(ctx); err != nil {
			return err
		}
	}
	if e.Enough, err = p.enough(ctx); err != nil {
		return err
	}
	if wider, found := p.wide(); math.IsNaN(e.Enough) && found {
		e.Wider = true
		if e.Enough, err = wider.enough(ctx); err != nil {
			return err
		}
	}
	return e
}

// wide returns the problem on the widest cells, if they subdivide into its own.
func (p Problem) wide() (wider Problem, found bool) {
	if p.Query != Real || p.Steps == widest || p.Steps%widest != 0 {
		return p, false
	}
	wider = p
	wider.Steps, wider.Reach = widest, p.Reach*widest/p.Steps
	return wider, true
}

// tooMuch returns the fewest points, one or two, without a law; else all.
func (p Problem) tooMuch(ctx context.Context) ([]Point, error) {
	all := p.Points()
	var few [][]Point
	for _, at := range all {
		few = append(few, []Point{at})
	}
	for i, at := range all {
		for _, other := range all[:i] {
			few = append(few, []Point{other, at})
		}
	}
	for _, some := range few {
		found, err := p.keeping(some).feasible(ctx)
		if err != nil {
			return nil, err
		}
		if !found {
			return some, nil
		}
	}
	return all, nil
}

// keeping returns the problem with some points alone.
func (p Problem) keeping(points []Point) Problem {
	p.Epsilon, p.Delta, p.Also = points[0].Epsilon, points[0].Delta, Points{}
	copy(p.Also[:], points[1:])
	return p
}

// enough returns the least support in whole sensitivities with a law; tails begin at its end.
func (p Problem) enough(ctx context.Context) (float64, error) {
	for support := p.Reach/p.Steps + 1; ; support++ {
		longer := p
		longer.Reach = support * p.Steps
		if p.Below.Tail > 0 {
			longer.Below.Tail = p.Below.TailFrom(float64(support))
		}
		if longer.Cells() > maxCells {
			return math.NaN(), nil
		}
		if found, err := longer.feasible(ctx); found || err != nil {
			return float64(support), err
		}
	}
}

// feasible reports whether there is a law. One on the widest cells is soonest found.
func (p Problem) feasible(ctx context.Context) (bool, error) {
	if p.TooShort() || p.sized(maxCells) != nil {
		return false, nil
	}
	if wider, found := p.wide(); found && p.Reach%p.Steps == 0 {
		if found, err := wider.feasible(ctx); found || err != nil {
			return found, err
		}
	}
	var err error
	if p.Below.Any() {
		_, err = p.solveBelow(ctx, nil, nil)
	} else {
		_, err = p.alone().vertex(ctx, false, nil)
	}
	if errors.As(err, new(*InfeasibleError)) || errors.As(err, new(*BlurredError)) {
		return false, nil
	}
	return err == nil, err
}

// Enough returns a necessary support in whole sensitivities: long enough for each point, and for all together
// by the greatest shift alone; infinite if a δ is 0. There may still be no law within it.
func (p Problem) Enough() float64 {
	const most = 2*maxCells + 1 // more than a grid allows
	support := 1.0
	if !p.Below.Any() {
		for _, at := range p.Points() {
			support = max(support, Support(at.Epsilon, at.Delta))
		}
	}
	if !p.Also.Any() && !p.Below.Any() || math.IsInf(support, 1) {
		return support
	}
	spans := p.Spans(most)
	if p.Query == Count { // its grid has one more whole number than cells
		spans--
	}
	return max(support, float64((spans+1)/2))
}

package training

import (
	"math"
	"math/rand/v2"
	"testing"
)

// gridPlane returns a plane of columns by rows cells over the unit square.
func gridPlane(columns, rows int) *Plane {
	p := &Plane{}
	for i := range columns {
		p.X = append(p.X, float64(i)/float64(columns-1))
	}
	for j := range rows {
		p.Y = append(p.Y, float64(j)/float64(rows-1))
	}
	return p
}

func (p *Plane) shares(of func(x, y float64) float64) (all []float64) {
	for _, y := range p.Y {
		for _, x := range p.X {
			all = append(all, of(x, y))
		}
	}
	return all
}

// Of a slope the contour is a straight line, and a circle closes.
func TestContour(t *testing.T) {
	p := gridPlane(30, 20)
	x, y := p.Contour(p.shares(func(x, y float64) float64 { return (x + 2*y) / 3 }), 0.5)
	pieces := 0
	for i := range x {
		if math.IsNaN(x[i]) {
			pieces++
		} else if math.Abs((x[i]+2*y[i])/3-0.5) > 1e-12 {
			t.Errorf("(%g, %g) is not on the line", x[i], y[i])
		}
	}
	if pieces != 1 || len(x) < 20 {
		t.Errorf("%d pieces with %d places", pieces, len(x))
	}
	x, y = p.Contour(p.shares(func(x, y float64) float64 { return 1 - math.Hypot(x-0.5, y-0.5) }), 0.7)
	if last := len(x) - 2; last < 10 || x[0] != x[last] || y[0] != y[last] || !math.IsNaN(x[last+1]) {
		t.Errorf("the circle does not close: %v, %v", x, y)
	}
	if x, _ := p.Contour(p.shares(func(x, y float64) float64 { return 1 }), 0.5); len(x) > 0 {
		t.Errorf("of one class there is a line %v", x)
	}
}

// Whatever the shares are, each crossing between two centres is on the line exactly once, but for where
// a round piece meets itself.
func TestContourHoldsEveryCrossing(t *testing.T) {
	const level = 0.49 // that of no cell
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		p := gridPlane(2+rng.IntN(9), 2+rng.IntN(9))
		shares := p.shares(func(x, y float64) float64 { return float64(rng.IntN(31)) / 30 })
		crossings := 0
		for j := range p.Y {
			for i := range p.X {
				at := shares[j*len(p.X)+i] >= level
				if i+1 < len(p.X) && at != (shares[j*len(p.X)+i+1] >= level) {
					crossings++
				}
				if j+1 < len(p.Y) && at != (shares[(j+1)*len(p.X)+i] >= level) {
					crossings++
				}
			}
		}
		x, y := p.Contour(shares, level)
		found, first := 0, 0
		for i := range x {
			if !math.IsNaN(x[i]) {
				found++
				continue
			}
			if x[first] == x[i-1] && y[first] == y[i-1] {
				found-- // round
			}
			first = i + 1
		}
		if found != crossings {
			t.Fatalf("%d crossings are on the line, of %d", found, crossings)
		}
	}
}

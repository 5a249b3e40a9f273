package classifier

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ownClassifier is a classifier of two features, a and b, with a plain evaluator.
type ownClassifier struct {
	file   string
	linear bool
}

// The numbers of both lie on no grid of bins.
const (
	slopeA, slopeB, offset = 3.1, -1.7, -0.530917
	cutA, cutLow, cutHigh  = 0.413729, 0.271828, 0.618034
)

// ownClassifiers writes a line and a tree to files.
func ownClassifiers(t *testing.T) map[string]ownClassifier {
	t.Helper()
	dir, made := t.TempDir(), map[string]ownClassifier{}
	for name, body := range map[string]string{
		"line": fmt.Sprintf(`"kind":"linear","coef":[%v,%v],"intercept":%v`, slopeA, slopeB, offset),
		"tree": fmt.Sprintf(`"kind":"decision_tree","tree":{"feature":[0,1,1,-1,-1,-1,-1],"threshold":[%v,%v,%v,0,0,0,0],"left":[1,3,5,0,0,0,0],"right":[2,4,6,0,0,0,0],"p1":[0,0,0,0.1,0.8,0.2,0.9]}`, cutA, cutHigh, cutLow),
	} {
		file := filepath.Join(dir, name+".json")
		text := `{"format":"dpscope-classifier/1","features":["a","b"],"sensitive":["a","b"],"classes":[0,1],` + body + `,"records":[{"id":"first","x":[0.3,0.6]}]}`
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		made[file] = ownClassifier{file, name == "line"}
	}
	return made
}

// class returns the class of a point.
func (c ownClassifier) class(a, b float64) int {
	positive := a <= cutA && b > cutHigh || a > cutA && b > cutLow
	if c.linear {
		positive = slopeA*a+slopeB*b+offset > 0
	}
	if positive {
		return 1
	}
	return 0
}

// enclosure bounds a number from both sides.
type enclosure struct{ low, high float64 }

// agreement returns the probability that answers under the given laws keep the class of the record; a nil law leaves its value
// unchanged.
func (c ownClassifier) agreement(record [2]float64, a, b ownLaw, steps int) enclosure {
	at := func(x float64) ownLaw {
		return func(y float64) float64 {
			if y < x {
				return 0
			}
			return 1
		}
	}
	if a == nil {
		a = at(record[0])
	}
	if b == nil {
		b = at(record[1])
	}
	positive := c.positive(a, b, steps)
	if c.class(record[0], record[1]) == 1 {
		return positive
	}
	return enclosure{1 - positive.high, 1 - positive.low}
}

// positive returns the probability of class 1: for the tree by its cells, for the line by upper and lower sums over the
// quantiles of a, in which that of b falls or rises.
func (c ownClassifier) positive(a, b ownLaw, steps int) enclosure {
	const roundoff = 1e-7 // of inputs to float32, and of sums
	if !c.linear {
		p := a(cutA)*(1-b(cutHigh)) + (1-a(cutA))*(1-b(cutLow))
		return enclosure{p - roundoff, p + roundoff}
	}
	under := func(u float64) float64 { // class 1 is b below the line
		y := bisected(func(y float64) bool { return a(y) >= u }, -1e4, 1e4)
		return b((slopeA*y + offset) / -slopeB)
	}
	low, high, last := 0.0, 0.0, 0.0
	for i := 1; i <= steps; i++ {
		next := 1.0
		if i < steps {
			next = under(float64(i) / float64(steps))
		}
		low, high, last = low+last, high+next, next
	}
	return enclosure{low/float64(steps) - roundoff, high/float64(steps) + roundoff}
}

// limit returns how far one value may fall, or rise, in [0, 1] alone before the class changes.
func (c ownClassifier) limit(record [2]float64, feature int, up bool) float64 {
	const grid = 4000
	class, end, x := c.class(record[0], record[1]), 0.0, record[feature]
	if up {
		end = 1
	}
	for i := 1; i <= grid; i++ {
		y := x + (end-x)*float64(i)/grid
		at := record
		if at[feature] = y; c.class(at[0], at[1]) != class {
			return y
		}
	}
	return end
}

// radius returns how far both private values may move, in [0, 1] or anywhere, by looking along growing squares: the least
// distance of another class, by their corners and by a fine grid of their sides.
func (c ownClassifier) radius(record [2]float64, private string, inside bool) float64 {
	class := c.class(record[0], record[1])
	other := func(r float64) bool {
		side := func(feature int, name string, share float64) float64 {
			if !strings.Contains(private, name) {
				return record[feature]
			}
			y := record[feature] + r*(2*share-1)
			if inside {
				y = min(max(y, 0), 1)
			}
			return y
		}
		const grid = 64
		for i := range grid + 1 {
			for _, end := range []float64{0, 1} {
				along := float64(i) / grid
				if c.class(side(0, "a", along), side(1, "b", end)) != class || c.class(side(0, "a", end), side(1, "b", along)) != class {
					return true
				}
			}
		}
		return false
	}
	for r := 0.0; r < 3; r += 1e-3 {
		if other(r + 1e-3) {
			return bisected(other, r, r+1e-3)
		}
	}
	return math.Inf(1)
}

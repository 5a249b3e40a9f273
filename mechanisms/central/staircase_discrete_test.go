package central

import (
	"math"
	"testing"
)

// summed returns the mean of a loss, in sensitivities, by the defined probabilities of one whole number after another.
func summed(epsilon float64, steps, width int, l Loss) float64 {
	all, sum := 0.0, 0.0
	for k := -200 * steps; k <= 200*steps; k++ {
		away := max(k, -k)
		level := float64(away / steps)
		if away%steps >= width {
			level++
		}
		p := math.Exp(-level * epsilon)
		all += p
		sum += p * l.At(float64(k)/float64(steps))
	}
	return sum / all
}

// The width is the best of all, and its loss is the sum over whole numbers.
func TestDiscreteStaircase(t *testing.T) {
	flat := read(t, "-2:2,-0.7:0,0.7:0,2:2")
	for _, epsilon := range []float64{0.3, 1, 2, 5} {
		for _, steps := range []int{1, 2, 3, 7, 40} {
			for _, l := range []Loss{absolute, Square{}, flat} {
				n := NewDiscreteStaircase(epsilon, steps, l)
				got, least := n.Expected(l), math.Inf(1)
				for width := 1; width <= steps; width++ {
					least = min(least, summed(epsilon, steps, width, l))
				}
				if math.Abs(got-least) > 1e-9*least {
					t.Errorf("ε = %v, %d steps, %v: a width of %d costs %v, the best %v", epsilon, steps, l, n.Width, got, least)
				}
				if geometric := (DiscreteLaplace{epsilon, steps}).Expected(l); got > geometric*(1+1e-12) || steps == 1 && math.Abs(got-geometric) > 1e-12*geometric {
					t.Errorf("ε = %v, %d steps, %v: it costs %v, the geometric law %v", epsilon, steps, l, got, geometric)
				}
			}
		}
	}
}

// With many steps it is the staircase of real numbers.
func TestManyStepsAreTheStaircase(t *testing.T) {
	for _, l := range []Loss{absolute, Square{}} {
		const steps = 1_000_000
		got, want := NewDiscreteStaircase(1.3, steps, l).Expected(l), NewStaircase(1.3, l).Expected(l)
		if math.Abs(got-want) > 1e-5*want {
			t.Errorf("%v: %v, want %v", l, got, want)
		}
	}
}

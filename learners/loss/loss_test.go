package loss

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/oracle"
	"dpscope/engine/param"
)

// named returns a loss of the menu with its default parameters.
func named(t *testing.T, name string) Loss {
	t.Helper()
	kind, err := All.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	l, err := kind.New(param.Values{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// number returns one of the three numbers of a loss.
func number(t *testing.T, l Loss, which string, z float64) float64 {
	t.Helper()
	switch which {
	case "value":
		return l.Value(z)
	case "deriv":
		return l.Derivative(z)
	case "symsum":
		return l.SymmetricSum(z)
	case "left_kink":
		return l.Traits().Kinks[0]
	}
	t.Fatalf("a loss has no %q", which)
	return 0
}

// near compares to a relative 1e-12.
func near(got, want float64) bool { return math.Abs(got-want) <= 1e-12*math.Abs(want) }

// mpmath, 60 digits; closed forms at the kinks and at 10⁶.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		loss, which string
		z, want     float64
	}{
		{"barrier", "value", 3, 47}, {"barrier", "deriv", 3, -1}, {"barrier", "symsum", 3, 100},
		{"barrier", "value", -51, 250}, {"barrier", "deriv", -51, -200}, {"barrier", "symsum", -51, 450},
		{"barrier", "deriv", -50.25, -1}, {"barrier", "deriv", 50, -1}, {"barrier", "value", 1e6, 200 * (1e6 - 50)},
		{"barrier", "left_kink", 0, -50.251256281407035},
		{"sigmoid", "value", 1, 0.26894142136999512}, {"sigmoid", "deriv", 1, -0.19661193324148186}, {"sigmoid", "deriv", 40, -4.248354255291589e-18},
		{"sigmoid", "value", 1e6, 0}, {"sigmoid", "value", -1e6, 1}, {"sigmoid", "symsum", -1e6, 1},
		{"unhinged", "value", -1e6, 1000000.5}, {"unhinged", "symsum", 1e6, 1},
		{"savage", "value", 0, 0.25}, {"savage", "deriv", 0, -0.5}, {"savage", "symsum", 0, 0.5}, {"savage", "symsum", 1e6, 1},
		{"logistic", "value", 0, math.Ln2}, {"logistic", "value", -1e6, 1e6}, {"logistic", "symsum", 1e6, 1e6}, {"logistic", "value", 40, 4.248354255291589e-18},
		{"squared", "value", 1e6, 999999. * 999999.}, {"squared", "deriv", -1e6, -2000002}, {"squared", "symsum", 1e6, 2 + 2e12},
		{"hinge", "value", -1e6, 1000001}, {"hinge", "deriv", 1, 0}, {"hinge", "symsum", 1e6, 1000001}, {"hinge", "symsum", -0.3, 2},
	} {
		if got := number(t, named(t, c.loss), c.which, c.z); !near(got, c.want) {
			t.Errorf("%s: %s at %g is %.17g, want %.17g", c.loss, c.which, c.z, got, c.want)
		}
	}
}

// Every row of the reference that is about a loss, made with mpmath.
func TestReference(t *testing.T) {
	rows := 0
	for _, row := range oracle.Table(t, "reference", "em.csv") {
		what := strings.Split(row["quantity"], ".")
		if what[0] != "loss" {
			continue
		}
		z, _ := strconv.ParseFloat(row["j_or_flip"], 64) // the kink is of no z
		want, err := strconv.ParseFloat(row["value"], 64)
		if err != nil {
			t.Fatal(err)
		}
		if got := number(t, named(t, what[1]), what[2], z); !near(got, want) {
			t.Errorf("%s at %g is %.17g, want %.17g", row["quantity"], z, got, want)
		}
		rows++
	}
	if rows < 600 {
		t.Errorf("only %d rows are about losses", rows)
	}
}

// margins returns places on both sides of every kink, and far away.
func margins(l Loss) []float64 {
	places := []float64{0, 1e-9, 0.3, 1, 2.5, 7, 30, 49.9, 50.1, 50.3, 700, 1e6}
	for _, k := range l.Traits().Kinks {
		places = append(places, math.Abs(k)-0.01, math.Abs(k)+0.01)
	}
	for _, z := range places {
		places = append(places, -z)
	}
	return places
}

// Properties of every loss of the menu, new ones included.
func TestConformance(t *testing.T) {
	for _, kind := range All.Kinds {
		l := named(t, kind.Name)
		if kind.Help == "" || kind.Source == "" || l.Formula() == "" || !(l.Traits().Reach > 0) {
			t.Errorf("%s is not declared in full", kind.Name)
		}
		for _, z := range margins(l) {
			where := fmt.Sprintf("%s at %g", kind.Name, z)
			checkDerivative(t, where, l, z)
			checkSum(t, where, l, z)
		}
		checkConvex(t, kind.Name, l)
		checkCalibrated(t, kind.Name, l)
		if bounded := l.Value(1e6) >= 0; bounded != l.Traits().Bounded {
			t.Errorf("%s: bounded is said to be %v", kind.Name, l.Traits().Bounded)
		}
	}
}

// The derivative agrees with differences of the value, away from the kinks.
func checkDerivative(t *testing.T, where string, l Loss, z float64) {
	t.Helper()
	h := 1e-5 * max(1, math.Abs(z))
	for _, k := range l.Traits().Kinks {
		if math.Abs(z-k) < 2*h {
			return
		}
	}
	slope, rounding := (l.Value(z+h)-l.Value(z-h))/(2*h), 1e-15*math.Abs(l.Value(z))/h
	if got := l.Derivative(z); math.Abs(got-slope) > 1e-8*max(1, math.Abs(slope))+rounding {
		t.Errorf("%s: the derivative is %g, and by differences %g", where, got, slope)
	}
}

// The sum adds two values; it is even, and constant exactly where it is declared to be.
func checkSum(t *testing.T, where string, l Loss, z float64) {
	t.Helper()
	sum, at0 := l.SymmetricSum(z), l.SymmetricSum(0)
	if two := l.Value(z) + l.Value(-z); math.Abs(sum-two) > 1e-9*max(1, math.Abs(two)) || sum != l.SymmetricSum(-z) {
		t.Errorf("%s: the sum is %g, and of two values %g", where, sum, two)
	}
	flat := l.Traits().Flat
	if inside := math.Abs(z) <= flat; math.Abs(z) > 1e-3 && inside != (sum == at0) {
		t.Errorf("%s: the sum is %g, at 0 it is %g, and it is said to be flat up to %g", where, sum, at0, flat)
	}
}

func checkConvex(t *testing.T, name string, l Loss) {
	t.Helper()
	convex := true
	for z := -80.0; z < 80; z += 0.25 {
		if middle := (l.Value(z-0.25) + l.Value(z+0.25)) / 2; l.Value(z) > middle+1e-12*max(1, math.Abs(middle)) {
			convex = false
		}
	}
	if convex != l.Traits().Convex {
		t.Errorf("%s: convex is said to be %v", name, l.Traits().Convex)
	}
}

// A share above one half of positive labels wants a positive score.
func checkCalibrated(t *testing.T, name string, l Loss) {
	t.Helper()
	calibrated := true
	for _, share := range []float64{0.51, 0.6, 0.75, 0.99} {
		right, wrong := math.Inf(1), math.Inf(1)
		for z := 0.0; z <= 100; z += 1.0 / 64 {
			right = min(right, share*l.Value(z)+(1-share)*l.Value(-z))
			wrong = min(wrong, share*l.Value(-z)+(1-share)*l.Value(z))
		}
		calibrated = calibrated && right < wrong
	}
	if calibrated != l.Traits().Calibrated {
		t.Errorf("%s: calibrated is said to be %v", name, l.Traits().Calibrated)
	}
}

// Inside its walls the barrier is the unhinged loss, moved.
func TestBarrierIsUnhingedInside(t *testing.T) {
	inside, line := named(t, "barrier"), named(t, "unhinged")
	for z := -50.0; z <= 50; z += 0.5 {
		if inside.Derivative(z) != line.Derivative(z) || inside.Value(z)-line.Value(z) != 49.5 {
			t.Errorf("at %g the two differ by more than 49.5", z)
		}
	}
}

// An invalid wall is refused in words.
func TestBarrierParameters(t *testing.T) {
	form := param.Form{Choices: []param.Choice{All}}
	for query, want := range map[string]string{
		"loss=barrier&b=1":    "b = 1 is outside (1, 1e6]",
		"loss=barrier&r=0":    "r = 0 is outside (0, 1e6]",
		"loss=barrier&r=-5":   "r = -5 is outside (0, 1e6]",
		"loss=hinged":         `loss = "hinged" is not known`,
		"loss=barrier&b=five": `b = "five" is not a number`,
	} {
		if _, err := form.Parse(query); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", query, err, want)
		}
	}
}

func ExampleLoss() {
	barrier, _ := All.Kinds[0].New(param.Values{})
	fmt.Println(barrier.Formula())
	fmt.Println(barrier.Value(3), barrier.Derivative(3), barrier.SymmetricSum(3))
	// Output:
	// loss(z) = max(-b(r + z) + r, b(z - r), r - z) with b = 200 and r = 50
	// 47 -1 100
}

package central

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/oracle"
)

var (
	absolute = Slopes{1, 1}
	losses   = []Loss{absolute, Square{}, Slopes{1, 2}, Pinball(0.3)}
)

// made lists every noise at a setting at which all exist.
func made(t *testing.T, epsilon, delta float64, l Loss) map[string]Noise {
	t.Helper()
	all := map[string]Noise{}
	for _, k := range Kinds {
		n, err := k.New(Setting{Epsilon: epsilon, Delta: delta, Loss: l, Steps: 3})
		if err != nil {
			t.Fatal(err)
		}
		all[k.Name] = n
	}
	all["discrete-staircase"] = NewDiscreteStaircase(epsilon, 3, l)
	return all
}

// A kind declares truly whether it needs δ, which setting gives the same noise in parts of a sensitivity, and whether it is
// normal.
func TestKinds(t *testing.T) {
	for _, k := range Kinds {
		s := Setting{Epsilon: 1.3, Delta: 0.04, Loss: absolute, Steps: 1}
		n, err := k.New(s)
		if err != nil {
			t.Fatal(err)
		}
		if k.Part != nil {
			half, err := k.New(k.Part(s, 0.5))
			if err != nil {
				t.Fatal(err)
			}
			for _, from := range []float64{-2, -0.3, 0, 0.2, 1.1} {
				if got, want := half.Law().Mass(2*from, 2*from+0.6), n.Law().Mass(from, from+0.3); math.Abs(got-want) > 1e-12 {
					t.Errorf("%s at half a sensitivity has %v from %v on, and is %v", k.Name, got, from, want)
				}
			}
		}
		if k.Deviation != nil {
			if got, want := k.Deviation(s.Epsilon, s.Delta), math.Sqrt(n.Expected(Square{})); math.Abs(got/want-1) > 1e-9 {
				t.Errorf("%s has a deviation of %v, and is %v", k.Name, want, got)
			}
		}
		s.Delta = 0
		if _, err = k.New(s); (err != nil) != k.NeedsDelta {
			t.Errorf("%s at δ = 0: %v", k.Name, err)
		}
	}
}

// Closed forms against the reference, and a few of its values besides.
func TestReference(t *testing.T) {
	rows := []map[string]string{
		{"case": "laplace", "eps": "2", "delta": "0", "sensitivity": "1", "loss": "l1", "value": "0.500000000"},
		{"case": "staircase", "eps": "2", "delta": "0", "sensitivity": "1", "loss": "l1", "value": "0.425459064"},
		{"case": "staircase", "eps": "2", "delta": "0", "sensitivity": "1", "loss": "l2", "value": "0.422732849"},
		{"case": "truncated_laplace", "eps": "0.6", "delta": "0.1", "sensitivity": "10", "loss": "l2", "value": "155.246960175"},
		{"case": "analytic_gaussian", "eps": "3", "delta": "0.3", "sensitivity": "1", "loss": "l1", "value": "0.345734056"},
		{"case": "discrete_laplace", "eps": "1", "delta": "0", "sensitivity": "1", "loss": "l2", "value": "1.841347188"},
	}
	if oracle.Present() {
		rows = append(rows, oracle.Table(t, "reference", "dro.csv")...)
	}
	for _, row := range rows {
		kind, err := Find(strings.ReplaceAll(row["case"], "_", "-"))
		if err != nil {
			continue
		}
		number := func(column string) float64 {
			v, err := strconv.ParseFloat(row[column], 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		var l Loss = absolute
		if row["loss"] == "l2" {
			l = Square{}
		}
		n, err := kind.New(Setting{Epsilon: number("eps"), Delta: number("delta"), Loss: l, Steps: 1})
		if err != nil {
			t.Errorf("%v: %v", row, err)
			continue
		}
		got, want := n.Expected(l)*math.Pow(number("sensitivity"), l.Degree()), number("value")
		if math.Abs(got-want) > 1e-9*max(1, want) { // nine digits after the point
			t.Errorf("%s at ε = %s, δ = %s, %s: %.9f, want %.9f", kind.Name, row["eps"], row["delta"], row["loss"], got, want)
		}
	}
}

// The closed forms are the means over draws, and over the law.
func TestExpectedIsTheMean(t *testing.T) {
	losses := append(losses[:len(losses):len(losses)], read(t, "-2:3,-0.3:0.1,0:0,0.4:0.2,1.7:2,2.5:5"))
	rng := rand.New(rand.NewPCG(1, 2))
	const draws = 40_000
	for _, l := range losses {
		for name, n := range made(t, 1.2, 0.15, l) {
			law, sum, squares, inside := n.Law(), 0.0, 0.0, 0
			for range draws {
				x := law.Sample(rng)
				sum += l.At(x)
				squares += l.At(x) * l.At(x)
				if -0.4 <= x && x <= 0.7 {
					inside++
				}
			}
			mean := sum / draws
			within := 5 * math.Sqrt((squares/draws-mean*mean)/draws) // 1 in 10⁶ false alarms
			if got := n.Expected(l); math.Abs(got-mean) > within {
				t.Errorf("%s under %v: %v, and the mean of draws is %v ± %v", name, l, got, mean, within)
			}
			share := float64(inside) / draws
			if mass := law.Mass(-0.4, 0.7); math.Abs(mass-share) > 5*math.Sqrt(mass*(1-mass)/draws) {
				t.Errorf("%s: the mass is %v, of draws %v", name, mass, share)
			}
			if mass, out := law.Mass(0.3, 0.9), law.Outside(0.3, 0.9); math.Abs(mass+out-1) > 1e-12 {
				t.Errorf("%s: %v inside and %v outside", name, mass, out)
			}
			if got, want := law.Variance(), n.Expected(Square{}); math.Abs(got-want) > 1e-9*want {
				t.Errorf("%s: variance %v, want %v", name, got, want)
			}
		}
	}
}

// divergence returns V at a shift of 1, by sums over fine cells or over atoms.
func divergence(n Noise, epsilon float64) float64 {
	law, sum := n.Law(), 0.0
	if atoms := law.Atoms(); atoms != nil {
		for _, a := range atoms {
			sum += max(0, a.Mass-math.Exp(epsilon)*law.Mass(a.At-1, a.At-1))
		}
		return sum
	}
	const width = 1.0 / 512
	for x := -30.0; x < 30; x += width {
		sum += max(0, law.Mass(x, x+width)-math.Exp(epsilon)*law.Mass(x-1, x+width-1))
	}
	return sum
}

// No noise has a divergence above its profile, and its claim is the requested one.
func TestGuarantees(t *testing.T) {
	const epsilon, delta = 1.2, 0.15
	for name, n := range made(t, epsilon, delta, absolute) {
		g := n.Guarantee()
		if c := g.Claim(); c.Epsilon != epsilon || c.Delta != 0 && c.Delta != delta || g.Delta(epsilon) > c.Delta+1e-12 {
			t.Errorf("%s claims %v, and its profile there is %v", name, c, g.Delta(epsilon))
		}
		for _, e := range []float64{0, 0.4, 0.9, epsilon, 2} {
			got, most := divergence(n, e), g.Delta(e)
			if got > most+1e-9 {
				t.Errorf("%s at ε = %v: the divergence is %v, the profile %v", name, e, got, most)
			}
			if !strings.HasSuffix(name, "staircase") && math.Abs(got-most) > 2e-3 { // the cells are coarse
				t.Errorf("%s at ε = %v: the divergence is %v, far from the profile %v", name, e, got, most)
			}
		}
	}
}

// No staircase has less loss than the chosen one, and no chosen one more than Laplace.
func TestStaircaseIsChosenWell(t *testing.T) {
	for _, epsilon := range []float64{0.05, 1, 3, 6} {
		for _, l := range []Loss{absolute, Square{}} {
			best := NewStaircase(epsilon, l)
			for _, move := range []float64{-0.01, 0.01} {
				if other := (Staircase{epsilon, best.Gamma + move*best.Gamma}); other.Expected(l) < best.Expected(l) {
					t.Errorf("at ε = %v a γ of %v is better than %v", epsilon, other.Gamma, best.Gamma)
				}
			}
			if best.Expected(l) > (Laplace{epsilon}).Expected(l) {
				t.Errorf("at ε = %v Laplace is better", epsilon)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	for name, s := range map[string]Setting{
		"truncated-laplace": {Epsilon: 1, Delta: 0.5}, "analytic-gaussian": {Epsilon: 1}, "discrete-laplace": {Epsilon: 1, Delta: 0.1},
	} {
		k, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := k.New(s); err == nil {
			t.Errorf("%s exists at %+v", name, s)
		}
	}
}

// Losses of cells: the mean and the least agree with those of many places.
func TestLossOfCells(t *testing.T) {
	for _, l := range losses {
		for _, cell := range [][2]float64{{-0.3, 0.5}, {0.1, 0.2}, {-2, -1.5}, {0, 1}, {-1, 0}} {
			const places = 2000
			sum, least := 0.0, math.Inf(1)
			for i := range places {
				v := l.At(cell[0] + (cell[1]-cell[0])*(float64(i)+0.5)/places)
				sum += v
				least = min(least, v)
			}
			if got := l.Mean(cell[0], cell[1]); math.Abs(got-sum/places) > 1e-6 {
				t.Errorf("%v over %v: %v, want %v", l, cell, got, sum/places)
			}
			if got := l.Least(cell[0], cell[1]); got > least || got < least-2e-3 {
				t.Errorf("least %v over %v: %v, want %v", l, cell, got, least)
			}
		}
	}
}

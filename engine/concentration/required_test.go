package concentration

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/oracle"
	"dpscope/engine/param"
	"dpscope/mechanisms"
)

func makerOf(t testing.TB, name string, v param.Values) mechanisms.Family {
	t.Helper()
	kind, err := mechanisms.All.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return mechanisms.FamilyOf(kind, v)
}

// Values without a table: solved by hand.
func TestRequiredEpsilonClosedForms(t *testing.T) {
	for _, test := range []struct {
		name         string
		x, from, to  float64
		target, want float64 // want 0: none
	}{
		{"laplace", 0.5, 0.2, 0.8, 0.8, math.Log(5) / 0.3},
		{"laplace", 0.5, 0.2, 0.8, 1 - 0x1p-40, 40 * math.Ln2 / 0.3},
		{"laplace", 0.2, 0.2, 0.8, 0.6, 0},                   // x on the edge: at most half
		{"laplace", 0.2, 0.2, 0.8, 0.4, math.Log(5) / 0.6},   // (1 − e^(−0.6ε))/2 = 0.4
		{"laplace", 0, 0.25, 0.5, 0.126, 0},                  // rises to 1/8 at ε = 4 ln 2
		{"laplace", 0, 0.25, 0.5, 0.12, 4 * math.Log(5) / 3}, // u(1−u)/2 = 0.12 at u = 0.6: see below
		{"pm", 0.5, 0.2, 0.8, 0.8, 2 * math.Ln2},
		{"krr", 0.5, 0.2, 0.8, 0.8, math.Log(100)}, // (e^ε + 60)/(e^ε + 100) = 0.8
		{"laplace-clamped", 0.2, 0.6, 1, 0.4, 1e-6},
		{"pm", 0.1, 0.6, 0.8, 0.3, 0},
		// Half of the noise of a value on the edge falls inside, less the part beyond the other edge: a half is approached, and
		// equalled only in float64.
		{"laplace", 1, 0.686, 1, 0.5, 0},
		{"laplace", 1, 0.686, 1, 0.49, math.Log(50) / 0.314},
		{"laplace-clamped", 0.3, 0.3, 0.8, 0.5, 0},
		{"laplace-truncated", 0.3, 0, 0.3, 0.5, 0}, // (1 − u³)/(2 − u³ − u⁷), u = e^(−ε/10)
		{"laplace-bounded", 0, 0, 0.2, 0.5, 0},
		{"gaussian", 0.5, 0.5, 1, 0.5, 0},
		{"gaussian-clamped", 0.3, 0.3, 0.8, 0.5, 0},
		{"pm", 0.3, 0.3, 0.5, 0.5, 0},
		{"laplace-clamped", 0.3, 0.3, 1, 0.5, 1e-6}, // what falls beyond 1 is put there: always a half
	} {
		want := test.want
		if test.name == "laplace" && test.target == 0.12 {
			want = -math.Log(0.6) / 0.25 // e^(−ε/4) = 0.6, the larger root of u − u² = 0.24
		}
		required := RequiredEpsilon(makerOf(t, test.name, param.Values{}), test.x, Window{test.from, test.to}, test.target)
		got, ok := required.Epsilon, required.Reached()
		if ok != (want > 0) || ok && math.Abs(got/want-1) > 1e-12 {
			t.Errorf("%s x=%g [%g, %g] %g: %.15g, %v, want %.15g", test.name, test.x, test.from, test.to, test.target, got, ok, want)
		}
	}
}

// Every eps_required row of ldp.csv agrees to a relative 1e-11.
func TestRequiredEpsilonReference(t *testing.T) {
	names := map[string]string{"laplace_raw": "laplace", "laplace_clamp": "laplace-clamped", "pm": "pm", "sw": "sw", "exp101": "exponential", "krr101": "krr"}
	checked, worst := 0, 0.0
	for _, row := range oracle.Table(t, "reference/ldp.csv") {
		if row["quantity"] != "eps_required" {
			continue
		}
		checked++
		target := float(t, strings.Fields(strings.TrimSuffix(row["note"], ";"))[5])
		if strings.Contains(row["note"], "with the factor (1-0.05)(1-0.01)") {
			target /= 0.95 * 0.99
		} else if !strings.Contains(row["note"], "no slack factor") {
			t.Fatalf("unknown note %q", row["note"])
		}
		required := RequiredEpsilon(makerOf(t, names[row["mechanism"]], param.Values{}), float(t, row["x"]), Window{float(t, row["a"]), float(t, row["b"])}, target)
		got, ok := required.Epsilon, required.Reached()
		want := float(t, row["value"])
		if math.IsInf(want, 1) {
			if ok {
				t.Errorf("%v: %g, want none", row, got)
			}
			continue
		}
		miss := math.Abs(got/want - 1)
		worst = max(worst, miss)
		if !ok || miss > 1e-11 {
			t.Errorf("%v: %.15g, %v (off by %.1e)", row, got, ok, miss)
		}
	}
	t.Logf("eps_required: %d rows, largest relative error %.1e", checked, worst)
}

// Every budget is said to be enough where all of a fine grid are, and nowhere else. The first
// case is enough at 0.01 and not at 2.
func TestEveryBudgetIsEnough(t *testing.T) {
	pm := RequiredEpsilon(makerOf(t, "pm", param.Values{}), 0.2, Window{0.19, 1}, 0.8)
	if pm.Any || pm.Epsilon != mechanisms.Epsilon.Min {
		t.Errorf("pm at 0.2 in [0.19, 1]: %+v; the least of all budgets is enough, and 2 is not", pm)
	}
	rng := rand.New(rand.NewPCG(23, 5))
	every, fewer := map[string]int{}, map[string]int{}
	for _, kind := range mechanisms.All.Kinds {
		for range effort.Scale(60, 300, 3000) {
			v := param.Values{}.With(mechanisms.Delta, 0.499*math.Pow(10, -12*rng.Float64()*rng.Float64())).
				With(mechanisms.Bins, float64(2+rng.IntN(40)*rng.IntN(40)))
			maker := mechanisms.FamilyOf(kind, v)
			x, w := randomWindow(rng)
			least, err := maker(mechanisms.Epsilon.Min)
			if err != nil {
				t.Fatal(err)
			}
			target := least.At(x).Mass(w.From, w.To) * (1 - 0.4*rng.Float64()*rng.Float64())
			if !(target > 1e-9) {
				continue
			}
			target = min(target, 1-1e-9)
			required := RequiredEpsilon(maker, x, w, target)
			if required.Epsilon != mechanisms.Epsilon.Min {
				continue // rounding
			}
			low, at := lowestMass(maker, x, w)
			switch {
			case required.Any && low < target*(1-1e-12):
				t.Errorf("%s x=%v %v target %v: every budget is said to be enough, and %v gives %v", kind.Name, x, w, target, at, low)
			case !required.Any && required.Resolution == 0 && low > target*(1+1e-3):
				t.Errorf("%s x=%v %v target %v: of every budget nothing is said, and the lowest mass is %v, at %v", kind.Name, x, w, target, low, at)
			}
			if required.Any {
				every[kind.Name]++
			} else {
				fewer[kind.Name]++
			}
		}
		if every[kind.Name] == 0 {
			t.Errorf("%s: no window in which every budget is enough", kind.Name)
		}
	}
	if len(fewer) < len(every)/2 {
		t.Errorf("few windows in which the least budget is enough and others are not: %v", fewer)
	}
	t.Logf("every budget is enough: %v; the least is and others are not: %v", every, fewer)
}

// lowestMass returns the least mass of a window over a grid of budgets, and its budget.
func lowestMass(maker mechanisms.Family, x float64, w Window) (mass, at float64) {
	const points = 700
	mass = math.Inf(1)
	for i := range points {
		epsilon := budget(math.Log(1e-6) + math.Log(1.5e9)*float64(i)/(points-1))
		m, err := maker(epsilon)
		if err != nil {
			break // the classical Gaussian ends at 1
		}
		if here := m.At(x).Mass(w.From, w.To); here < mass {
			mass, at = here, epsilon
		}
	}
	return mass, at
}

func float(t *testing.T, text string) float64 {
	v, err := strconv.ParseFloat(strings.TrimSuffix(text, ";"), 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// The answer agrees with a search over a fine grid: it reaches the target, a
// hair below it does not, and no budget of the grid below it does.
func TestRequiredEpsilonAgainstSearch(t *testing.T) {
	points := effort.Scale(1500, 1500, 4000)
	cases := effort.Scale(300, 1000, 3000)
	if testing.Short() {
		cases = 200
	}
	rng := rand.New(rand.NewPCG(6, 1))
	answered, none, falls := 0, 0, 0
	for range cases {
		kind := mechanisms.All.Kinds[rng.IntN(len(mechanisms.All.Kinds))]
		v := param.Values{}.With(mechanisms.Delta, 0.499*math.Pow(10, -12*rng.Float64()*rng.Float64())).
			With(mechanisms.Bins, float64(2+rng.IntN(40)*rng.IntN(40)))
		maker := mechanisms.FamilyOf(kind, v)
		x, w := randomWindow(rng)

		masses := make([]float64, 0, points)
		budgets := make([]float64, 0, points)
		for i := range points {
			epsilon := budget(math.Log(1e-6) + math.Log(1.5e9)*float64(i)/float64(points-1))
			m, err := maker(epsilon)
			if err != nil {
				break
			}
			budgets = append(budgets, epsilon)
			masses = append(masses, m.At(x).Mass(w.From, w.To))
		}
		target := randomTarget(rng, masses)

		required := RequiredEpsilon(maker, x, w, target)
		got, ok := required.Epsilon, required.Reached()
		where := kind.Name + " " + kind.Params[len(kind.Params)-1].Exact(v.Get(kind.Params[len(kind.Params)-1]))
		if ok {
			answered++
			m, _ := maker(got)
			if mass := m.At(x).Mass(w.From, w.To); mass < target {
				t.Errorf("%s x=%v %v: mass %.17g at ε=%.17g misses %.17g", where, x, w, mass, got, target)
			}
			if below := got * (1 - 1e-12); below > 1e-6 {
				m, _ := maker(below)
				if mass := m.At(x).Mass(w.From, w.To); mass > target*(1+1e-14) {
					t.Errorf("%s x=%v %v: mass %.17g already at ε=%.17g reaches %.17g", where, x, w, mass, below, target)
				}
			}
		} else {
			none++
			got = math.Inf(1)
		}
		for i, mass := range masses {
			if mass >= target {
				if budgets[i] < got*(1-1e-12) && mass > target*(1+1e-12) {
					t.Errorf("%s x=%.17g %v target %.17g: ε=%.17g would work (mass %.17g), got %g, %v", where, x, w, target, budgets[i], mass, got, ok)
				}
				break
			}
			if i > 0 && mass < masses[i-1]*(1-1e-9) && ok {
				falls++
				break
			}
		}
	}
	t.Logf("%d answered, of which %d beyond a fall of the mass; %d without an answer", answered, falls, none)
}

// randomWindow draws x and a window, often with coinciding or round ends.
func randomWindow(rng *rand.Rand) (x float64, w Window) {
	place := func() float64 {
		switch rng.IntN(4) {
		case 0:
			return float64(rng.IntN(21)) / 20
		case 1:
			return math.Pow(10, -9*rng.Float64())
		}
		return rng.Float64()
	}
	x = place()
	switch rng.IntN(5) {
	case 0:
		theta := place()
		return x, Around(x, theta)
	case 3: // x just inside one end: the mass falls at first
		near := x - 0.1*math.Pow(10, -4*rng.Float64())
		if rng.IntN(2) == 0 {
			return 1 - x, Window{-rng.Float64(), 1 - near}.ordered()
		}
		return x, Window{near, 0.5 + rng.Float64()}.ordered()
	case 1:
		return x, Window{x - place()*rng.Float64(), 11*rng.Float64() - 5}.ordered()
	case 2:
		theta := math.Pow(10, -9*rng.Float64())
		near := x + theta*(rng.Float64()-0.5)*4
		return x, Window{near, near + theta*rng.Float64()}.ordered()
	}
	return x, Window{place(), place()}.ordered()
}

func (w Window) ordered() Window { return Window{min(w.From, w.To), max(w.From, w.To)} }

// randomTarget draws a target among the masses, near a bump of them, or at
// random.
func randomTarget(rng *rand.Rand, masses []float64) float64 {
	target := rng.Float64()
	switch rng.IntN(3) {
	case 0:
		target = masses[rng.IntN(len(masses))]
	case 1:
		for i := 1; i+1 < len(masses); i++ {
			if masses[i-1] < masses[i] && masses[i] >= masses[i+1] {
				target = masses[i] * (1 - math.Pow(10, -8*rng.Float64()))
			}
		}
	}
	return min(max(target, 1e-300), 1-1e-15)
}

func BenchmarkRequiredEpsilon(b *testing.B) {
	for _, kind := range mechanisms.All.Kinds {
		maker := mechanisms.FamilyOf(kind, param.Values{})
		for _, window := range []Window{{0.2, 0.8}, {0.4, 1}, {0.6, 0.8}} {
			b.Run(kind.Name+"/"+strconv.FormatFloat(window.From, 'g', -1, 64), func(b *testing.B) {
				for b.Loop() {
					RequiredEpsilon(maker, 0.41, window, 0.85)
				}
			})
		}
	}
}

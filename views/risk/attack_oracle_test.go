package risk

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/mechanisms/central"
	"dpscope/views/viewtest"
)

// finite is a pair of laws given by the probabilities of sets of answers, ordered by their likelihood ratio, those for the
// first law first. Tests on whole sets find no more than the true ones; they lose at most a share of the set at the threshold,
// and of sets that hold answers of several ratios.
type finite struct {
	p, q  []float64
	mixed float64
}

func finiteOf(p, q []float64, mixed float64) finite {
	type set struct{ p, q float64 }
	list := make([]set, 0, len(p))
	for i := range p {
		if p[i] > 0 || q[i] > 0 {
			list = append(list, set{p[i], q[i]})
		}
	}
	slices.SortFunc(list, func(a, b set) int { return cmp.Compare(b.p*a.q, a.p*b.q) })
	f := finite{make([]float64, len(list)), make([]float64, len(list)), mixed}
	for i, s := range list {
		f.p[i], f.q[i] = s.p, s.q
	}
	return f
}

// power encloses the power of the best test at a rate.
func (f finite) power(rate float64) (low, high float64) {
	for i := range f.p {
		if f.q[i] >= rate {
			low += f.p[i] * rate / math.Max(f.q[i], 1e-300)
			return low, math.Min(1, low+f.p[i]+f.mixed)
		}
		low, rate = low+f.p[i], rate-f.q[i]
	}
	return math.Min(low, 1), 1
}

// guess encloses how often the best guess is right at a prior.
func (f finite) guess(prior float64) (low, high float64) {
	most := f.mixed
	for i := range f.p {
		low += math.Max(prior*f.p[i], (1-prior)*f.q[i])
		most = math.Max(most, math.Min(f.p[i], f.q[i]))
	}
	return low, math.Min(1, low+2*most+f.mixed)
}

// telling returns randomised response at ε, which tells the truth outright with probability delta.
func telling(epsilon, delta float64) (p, q []float64) {
	odds := math.Exp(-epsilon)
	keep := (1 - delta) / (1 + odds)
	return []float64{delta, keep, keep * odds, 0}, []float64{0, keep * odds, keep, delta}
}

// answers returns the number of answers together.
func answers(s viewtest.Setting) float64 {
	switch s.Option("of") {
	case "mechanism":
		if s.Option("pair") != "worst" {
			return 1
		}
	case "training", "release", "renyi", "rdp", "model", "runs":
		return 1
	}
	return s.Number("times")
}

// passes returns how often a record is seen at most, in a fixed order.
func passes(s viewtest.Setting) float64 {
	if s.Option("length") == "epochs" {
		return s.Number("epochs")
	}
	batches := 1 / s.Number("rate")
	if s.Option("size") == "batch" {
		batches = s.Number("records") / s.Number("batch")
	}
	if near := math.Round(batches); math.Abs(batches/near-1) < 1e-9 {
		batches = near
	}
	if s.Option("last") == "dropped" && batches >= 1 {
		return math.Ceil(s.Number("steps") / math.Floor(batches))
	}
	return math.Ceil(s.Number("steps") / math.Ceil(batches))
}

// tellingOften returns the laws of times such answers: one outright truth decides, else they are counted.
func tellingOften(epsilon, delta, times float64) (p, q []float64) {
	here, there := telling(epsilon, delta)
	known := -math.Expm1(times * math.Log1p(-delta))
	p, q = []float64{known, 0}, []float64{0, known}
	all, _ := math.Lgamma(times + 1)
	for lies := 0.0; lies <= times; lies++ {
		some, _ := math.Lgamma(lies + 1)
		others, _ := math.Lgamma(times - lies + 1)
		ways := all - some - others
		p = append(p, math.Exp(ways+(times-lies)*math.Log(here[1])+lies*math.Log(here[2])))
		q = append(q, math.Exp(ways+(times-lies)*math.Log(there[1])+lies*math.Log(there[2])))
	}
	return p, q
}

// along divides an axis into sets by two distribution functions, which keep their digits at either end.
func along(below, above [2]func(float64) float64, from, to float64) (p, q []float64) {
	const count = 6_000
	edge := func(i int) float64 {
		switch i {
		case 0:
			return math.Inf(-1)
		case count:
			return math.Inf(1)
		}
		return from + (to-from)*float64(i)/count
	}
	masses := func(k int) []float64 {
		list, upper := make([]float64, count), false
		at := below[k](edge(0))
		for i := range list {
			if !upper && edge(i) > 0 {
				upper, at = true, above[k](edge(i))
			}
			if upper {
				next := above[k](edge(i + 1))
				list[i], at = at-next, next
			} else {
				next := below[k](edge(i + 1))
				list[i], at = next-at, next
			}
		}
		return list
	}
	return masses(0), masses(1)
}

// moved returns a law and the law moved by by, from the tail of a law that is symmetric about 0.
func moved(more func(float64) float64, by, reach float64) (p, q []float64) {
	least := func(x float64) float64 { return more(-x) }
	return along([2]func(float64) float64{func(x float64) float64 { return least(x - by) }, least},
		[2]func(float64) float64{func(x float64) float64 { return more(x - by) }, more}, -reach, reach+by)
}

func normalTail(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }

func laplaceTail(x float64) float64 {
	if x < 0 {
		return 1 - math.Exp(x)/2
	}
	return math.Exp(-x) / 2
}

// windows returns the sets of two laws, by the probabilities of so many windows.
func windows(here, there mechanisms.Windows, count int) (p, q []float64) {
	for _, c := range mechanisms.Cells(here, there, count) {
		p, q = append(p, c.P), append(q, c.Q)
	}
	return p, q
}

// told returns a subject's laws; found is false where the oracle has none.
func told(s viewtest.Setting) (f finite, closed, found bool) {
	epsilon := s.Number("epsilon")
	switch s.Option("of") {
	case "claim":
		p, q := tellingOften(epsilon, s.Number("delta"), answers(s))
		return finiteOf(p, q, 0), true, true
	case "response", "bit", "labels":
		p, q := tellingOften(epsilon, 0, answers(s))
		return finiteOf(p, q, 0), true, true
	case "options":
		if s.Option("protocol") != "response" || answers(s) > 1 {
			return f, false, false
		}
		e, k := math.Exp(epsilon), s.Number("k")
		own, other, rest := e/(e+k-1), 1/(e+k-1), (k-2)/(e+k-1)
		return finiteOf([]float64{own, rest, other}, []float64{other, rest, own}, 0), true, true
	case "normal":
		p, q := moved(normalTail, s.Number("mu")*math.Sqrt(answers(s)), 12)
		return finiteOf(p, q, 0), false, true
	case "laplace":
		if answers(s) > 1 {
			return f, false, false
		}
		p, q := moved(laplaceTail, epsilon, 60)
		return finiteOf(p, q, 0), false, true
	case "training":
		if s.Option("drawn") != "fixed-order" {
			return f, false, false
		}
		shift := math.Sqrt(passes(s)) / s.Number("sigma")
		if s.Option("neighbours") == "replaced" {
			shift *= 2
		}
		p, q := moved(normalTail, shift, 12)
		return finiteOf(p, q, 0), false, true
	case "mechanism":
		return toldLocally(s)
	case "noise":
		if s.Number("times") > 1 {
			return f, false, false
		}
		if s.Option("noise") == best.Name { // its own certificate is compared by the noise view
			return f, false, false
		}
		kind, err := central.Find(s.Option("noise"))
		if err != nil {
			panic(err)
		}
		n, err := kind.New(central.Setting{Epsilon: epsilon, Delta: s.Number("delta"), Loss: central.Slopes{Below: 1, Above: 1}, Steps: 1})
		if err != nil {
			panic(err)
		}
		if kind.Name == "staircase" { // by its own steps
			return stepped(epsilon, false).tests[0].ordered(), true, true
		}
		count := 6_001
		if kind.Whole {
			count = 30_001 // a window each for the whole numbers within ln(10¹⁸)/ε, at ε = 0.01 too
		}
		p, q := windows(mechanisms.Moved{Law: n.Law(), By: 1}, n.Law(), count) // no other move is told apart better (central)
		mixed := 0.0
		if kind.Name == "truncated-laplace" { // a window may hold an end of the noise, or of the moved noise
			mixed = 4 * slices.Max(p)
		}
		return finiteOf(p, q, mixed), kind.Whole, true
	}
	return f, false, false
}

// toldLocally returns the laws of a local mechanism, by the probabilities of windows of its answers.
func toldLocally(s viewtest.Setting) (f finite, closed, found bool) {
	x, other := 0.0, 1.0
	if s.Option("pair") == "features" { // of several values at once
		return f, false, false
	}
	if s.Option("pair") == "values" {
		x, other = s.Number("x"), s.Number("neighbour")
	} else if s.Number("times") > 1 {
		return f, false, false
	}
	kind, err := mechanisms.All.Find(s.Option("mechanism"))
	if err != nil {
		panic(err)
	}
	m, err := kind.New(s.Values)
	if err != nil {
		panic(err)
	}
	here, there := m.At(x), m.At(other)
	if b, is := here.(mechanisms.Binned); is {
		const most = 20_000
		if b.Bins() > most {
			return f, false, false
		}
		var p, q []float64
		for i := range b.Bins() {
			p, q = append(p, b.BinsMass(i, i)), append(q, there.(mechanisms.Binned).BinsMass(i, i))
		}
		return finiteOf(p, q, 0), true, true
	}
	p, q := windows(here, there, 6_001)
	mixed := 0.0
	if _, is := here.(mechanisms.Jumping); is { // a window may hold a jump
		mixed = 4 * slices.Max(p)
	}
	return finiteOf(p, q, mixed), false, true
}

// enclosing returns the truth of a number between two.
func enclosing(low, high float64, closed bool) viewtest.Truth {
	if closed {
		return viewtest.Within(low, 1e-7*low+1e-12)
	}
	return viewtest.Between(low*(1-1e-7)-1e-9, high+1e-9)
}

// byTests makes an oracle that looks at all tests on sets of answers.
func byTests(of func(s viewtest.Setting, f finite) (low, high float64)) viewtest.Oracle {
	return func(s viewtest.Setting) viewtest.Truth {
		f, closed, found := told(s)
		if !found {
			return viewtest.Cannot("losses are added up, or bounds are stated")
		}
		low, high := of(s, f)
		return enclosing(low, high, closed)
	}
}

// quantile returns the z with Pr[N < z] = p.
func quantile(p float64) float64 {
	low, high := -40.0, 40.0
	for range 48 {
		if middle := (low + high) / 2; normalTail(-middle) < p {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// deviations returns the greatest number of deviations that any test at the sets shows, for error rates above a floor.
func (f finite) deviations(floor float64) float64 {
	most, found := math.Inf(-1), false
	look := func(fpr, missed float64) {
		if fpr < floor*(1-1e-12) || missed < floor*(1-1e-12) {
			return
		}
		z := -quantile(fpr)
		if !found || missed < normalTail(most-z) { // else this test shows no more
			most, found = z-quantile(missed), true
		}
	}
	fpr, missed := 0.0, 1.0
	for i := range f.p {
		if before := fpr; before < floor && before+f.q[i] > floor {
			look(floor, missed-f.p[i]*(floor-before)/f.q[i])
		}
		fpr, missed = fpr+f.q[i], missed-f.p[i]
		look(fpr, math.Max(missed, 0))
	}
	if !found {
		return math.Inf(1)
	}
	return math.Max(most, 0)
}

// corners returns the errors of both kinds of the tests at the sets, in either order of the laws, reduced to the convex line
// below them.
func (f finite) corners() (hull [][2]float64) {
	list := [][2]float64{{0, 1}, {1, 0}}
	for _, g := range []finite{f, finiteOf(f.q, f.p, f.mixed)} {
		fpr, missed := 0.0, 1.0
		for i := range g.p {
			fpr, missed = fpr+g.q[i], missed-g.p[i]
			list = append(list, [2]float64{math.Min(fpr, 1), math.Max(missed, 0)})
		}
	}
	slices.SortFunc(list, func(a, b [2]float64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	for _, c := range list {
		for n := len(hull); n > 1; n = len(hull) {
			a, b := hull[n-2], hull[n-1]
			if (b[0]-a[0])*(c[1]-a[1])-(c[0]-a[0])*(b[1]-a[1]) > 0 {
				break
			}
			hull = hull[:n-1]
		}
		hull = append(hull, c)
	}
	return hull
}

// regret returns the least k that moves the errors of all tests, k to the right and k down, below those of normal noise: place
// by place along the noise's, by halving. Between two places it is at most the change of the noise's errors. The laws' own
// errors, and μ, are uncertain by off.
func (f finite) regret(mu, off float64) viewtest.Truth {
	const step = 0.004
	hull, most := f.corners(), 0.0
	missed := func(fpr float64) float64 {
		if fpr >= 1 {
			return 0
		}
		i := 1
		for i < len(hull)-1 && hull[i][0] < fpr {
			i++
		}
		a, b := hull[i-1], hull[i]
		if !(b[0] > a[0]) {
			return b[1]
		}
		return a[1] + (b[1]-a[1])*(fpr-a[0])/(b[0]-a[0])
	}
	for z := -9.0; z <= 9; z += step {
		fpr, normal := normalTail(z), normalTail(mu-z)
		low, high := 0.0, 1.0
		for range 40 {
			if k := (low + high) / 2; missed(fpr+k)-k <= normal {
				high = k
			} else {
				low = k
			}
		}
		most = math.Max(most, low)
	}
	return viewtest.Between(most-1e-6-off, most+0.4*step+off)
}

func TestAttackOracles(t *testing.T) {
	once := func(s viewtest.Setting) (epsilon, delta float64, found bool) {
		switch s.Option("of") {
		case "labels", "laplace", "response", "options", "bit":
			return s.Number("epsilon"), 0, true
		case "claim":
			return s.Number("epsilon"), s.Number("delta"), true
		case "mechanism":
			kind, err := mechanisms.All.Find(s.Option("mechanism"))
			if err != nil {
				return 0, 0, false
			}
			if kind.Tag == "ε-LDP" {
				return s.Number("epsilon"), 0, true
			}
			return s.Number("epsilon"), s.Number("delta"), true
		case "noise":
			if name := s.Option("noise"); name == "truncated-laplace" || name == "analytic-gaussian" || name == best.Name {
				delta = s.Number("delta")
			}
			return s.Number("epsilon"), delta, true
		}
		return 0, 0, false
	}
	stated := func(s viewtest.Setting) (epsilon, delta float64, found bool) { // claims add up
		epsilon, delta, found = once(s)
		return answers(s) * epsilon, math.Min(1, answers(s)*delta), found
	}
	viewtest.Agree(t, Attack, viewtest.Suite{
		Elsewhere: []string{"right-weights", "epsilon-weights"},
		Easy: func(v param.Values) param.Values {
			if v.Get(times) > 10 {
				v = v.With(times, 1)
			}
			return v
		},
		Oracles: map[string]viewtest.Oracle{
			"epsilon-attainable": func(s viewtest.Setting) viewtest.Truth {
				const tested = 1000                                         // of each, of the runs that come with the program: half of 2,000
				every := math.Pow((1-s.Number("confidence"))/2, 1.0/tested) // the chance of each, so that all come out with probability (1 − confidence)/2
				return viewtest.Number(math.Max(0, math.Log((every-s.Number("delta"))/(1-every))))
			},
			"tpr-of-promise": func(s viewtest.Setting) viewtest.Truth {
				p, q := telling(s.Number("epsilon"), s.Number("delta"))
				low, _ := finiteOf(p, q, 0).power(s.Number("fpr"))
				return viewtest.Within(low, 1e-9*low)
			},
			"found": byTests(func(s viewtest.Setting, f finite) (low, high float64) { return f.power(s.Number("fpr")) }),
			"tpr": byTests(func(s viewtest.Setting, f finite) (low, high float64) {
				back := finiteOf(f.q, f.p, f.mixed)
				low, high = f.power(s.Number("fpr"))
				l, h := back.power(s.Number("fpr"))
				return math.Max(low, l), math.Max(high, h)
			}),
			"reconstruction": byTests(func(s viewtest.Setting, f finite) (low, high float64) { return f.power(s.Number("kappa")) }),
			"precision": byTests(func(s viewtest.Setting, f finite) (low, high float64) {
				named := func(tpr float64) float64 {
					return 1 / (1 + s.Number("fpr")*(1-s.Number("prior"))/(s.Number("prior")*tpr))
				}
				low, high = f.power(s.Number("fpr"))
				return named(low), named(high)
			}),
			"right": byTests(func(_ viewtest.Setting, f finite) (low, high float64) { return f.guess(0.5) }),
			"advantage": byTests(func(_ viewtest.Setting, f finite) (low, high float64) {
				low, high = f.guess(0.5)
				return 2*low - 1, 2*high - 1
			}),
			"right-at-prior": byTests(func(s viewtest.Setting, f finite) (low, high float64) { return f.guess(s.Number("prior")) }),
			"mu": func(s viewtest.Setting) viewtest.Truth {
				f, closed, found := told(s)
				if !found {
					return viewtest.Cannot("losses are added up, or bounds are stated")
				}
				if s.Option("of") == "normal" {
					return viewtest.Number(s.Number("mu") * math.Sqrt(answers(s)))
				}
				switch most := f.deviations(s.Number("floor")); {
				case math.IsInf(most, 1) && closed:
					return viewtest.None()
				case !closed && (math.IsInf(most, 1) || 0.7*-2*quantile(s.Number("floor")) < most):
					return viewtest.Cannot("errors are about as rare as the floor")
				case closed:
					return viewtest.Within(most, 1e-6*most+1e-9)
				default:
					return viewtest.Between(most*(1-1e-6)-1e-6, math.Inf(1))
				}
			},
			"regret": func(s viewtest.Setting) viewtest.Truth {
				f, closed, found := told(s)
				axis := s.Option("of") == "normal" || s.Option("of") == "laplace"
				if !found || !closed && !axis {
					return viewtest.Cannot("all tests are not told apart by a few sets")
				}
				mu, off := f.deviations(s.Number("floor")), 0.0
				if axis { // tests at the sets are tests of the laws; between two of them a chord is off by less than this
					off = 2e-3
				}
				switch {
				case axis && (math.IsInf(mu, 1) || 0.7*-2*quantile(s.Number("floor")) < mu):
					return viewtest.Cannot("errors are about as rare as the floor")
				case math.IsInf(mu, 0):
					return viewtest.None()
				}
				return f.regret(mu, off)
			},
			"epsilon-at-delta": func(s viewtest.Setting) viewtest.Truth {
				epsilon, _, found := stated(s)
				switch s.Option("of") {
				case "normal", "training", "release":
					return viewtest.Cannot("by the profile of normal noise, which other views are held to")
				}
				if !found {
					return viewtest.Cannot("several claims, or a bound")
				}
				return viewtest.Number(epsilon)
			},
			"epsilon-actual": func(s viewtest.Setting) viewtest.Truth {
				if epsilon, _, found := stated(s); found {
					return viewtest.Between(0, epsilon*(1+1e-9)) // concentration has an oracle for its value
				}
				return viewtest.Cannot("the mechanism's own, which other views are held to")
			},
			"right-allowed": func(s viewtest.Setting) viewtest.Truth {
				epsilon, delta, found := stated(s)
				if !found {
					return viewtest.Cannot("of what is not stated")
				}
				p, q := telling(epsilon, delta)
				low, _ := finiteOf(p, q, 0).guess(0.5)
				return viewtest.Within(low, 1e-9*low)
			},
			"tpr-of-claim": func(s viewtest.Setting) viewtest.Truth {
				epsilon, delta, found := stated(s)
				if !found {
					return viewtest.Cannot("of what is not stated")
				}
				p, q := telling(epsilon, delta)
				low, _ := finiteOf(p, q, 0).power(s.Number("fpr"))
				return viewtest.Within(low, 1e-9*low)
			},
		}})
}

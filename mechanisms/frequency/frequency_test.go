package frequency

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/num/binomial"
	"dpscope/engine/num/sum"
	"dpscope/engine/oracle"
	"dpscope/engine/param"
)

func protocol(t testing.TB, name string, epsilon, k float64) Protocol {
	t.Helper()
	p, err := At(name, epsilon, k)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// outcome is a sent answer, with its probability under each option, and the options that it supports.
type outcome struct {
	under    []float64
	supports []bool
}

// enumerate lists all answers of a protocol, from its definition and from nothing of the package.
func enumerate(name string, epsilon float64, k int) []outcome {
	e := math.Exp(epsilon)
	var all []outcome
	switch name {
	case "response":
		for answer := range k {
			o := outcome{make([]float64, k), make([]bool, k)}
			o.supports[answer] = true
			for own := range k {
				o.under[own] = 1 / (e + float64(k) - 1)
				if own == answer {
					o.under[own] *= e
				}
			}
			all = append(all, o)
		}
	case "oue":
		for bits := range 1 << k {
			o := outcome{make([]float64, k), make([]bool, k)}
			for own := range k {
				o.under[own] = 1
				for j := range k {
					one := 1 / (e + 1)
					if j == own {
						one = 0.5
					}
					if o.supports[j] = bits>>j&1 == 1; !o.supports[j] {
						one = 1 - one
					}
					o.under[own] *= one
				}
			}
			all = append(all, o)
		}
	case "olh":
		g := int(math.Floor(e+0.5)) + 1
		hashes := int(math.Pow(float64(g), float64(k)))
		for hash := range hashes {
			for answer := range g {
				o := outcome{make([]float64, k), make([]bool, k)}
				for j, rest := 0, hash; j < k; j, rest = j+1, rest/g {
					o.supports[j] = rest%g == answer
					o.under[j] = 1 / (e + float64(g) - 1) / float64(hashes)
					if o.supports[j] {
						o.under[j] *= e
					}
				}
				all = append(all, o)
			}
		}
	case "subset":
		w := max(1, int(math.Floor(float64(k)/(e+1)+0.5)))
		total := 0.0
		for bits := range 1 << k {
			o := outcome{make([]float64, k), make([]bool, k)}
			size := 0
			for j := range k {
				if o.supports[j] = bits>>j&1 == 1; o.supports[j] {
					size++
				}
			}
			if size != w {
				continue
			}
			for own := range k {
				o.under[own] = 1
				if o.supports[own] {
					o.under[own] = e
				}
			}
			total += o.under[0]
			all = append(all, o)
		}
		for _, o := range all {
			for own := range k {
				o.under[own] /= total
			}
		}
	}
	return all
}

// For up to six options every answer of every protocol is enumerated: probabilities sum to one, the greatest quotient between
// two options is e^ε, and p, q, and every event of the package agree.
func TestEnumeration(t *testing.T) {
	for _, kind := range All.Kinds {
		for _, epsilon := range []float64{0, 0.2, 1, 1.9, 3} {
			for k := 2; k <= 6; k++ {
				if kind.Name == "olh" && math.Pow(math.Exp(epsilon)+1, float64(k)) > 30_000 {
					continue // too many hashes
				}
				p, all := protocol(t, kind.Name, epsilon, float64(k)), enumerate(kind.Name, epsilon, k)
				loss, whole, supporting, supportingOther := 0.0, sum.Exact{}, sum.Exact{}, sum.Exact{} // of up to 3·10⁵ answers
				for _, o := range all {
					whole.Add(o.under[0])
					if o.supports[0] {
						supporting.Add(o.under[0])
						supportingOther.Add(o.under[1])
					}
					loss = max(loss, math.Log(slices.Max(o.under)/slices.Min(o.under)))
				}
				total, own, other := whole.Value(), supporting.Value(), supportingOther.Value()
				if math.Abs(total-1) > 1e-12 || math.Abs(own-p.Own) > 1e-12 || math.Abs(other-p.Other) > 1e-12 ||
					math.Abs(p.Own-p.Other-p.Gap) > 1e-12 || math.Abs(p.Own+p.NotOwn-1) > 1e-15 || math.Abs(p.Other+p.NotOther-1) > 1e-15 {
					t.Errorf("%s at ε %g of %d: sum %g, p %g for %g, q %g for %g", kind.Name, epsilon, k, total, p.Own, own, p.Other, other)
				}
				if claim := p.Guarantee().Claim(); math.Abs(loss-claim.Epsilon) > 1e-12 {
					t.Errorf("%s claims ε %g of %d options and loses %g", kind.Name, claim.Epsilon, k, loss)
				}
				for _, at := range []float64{0, 0.1, 0.5, 0.9, 1, 2} {
					beyond := sum.Exact{}
					for _, o := range all {
						beyond.Add(max(o.under[0]-math.Exp(at*epsilon)*o.under[1], 0))
					}
					delta := beyond.Value()
					if got := p.Delta(at * epsilon); math.Abs(got-delta) > 1e-12 {
						t.Errorf("%s at ε %g of %d: δ(%g) is %g for %g", kind.Name, epsilon, k, at*epsilon, got, delta)
					}
					if got := p.Pair().Delta(at * epsilon); math.Abs(got-delta) > 1e-12 {
						t.Errorf("%s: a pair with δ = %g for %g", kind.Name, got, delta)
					}
				}
			}
		}
	}
}

// Answers that are drawn support options as often as they say, and no event is told from another better than ε allows.
func TestDrawnAnswersAreAudited(t *testing.T) {
	draws, alpha := effort.Scale(20_000, 100_000, 1_000_000), 1e-7
	for i, kind := range All.Kinds {
		for _, k := range []int{2, 5} {
			const epsilon = 1.2
			p, rng := protocol(t, kind.Name, epsilon, float64(k)), rand.New(rand.NewPCG(7, uint64(i*10+k)))
			count := func(own int) (mine, next float64) {
				for range draws {
					answer := p.Draw(rng, own)
					if slices.Contains(answer, 0) {
						mine++
					}
					if slices.Contains(answer, 1) {
						next++
					}
				}
				return mine, next
			}
			mine, others := count(0)
			against, _ := count(1)
			n := float64(draws)
			for name, c := range map[string][2]float64{"own": {mine, p.Own}, "another": {others, p.Other}, "own, of others": {against, p.Other}} {
				if low, high := binomial.Interval(c[0], n, alpha); c[1] < low || c[1] > high {
					t.Errorf("%s of %d: %s is supported in %g to %g, said to be %g", kind.Name, k, name, low, high, c[1])
				}
			}
			if low := math.Log(binomial.LowerLimit(mine, n, alpha) / binomial.UpperLimit(against, n, alpha)); low > epsilon {
				t.Errorf("%s of %d loses at least %g, more than ε = %g", kind.Name, k, low, epsilon)
			}
			if kind.Name == "subset" && len(p.Draw(rng, 0)) != int(p.Width) {
				t.Errorf("subset selection names another number than %g", p.Width)
			}
		}
	}
}

// The audit finds a protocol that answers at twice its ε.
func TestAuditFindsAPlantedLoss(t *testing.T) {
	const epsilon, draws, alpha = 1.2, 20_000, 1e-7
	p, rng := protocol(t, "response", 2*epsilon, 2), rand.New(rand.NewPCG(7, 7))
	told := [2]float64{}
	for own := range 2 {
		for range draws {
			if p.Draw(rng, own)[0] == 0 {
				told[own]++
			}
		}
	}
	if low := math.Log(binomial.LowerLimit(told[0], draws, alpha) / binomial.UpperLimit(told[1], draws, alpha)); low <= epsilon {
		t.Errorf("a loss of %g is found to be at least %g", 2*epsilon, low)
	}
}

func TestSupportReference(t *testing.T) {
	seen := 0
	for _, row := range oracle.Table(t, "reference", "survey-edges.csv") {
		quantity, name := row["quantity"], row["protocol"]
		if row["trust"] != "nobody" || !slices.Contains([]string{"support-own", "support-other", "advantage", "attacker-right"}, quantity) {
			continue
		}
		seen++
		number := func(column string) float64 {
			v, err := strconv.ParseFloat(row[column], 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		p := protocol(t, name, number("epsilon"), number("options"))
		got := map[string]float64{"support-own": p.Own, "support-other": p.Other, "advantage": p.Gap, "attacker-right": p.Right()}[quantity]
		if want := number("value"); math.Abs(got-want) > 1e-12*math.Abs(want)+1e-300 {
			t.Errorf("%s at ε %s of %s options: %s is %.17g for %.17g", name, row["epsilon"], row["options"], quantity, got, want)
		}
	}
	if seen < 100 {
		t.Errorf("%d rows of the reference", seen)
	}
}

func TestRefusedProtocols(t *testing.T) {
	for _, c := range [][2]float64{{-1, 2}, {math.NaN(), 2}, {math.Inf(1), 2}, {1, 1}, {1, 2.5}} {
		if _, err := response.New(param.Values{}.With(Epsilon, c[0]).With(Options, c[1])); err == nil {
			t.Errorf("ε %g of %g options is taken", c[0], c[1])
		}
	}
}

package bagging

import (
	"math"
	"math/big"
	"testing"

	"dpscope/engine/num/rootfind"
	"dpscope/views/viewtest"
)

// never returns (1 − 1/n)^draws by repeated squaring of 400-bit numbers.
func never(n, draws float64) *big.Float {
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(400).SetFloat64(v) }
	base := number(1)
	base.Sub(base, new(big.Float).SetPrec(400).Quo(number(1), number(n)))
	times, _ := number(draws).Int(nil)
	power := number(1)
	for i := times.BitLen() - 1; i >= 0; i-- {
		power.Mul(power, power)
		if times.Bit(i) == 1 {
			power.Mul(power, base)
		}
	}
	return power
}

// missing returns −ln(1 − x) by its series.
func missing(x float64) (sum float64) {
	term := x
	for k := 1.0; term > 1e-20*sum && k < 1e6; k++ {
		sum += term / k
		term *= x
	}
	return sum
}

// sampled returns the ε of a part of the records: the integral from 0 to ε of the probability s·e^t/(1 − s + s·e^t) that
// evidence for the record comes from a part with it, by Simpson's rule.
func sampled(epsilon, s float64) (sum float64) {
	if s == 1 {
		return epsilon
	}
	const steps = 8000
	h := epsilon / steps
	for i := range steps + 1 {
		w := 2.0 + 2*float64(i%2)
		if i == 0 || i == steps {
			w = 1
		}
		t := float64(i) * h
		sum += w * s / (s + (1-s)*math.Exp(-t))
	}
	return sum * h / 3
}

// composed returns ln δ of times randomised responses with budget each, at ε: the sum over all counts of lies, each as a
// positive number.
func composed(each, times, epsilon float64) float64 {
	most, sum := math.Inf(-1), 0.0
	whole := times * math.Log1p(math.Exp(-each))
	choose := 0.0 // ln C(times, lies)
	for lies := 0.0; lies <= times; lies++ {
		loss := (times - 2*lies) * each
		if loss <= epsilon {
			break
		}
		log := choose - lies*each - whole + math.Log(-math.Expm1(epsilon-loss))
		if log > most {
			sum, most = sum*math.Exp(most-log), log
		}
		sum += math.Exp(log - most)
		choose += math.Log((times - lies) / (lies + 1))
	}
	return most + math.Log(sum)
}

// baggingGuesses returns the oracles of an attacker, from what is told and what is hidden: exact for being drawn, and for the
// vote at least that of equally many randomised responses. What is left for each learner is a budget that the view finds: this
// computes only a limit on it.
func baggingGuesses(each, share func(viewtest.Setting) float64, longest float64) func(viewtest.Setting, func(told, hidden float64) float64) viewtest.Truth {
	return func(s viewtest.Setting, of func(told, hidden float64) float64) viewtest.Truth {
		switch {
		case s.Option("drawn") == "chance":
			hidden, _ := never(s.Number("n"), s.Number("models")*s.Number("rows")).Float64()
			if hidden < 1e-300 {
				return viewtest.Between(of(1, 1e-300), math.Inf(1))
			}
			return viewtest.Number(of(1-hidden, hidden))
		case s.Option("drawn") == "each" || s.Number("models") > longest:
			return viewtest.Between(0.5, math.Inf(1))
		}
		told := math.Exp(composed(each(s), s.Number("models"), 0))
		return viewtest.Between(of(told, 1-told)*(1-1e-6)-1e-9, math.Inf(1))
	}
}

func TestBaggingOracles(t *testing.T) {
	const longest = 20_000 // sums
	share := func(s viewtest.Setting) float64 { return math.Min(s.Number("rows")/s.Number("n"), 1) }
	each := func(s viewtest.Setting) float64 { return sampled(s.Number("epsilon"), share(s)) }
	least := viewtest.Shared(func(s viewtest.Setting) viewtest.Truth {
		one, times, log := each(s), s.Number("models"), math.Log(s.Number("delta"))
		if times > longest {
			return viewtest.Cannot("so many sums take too long")
		}
		if composed(one, times, 0) <= log {
			return viewtest.Between(0, math.Inf(1))
		}
		_, at := rootfind.Border(func(e float64) bool { return composed(one, times, e) > log }, 0, times*one, rootfind.Halving{Middle: rootfind.Mean})
		return viewtest.Between(at*(1-1e-9), math.Inf(1))
	})
	total := func(s viewtest.Setting) viewtest.Truth { return least(s) }
	spent := viewtest.Shared(func(s viewtest.Setting) viewtest.Truth {
		target, times, log, part := s.Number("target"), s.Number("models"), math.Log(s.Number("delta")), share(s)
		if times > longest/20 {
			return viewtest.Cannot("so many sums take too long")
		}
		keeps := func(epsilon float64) bool { return composed(sampled(epsilon, part), times, target) <= log }
		const most = 5000 // beyond, quadrature is too coarse
		if keeps(most) {
			return viewtest.Cannot("nearly every budget will do")
		}
		_, at := rootfind.Border(keeps, 0, most, rootfind.Halving{Middle: rootfind.Mean, Near: func(a, b float64) bool { return b-a < 1e-11*b }})
		return viewtest.Within(at, 1e-6*at)
	})
	guessed := baggingGuesses(each, share, longest)
	viewtest.Agree(t, View, viewtest.Suite{Wide: true, Oracles: map[string]viewtest.Oracle{
		"exposed-expected": func(s viewtest.Setting) viewtest.Truth {
			power, n := never(s.Number("n"), s.Number("models")*s.Number("rows")), s.Number("n")
			drawn, _ := power.Sub(big.NewFloat(1), power).Float64()
			return viewtest.Between(math.Ceil(n*drawn*(1-1e-11)), math.Ceil(n*drawn*(1+1e-11)))
		},
		"epsilon-as-printed": func(s viewtest.Setting) viewtest.Truth { // ln((n + 1)/n) is the integral of 1/x from n to n + 1
			const steps = 200
			n, sum := s.Number("n"), 0.0
			for i := range steps {
				a := n + float64(i)/steps
				sum += (1/a + 4/(a+0.5/steps) + 1/(a+1.0/steps)) / (6 * steps)
			}
			return viewtest.Number(s.Number("models") * s.Number("rows") * sum)
		},
		"one-in-n": func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(math.Exp(-math.Log(s.Number("n")))) },
		"rate":     func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(share(s)) },
		"verdict": func(s viewtest.Setting) viewtest.Truth {
			switch s.Option("drawn") {
			case "chance":
				return viewtest.Word("no")
			case "each":
				return viewtest.Word("learners")
			}
			one, times, target, log := each(s), s.Number("models"), s.Number("target"), math.Log(s.Number("delta"))
			keeps := func(target float64) bool {
				return one*times <= target || times <= longest && composed(one, times, target) <= log
			}
			switch low, high := keeps(target*(1-1e-6)), keeps(target*(1+1e-6)); {
			case times > longest && !low:
				return viewtest.Cannot("so many sums take too long")
			case low:
				return viewtest.Word("yes")
			case !high:
				return viewtest.Word("hardly")
			}
			return viewtest.Word("yes", "hardly")
		},
		"attacker-right": func(s viewtest.Setting) viewtest.Truth {
			return guessed(s, func(told, _ float64) float64 { return (1 + told) / 2 })
		},
		"wrong-once-in": func(s viewtest.Setting) viewtest.Truth {
			return guessed(s, func(_, hidden float64) float64 { return 2 / hidden })
		},
		// The least ε of the vote comes from sums; the presets of their page test what a pair allows.
		"attacker-right-allowed": func(viewtest.Setting) viewtest.Truth { return viewtest.Between(0.5, 1).OrNone() },
		"delta-drawn": func(s viewtest.Setting) viewtest.Truth {
			power := never(s.Number("n"), s.Number("models")*s.Number("rows"))
			drawn, _ := power.Sub(big.NewFloat(1), power).Float64()
			return viewtest.Number(drawn)
		},
		"epsilon-consistent": func(s viewtest.Setting) viewtest.Truth {
			return viewtest.Number(s.Number("models") * s.Number("rows") * missing(1/s.Number("n")))
		},
		"rows-for-delta": func(s viewtest.Setting) viewtest.Truth {
			return viewtest.Number(missing(math.Pow(s.Number("n"), -s.Number("power"))) / missing(1/s.Number("n")))
		},
		"epsilon-each":             func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(each(s)) },
		"epsilon-basic":            func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(s.Number("models") * each(s)) },
		"epsilon-optimal":          total,
		"epsilon-advanced":         total,
		"epsilon-advanced-tight":   total,
		"epsilon-zcdp":             total,
		"epsilon-allowed":          spent,
		"epsilon-allowed-advanced": func(s viewtest.Setting) viewtest.Truth { return viewtest.AtMost(spent(s)) },
		"epsilon-allowed-basic": func(s viewtest.Setting) viewtest.Truth {
			target, times, part := s.Number("target"), s.Number("models"), share(s)
			keeps := func(epsilon float64) bool { return sampled(epsilon, part)*times <= target }
			const most = 5000
			if keeps(most) {
				return viewtest.Cannot("nearly every budget will do")
			}
			_, at := rootfind.Border(keeps, 0, most, rootfind.Halving{Middle: rootfind.Mean, Near: func(a, b float64) bool { return b-a < 1e-11*b }})
			return viewtest.Within(at, 1e-6*at)
		},
	}})
}

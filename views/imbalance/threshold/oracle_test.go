package threshold

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/num/rootfind"
	"dpscope/views/viewtest"
)

// bells holds the shares above a threshold, summed from the densities by Simpson's rule.
type bells struct {
	recall, alarms, missed, passed, ratio float64
}

func bellsAt(s viewtest.Setting, gamma float64) bells {
	d := s.Number("separation")
	at := gamma*d/2 - (1-gamma)*d/2
	recall, missed := viewtest.NormalSides(at - d/2)
	alarms, passed := viewtest.NormalSides(at + d/2)
	return bells{recall, alarms, missed, passed, s.Number("imbalance")}
}

func (b bells) f1() float64 { return 2 * b.recall / (2*b.recall + b.missed + b.ratio*b.alarms) }

func (b bells) matthews() float64 {
	tp, fn, fp, tn := b.recall, b.missed, b.ratio*b.alarms, b.ratio*b.passed
	return (tp*tn - fp*fn) / math.Sqrt(tp+fp) / math.Sqrt(tp+fn) / math.Sqrt(tn+fp) / math.Sqrt(tn+fn)
}

// bestBells returns the maximum of a score that rises and then falls; ok is false where that lies too far out to see.
func bestBells(s viewtest.Setting, score func(bells) float64) (gamma float64, ok bool) {
	most := 30 / s.Number("separation")
	rises := func(gamma float64) bool {
		const h = 1e-4
		return score(bellsAt(s, gamma+h)) > score(bellsAt(s, gamma-h))
	}
	low, high := math.Max(-1, -most), math.Min(2, most)
	for -low < most && !rises(low) {
		low *= 2
	}
	for high < most && rises(high) {
		high *= 2
	}
	if -low >= most || high >= most {
		return 0, false
	}
	at, _ := rootfind.Border(rises, low, high, rootfind.Halving{Middle: rootfind.Mean, Near: func(a, b float64) bool { return math.Abs(a-b) < 1e-7 }})
	return at, true
}

// counted returns the numbers of records of the rare class, and of the other.
func counted(s viewtest.Setting) (rare, common float64) {
	n := s.Number("n")
	rare = math.Round(n / (1 + s.Number("imbalance")))
	return rare, n - rare
}

// thresholds are private thresholds, drawn by the definition alone, with the chances that the next record of either class lies
// above them.
type thresholds struct {
	spread, spreadError, recall, alarms, shareError float64
	middle                                          float64 // the error of the middle stays below this with the stated chance
}

// drawClass draws means of clipped values of a class. A sum of hundreds is a normal value with the moments of one clipped
// value, which are summed.
func drawClass(s viewtest.Setting, center, count float64, rng *rand.Rand) func() float64 {
	const few = 300
	clip := s.Number("clip")
	cut := func(x float64) float64 { return math.Max(-clip, math.Min(clip, x)) }
	if count <= few {
		return func() float64 {
			sum := 0.0
			for range int(count) {
				sum += cut(center + rng.NormFloat64())
			}
			return sum / count
		}
	}
	mass, mean, square := 0.0, 0.0, 0.0 // of the distance from where most are, so that little cancels
	for x := -9.0; x < 9; x += 2e-3 {
		m, v := math.Exp(-x*x/2), cut(center+x)-cut(center)
		mass, mean, square = mass+m, mean+m*v, square+m*v*v
	}
	mean /= mass
	own := math.Sqrt(math.Max(square/mass-mean*mean, 0) / count)
	return func() float64 { return cut(center) + mean + own*rng.NormFloat64() }
}

var drawnThresholds = viewtest.Shared(func(s viewtest.Setting) thresholds {
	const draws = 2000
	rng, gamma, half := s.Rand(), s.Number("gamma"), s.Number("separation")/2
	rare, common := counted(s)
	ofRare, ofCommon := drawClass(s, half, rare, rng), drawClass(s, -half, common, rng)
	unit := 2 * s.Number("clip") * noiseUnit(s)
	noise := math.Hypot(gamma*unit/rare, (1-gamma)*unit/common) // of the threshold
	record := math.Hypot(1, noise)                              // and of a record beside it
	first, means, squares, errors := 0.0, [3]float64{}, [3]float64{}, make([]float64, draws)
	for i := range errors {
		one, other := ofRare(), ofCommon()
		at := gamma*one + (1-gamma)*other
		if i == 0 {
			first = at
		}
		for k, v := range [...]float64{at - first, math.Erfc((at-half)/record/math.Sqrt2) / 2, math.Erfc((at+half)/record/math.Sqrt2) / 2} {
			means[k], squares[k] = means[k]+v/draws, squares[k]+v*v/draws
		}
		errors[i] = math.Abs(one+other+unit*math.Hypot(1/rare, 1/common)*rng.NormFloat64()) / 2
	}
	variance := func(k int) float64 { return math.Max(squares[k]-means[k]*means[k], 0) }
	const heavy = 3 // times the error of a normal variance: for few clipped values
	t := thresholds{spread: math.Sqrt(variance(0) + noise*noise), recall: means[1], alarms: means[2]}
	t.spreadError = heavy*variance(0)/math.Sqrt(2*draws)/t.spread + 1e-6*t.spread
	t.shareError = math.Sqrt(math.Max(variance(1), variance(2))/draws) + 1e-6
	slices.Sort(errors)
	beta := s.Number("beta")
	t.middle = errors[int(math.Max(0, draws*(1-beta)-6*math.Sqrt(draws*beta*(1-beta))-1))]
	return t
})

// noiseUnit returns the noise for a sensitivity of 1, with its privacy checked by the definition: the greatest P(S) − e^ε·Q(S)
// is over a half-line.
func noiseUnit(s viewtest.Setting) float64 {
	epsilon, delta := s.Number("epsilon"), s.Number("delta")
	if s.Option("noise") == "classical" && epsilon <= 1 {
		return math.Sqrt(2*math.Log(1.25/delta)) / epsilon
	}
	slack := func(sigma float64) float64 {
		z := epsilon*sigma - 1/(2*sigma)
		return viewtest.NormalAbove(z) - math.Exp(epsilon+math.Log(viewtest.NormalAbove(z+1/sigma)))
	}
	at, _ := rootfind.Border(func(log float64) bool { return slack(math.Exp(log)) > delta }, -6, 14, rootfind.Halving{Middle: rootfind.Mean})
	return math.Exp(at)
}

func TestThresholdOracles(t *testing.T) {
	of := func(value func(b bells) float64) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth {
			return viewtest.Number(value(bellsAt(s, s.Number("gamma"))))
		}
	}
	best := func(score func(bells) float64, truth func(s viewtest.Setting, at float64) viewtest.Truth) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth {
			at, ok := bestBells(s, score)
			if !ok {
				return viewtest.Cannot("the best threshold is too far out")
			}
			return truth(s, at)
		}
	}
	place := func(_ viewtest.Setting, at float64) viewtest.Truth { return viewtest.Within(at, 1e-5*(1+math.Abs(at))) }
	private := func(truth func(thresholds) viewtest.Truth) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth {
			if rare, common := counted(s); rare < 1 || common < 1 {
				return viewtest.None()
			}
			return truth(drawnThresholds(s))
		}
	}
	errs := private(func(t thresholds) viewtest.Truth { return viewtest.Between(t.middle, math.Inf(1)) })
	viewtest.Agree(t, View, viewtest.Suite{Wide: true, Oracles: map[string]viewtest.Oracle{
		"recall":            of(func(b bells) float64 { return b.recall }),
		"fpr":               of(func(b bells) float64 { return b.alarms }),
		"precision":         of(func(b bells) float64 { return b.recall / (b.recall + b.ratio*b.alarms) }),
		"f1":                of(bells.f1),
		"balanced-accuracy": of(func(b bells) float64 { return (b.recall + b.passed) / 2 }),
		"g-mean":            of(func(b bells) float64 { return math.Sqrt(b.recall * b.passed) }),
		"worst-class":       of(func(b bells) float64 { return math.Min(b.recall, b.passed) }),
		"accuracy":          of(func(b bells) float64 { return (b.recall + b.ratio*b.passed) / (1 + b.ratio) }),
		"mcc":               of(bells.matthews),
		"recall-printed":    of(func(b bells) float64 { return b.recall + b.ratio*b.recall }),
		"precision-printed": of(func(b bells) float64 { return 1 / (1 + (1+b.ratio)*b.alarms/b.recall) }),
		"f1-printed":        of(func(b bells) float64 { return 1 / (1 + b.alarms/b.recall/2) }),
		// Two means that are known as well as possible have a middle with as large an error.
		"error-least": func(s viewtest.Setting) viewtest.Truth {
			rare, common := counted(s)
			if rare < 1 || common < 1 {
				return viewtest.None()
			}
			_, z := rootfind.Border(func(z float64) bool { return viewtest.NormalAbove(z) > s.Number("beta")/2 }, -1, 40, rootfind.Halving{Middle: rootfind.Mean})
			return viewtest.Between(0, z*math.Sqrt(1/rare+1/common)/2*(1+1/rare+1/common))
		},
		"gamma-accuracy": best(func(b bells) float64 { return b.recall - b.ratio*b.alarms }, place),
		"gamma-f1":       best(bells.f1, place),
		"f1-max":         best(bells.f1, func(s viewtest.Setting, at float64) viewtest.Truth { return viewtest.Number(bellsAt(s, at).f1()) }),
		"threshold-sd":   private(func(t thresholds) viewtest.Truth { return viewtest.Mean(t.spread, t.spreadError) }),
		"gamma-sd": func(s viewtest.Setting) viewtest.Truth {
			return private(func(t thresholds) viewtest.Truth {
				return viewtest.Mean(t.spread/s.Number("separation"), t.spreadError/s.Number("separation"))
			})(s)
		},
		"recall-expected": private(func(t thresholds) viewtest.Truth { return viewtest.Mean(t.recall, t.shareError) }),
		"fpr-expected":    private(func(t thresholds) viewtest.Truth { return viewtest.Mean(t.alarms, t.shareError) }),
		"error-quantile":  errs,
		"error-bound":     errs,
		// The best test of a mean against its neighbour's says "the nearer one": the overlap is two tails.
		"attacker-right": func(s viewtest.Setting) viewtest.Truth {
			return viewtest.Number(1 - viewtest.NormalAbove(0.5/noiseUnit(s)))
		},
		"wrong-once-in": func(s viewtest.Setting) viewtest.Truth {
			if wrong := viewtest.NormalAbove(0.5 / noiseUnit(s)); wrong > 1e-290 {
				return viewtest.Within(1/wrong, 1e-6/wrong)
			}
			return viewtest.Cannot("too rarely wrong for a sum")
		},
		"attacker-right-allowed": viewtest.StatedAllows,
		"gamma-balanced":         best(func(b bells) float64 { return b.recall + b.passed }, place),
		"gamma-majority": func(s viewtest.Setting) viewtest.Truth {
			if s.Number("imbalance") < 1 {
				return viewtest.Number(1)
			}
			return viewtest.Number(0)
		},
		"gamma-minority": func(s viewtest.Setting) viewtest.Truth {
			if s.Number("imbalance") < 1 {
				return viewtest.Number(0)
			}
			return viewtest.Number(1)
		},
		"clip-bias": func(s viewtest.Setting) viewtest.Truth {
			if rare, common := counted(s); rare < 1 || common < 1 {
				return viewtest.None()
			}
			return viewtest.Within((2*s.Number("gamma")-1)*cutBy(s), 1e-6*(1+math.Abs(s.Number("gamma"))))
		},
	}})
}

// cutBy returns how far clipping moves the mean of the positive class, summed over its values.
func cutBy(s viewtest.Setting) (moved float64) {
	const h = 1e-3
	clip, center := s.Number("clip"), s.Number("separation")/2
	for x := -9.0; x < 9; x += h {
		value := center + x + h/2
		moved += (math.Max(-clip, math.Min(clip, value)) - value) * math.Exp(-(x+h/2)*(x+h/2)/2) / math.Sqrt(2*math.Pi) * h
	}
	return moved
}

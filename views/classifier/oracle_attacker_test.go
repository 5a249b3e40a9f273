package classifier

import (
	"math"
	"strings"

	"dpscope/mechanisms"
	"dpscope/views/viewtest"
)

// ownCells returns the probabilities of cells of answers about the values 0 and 1.
func ownCells(mechanism string, epsilon float64, s viewtest.Setting) (cells [][2]float64) {
	law := func(x float64) ownLaw {
		return ownLawOf(mechanism, epsilon, s.Number("delta"), int(s.Number("bins")), x)
	}
	here, there := law(0), law(1)
	var edges []float64
	for far := 40.0; far > 1e-3; far /= 1.1 {
		edges = append(edges, -far)
	}
	edges = append(edges, math.Nextafter(0, -1)) // values moved to 0 are a cell of their own
	for i := range 401 {
		edges = append(edges, float64(i)/400)
	}
	edges[len(edges)-1] = math.Nextafter(1, 0)
	for far := 1e-3; far < 40; far *= 1.1 {
		edges = append(edges, 1+far)
	}
	var p, q float64
	for _, y := range append(edges, math.Inf(1)) {
		upToHere, upToThere := 1.0, 1.0
		if !math.IsInf(y, 1) {
			upToHere, upToThere = here(y), there(y)
		}
		cells = append(cells, [2]float64{max(upToHere-p, 0), max(upToThere-q, 0)})
		p, q = upToHere, upToThere
	}
	return cells
}

// ownWrong returns how often an attacker errs who must tell two people apart by their private answers: by cells, which reveal
// no more than the answers. One answer they reveal fully, since one of their ends is where the guess turns.
func ownWrong(all ownClassifiersByFile) func(viewtest.Setting) enclosure {
	return viewtest.Shared(func(s viewtest.Setting) enclosure {
		mean := s.Number("epsilon")
		a, b := weighed(s)
		w := ownWrongAt(s, all.about(s).private, s.Option("mechanism"), a*mean, b*mean)
		raw := s.Get(indicator)
		return enclosure{(1 - raw) * w.low, (1 - raw) * w.high}
	})
}

// ownWrongAt returns the same at a budget for each private feature.
func ownWrongAt(s viewtest.Setting, private, mechanism string, a, b float64) enclosure {
	first := ownCells(mechanism, a, s)
	second := [][2]float64{{1, 1}}
	if strings.Contains(private, ",") {
		second = ownCells(mechanism, b, s)
	}
	common := 0.0
	for _, c := range first {
		for _, d := range second {
			common += min(c[0]*d[0], c[1]*d[1])
		}
	}
	wrong := common / 2
	if len(second) == 1 {
		return enclosure{wrong - 1e-12, wrong + 1e-12}
	}
	return enclosure{wrong - 0.003, wrong + 1e-9} // a sum of hundreds of thousands of products
}

// allowedWrongAt returns the least error of an attacker when only the guarantees of the answers are known: the worst mechanism
// for a guarantee tells the truth outright δ of the time, and else lies once in 1 + e^ε. All pairs of its answers are summed.
func allowedWrongAt(s viewtest.Setting, private, mechanism string, a, b float64) enclosure {
	delta := s.Number("delta")
	if kind, err := mechanisms.All.Find(mechanism); err != nil || kind.Tag == "ε-LDP" {
		delta = 0
	}
	answers := func(epsilon float64) [][2]float64 {
		lie := (1 - delta) / (1 + math.Exp(epsilon))
		return [][2]float64{{delta, 0}, {1 - delta - lie, lie}, {lie, 1 - delta - lie}, {0, delta}}
	}
	second := [][2]float64{{1, 1}}
	if strings.Contains(private, ",") {
		second = answers(b)
	}
	common := 0.0
	for _, c := range answers(a) {
		for _, d := range second {
			common += min(c[0]*d[0], c[1]*d[1])
		}
	}
	return enclosure{common/2 - 1e-8, common/2 + 1e-8}
}

// summedWrongAt returns the least error of an attacker when only the sums of all ε and of all δ are known.
func summedWrongAt(s viewtest.Setting, private, mechanism string, a, b float64) enclosure {
	delta := s.Number("delta")
	if kind, err := mechanisms.All.Find(mechanism); err != nil || kind.Tag == "ε-LDP" {
		delta = 0
	}
	epsilon := a
	if strings.Contains(private, ",") {
		epsilon, delta = a+b, min(2*delta, 1)
	}
	wrong := (1 - delta) / (1 + math.Exp(epsilon))
	return enclosure{wrong * (1 - 1e-9), wrong * (1 + 1e-9)}
}

// ofAttacker returns the oracles of an attacker's readings.
func ofAttacker(all ownClassifiersByFile) map[string]viewtest.Oracle {
	wrong := ownWrong(all)
	return map[string]viewtest.Oracle{
		"attacker-right": func(s viewtest.Setting) viewtest.Truth {
			w := wrong(s)
			return viewtest.Between(1-w.high, 1-w.low)
		},
		"wrong-once-in": func(s viewtest.Setting) viewtest.Truth {
			return onceIn(wrong(s))
		},
		"attacker-right-allowed": func(s viewtest.Setting) viewtest.Truth {
			mean := s.Number("epsilon")
			a, b := weighed(s)
			w, noisy := allowedWrongAt(s, all.about(s).private, s.Option("mechanism"), a*mean, b*mean), 1-s.Get(indicator)
			return viewtest.Between(1-noisy*w.high, 1-noisy*w.low).Itself()
		},
		rightInTotal: func(s viewtest.Setting) viewtest.Truth {
			mean := s.Number("epsilon")
			a, b := weighed(s)
			w, noisy := summedWrongAt(s, all.about(s).private, s.Option("mechanism"), a*mean, b*mean), 1-s.Get(indicator)
			return viewtest.Between(1-noisy*w.high, 1-noisy*w.low).Itself()
		},
	}
}

// onceIn returns in how many guesses an attacker errs once.
func onceIn(w enclosure) viewtest.Truth {
	if w.low < 1e-9 {
		return viewtest.Between(1/w.high, math.Inf(1))
	}
	return viewtest.Between(1/w.high, 1/w.low)
}

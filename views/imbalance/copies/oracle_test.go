package copies

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"dpscope/engine/param"
	"dpscope/views/viewtest"
)

// crowded returns rows around one at the origin that all have it among their nearest: each of them at each root of the lattice
// D_d, where neighbours are as far as the middle, and each in the middle; on a line at ±1, with one more beyond.
func crowded(dimension, each int) [][]float64 {
	unit := func(at ...float64) []float64 { return append(at, make([]float64, dimension-len(at))...) }
	var places [][]float64
	if dimension == 1 {
		places = [][]float64{{1}, {-1}}
	}
	for i := range dimension {
		for j := range i {
			for _, signs := range [][2]float64{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
				place := unit()
				place[i], place[j] = signs[0], signs[1]
				places = append(places, place)
			}
		}
	}
	if dimension == 2 { // D_d has four places there, and a hexagon six
		places = nil
		for turn := range 6 {
			places = append(places, []float64{math.Cos(float64(turn) * math.Pi / 3), math.Sin(float64(turn) * math.Pi / 3)})
		}
	}
	var rows [][]float64
	for _, p := range places {
		for range each {
			rows = append(rows, p)
		}
	}
	if dimension == 1 {
		rows = append(rows, []float64{2}, []float64{-2})
	}
	for range each {
		rows = append(rows, unit())
	}
	return rows
}

// moved counts the rows that have other places among their nearest once the first row is left out, which comes first where
// distances tie.
func moved(rows [][]float64, near int) (count int) {
	seen := func(of int, all [][]float64, from int) string {
		var far []int
		for j := from; j < len(all); j++ {
			if j != of {
				far = append(far, j)
			}
		}
		distances := make([]float64, len(all))
		for _, j := range far {
			for k, v := range all[j] {
				distances[j] += (v - all[of][k]) * (v - all[of][k])
			}
			distances[j] = math.Round(distances[j] * 1e6) // ties are ties
		}
		slices.SortStableFunc(far, func(a, b int) int { return cmp.Compare(distances[a], distances[b]) })
		var places [][]float64
		for _, j := range far[:min(near, len(far))] {
			places = append(places, all[j])
		}
		slices.SortFunc(places, slices.Compare)
		text := ""
		for _, p := range places {
			for _, v := range p {
				text += string(rune('m' + int(math.Round(4*v))))
			}
			text += " "
		}
		return text
	}
	for i := 1; i < len(rows); i++ {
		if seen(i, rows, 0) != seen(i, rows, 1) {
			count++
		}
	}
	return count
}

// allRows returns the ε and δ of this many rows that change besides a record and its copies: row after row.
func allRows(s viewtest.Setting, others float64) (epsilon, delta float64) {
	rows := 1 + s.Number("copies")*(1+2*others)
	for i := 0.0; i < rows && !math.IsInf(delta, 1); i++ {
		delta = delta*math.Exp(s.Number("epsilon")) + s.Number("delta")
	}
	return rows * s.Number("epsilon"), delta
}

// crowdPrinted returns how many rows have one among their nearest, as the paper prints it; for copied rows 1.
func crowdPrinted(s viewtest.Setting) float64 {
	if s.Option("method") == "oversampling" {
		return 1
	}
	return math.Exp(0.4042 * math.Ln2 * s.Number("dimension"))
}

func TestCopiesOracles(t *testing.T) {
	exactly := map[int]bool{1: true, 2: true, 3: true, 4: true} // dimensions in which nothing is more crowded
	rows := viewtest.Shared(func(s viewtest.Setting) float64 {
		if s.Option("method") == "oversampling" {
			return 0
		}
		dimension, others := int(s.Number("dimension")), int(s.Number("minority"))-1
		all := crowded(dimension, int(s.Number("neighbours")))
		if others > len(all) && !exactly[dimension] {
			return math.NaN()
		}
		all = append([][]float64{make([]float64, dimension)}, all[:min(others, len(all))]...)
		return float64(moved(all, int(s.Number("neighbours"))))
	})
	kissing := map[float64]float64{1: 2, 2: 6, 3: 12, 4: 24, 8: 240, 24: 196560}
	five := func(s viewtest.Setting) float64 { // counts in (-1, 1) of SMOTE's rows of the five, made by hand
		return s.Number("epsilon") * (1 + s.Number("copies") + 2*s.Number("copies")) // the middle row, its own, and those of both beside it
	}
	viewtest.Agree(t, View, viewtest.Suite{
		Easy: func(v param.Values) param.Values {
			return v.With(rareRows, min(v.Get(rareRows), 60)).With(neighbours, min(v.Get(neighbours), 4)).With(dimension, min(v.Get(dimension), 6))
		},
		Oracles: map[string]viewtest.Oracle{
			"epsilon-as-printed": func(s viewtest.Setting) viewtest.Truth {
				return viewtest.Number(s.Number("epsilon") * (1 + s.Number("copies")*crowdPrinted(s)))
			},
			"epsilon-as-printed-second": func(s viewtest.Setting) viewtest.Truth {
				return viewtest.Number(s.Number("epsilon") * (1 + s.Number("excess")) / s.Number("neighbours") * s.Number("copies") * crowdPrinted(s))
			},
			"epsilon-proof": func(s viewtest.Setting) viewtest.Truth {
				return viewtest.Number(s.Number("epsilon") * (1 + s.Number("neighbours")*s.Number("copies")*crowdPrinted(s)))
			},
			"counterexample-promised": func(s viewtest.Setting) viewtest.Truth {
				return viewtest.Number(s.Number("epsilon") * (1 + s.Number("copies")*math.Exp(0.4042*math.Ln2)))
			},
			"delta-as-printed": func(s viewtest.Setting) viewtest.Truth {
				if s.Option("method") == "oversampling" {
					return viewtest.Number(s.Number("delta") + s.Number("copies")*s.Number("delta"))
				}
				k, g := s.Number("neighbours"), s.Number("excess")
				log := s.Number("copies") * crowdPrinted(s) * (k*s.Number("epsilon") - g*g/(2+g))
				if math.Abs(log) > 700 {
					return viewtest.Cannot("beyond numbers, or about there")
				}
				return viewtest.Within(math.Exp(log), 1e-9*math.Exp(log)*(1+math.Abs(log)))
			},
			"group-size": func(s viewtest.Setting) viewtest.Truth {
				c := s.Number("copies")
				if n := rows(s); !math.IsNaN(n) {
					return viewtest.Number(1 + c + c*n)
				}
				return viewtest.Cannot("nobody knows the most crowded rows")
			},
			"epsilon-total": func(s viewtest.Setting) viewtest.Truth {
				c := s.Number("copies")
				if n := rows(s); !math.IsNaN(n) {
					return viewtest.Number(s.Number("epsilon") * (1 + c + 2*c*n))
				}
				return viewtest.Cannot("nobody knows the most crowded rows")
			},
			// The worst learner with (ε, δ) for one row tells the truth with probability δ, and else by randomised response.
			"attacker-right-row": func(s viewtest.Setting) viewtest.Truth {
				delta := s.Number("delta")
				return viewtest.Number(delta + (1-delta)/(1+math.Exp(-s.Number("epsilon"))))
			},
			"attacker-right": func(s viewtest.Setting) viewtest.Truth {
				epsilon, delta := allRows(s, rows(s))
				return viewtest.Within(1-(1-math.Min(delta, 1))/(1+math.Exp(epsilon)), 1e-9)
			},
			"wrong-once-in": func(s viewtest.Setting) viewtest.Truth {
				epsilon, delta := allRows(s, rows(s))
				if delta >= 1 || epsilon > 690 {
					return viewtest.Between(1e300, math.Inf(1))
				}
				once := (1 + math.Exp(epsilon)) / (1 - delta)
				return viewtest.Within(once, 1e-6*once/(1-delta))
			},
			"delta-total": func(s viewtest.Setting) viewtest.Truth {
				epsilon, delta := allRows(s, rows(s))
				switch {
				case math.IsNaN(epsilon):
					return viewtest.Cannot("nobody knows the most crowded rows")
				case math.IsInf(delta, 1):
					return viewtest.None()
				}
				return viewtest.Within(delta, 1e-6*delta)
			},
			"epsilon-weights":     func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(s.Number("epsilon")) },
			"counterexample-loss": func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(five(s)) },
			"counterexample-delta": func(s viewtest.Setting) viewtest.Truth { // two Laplace laws, added up
				const steps, far = 20_000, 40
				unit := s.Number("epsilon") // of noise of scale 1/ε
				loss, printed := five(s), unit*(1+s.Number("excess"))*math.Pow(2, 0.4042)*s.Number("copies")
				sum, h := 0.0, 2.0*far/steps
				for i := range steps {
					u := (float64(i)+0.5)*h - far // distance from the count, in scales
					sum += h / 2 * math.Max(math.Exp(-math.Abs(u))-math.Exp(printed-math.Abs(u+loss)), 0)
				}
				return viewtest.Within(sum, 1e-4)
			},
			"kissing": func(s viewtest.Setting) viewtest.Truth {
				if k, known := kissing[s.Number("dimension")]; known {
					return viewtest.Number(k)
				}
				d := s.Number("dimension")
				return viewtest.Between(2*d*(d-1), math.Inf(1)) // roots of D_d
			},
		}})
}

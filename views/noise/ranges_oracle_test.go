package noise

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"dpscope/engine/param"
	"dpscope/mechanisms/optimal"
	"dpscope/views/viewtest"
)

// part is a group of a range with its law from the page's table: the probability of each cell, by its number from 0, and of the
// exact answer.
type part struct {
	from, to float64
	held
	first int // the number of the first cell
	cells []float64
	exact float64
}

// widthOf returns the width of a cell.
func widthOf(s viewtest.Setting) float64 {
	if whole(s) {
		return 1
	}
	return s.Number("beta")
}

// partsOf reads the groups of a page; none where it shows no family.
func partsOf(s viewtest.Setting) (parts []part) {
	data := s.Sheet(Ranges, query(s, "show")).Data
	if data == nil {
		return nil
	}
	width := widthOf(s)
	var rows []row
	for i, r := range data.Rows {
		if rows = append(rows, row{r[3].Number, r[4].Number, r[5].Number}); i+1 < len(data.Rows) && data.Rows[i+1][0].Number == r[0].Number {
			continue
		}
		p := part{from: r[1].Number, to: r[2].Number, held: heldOf(rows), first: math.MaxInt}
		number := func(at row) int { return int(math.Round(at.low / width)) }
		last := math.MinInt
		for _, at := range rows {
			p.first, last = min(p.first, number(at)), max(last, number(at))
		}
		p.cells = make([]float64, last-p.first+1)
		for _, at := range rows {
			if at.low == at.high && !whole(s) {
				p.exact += at.mass
			} else {
				p.cells[number(at)-p.first] += at.mass
			}
		}
		parts, rows = append(parts, p), nil
	}
	return parts
}

// lossIn returns the loss in a group; the loss of a sign depends on how far the group is from zero.
func lossIn(s viewtest.Setting, p part) costing {
	if s.Option("loss") != "sign" {
		return costOf(s)
	}
	last := p.to
	if whole(s) {
		last--
	}
	near := math.Max(p.from, 0) + math.Min(last, 0) // one of the two is 0
	bend := func(x float64) float64 {
		over := 0.0
		if near >= 0 {
			over = math.Max(over, -x-near-1)
		}
		if near <= 0 {
			over = math.Max(over, x+near-1)
		}
		return math.Abs(x) + 999*over
	}
	return costing{fmt.Sprint("sign ", near), bend, []float64{0, -near - 1, 1 - near}}
}

// apart returns the greatest V over all ordered pairs of groups and all shifts by cells.
func apart(s viewtest.Setting, parts []part, width, epsilon float64) (most float64) {
	steps, ratio := int(math.Round(moving(s)/width)), math.Exp(epsilon)
	for g, a := range parts {
		for h, b := range parts {
			low, high := int(math.Round((b.from-a.to)/width)), int(math.Round((b.to-a.from)/width))
			if whole(s) {
				low, high = low+1, high-1
			} else if low >= steps || high <= -steps { // only an answer on the border of groups moves that far
				continue
			}
			for k := max(low, -steps); k <= min(high, steps); k++ {
				if g == h && k == 0 {
					continue
				}
				v := a.exact
				for i, m := range a.cells {
					there := 0.0
					if at := a.first + i - k - b.first; at >= 0 && at < len(b.cells) {
						there = b.cells[at]
					}
					v += math.Max(0, m-ratio*there)
				}
				most = math.Max(most, v)
			}
		}
	}
	return most
}

// few keeps families to some hundred masses, on cells with the sensitivity as a multiple.
func few(v param.Values) param.Values {
	steps := math.Round(math.Min(math.Max(v.Get(sensitivity)/v.Get(rangeWidth), 2), 4))
	if v.Picked(queries).Name == "count" {
		v = v.With(sensitivity, math.Min(v.Get(sensitivity), 4))
	}
	v = v.With(rangeWidth, v.Get(sensitivity)/steps)
	v = v.With(epsilon, math.Max(v.Get(epsilon), 0.2)).With(delta, math.Max(v.Get(delta), 1e-3))
	v = v.With(quantile, math.Min(math.Max(v.Get(quantile), 0.001), 0.999))
	if c := v.Get(capped); c < 1 {
		v = v.With(capped, 0)
	}
	reach := optimal.Support(v.Get(epsilon), v.Get(delta))
	if v.Get(support) > 1 {
		reach = math.Min(reach+1, math.Ceil(v.Get(support)))
	}
	return v.With(support, math.Min(reach, 8))
}

func TestRangesOracles(t *testing.T) {
	family := viewtest.Shared(partsOf)
	alike := viewtest.Shared(func(s viewtest.Setting) held {
		data := s.Sheet(Noise, query(s, "show", "groups", "cell-weights", "cap", "group")).Data
		if data == nil {
			return held{}
		}
		var rows []row
		for _, r := range data.Rows {
			rows = append(rows, row{r[0].Number, r[1].Number, r[2].Number})
		}
		return heldOf(rows)
	})
	single := func(s viewtest.Setting) (held, bool) {
		l := alike(s)
		return l, len(l.mass) > 0
	}
	of := func(truth func(s viewtest.Setting, parts []part) viewtest.Truth) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth {
			parts := family(s)
			if parts == nil {
				return viewtest.None()
			}
			return truth(s, parts)
		}
	}
	each := func(s viewtest.Setting, parts []part) (losses []float64, mean float64) {
		sizes, _ := optimal.ReadGroups(s.Text("groups"))
		weights, _ := optimal.ReadWeights(s.Text("cell-weights"), sizes)
		for i, p := range parts {
			losses = append(losses, p.costs(lossIn(s, p)))
			mean += weights[i] * losses[i]
		}
		return losses, mean
	}
	total := viewtest.Shared(func(s viewtest.Setting) float64 {
		return apart(s, family(s), widthOf(s), 0)
	})
	told := func(at func(float64) float64) viewtest.Oracle {
		return of(func(s viewtest.Setting, parts []part) viewtest.Truth {
			v := total(s)
			return viewtest.Between(at(v-1e-9), at(v+1e-9))
		})
	}
	alone := func(truth func(s viewtest.Setting, loss, mean float64) viewtest.Truth) viewtest.Oracle {
		return of(func(s viewtest.Setting, parts []part) viewtest.Truth {
			if s.Option("loss") == "sign" {
				return viewtest.Cannot("the page of the noise has no such loss")
			}
			l, found := single(s)
			if !found {
				return viewtest.None()
			}
			_, mean := each(s, parts)
			return truth(s, l.costs(costOf(s)), mean)
		})
	}
	viewtest.Agree(t, Ranges, viewtest.Suite{Easy: few,
		Words: map[string][]string{"pieces": pieced["pieces"], "groups": {"3,1,1,3", "1x6", "2,3", "5,1,1,5", "1,2,3"}, "cell-weights": {"even", "triangular"}},
		Oracles: map[string]viewtest.Oracle{
			"loss": of(func(s viewtest.Setting, parts []part) viewtest.Truth { _, mean := each(s, parts); return agreed(mean) }),
			"gain": alone(func(_ viewtest.Setting, loss, mean float64) viewtest.Truth {
				if loss == 0 {
					return viewtest.None()
				}
				return viewtest.Within(math.Max(0, 1-mean/loss), 1e-7)
			}),
			"loss-independent": alone(func(_ viewtest.Setting, loss, _ float64) viewtest.Truth { return viewtest.Within(loss, 1e-7*loss) }),
			"lower-bound": func(s viewtest.Setting) viewtest.Truth {
				parts := family(s)
				if parts == nil {
					return viewtest.Between(0, math.Inf(1)).OrNone() // a longer support may have families
				}
				_, mean := each(s, parts)
				return agreed(mean)
			},
			"gap": of(func(s viewtest.Setting, parts []part) viewtest.Truth {
				_, mean := each(s, parts)
				return viewtest.Between(-1e-9, mean*(1+1e-9))
			}),
			"loss-worst-group": of(func(s viewtest.Setting, parts []part) viewtest.Truth {
				losses, _ := each(s, parts)
				worst := losses[0]
				for _, l := range losses {
					worst = math.Max(worst, l)
				}
				return viewtest.Within(worst, 1e-8*worst)
			}),
			"loss-group": of(func(s viewtest.Setting, parts []part) viewtest.Truth {
				at, _ := strconv.Atoi(s.Member)
				losses, _ := each(s, parts)
				return agreed(losses[at-1])
			}),
			"attacker-right": told(rightIf),
			"wrong-once-in":  told(onceIf),
			"attacker-right-independent": alone(func(s viewtest.Setting, _, _ float64) viewtest.Truth { // another law may be as good
				return viewtest.Between(0.5, rightIf(1))
			}),
			"attacker-right-allowed": allowed,
			"delta-certified": of(func(s viewtest.Setting, parts []part) viewtest.Truth {
				return viewtest.Within(apart(s, parts, widthOf(s), s.Number("epsilon")), 1e-9)
			}),
		}})
}

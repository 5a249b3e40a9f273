package agreement

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/param"
	"dpscope/learners/model"
	"dpscope/learners/source"
	"dpscope/mechanisms"
)

// Weights share a budget over the private features: of a mean budget ε the k-th
// feature gets ε·Weights[k], and all together d·ε. nil: each gets ε.
type Weights []float64

// ReadWeights reads weights as a person writes them: "age:2,bmi:1" gives age twice
// as much as bmi; a private feature that is not named counts as 1. Empty is nil.
func ReadWeights(m *model.Model, private []int, text string) (Weights, error) {
	if text == "" {
		return nil, nil
	}
	names := make([]string, len(private))
	for k, f := range private {
		names[k] = m.Features[f].Name
	}
	w := slices.Repeat(Weights{1}, len(private))
	for part := range strings.SplitSeq(text, ",") {
		name, number, _ := cutLast(part, ":")
		k := slices.Index(names, strings.TrimSpace(name))
		if k < 0 {
			return nil, &param.UnknownError{What: "weights", Name: name, Known: names}
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(1e-6 <= v && v <= 1e6) {
			return nil, fmt.Errorf("weights: %s = %s; a number from 1e-6 to 1e6, such as %s:2, would work", name, source.Quote(number), name)
		}
		w[k] = v
	}
	return w.evened(), nil
}

func cutLast(text, at string) (before, after string, found bool) {
	i := strings.LastIndex(text, at)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(at):], true
}

// Shares parses weights as numbers with commas, one per feature: "2,1" gives the first twice as much.
func Shares(text string) (Weights, error) {
	var w Weights
	for part := range strings.SplitSeq(text, ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || !(1e-6 <= v && v <= 1e6) {
			return nil, fmt.Errorf("shares = %s; numbers from 1e-6 to 1e6 with commas between, such as 2,1, would work", source.Quote(text))
		}
		w = append(w, v)
	}
	if len(w) > mostShares {
		return nil, fmt.Errorf("shares are of %d features; at most %d would work", len(w), mostShares)
	}
	if even := w.evened(); even != nil {
		return even, nil
	}
	return w, nil
}

// mostShares is of how many features shares are.
const mostShares = 64

// String returns the weights as Shares reads them.
func (w Weights) String() string {
	var parts []string
	for _, v := range w {
		parts = append(parts, strconv.FormatFloat(v, 'g', -1, 64))
	}
	return strings.Join(parts, ",")
}

// evened scales the weights to mean 1; nil if all are alike.
func (w Weights) evened() Weights {
	sum := 0.0
	for _, v := range w {
		sum += v
	}
	alike := true
	for k := range w {
		w[k] *= float64(len(w)) / sum
		alike = alike && w[k] == w[0]
	}
	if alike {
		return nil
	}
	return w
}

// Of returns the budget of the k-th private feature, given the mean budget.
func (w Weights) Of(k int, epsilon float64) float64 {
	if w == nil {
		return epsilon
	}
	return epsilon * w[k]
}

// At returns the mechanism with the budget of the k-th private feature, as near to it as the mechanism goes.
func (w Weights) At(k int, m mechanisms.Mechanism) mechanisms.Mechanism {
	other, is := m.(mechanisms.EpsilonSettable)
	if w == nil || !is {
		return m
	}
	epsilon := clampBudget(w.Of(k, m.Guarantee().Claim().Epsilon), mechanisms.MostBudget(other.WithEpsilon))
	if at, err := other.WithEpsilon(epsilon); err == nil {
		return at
	}
	return m
}

// Check says whether a mechanism has the budgets that the weights make of a mean one.
func (w Weights) Check(maker mechanisms.Family, epsilon float64) error {
	for _, v := range w {
		if _, err := maker(epsilon * v); err != nil {
			return fmt.Errorf("weights: a feature's budget would be %g: %w", epsilon*v, err)
		}
	}
	return nil
}

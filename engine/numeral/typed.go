package numeral

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Unit returns the word after a number of the style: "%", "points"; empty: none.
func (s Style) Unit() string {
	switch s {
	case Points:
		return "points"
	case Percent, Relative:
		return "%"
	}
	return ""
}

// Typed writes v with all its digits as a person types it, without the unit: "30" for 0.3 in per cent.
func (s Style) Typed(v float64) string {
	if !s.PerCent() {
		return Exact(v)
	}
	percents, _ := strconv.ParseFloat(shifted(Exact(v), 2), 64)
	return Exact(percents)
}

// Read reads a number that a person typed, with its unit or without: a number in per cent or points is divided by 100. A
// share such as 0.3 where per cent are shown is refused, because it may mean either.
func (s Style) Read(text string) (float64, error) {
	bare, sign := strings.CutSuffix(strings.TrimSpace(text), "%")
	if s == Points {
		bare = strings.TrimSuffix(bare, "points")
	}
	bare = Bare(strings.TrimSpace(bare))
	v, err := strconv.ParseFloat(bare, 64)
	switch {
	case err != nil || math.IsNaN(v) || math.IsInf(v, 0):
		return 0, fmt.Errorf("%q is no number", text)
	case sign && !s.PerCent():
		return 0, fmt.Errorf("%q is in per cent; a number without %% would work", text)
	case !s.PerCent():
		return v, nil
	case s != Points && !sign && v > 0 && v < 1:
		return 0, fmt.Errorf("%s of 1, or %s %%? type %s, or %s%%", bare, bare, s.Typed(v), bare)
	}
	v, _ = strconv.ParseFloat(shifted(bare, -2), 64) // "80e-2" is 0.8; 80/100 need not be
	return v, nil
}

// shifted multiplies a number that strconv reads by a power of ten, exactly.
func shifted(number string, power int) string {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(number), "e")
	before, _ := strconv.Atoi(exponent)
	return mantissa + "e" + strconv.Itoa(before+power)
}

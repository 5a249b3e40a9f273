package explorer

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/num/ticks"
	"dpscope/engine/numeral"
	"dpscope/ui/entry"
)

// suggestedTarget returns the first target of the solve form: the view's own target where the reading is of its kind, otherwise
// the next round number on the better side of the reading.
func suggestedTarget(r engine.Reading) *entry.Entry {
	v := r.Known.Value
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return entry.InUnit("", r.Style.Unit())
	}
	target := r.Target
	if math.IsNaN(target) {
		target = better(v, r)
	}
	return typedTarget(target, r)
}

// typedTarget is a target as it is typed, beside its unit.
func typedTarget(target float64, r engine.Reading) *entry.Entry {
	return entry.InUnit(r.Style.Typed(numeral.Nearest.Significant(target, 6)), r.Style.Unit())
}

// attainable rounds the best possible value of a reading to two digits, on the side that can be reached.
func attainable(best float64, goal known.Goal) float64 {
	if best == 0 {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(math.Abs(best)))-1)
	round := math.Ceil
	if goal == known.Higher {
		round = math.Floor
	}
	v, _ := strconv.ParseFloat(strconv.FormatFloat(round(best/unit)*unit, 'g', 2, 64), 64)
	return v
}

// better returns a number that improves on v, or the best possible value where none does.
func better(v float64, r engine.Reading) float64 {
	if r.Most > 0 && v >= r.Most {
		return attainable(r.Most, known.Higher)
	}
	target := rounder(v, r)
	if r.Most > 0 && target >= r.Most {
		return halfway(v, r.Most)
	}
	return target
}

// beyondTheMost adds to the error that no setting of the slider reaches the target because the best possible value now is
// worse; moving another control may change that.
func beyondTheMost(trouble error, r engine.Reading) error {
	var unreachable *engine.UnreachableError
	if r.Most > 0 && errors.As(trouble, &unreachable) && unreachable.Search.Target > r.Most {
		return fmt.Errorf("%w; the best possible is %.4g now", trouble, r.Most)
	}
	return trouble
}

// halfway returns the number with the fewest digits in the middle half of the way from v to most.
func halfway(v, most float64) float64 {
	middle, near := (v+most)/2, (most-v)/4
	for digits := range 17 {
		rounded, err := strconv.ParseFloat(strconv.FormatFloat(middle, 'f', digits, 64), 64)
		if err == nil && math.Abs(rounded-middle) <= near {
			return rounded
		}
	}
	return middle
}

// nearerHalf returns the next round share below v that is above one half, which a guess that knows nothing reaches.
func nearerHalf(v float64) float64 {
	for _, unit := range [...]float64{10, 100, 1000} {
		if below := (math.Ceil(v*unit) - 1) / unit; below > 0.5 {
			return below
		}
	}
	return 0.5
}

// rounder returns the next round number that improves on v, whether or not it is possible.
func rounder(v float64, r engine.Reading) float64 {
	up := r.Goal == known.Higher
	switch {
	case r.Style == numeral.Percent && up && v >= 0.5:
		return nextShare(v)
	case r.Style == numeral.Percent && !up && v > 0.5:
		return nearerHalf(v)
	case v == 0:
		return 0
	case v > 0:
		return nextTick(v, up)
	}
	return -nextTick(-v, !up)
}

// nextShare returns the next of 80, 90, 95, 99, 99.9 ... per cent.
func nextShare(v float64) float64 {
	for _, share := range []float64{0.8, 0.9, 0.95, 0.99, 0.999, 0.9999} {
		if share > v {
			return share
		}
	}
	return v
}

// nextTick returns the next 1, 2 or 5 times a power of ten, above or below v > 0. It skips a round number that equals v up to
// rounding.
func nextTick(v float64, above bool) float64 {
	const hair = 1e-9
	if above {
		return ticks.Above(v * (1 + hair))
	}
	return ticks.Below(v * (1 - hair))
}

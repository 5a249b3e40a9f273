package labelling

import "dpscope/engine/known"

// Saving returns by which share the exact budget is below Hoeffding's.
func Saving(exact, hoeffding known.Value) known.Value {
	switch {
	case hoeffding.Missing():
		return known.Nothing("no bound")
	case hoeffding.Value == 0:
		return known.Nothing("none needed")
	}
	return known.Exactly(1 - exact.Value/hoeffding.Value)
}

// SavingClass says how much less the exact budget is than Hoeffding's.
type SavingClass int

// The classes, in the order in which exactness matters more.
const (
	Under10Percent SavingClass = iota
	From10To25Percent
	Over25Percent
	ExactOnly // the bound promises nothing
)

func savingClass(hoeffding, saving known.Value) SavingClass {
	switch {
	case hoeffding.Missing():
		return ExactOnly
	case saving.Value > 0.25:
		return Over25Percent
	case saving.Value > 0.1:
		return From10To25Percent
	}
	return Under10Percent
}

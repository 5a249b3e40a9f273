package engine

import (
	"dpscope/engine/param"
	"dpscope/mechanisms"
)

// Maker makes a mechanism at a budget, all else about it being fixed.
type Maker func(epsilon float64) (mechanisms.Mechanism, error)

// MakerOf returns the Maker of a kind whose other parameters are as in v.
func MakerOf(kind param.Kind[mechanisms.Mechanism], v param.Values) Maker {
	least, err := kind.New(v.With(mechanisms.Epsilon, mechanisms.Epsilon.Min))
	if m, ok := least.(mechanisms.Budgeted); ok && err == nil {
		return m.WithEpsilon // copying Values would cost more than the mechanism
	}
	return func(epsilon float64) (mechanisms.Mechanism, error) {
		return kind.New(v.With(mechanisms.Epsilon, epsilon))
	}
}

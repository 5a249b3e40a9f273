package mechanisms

import (
	"dpscope/engine/param"
)

// Maker makes a mechanism at a budget, all else about it being fixed.
type Maker func(epsilon float64) (Mechanism, error)

// MakerOf returns the Maker of a kind whose other parameters are as in v.
func MakerOf(kind param.Kind[Mechanism], v param.Values) Maker {
	least, err := kind.New(v.With(Epsilon, Epsilon.Min))
	if m, ok := least.(Budgeted); ok && err == nil {
		return m.WithEpsilon // copying Values would cost more than the mechanism
	}
	return func(epsilon float64) (Mechanism, error) {
		return kind.New(v.With(Epsilon, epsilon))
	}
}

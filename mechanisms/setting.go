package mechanisms

import (
	"fmt"

	"dpscope/engine/param"
)

// Setting is a mechanism of the menu with its parameters, by content: it is comparable, and
// part of keys.
type Setting struct {
	Kind  string
	Given [mostParams]float64 // in the order of the kind's parameters
}

// mostParams limits the parameters of a kind.
const mostParams = 4

// SettingOf returns a kind with its parameters as in v.
func SettingOf(kind param.Kind[Mechanism], v param.Values) Setting {
	if len(kind.Params) > mostParams {
		panic(fmt.Sprintf("%s has %d parameters; mostParams is %d", kind.Name, len(kind.Params), mostParams))
	}
	s := Setting{Kind: kind.Name}
	for i, p := range kind.Params {
		s.Given[i] = v.Get(p)
	}
	return s
}

// Apart returns the setting without its budget, equal at all budgets.
func (s Setting) Apart() Setting {
	for i, p := range s.kind().Params {
		if p.Name == Epsilon.Name {
			s.Given[i] = 0
		}
	}
	return s
}

// WithBudget returns the setting at another budget.
func (s Setting) WithBudget(epsilon float64) Setting {
	for i, p := range s.kind().Params {
		if p.Name == Epsilon.Name {
			s.Given[i] = epsilon
		}
	}
	return s
}

// Worst returns randomised response, the worst mechanism of its ε (Kairouz, Oh & Viswanath 2015).
func Worst(epsilon float64) Setting {
	return SettingOf(krr, param.Values{}.With(Epsilon, epsilon).With(Bins, 2))
}

// Encode writes the setting as addresses have it.
func (s Setting) Encode() string {
	kind := s.kind()
	return "mechanism=" + kind.Name + "&" + param.Form{Params: kind.Params}.Encode(s.values())
}

// kind returns the menu's kind.
func (s Setting) kind() param.Kind[Mechanism] {
	kind, _ := All.Find(s.Kind)
	return kind
}

// values returns the parameters as controls have them.
func (s Setting) values() (v param.Values) {
	for i, p := range s.kind().Params {
		v = v.With(p, s.Given[i])
	}
	return v
}

// Epsilon returns the budget of the setting.
func (s Setting) Epsilon() float64 { return s.values().Get(Epsilon) }

// New makes the mechanism.
func (s Setting) New() (Mechanism, error) { return s.kind().New(s.values()) }

// Maker makes the mechanism at other budgets.
func (s Setting) Maker() Family { return FamilyOf(s.kind(), s.values()) }

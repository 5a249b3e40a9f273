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

// mostParams is how many parameters a kind has at most.
const mostParams = 4

// SettingOf is a kind with its parameters as they are in v.
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

// Apart is the setting without its budget: what is the same at all of them.
func (s Setting) Apart() Setting {
	for i, p := range s.kind().Params {
		if p.Name == Epsilon.Name {
			s.Given[i] = 0
		}
	}
	return s
}

// WithBudget is the setting at another budget.
func (s Setting) WithBudget(epsilon float64) Setting {
	for i, p := range s.kind().Params {
		if p.Name == Epsilon.Name {
			s.Given[i] = epsilon
		}
	}
	return s
}

// Worst is randomised response, the worst of all mechanisms of an ε (Kairouz, Oh & Viswanath 2015).
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

// values are the parameters as controls have them.
func (s Setting) values() (v param.Values) {
	for i, p := range s.kind().Params {
		v = v.With(p, s.Given[i])
	}
	return v
}

// Epsilon is the budget of the setting.
func (s Setting) Epsilon() float64 { return s.values().Get(Epsilon) }

// New makes the mechanism.
func (s Setting) New() (Mechanism, error) { return s.kind().New(s.values()) }

// Maker makes the mechanism at other budgets.
func (s Setting) Maker() Family { return FamilyOf(s.kind(), s.values()) }

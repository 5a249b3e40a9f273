// Package formula computes expressions over the readings and controls of views, for the questions of lessons and the checks of
// claims.
package formula

import (
	"regexp"
	"strings"

	"dpscope/engine/param"
	"dpscope/views"
	"dpscope/views/view"
)

// Setting is an address that has been read.
type Setting struct {
	View   view.View
	Values param.Values
}

// At reads an address.
func At(address string) (Setting, error) {
	v, values, err := views.Open(address)
	return Setting{v, values}, err
}

// Address returns the full address of the setting.
func (s Setting) Address() string { return s.View.Address(s.Values) }

// Change is what an address changes of a setting: "epsilon=2&x=0.5".
type Change string

// Over lays a change over a setting.
func (s Setting) Over(c Change) (Setting, error) {
	values, err := s.View.Over(s.Values, string(c))
	s.Values = values
	return s, err
}

// ReadChange reads "epsilon=2, x=0.5": commas within a value stay.
func ReadChange(text string) Change {
	return Change(strings.ReplaceAll(apartAt.ReplaceAllString(strings.TrimSpace(text), "&$1"), " ", ""))
}

// apartAt matches the comma between two changes.
var apartAt = regexp.MustCompile(`,\s*([a-z][a-z0-9.-]*=)`)

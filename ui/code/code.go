// Package code writes a page's answer as lines of Python, to go on from there.
package code

import (
	"context"
	"fmt"
	"strings"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/views/view"
)

// Part says what lines of Python are about.
type Part int

// The parts.
const (
	Answer    Part = iota // the main answer, by numpy alone
	Libraries             // the mechanism, by libraries that have it
)

// Other returns the other part.
func (p Part) Other() Part { return Libraries - p }

// Lines returns the lines of a setting. The error says why there are none.
func Lines(ctx context.Context, v view.View, values param.Values, part Part, program engine.Program) (string, error) {
	p, err := v.Python(ctx, values)
	switch {
	case err != nil:
		return "", err
	case part == Libraries:
		return ofLibraries(v.Name, p)
	}
	return ofAnswer(v.Name, v.Address(values), p, program)
}

// ofAnswer returns a script for the main answer.
func ofAnswer(name, address string, p view.Python, program engine.Program) (string, error) {
	if p.Numpy == "" {
		return "", fmt.Errorf("%s has no lines in Python: %s", name, p.None)
	}
	within := "but for rounding"
	if p.Within > 1e-6 {
		within = "to four digits, by sums over a grid"
	}
	return fmt.Sprintf("# %s of dpscope %s, %s:\n# %s\n", p.Answer, program, within, engine.Visible(address)) + view.Imports + p.Numpy, nil
}

// ofLibraries returns scripts one after another, each under its library and the version.
func ofLibraries(name string, p view.Python) (string, error) {
	if len(p.Libraries) == 0 {
		but := ""
		if p.Numpy != "" {
			but = "; its main answer has lines of numpy"
		}
		return "", fmt.Errorf("%s at this setting has no mechanism that OpenDP, diffprivlib or pure-LDP makes%s", name, but)
	}
	var b strings.Builder
	for i, l := range p.Libraries {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "# pip install %s==%s\n# It differs: %s\n", l.Name, l.Version, l.Differs)
		if strings.Contains(l.Lines, "x") {
			fmt.Fprintf(&b, "x = %s\n", float(p.Input))
		}
		b.WriteString(l.Lines)
	}
	return b.String(), nil
}

// float writes a number as a Python float, never as an int: OpenDP takes no int for a float.
func float(v float64) string {
	digits := view.Digits(v)
	if strings.ContainsAny(digits, ".e") {
		return digits
	}
	return digits + ".0"
}

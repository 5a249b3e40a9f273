package view

import (
	"context"
	"strconv"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/mechanisms"
)

// Python is a page's main answer as lines of Python that need only numpy.
type Python struct {
	Answer    engine.Key // that the lines print
	Within    float64    // its relative error against the answer here; 0: by rounding alone
	Numpy     string     // without imports; the last line prints. Empty: None says why there are none
	None      string
	Libraries []mechanisms.Library // lines that make the mechanism
	Input     float64              // the x that they perturb
}

// Imports come before the lines.
const Imports = "import math\n\nimport numpy as np\n\n"

// Digits writes a number as Python reads it, with all its digits.
func Digits(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// Python returns the lines of a setting.
func (v View) Python(ctx context.Context, values param.Values) (Python, error) {
	if v.python == nil {
		return Python{None: v.noPython}, nil
	}
	p, err := v.python(ctx, values.Alone())
	if err == nil && p.Numpy == "" && p.None == "" {
		p.None = v.noPython
	}
	return p, err
}

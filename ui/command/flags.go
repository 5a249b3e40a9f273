package command

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dpscope/engine/param"
)

// setting is a flag declared by a parameter. Its value is stored under the parameter's name.
type setting struct {
	param.Param
	into map[string]float64
}

// Set implements pflag.Value.
func (s setting) Set(text string) error {
	v, err := s.Read(text)
	s.into[s.Name] = v
	return err
}

// String implements pflag.Value; the usage says the default.
func (s setting) String() string { return "" }

// Type implements pflag.Value.
func (s setting) Type() string { return "number" }

// explain replaces the library's error for a flag's unreadable value by one that says what would work.
func explain(_ *cobra.Command, err error) error {
	var wrong *pflag.InvalidValueError
	if !errors.As(err, &wrong) {
		return usageError{fmt.Errorf("%w; dpscope --help lists what would work", err)}
	}
	flag, value := wrong.GetFlag(), wrong.GetValue()
	if len(value) > 60 {
		value = value[:60] + "..."
	}
	kind, example := "", "such as "+flag.DefValue
	switch flag.Value.Type() {
	case "number":
		s := flag.Value.(setting)
		if _, err := strconv.ParseFloat(value, 64); err == nil || errors.Is(err, strconv.ErrRange) {
			return usageError{fmt.Errorf("--%w", wrong.Unwrap())} // the parameter's own words
		}
		kind, example = "number", s.Within()
		if s.Scale == param.Count {
			kind = "whole number"
		}
	case "float64":
		kind = "number"
	case "int":
		kind = "whole number"
	case "uint64":
		kind, example = "whole number", "from 0 to "+strconv.FormatUint(math.MaxUint64, 10)
	default:
		return usageError{err}
	}
	return usageError{fmt.Errorf("--%s = %q is not a %s; one %s would work", flag.Name, value, kind, example)}
}

// usage returns the help of a flag for a parameter of several kinds, which may have different defaults: "1 to 512; default 6,
// for forest 512".
func usage[T any](p param.Param, kinds []param.Kind[T]) string {
	var others []string
	for _, k := range kinds {
		for _, q := range k.Params {
			if q.Name == p.Name && q.Default != p.Default {
				others = append(others, ", for "+k.Name+" "+q.Exact(q.Default))
			}
		}
	}
	return p.Help + " " + p.Told() + "; default " + p.Exact(p.Default) + strings.Join(others, "")
}

package numeral

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Pair is how two numbers are written with a colon between: "5:1e-6".
type Pair struct {
	Kind string // what they are: "point"
	Form string // what stands on either side: "epsilon:delta"
	Such string // an example
}

// Read reads a word. What is too large or too small for a float64 is read as an infinity or 0; what is no number is refused.
func (p Pair) Read(word string) (left, right float64, err error) {
	before, after, found := strings.Cut(word, ":")
	if !found {
		return 0, 0, fmt.Errorf("%q is no %s; %s is one, such as %s", word, p.Kind, p.Form, p.Such)
	}
	for _, n := range []struct {
		text string
		into *float64
	}{{before, &left}, {after, &right}} {
		text := strings.TrimSpace(n.text)
		*n.into, err = strconv.ParseFloat(text, 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) || math.IsNaN(*n.into) {
			return 0, 0, fmt.Errorf("%q in %q is no number; %s makes a %s, such as %s", text, word, p.Form, p.Kind, p.Such)
		}
	}
	return left, right, nil
}

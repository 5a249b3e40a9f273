package numeral

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Pair describes two numbers written with a colon between: "5:1e-6".
type Pair struct {
	Kind string // their name: "point"
	Form string // the names of both sides: "epsilon:delta"
	Such string // an example
}

// Read reads a word. Numbers beyond float64 become infinity or 0; other text is refused.
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

package formula

import (
	"context"
	"errors"
	"strings"
)

// Fill fills the holes of a text, {EXPRESSION}, with their values as a sentence says them.
func (s Scope) Fill(ctx context.Context, text string) (string, error) {
	var b strings.Builder
	for rest := text; ; {
		before, hole, found := strings.Cut(rest, "{")
		b.WriteString(before)
		if !found {
			return b.String(), nil
		}
		inside, after, closed := strings.Cut(hole, "}")
		if !closed {
			return b.String(), errors.New("a { has no }")
		}
		f, err := Compile(inside)
		if err != nil {
			return b.String(), err
		}
		v, err := s.Value(ctx, f)
		if err != nil {
			return b.String(), err
		}
		b.WriteString(v.Written(b.String()))
		rest = after
	}
}

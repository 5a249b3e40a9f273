package lesson

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dpscope/engine/param"
	"dpscope/views/formula"
)

// Seeded returns the lesson with another seed wherever something is drawn. A step that names a seed itself, or makes a claim
// that fails for other draws, keeps its own seed.
func (l Lesson) Seeded(ctx context.Context, seed uint64) Lesson {
	if seed == 0 {
		return l
	}
	l.Steps = slices.Clone(l.Steps)
	for i, s := range l.Steps {
		if !s.draws() || s.namesSeed() {
			continue
		}
		at, err := s.At.Over(formula.Change(fmt.Sprintf("seed=%d", seed)))
		if err != nil {
			continue
		}
		s.At = at
		c := checker{file: l.Name}
		if c.step(ctx, s, i == 0); len(c.faults) == 0 {
			l.Steps[i] = s
		}
	}
	return l
}

// draws reports whether the step stands where something is drawn from a seed.
func (s Step) draws() bool {
	return slices.ContainsFunc(s.At.View.Sliders(s.At.Values), func(p param.Param) bool { return p.Name == "seed" && p.Role == param.Aside })
}

// namesSeed reports whether the step names a seed besides that of its setting.
func (s Step) namesSeed() bool {
	said := []string{s.question.text, s.hint.text}
	for _, to := range s.To {
		said = append(said, string(to.Change))
	}
	if s.Reached != nil {
		said = append(said, string(s.Reached.Change))
	}
	for _, f := range s.formulas() {
		said = append(said, f.String())
	}
	for _, b := range s.Prose {
		said = append(said, b.Text())
	}
	return strings.Contains(strings.Join(said, " "), "seed=")
}

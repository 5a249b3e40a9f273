package lesson

import (
	"context"
	"slices"
	"strings"

	"dpscope/views/formula"
)

// End is where the moves of the step end, or where its goal is reached.
func (s Step) End() Setting {
	end := s.At
	changes := s.To
	if s.Reached != nil {
		changes = append(slices.Clone(changes), *s.Reached)
	}
	for _, to := range changes {
		if next, err := end.Over(to.Change); err == nil {
			end = next
		}
	}
	return end
}

// odds says of a step that speaks of ε what an attacker is right about with what is published, and without, where its page knows it and the
// step does not say it itself: of how many in a hundred people judge better than of a budget (Nanayakkara & others 2023).
func (f *filler) odds(ctx context.Context, s Step) string {
	if f.err != nil || !s.speaksOf("ε") || s.speaksOf("{odds") {
		return ""
	}
	at := formula.Scope{Asker: f.scope.Asker, At: s.End()}
	for _, reading := range []string{"attacker-right", "right"} {
		if _, found := formula.ReadingOf(at.At.View, reading); !found {
			continue
		}
		text, err := at.Fill(ctx, "With what is published an attacker is right at most {odds "+reading+"} times, without it {odds 0.5}.")
		if err == nil && !strings.Contains(text, "none") {
			return text
		}
	}
	return ""
}

// speaksOf reports whether a text is in what the step asks or tells.
func (s Step) speaksOf(text string) bool {
	in := func(blocks []Block) bool {
		return slices.ContainsFunc(blocks, func(b Block) bool { return strings.Contains(b.Text(), text) })
	}
	option := func(o option) bool { return strings.Contains(o.text, text) }
	return strings.Contains(s.question.text, text) || in(s.Prose) || slices.ContainsFunc(s.options, option) ||
		slices.ContainsFunc(s.because, option)
}

package ui

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/ui/decision"
	"dpscope/ui/report"
)

// usualDecisions is the file where decisions are kept unless a name is typed.
const usualDecisions = "decision.json"

// decide asks who decides on the present page, and why: for the file with the typed name, or for the usual one.
func (s *Shell) decide() tea.Cmd {
	name := usualDecisions
	if s.export != nil && !s.export.entry.Untouched() && strings.HasSuffix(s.export.entry.Text(), decision.Ending) {
		name = s.export.entry.Text()
	}
	const says = "a decision that another can compute again: answers, digests, who and why; dpscope check FILE"
	return s.ask(&asked{before: "who decides?", does: "goes on", says: says, then: func(by string) tea.Cmd {
		s.by = by
		return s.ask(&asked{before: "why?", does: "writes " + name, says: says, then: func(because string) tea.Cmd {
			return s.decided(name, by, because)
		}}, "")
	}}, s.by)
}

// decided adds the decision on the present page to a file, off the loop.
func (s *Shell) decided(path, by, because string) tea.Cmd {
	own, program := s.session.Files, s.program
	page := report.Page{View: s.current.View(), Values: s.current.Values()}
	return s.keep(path, func(ctx context.Context) (text []byte, says string, err error) {
		was, err := before(own, path, decision.MostBytes)
		if err != nil {
			return nil, "", err
		}
		if page.Sheet, err = page.View.Sheet(ctx, page.Values, func(engine.Sheet) {}); err != nil {
			return nil, "", err
		}
		if page.Files, err = report.Digests(ctx, page.View, page.Values, page.Sheet.Defaults); err != nil {
			return nil, "", err
		}
		d, err := decision.Made{Page: page, Program: program, By: by, Because: because}.Decision()
		if err != nil {
			return nil, "", err
		}
		text, count, err := decision.Add(was, d)
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", path, err)
		}
		return text, fmt.Sprintf("decision %d of %s; dpscope check %s", count, own.Place(path), path), nil
	})
}

package view

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/param"
)

// Level says how prominent an answer is on a page.
type Level uint8

// The levels.
const (
	Folded    Level = iota // one of "n more"
	Shown                  // on top
	Answering              // answers the view's question: before all others
)

// String returns the level in a word.
func (l Level) String() string { return [...]string{"folded", "shown", "answering"}[l] }

// level returns the level of a reading at a question.
func (r Reading[Q]) level(q Q) Level {
	if r.LevelOf == nil {
		return r.Level
	}
	return r.LevelOf(q)
}

// level returns the level of a member at a question: its own, where it has one, else the family's.
func (f Family[Q]) level(q Q, member string) Level {
	switch each := f.Each(member); {
	case each.LevelOf != nil || each.Level != Folded:
		return each.level(q)
	case f.LevelOf != nil:
		return f.LevelOf(q)
	}
	return f.Level
}

// Leveled is an answer of a question with its level on the page.
type Leveled struct {
	engine.Key
	Level Level
}

// Levels returns all answers at a setting with their levels, in the order of read.
func (v View) Levels(ctx context.Context, values param.Values) ([]Leveled, error) {
	page, err := v.ask(ctx, values)
	if err != nil {
		return nil, err
	}
	return page.Levels(ctx)
}

func (p *page) Levels(ctx context.Context) (levels []Leveled, err error) {
	listed, err := p.list(ctx)
	for i, entry := range listed {
		for _, a := range entry {
			levels = append(levels, Leveled{a.key, p.level(i, a.key.Member)})
		}
	}
	return levels, err
}

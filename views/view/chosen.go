package view

import (
	"context"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/engine/work"
)

// Chosen selects answers of a view. The zero Chosen has none.
type Chosen struct {
	names   []string
	entries []int // of the declaration, in its order
	held    bool  // the held setting is asked too
	one     bool  // a single answer
	told    bool  // with titles and sources
}

// Told returns the same answers with their titles and their sources, which take time.
func (c Chosen) Told() Chosen {
	c.told = true
	return c
}

// Choose finds answers by the names of read: a reading's name, a family's for all of its members, or a member's; without names
// all answers. The error names the nearest.
func (v View) Choose(names []string) (Chosen, error) {
	c := Chosen{held: len(names) == 0}
	var known []string
	for i, d := range v.Declared {
		known = append(known, d.Pattern())
		if len(names) == 0 || slices.ContainsFunc(names, d.named) {
			c.entries = append(c.entries, i)
		}
	}
	for _, name := range names {
		plain := strings.TrimPrefix(name, param.HoldPrefix)
		if plain != name {
			c.held = true
			if i := slices.IndexFunc(v.Declared, func(d Declared) bool { return d.named(plain) }); i >= 0 && !slices.Contains(c.entries, i) {
				c.entries = append(c.entries, i)
			}
		}
		if !slices.ContainsFunc(v.Declared, func(d Declared) bool { return d.named(plain) }) {
			return Chosen{}, &param.UnknownError{What: "reading", Name: name, Known: known}
		}
	}
	slices.Sort(c.entries)
	c.names = names
	c.one = len(names) == 1 && !c.held && len(c.entries) == 1 && v.Declared[c.entries[0]].Of == ""
	return c, nil
}

// named reports whether a name belongs to the answer, to its family or, as far as that is known without a question, to one of
// its members.
func (d Declared) named(name string) bool {
	return name == d.Name || d.Of != "" && strings.HasPrefix(name, d.Name+"-")
}

func (c Chosen) holds(k engine.Key) bool {
	if len(c.names) == 0 {
		return true
	}
	for _, name := range c.names {
		if name == k.Name || k.Member != "" && name == k.String() {
			return true
		}
	}
	return false
}

// beside returns the same answers at the held setting.
func (c Chosen) beside() Chosen {
	var names []string
	for _, name := range c.names {
		if of, held := strings.CutPrefix(name, param.HoldPrefix); held {
			names = append(names, of)
		}
	}
	if len(c.names) > 0 && names == nil {
		return Chosen{}
	}
	c.names = names
	return c
}

// ValuesOf returns the chosen ones of Values, in their order, and computes no others.
func (v View) ValuesOf(ctx context.Context, values param.Values, only Chosen) ([]engine.Reading, error) {
	if only.one {
		ctx = work.Single(ctx)
	}
	setting, holds := values.Held()
	page, err := v.ask(ctx, values)
	if err != nil {
		return nil, err
	}
	answers, err := page.Chosen(ctx, only)
	if err != nil || !holds || !only.held {
		return answers, err
	}
	if page, err = v.ask(ctx, setting); err != nil {
		return answers, err
	}
	held, err := page.Chosen(ctx, only.beside())
	for _, a := range held {
		a.Name = param.HoldPrefix + a.Name
		answers = append(answers, a)
	}
	return answers, err
}

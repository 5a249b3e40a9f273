package view

import (
	"context"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/engine/work"
)

// Chosen are some of a view's answers. The zero Chosen has none.
type Chosen struct {
	names   []string
	entries []int // of the declaration, in its order
	held    bool  // what is held is asked too
	one     bool  // a single answer
	told    bool  // with titles and sources
}

// Told are the same answers with their titles and their sources, which take time.
func (c Chosen) Told() Chosen {
	c.told = true
	return c
}

// Choose finds answers by their names as read writes them: of a reading, of a family for all of its
// members, of one member; all that there are without a name. The error names the nearest.
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

// named reports whether a name is that of the answer, of its family or, as far as that can be
// said without a question, of one of its members.
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

// beside are those of the setting that is held.
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

// ValuesOf are those of Values that are chosen, in their order, and computes no other.
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

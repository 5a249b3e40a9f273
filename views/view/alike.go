package view

import (
	"cmp"
	"slices"
)

// Alike returns readings that say alike what they leave out: With, Source, Assumes and ExactOf, also of their cases, and whether they
// are Expensive.
func Alike[Q any](as Reading[Q], entries ...Entry[Q]) []Entry[Q] {
	entries = slices.Clone(entries)
	for i, e := range entries {
		switch e := e.(type) {
		case Reading[Q]:
			entries[i] = e.alike(as)
		case Family[Q]:
			each := e.Each
			e.Each = func(member string) Reading[Q] { return each(member).alike(as) }
			entries[i] = e
		}
	}
	return entries
}

func (r Reading[Q]) alike(as Reading[Q]) Reading[Q] {
	r.Source, r.Assumes, r.ExactOf = cmp.Or(r.Source, as.Source), cmp.Or(r.Assumes, as.Assumes), cmp.Or(r.ExactOf, as.ExactOf)
	r.Expensive = r.Expensive || as.Expensive
	if r.With == nil {
		r.With = as.With
	}
	r.Cases = slices.Clone(r.Cases)
	for i, c := range r.Cases {
		c.Source, c.Assumes = cmp.Or(c.Source, as.Source), cmp.Or(c.Assumes, as.Assumes)
		if c.With == nil {
			c.With = as.With
		}
		r.Cases[i] = c
	}
	return r
}

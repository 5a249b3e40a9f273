package engine

import (
	"cmp"
	"strings"
)

// Program says which program made something: what is taken away carries it.
type Program struct {
	Version string // "0.1.0"
	Commit  string // that it was built from; empty where that is not known
	Date    string // of that commit, "2026-11-25": the only clock that reaches a file; empty where it is not known
}

// Revision is the commit, or the word for one that the build does not say.
func (p Program) Revision() string { return cmp.Or(p.Commit, "unknown") }

// String is the version with what is known of the commit: "0.1.0 (1a2b3c4d5e6f, 2026-11-25)".
func (p Program) String() string {
	var known []string
	for _, part := range []string{p.Commit, p.Date} {
		if part != "" {
			known = append(known, part)
		}
	}
	if known == nil {
		return p.Version
	}
	return p.Version + " (" + strings.Join(known, ", ") + ")"
}

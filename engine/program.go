package engine

import (
	"cmp"
	"strings"
)

// Program names the program that made something; everything that leaves the program carries it.
type Program struct {
	Version string // "0.1.0"
	Commit  string // commit it was built from; empty: unknown
	Date    string // of that commit, "2026-11-25": the only clock that reaches a file; empty: unknown
}

// Revision returns the commit, or "unknown" if the build does not say.
func (p Program) Revision() string { return cmp.Or(p.Commit, "unknown") }

// String returns the version with the known parts of the commit: "0.1.0 (1a2b3c4d5e6f, 2026-11-25)".
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

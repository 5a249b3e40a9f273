package classifier

import (
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/numeral"
	"dpscope/mechanisms"
)

// madeBy names the libraries that make a mechanism: "OpenDP, diffprivlib".
func madeBy(name string) string {
	kind, _ := mechanisms.All.Find(name)
	return strings.Join(mechanisms.Makers(kind), ", ")
}

// besideMadeBy adds the libraries that make a mechanism to a remark.
func besideMadeBy(remark, name string) string {
	by := madeBy(name)
	if remark == "" || by == "" {
		return remark + by
	}
	return remark + "; " + by
}

// readyMade says which libraries make the mechanism to use or, where none does, the first in the ranking under the same
// guarantee that one makes.
func readyMade(use string, ranked []agreement.Ranked) []engine.Note {
	if use == "" {
		return nil
	}
	if by := madeBy(use); by != "" {
		return []engine.Note{{Text: title(use) + " is made by " + by + "."}}
	}
	kind, _ := mechanisms.All.Find(use)
	next := slices.IndexFunc(ranked, func(r agreement.Ranked) bool {
		other, _ := mechanisms.All.Find(r.Name)
		return r.Reached() && other.Tag == kind.Tag && madeBy(r.Name) != ""
	})
	text := numeral.Listed(mechanisms.LibraryTitles()) + " lack " + title(use)
	if next >= 0 {
		text += "; the first here that one has is " + title(ranked[next].Name)
	}
	return []engine.Note{{Text: text + "."}}
}

package param

import (
	"fmt"
	"slices"
	"strings"
)

// UnknownError reports a name that is not on a list, with likely alternatives.
type UnknownError struct {
	What  string // "mechanism"
	Name  string
	Known []string
	Why   string // why the name is none of them, and what would work; empty: unknown
}

func (e *UnknownError) Error() string {
	if e.Why != "" {
		return fmt.Sprintf("%s = %q: %s", e.What, clip(e.Name), e.Why)
	}
	return fmt.Sprintf("%s = %q is not known; nearest: %s", e.What, clip(e.Name), strings.Join(Nearest(e.Name, e.Known, 3), ", "))
}

// Nearest returns at most count of the known names, the most similar first.
func Nearest(name string, known []string, count int) []string {
	name = strings.ToLower(name)
	if len(name) > 100 { // nothing known is as long, and the distance is quadratic
		name = name[:100]
	}
	sorted := slices.Clone(known)
	rank := make(map[string]int, len(known))
	for _, k := range known {
		rank[k] = Distance(name, k)
		if name != "" && strings.Contains(k, name) {
			rank[k] = 0
		}
	}
	slices.SortStableFunc(sorted, func(a, b string) int { return rank[a] - rank[b] })
	return sorted[:min(count, len(sorted))]
}

// Distance returns the least number of insertions, deletions and substitutions that turn a into b
// (Levenshtein 1966).
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			above := row[j+1]
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			row[j+1] = min(cost, above+1, row[j]+1)
			diagonal = above
		}
	}
	return row[len(b)]
}

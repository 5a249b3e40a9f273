package table

import (
	"context"
	"strings"
)

// Summary is what a file holds, whatever is learned from it.
type Summary struct {
	Records int
	Missing []Count // columns with missing values
	Last    string  // the last column, where many files have their classes
	Words   int     // different values of that, missing ones left out; more than can be classes: MaxClasses + 1
}

// Summarise reads a file once and keeps nothing of it but counts.
func Summarise(ctx context.Context, path string) (s Summary, err error) {
	names, err := Columns(ctx, path)
	if err != nil {
		return s, err
	}
	last := len(names) - 1
	s.Last = names[last]
	missing := make([]Count, len(names))
	words := map[string]bool{}
	err = Stream(ctx, path, names, func(cells []string, line int) error {
		s.Records++
		for i, cell := range cells {
			switch {
			case isMissing(cell):
				if missing[i].Cells++; missing[i].Cells == 1 {
					missing[i] = Count{names[i], 1, line}
				}
			case i == last && len(words) <= MaxClasses && !words[cell]:
				words[strings.Clone(cell)] = true
			}
		}
		return nil
	})
	s.Words = len(words)
	for _, m := range missing {
		if m.Cells > 0 {
			s.Missing = append(s.Missing, m)
		}
	}
	return s, err
}

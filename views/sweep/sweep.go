// Package sweep answers the settings of a view that one address names: its numbers may be ranges, its choices lists. It writes
// one tidy table with rows that do not depend on which process computes them.
package sweep

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/views"
	"dpscope/views/view"
)

// Sweep is an address with ranges: its settings are numbered from 0 to Count, and the last range turns fastest.
type Sweep struct {
	View view.View
	param.Ranges
}

// Read reads an address. Without a range it has one setting, itself, even if that setting is impossible. An error that wraps a
// *param.AmbiguousError comes with the address read without a list.
func Read(address string) (Sweep, error) {
	name, query, asks := strings.Cut(address, "?")
	if name == "" && query == "" {
		name = views.All[0].Name
	}
	v, err := views.Find(name)
	if err != nil {
		return Sweep{}, err
	}
	ranges, err := v.Ranges(query)
	if asks {
		name += "?"
	}
	if ranges.Count > 0 {
		ranges = ranges.After(name)
	}
	return Sweep{v, ranges}, err
}

// Ranged reads an address that may have ranges; varies reports whether it has. One that cannot be read has none: opening it
// says why.
func Ranged(address string) (s Sweep, varies bool, err error) {
	if !param.MayVary(address) {
		return s, false, nil
	}
	s, err = Read(strings.TrimSpace(address))
	var doubt *param.AmbiguousError
	if errors.As(err, &doubt) && len(s.Varying) == 0 {
		err = nil
	}
	return s, err == nil && len(s.Varying) > 0, err
}

// Expand calls a function with the address of every setting of an address, in their order, until one returns false.
func Expand(address string, each func(address string) (more bool)) error {
	s, varies, err := Ranged(address)
	switch {
	case err != nil:
		return err
	case !varies:
		each(address)
		return nil
	case s.Count > Most:
		return s.TooMany(s.Count)
	}
	for i := range s.Count {
		if !each(s.Query(s.Words(i))) {
			break
		}
	}
	return nil
}

// Most limits the settings that one process computes: 10¹⁰ of the quickest take days.
const Most = 10_000_000_000

// TooMany refuses a number of settings, and says what would work.
func (s Sweep) TooMany(count uint64) error {
	return fmt.Errorf("%d settings are too many for one process, which takes at most %d: fewer points, --shard 1/%d and so on, or the pipelines of the folder beam, would work",
		count, uint64(Most), (count+Most-1)/Most)
}

// Answers computes the chosen answers to one setting.
func (s Sweep) Answers(ctx context.Context, address string, only view.Chosen) ([]engine.Reading, error) {
	return work.Recover(func() ([]engine.Reading, error) {
		return work.Spared(ctx, func(ctx context.Context) ([]engine.Reading, error) {
			_, query, _ := strings.Cut(address, "?")
			values, err := s.View.Setting(query)
			if err != nil {
				return nil, err
			}
			return s.View.ValuesOf(ctx, values, only)
		})
	})
}

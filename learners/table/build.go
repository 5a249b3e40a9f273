package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"dpscope/learners/source"
)

// nowhere is the code of a word that no cell has.
const nowhere = -2

// build turns the columns into features and classes.
func (d *Data) build(c *columns, options Options, s *Survey) error {
	var makers []func(i int) float64
	for _, col := range c.list {
		switch {
		case col.name == options.Label:
			d.ClassNames, d.Y = col.classes()
			if err := checkClassNames(d.ClassNames); err != nil {
				return fmt.Errorf("column %s: %w", col.name, err)
			}
		case col.values != nil && options.Words[col.name] == nil:
			if strings.Contains(col.name, ",") {
				return fmt.Errorf("column %s: a comma separates names; a name without one would work", source.Quote(col.name))
			}
			f := Feature{Name: col.name}
			if options.MinMax {
				learnt := c.learnt(col).values
				low, high := slices.Min(learnt), slices.Max(learnt)
				f.Scale = Scale{Offset: low, Divisor: high - low, FromData: true}
				if high == low {
					f.Scale = Scale{}
				}
			}
			if scale, ok := options.Scales[col.name]; ok {
				f.Scale = scale
			}
			if f.Scale.Divisor != 0 || f.Scale.Offset != 0 {
				if err := f.Scale.Check(); err != nil {
					return fmt.Errorf("column %s: %w", col.name, err)
				}
			}
			d.Features = append(d.Features, f)
			makers = append(makers, func(i int) float64 { return f.Scale.Apply(col.values[i]) })
		default:
			words := options.Words[col.name]
			switch {
			case words == nil:
				words = c.learnt(col).used()
			case col.codes == nil:
				return fmt.Errorf("column %s: more than %d different numbers are no words; a scale would work", source.Quote(col.name), col.limit)
			}
			s.Encoded = append(s.Encoded, Count{col.name, len(words), 0})
			s.Unknown = append(s.Unknown, c.strange(col, func(w string) bool { return slices.Contains(words, w) })...)
			if len(words) == 2 {
				words = words[1:] // the other word is its opposite
			}
			for _, word := range words {
				code, met := col.index[word]
				if !met {
					code = nowhere
				}
				d.Features = append(d.Features, WordFeature(col.name, word))
				makers = append(makers, func(i int) float64 {
					if col.codes[i] == code {
						return 1
					}
					return 0
				})
			}
		}
	}
	if len(d.Features) == 0 {
		return s.nothingLeft()
	}
	if err := source.AtMost(len(d.Features), "features", MaxFeatures); err != nil {
		return err
	}
	if err := source.Distinct("features", Names(d.Features)); err != nil {
		return err
	}
	return d.fill(makers, c.lines, options.Clamp, nil, s)
}

// strange counts the cells with unknown words.
func (c *columns) strange(col *column, known func(word string) bool) []Count {
	is := make([]bool, len(col.words))
	for k, w := range col.words {
		is[k] = known(w)
	}
	count := Count{Column: col.name}
	for i, code := range col.codes {
		if code < 0 || is[code] {
			continue
		}
		if count.Cells++; count.Cells == 1 {
			count.Line = c.lines[i]
		}
	}
	if count.Cells == 0 {
		return nil
	}
	return []Count{count}
}

// fill computes the values and looks for those outside [0, 1]; gaps reports features that may lack values.
func (d *Data) fill(makers []func(int) float64, lines []int, clamp bool, gaps func(feature int) bool, s *Survey) error {
	if len(d.Rows)*len(makers) > 4*maxCells {
		return fmt.Errorf("%d records of %d features; at most %d values would work", len(d.Rows), len(makers), 4*maxCells)
	}
	d.X = make([]float64, len(d.Rows)*len(makers))
	outside := make([]Count, len(makers))
	for f, value := range makers {
		for i := range d.Rows {
			v := value(i)
			if !(math.Abs(v) <= maxScaled) && !(v != v && gaps != nil && gaps(f)) {
				return fmt.Errorf("line %d, column %s: the scaled value is %g; a scale that takes it nearer to [0, 1] would work", lines[i],
					d.Features[f].Name, v)
			}
			if v < 0 || v > 1 {
				if outside[f].Cells++; outside[f].Cells == 1 {
					outside[f].Column, outside[f].Line = d.Features[f].Name, lines[i]
				}
				if clamp {
					v = min(max(v, 0), 1)
				}
			}
			d.X[i*len(makers)+f] = v
		}
	}
	s.Outside = slices.DeleteFunc(outside, func(c Count) bool { return c.Cells == 0 })
	s.Clamped = clamp && len(s.Outside) > 0
	return nil
}

// classes returns the names of the classes, numbers in order of size and words
// in order of the alphabet, and the class of each record, -1 where it is
// missing.
func (c *column) classes() (names []string, y []int) {
	if c.values != nil {
		known := slices.DeleteFunc(slices.Clone(c.values), math.IsNaN)
		slices.Sort(known)
		known = slices.Compact(known)
		for _, v := range known {
			names = append(names, strconv.FormatFloat(v, 'g', -1, 64))
		}
		for _, v := range c.values {
			k, found := slices.BinarySearch(known, v)
			if !found {
				k = -1
			}
			y = append(y, k)
		}
		return names, y
	}
	words := c.used()
	for _, code := range c.codes {
		k := -1
		if code >= 0 {
			k, _ = slices.BinarySearch(words, c.words[code])
		}
		y = append(y, k)
	}
	for _, w := range words {
		names = append(names, source.Name(w))
	}
	return names, y
}

func checkClassNames(names []string) error {
	if err := source.AtMost(len(names), "different labels", MaxClasses); err != nil {
		return err
	}
	return source.Distinct("classes", names)
}

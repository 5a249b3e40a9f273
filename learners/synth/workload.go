package synth

import (
	"fmt"
	"slices"
	"strings"

	"dpscope/engine/numeral"
)

// Workload says which marginals GEM may measure.
type Workload int

const (
	// Labels are every attribute with the label. A model that is fitted to these knows of an
	// attribute nothing but its distribution in either class: attributes are independent given the
	// label, as in naive Bayes.
	Labels Workload = iota

	// Triples are every two attributes with the label.
	Triples
)

// Usual returns the default workload: of many attributes there are too many pairs.
func Usual(s Schema) Workload {
	const many = 40
	if len(s.Others()) > many || len(s.Others()) < 2 {
		return Labels
	}
	return Triples
}

// mostCells limits the cells of a workload's marginals in total, and mostOfOne those of one marginal.
const (
	mostCells = 4_000_000
	mostOfOne = 40_000
)

// marginals returns the marginals of a workload, each with the label first.
func (w Workload) marginals(s Schema) (list [][]int, err error) {
	others := s.Others()
	if w == Triples && len(others) < 2 {
		return nil, fmt.Errorf("workload = triples needs two attributes beside the label, and there is one; workload=label would work")
	}
	cells, most, of := 0.0, 0.0, []int(nil)
	for i, a := range others {
		sets := [][]int{{s.Label, a}}
		if w == Triples {
			sets = sets[:0]
			for _, b := range others[i+1:] {
				sets = append(sets, []int{s.Label, a, b})
			}
		}
		for _, set := range sets {
			n := s.cells(set)
			if cells += n; n > most {
				most, of = n, set
			}
		}
		list = append(list, sets...)
	}
	if most > mostOfOne || cells > mostCells {
		return nil, fmt.Errorf("the marginals have %s cells together, and %s %s; at most %s, and %s in one, would work: declare fewer bins or words of %s%s",
			numeral.Count(cells), strings.Join(s.names(of), " with "), numeral.Count(most), numeral.Count(mostCells), numeral.Count(mostOfOne), strings.Join(s.largest(), ", "),
			map[Workload]string{Triples: ", or workload=label"}[w])
	}
	return list, nil
}

// names returns the names of some attributes.
func (s Schema) names(of []int) (names []string) {
	for _, a := range of {
		names = append(names, s.Attributes[a].Name)
	}
	return names
}

// largest names the three attributes with the most values, with their numbers.
func (s Schema) largest() (names []string) {
	others := s.Others()
	slices.SortStableFunc(others, func(a, b int) int { return s.Attributes[b].Values() - s.Attributes[a].Values() })
	for _, a := range others[:min(3, len(others))] {
		names = append(names, fmt.Sprintf("%s (%d)", s.Attributes[a].Name, s.Attributes[a].Values()))
	}
	return names
}

func (w Workload) String() string { return [...]string{"label", "triples"}[w] }

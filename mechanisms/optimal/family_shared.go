package optimal

import (
	"strconv"
	"strings"

	"dpscope/mechanisms/central"
)

// Sought is how many masses are sought: half of all where the range reversed is the same.
func (f Family) Sought() int {
	p, err := f.posed()
	masses := len(p.groups) * p.Cells()
	if err != nil || !p.mirrored {
		return masses
	}
	return (masses + 1) / 2
}

// Joined is the family whose groups are two neighbours each, if there is one: what it has, the family has too, as Shared. A cap
// is of each group's own loss, which neighbours do not share where a sign counts.
func (f Family) Joined() (joined Family, found bool) {
	sizes, err := ReadGroups(f.Groups)
	_, sign := f.Loss.(central.Sign)
	if err != nil || len(sizes) < 3 || sign && f.Cap != 0 {
		return f, false
	}
	weights, err := ReadWeights(f.Weights, sizes)
	if err != nil {
		return f, false
	}
	var both []int
	var words []string
	for i := 0; i < len(sizes); i++ {
		size, weight := sizes[i], weights[i]
		middle := len(sizes) / 2 // of an odd number of groups that one is alone, so that pairs mirror one another
		if next := i + 1; next < len(sizes) && (len(sizes)%2 == 0 || i != middle && next != middle) {
			size, weight, i = size+sizes[next], weight+weights[next], next
		}
		both, words = append(both, size), append(words, strconv.FormatFloat(weight, 'g', -1, 64))
	}
	joined = f
	joined.Groups = WriteGroups(both)
	if f.Weights != Even && f.Weights != Triangular && f.Weights != "" {
		joined.Weights = strings.Join(words, ",")
	}
	return joined, true
}

// Shared is what was found for a family of joined groups, as one of all groups, certified as that. A bound for joined groups is
// none for all.
func (f Family) Shared(s FamilySolution) (FamilySolution, error) {
	p, err := f.posed()
	if err != nil || len(p.groups) == len(s.Laws) {
		return s, err
	}
	places, err := f.Places()
	if err != nil {
		return s, err
	}
	var laws Placing
	for i := range p.groups {
		laws = append(laws, Placed{places[i], places[i+1], s.Laws.At((places[i] + places[i+1]) / 2)})
	}
	s.Least = 0
	s.take(p, laws, f.certificates(laws))
	return s, nil
}

// Alike is a family in which all groups have the single law, in place of one that was found and costs more, or of none.
func (f Family) Alike(one SingleSolution, found FamilySolution) (FamilySolution, error) {
	p, err := f.posed()
	if err != nil {
		return found, err
	}
	places, err := f.Places()
	if err != nil {
		return found, err
	}
	var laws Placing
	for i := range p.groups {
		laws = append(laws, Placed{places[i], places[i+1], one.Law})
	}
	found.take(p, laws, f.certificates(laws))
	found.Least = min(found.Least, found.Loss)
	return found, nil
}

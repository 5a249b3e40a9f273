package optimal

import (
	"strconv"
	"strings"

	"dpscope/mechanisms/central"
)

// Sought returns the number of masses to find: half of all if the range is symmetric.
func (f Family) Sought() int {
	p, err := f.posed()
	masses := len(p.groups) * p.Cells()
	if err != nil || !p.mirrored {
		return masses
	}
	return (masses + 1) / 2
}

// Joined returns the family that joins neighbouring groups in pairs, if possible; this family can use its
// laws, as Shared. A cap limits each group's own loss, which neighbours do not share when a sign counts.
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
		middle := len(sizes) / 2 // of an odd number of groups it stays alone, so that pairs mirror one another
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

// Shared turns a solution for joined groups into one for all groups, and certifies it. A bound for joined
// groups does not bound all.
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

// Alike returns the family with the single law in all groups, if the found one costs more or is missing.
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

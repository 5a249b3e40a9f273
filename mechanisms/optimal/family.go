package optimal

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/numeral"
	"dpscope/mechanisms/central"
)

// Family asks for laws that depend on where the true answer lies in a public range: one for each group of
// cells of the range, all on the problem's grid (Selvi, Liu & Wiesemann, section 4 and appendix G). It is
// comparable.
//
// An answer in group g has noise of law f_g. One record may move it to any place of the range at most a
// sensitivity away, so that for every ordered pair of groups, including g with itself, and every shift φ from
// a place in g to one in h,
//
//	V(φ) = ∫ (f_g(x) − e^ε·f_h(x−φ))⁺ dx ≤ δ.
//
// Two different laws may differ even at φ = 0, and either order matters. Because V is linear between
// differences of edges, shifts by whole cells of the range decide. Groups farther apart than a sensitivity do
// not interact, and a group wider than one needs no more than one exactly as wide.
//
// The range lies around 0. Which law was used must stay as secret as the answer.
type Family struct {
	Problem         // of every law
	Groups  string  // number of range cells per group, as ReadGroups takes it
	Weights string  // weights of the groups' losses, as ReadWeights takes it
	Cap     float64 // limit of a group's loss, in multiples of the best single law's there; 0: none
	Fine    int     // cells of the range in a cell of the grid; 0: one
}

// Limits within which a program of many laws is accurate and fits memory.
const (
	maxGroups      = 500
	maxFamilyCells = 2000      // of each law
	maxMasses      = 24_000    // of all laws together
	maxParts       = 1_500_000 // of all rows together
	maxRange       = 100_000   // cells
)

// ReadGroups reads the number of range cells of each group: numbers with commas between; 1x8 means eight
// groups of one cell.
func ReadGroups(text string) (sizes []int, err error) {
	total := 0
	for _, word := range strings.Split(text, ",") {
		word = strings.TrimSpace(word)
		cells, times, repeated := strings.Cut(word, "x")
		size, err := strconv.Atoi(cells)
		count := 1
		if repeated && err == nil {
			count, err = strconv.Atoi(times)
		}
		switch {
		case err != nil || size < 1 || count < 1:
			return nil, fmt.Errorf("groups: %q is no part; 3 is one of three cells, and 1x8 are eight of one", word)
		case count > maxGroups-len(sizes):
			return nil, fmt.Errorf("groups: %s are more than the %d of a family; fewer and wider parts are enough",
				numeral.Count(float64(len(sizes)+count)), maxGroups)
		case size > maxRange/count || total+size*count > maxRange:
			return nil, fmt.Errorf("groups: a range of so many cells is longer than %s; wider cells are enough", numeral.Count(maxRange))
		}
		total += size * count
		sizes = append(sizes, slices.Repeat([]int{size}, count)...)
	}
	if total == 1 {
		return nil, fmt.Errorf("groups: within a range of one cell there is nothing for noise to depend on; two cells, 1x2, are enough")
	}
	return sizes, nil
}

// WriteGroups writes groups as they are read, runs of one size shortly.
func WriteGroups(sizes []int) string {
	var words []string
	for i := 0; i < len(sizes); {
		n := i
		for n < len(sizes) && sizes[n] == sizes[i] {
			n++
		}
		word := strconv.Itoa(sizes[i])
		if n-i > 2 {
			words = append(words, word+"x"+strconv.Itoa(n-i))
		} else {
			words = append(words, slices.Repeat([]string{word}, n-i)...)
		}
		i = n
	}
	return strings.Join(words, ",")
}

// Names of weights that follow from the range.
const (
	Even       = "even"       // each cell as much
	Triangular = "triangular" // a cell the more the nearer it is to the middle of the range, none at its ends
)

// ReadWeights reads the total weights of the groups, by a name or by one number each.
func ReadWeights(text string, sizes []int) (weights []float64, err error) {
	total := 0
	for _, size := range sizes {
		total += size
	}
	below := func(at int) float64 { return float64(at) / float64(total) } // the weight of the cells before one
	switch text {
	case Even, "":
	case Triangular:
		below = func(at int) float64 {
			share := float64(at) / float64(total)
			if share <= 0.5 {
				return 2 * share * share
			}
			return 1 - 2*(1-share)*(1-share)
		}
	default:
		return listed(text, len(sizes))
	}
	at := 0
	for i := range sizes {
		// mirrored groups have equal weights, to the last digit
		j, end := len(sizes)-1-i, at+sizes[i]
		weight := below(end) - below(at)
		if other := total - end; j < i && sizes[j] == sizes[i] && slices.Equal(sizes[:j], reversed(sizes[i+1:])) {
			weight = below(other+sizes[i]) - below(other)
		}
		weights, at = append(weights, weight), end
	}
	return weights, nil
}

func reversed(sizes []int) []int {
	sizes = slices.Clone(sizes)
	slices.Reverse(sizes)
	return sizes
}

// listed reads weights given one by one.
func listed(text string, groups int) (weights []float64, err error) {
	const hair = 1e-9
	words, sum := strings.Split(text, ","), 0.0
	if len(words) != groups {
		return nil, fmt.Errorf("cell-weights: %d weights are not one for each of %d parts; even, triangular or %d weights would work",
			len(words), groups, groups)
	}
	for _, word := range words {
		w, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil || !(w >= 0) || math.IsInf(w, 0) {
			return nil, fmt.Errorf("cell-weights: %q is no weight; even, triangular or a number of 0 or more for each part would work",
				strings.TrimSpace(word))
		}
		weights, sum = append(weights, w), sum+w
	}
	given := sum
	for i := range weights {
		weights[i] /= sum
	}
	switch {
	case given == 0:
		return nil, fmt.Errorf("cell-weights: all weights are 0, and their sum is not 1; even, triangular or a weight above 0 would work")
	case !(math.Abs(given-1) <= hair):
		return nil, fmt.Errorf("cell-weights: the weights add up to %.9g, not to 1; each divided by their sum would work, %.4g in place of %s, or even",
			given, weights[0], strings.TrimSpace(words[0]))
	}
	return weights, nil
}

// fineness returns the number of range cells per grid cell.
func (f Family) fineness() int { return max(f.Fine, 1) }

// Check refuses a family without an answer, or beyond these methods.
func (f Family) Check() error {
	if f.Below.Any() {
		return fmt.Errorf("below a whole curve no family is sought; points, also, are kept by families")
	}
	if err := f.Problem.points(); err != nil {
		return err
	}
	if err := f.sized(maxFamilyCells); err != nil {
		return err
	}
	sizes, err := ReadGroups(f.Groups)
	if err != nil {
		return err
	}
	if masses := len(sizes) * f.Cells(); masses > maxMasses {
		return fmt.Errorf("%s parts of %d cells are %s masses, more than %s; fewer parts, wider cells or a shorter support is enough",
			numeral.Count(float64(len(sizes))), f.Cells(), numeral.Count(float64(masses)), numeral.Count(maxMasses))
	}
	if _, err := ReadWeights(f.Weights, sizes); err != nil {
		return err
	}
	if parts := f.parts(sizes); parts > maxParts {
		return fmt.Errorf("%s parts of %d cells are compared at %s places, more than %s; fewer parts, wider cells or a shorter support is enough",
			numeral.Count(float64(len(sizes))), f.Cells(), numeral.Count(parts), numeral.Count(maxParts))
	}
	if f.Cap != 0 && !(f.Cap >= 1) {
		return fmt.Errorf("cap = %.4g is below 1, what the best single distribution costs; 1 is enough, and 0 is no cap", f.Cap)
	}
	return nil
}

// parts returns the total number of parts in the rows for groups of these sizes.
func (f Family) parts(sizes []int) float64 {
	far, shifts := f.Steps*f.fineness(), 0
	for here, size := range sizes {
		between := 0 // cells between the two groups
		for there := here; there < len(sizes) && between < far; there++ {
			orders := 2
			if there == here {
				orders = 1
			} else if there > here+1 {
				between += sizes[there-1]
			}
			shifts += orders * min(size+sizes[there]+1, 2*far+1)
		}
	}
	return float64(shifts) * float64(f.Cells()*min(f.fineness(), 2))
}

// posed returns the program's question without its cap.
func (f Family) posed() (posed, error) {
	sizes, err := ReadGroups(f.Groups)
	if err != nil {
		return posed{}, err
	}
	weights, err := ReadWeights(f.Weights, sizes)
	if err != nil {
		return posed{}, err
	}
	places, err := f.Places()
	if err != nil {
		return posed{}, err
	}
	p := posed{Problem: f.Problem, fine: f.fineness()}
	at := 0
	for i, size := range sizes {
		p.groups = append(p.groups, group{from: at, to: at + size, weight: weights[i], loss: f.lossWithin(places[i], places[i+1]),
			most: math.Inf(1)})
		at += size
	}
	p.mirrored = f.symmetric(p.groups)
	return p, nil
}

// lossWithin returns the loss of errors for answers in a group. A whole number ends a step before the next
// group.
func (f Family) lossWithin(from, to float64) central.Loss {
	s, ok := f.Loss.(central.Sign)
	if !ok {
		return f.Loss
	}
	if f.Query == Count {
		to -= 1 / float64(f.Steps)
	}
	return s.Within(from, to)
}

// symmetric reports whether reversing the range changes nothing.
func (f Family) symmetric(groups []group) bool {
	_, sign := f.Loss.(central.Sign)
	last := groups[len(groups)-1].to
	if !f.Loss.Even() || sign && f.Query == Count && last%2 == 0 { // its whole numbers do not lie around 0
		return false
	}
	for i, g := range groups {
		m := groups[len(groups)-1-i]
		if g.to-g.from != m.to-m.from || g.weight != m.weight {
			return false
		}
	}
	return true
}

// single asks for one law for the whole range, and for any other: the answer may be moved by anything.
func (f Family) single() (posed, error) {
	p := f.alone()
	if _, ok := f.Loss.(central.Sign); !ok {
		return p, nil
	}
	all, err := f.posed()
	if err != nil {
		return p, err
	}
	p.mirrored = all.mirrored
	p.groups[0].loss = blend(all.groups)
	return p, nil
}

// blend is the loss of one law in all groups together.
type blend []group

func (b blend) sum(of func(central.Loss) float64) (sum float64) {
	for _, g := range b {
		sum += g.weight * of(g.loss)
	}
	return sum
}

func (b blend) At(x float64) float64 { return b.sum(func(l central.Loss) float64 { return l.At(x) }) }
func (b blend) Mean(low, high float64) float64 {
	return b.sum(func(l central.Loss) float64 { return l.Mean(low, high) })
}
func (b blend) Least(low, high float64) float64 { return b.At(min(max(0, low), high)) }
func (b blend) Even() bool                      { return false }
func (b blend) Degree() float64                 { return 0 }
func (b blend) Symmetric(m central.Moments) float64 {
	return b.sum(func(l central.Loss) float64 { return l.Symmetric(m) })
}

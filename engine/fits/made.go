package fits

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"dpscope/engine/param"
	"dpscope/engine/trial"
	"dpscope/learners/table"
)

// Streams of random numbers that one seed starts.
const (
	making uint64 = iota + 11
	splitting
	perturbing
	picking
)

// Set is a simulated table that comes with the program. Its columns' values are declared, and nothing is
// taken from its records.
type Set struct {
	Name, Title string
	make        func(*rand.Rand) table.Coded
}

// Sets lists all sets.
var Sets = []Set{
	{"grades", "nine grades from 1 to 10 of 700 simulated samples, a third of them ill", grades},
	{"measures", "three answers and four measured numbers of 700 simulated people", measures},
}

// madeUp is the number of records of a set.
const madeUp = 700

func made(name string, seed uint64) (Records, error) {
	names := make([]string, len(Sets))
	for i, s := range Sets {
		if names[i] = s.Name; s.Name == name {
			coded := s.make(trial.Random(seed, making))
			coded.Declared = true
			return recordsOf(coded, s.Name), nil
		}
	}
	return Records{}, &param.UnknownError{What: "data", Name: name, Known: names}
}

// numbered returns the words from 1 to a number.
func numbered(most int) (words []string) {
	for v := range most {
		words = append(words, strconv.Itoa(v+1))
	}
	return words
}

// grades returns grades of samples that are well or ill: of the well most are near 1, of the ill all occur.
// Each sample has its own severity, so that its grades correlate.
func grades(rng *rand.Rand) table.Coded {
	const columns, most, ill = 9, 10, 0.35
	t := table.Coded{Label: "state", Classes: []string{"well", "ill"}}
	for c := range columns {
		t.Columns = append(t.Columns, table.CodedColumn{Name: fmt.Sprintf("grade_%d", c+1), Words: numbered(most)})
	}
	for range madeUp {
		class := uint16(0)
		severity, spread := 0.7+0.9*math.Abs(rng.NormFloat64()), 0.9
		if rng.Float64() < ill {
			class, severity, spread = 1, 6+2*rng.NormFloat64(), 2.4
		}
		t.Class = append(t.Class, class)
		for c := range columns {
			grade := math.Round(severity + spread*rng.NormFloat64())
			t.Columns[c].Codes = append(t.Columns[c].Codes, uint16(min(max(grade, 1), most)-1))
		}
	}
	return t
}

// measures returns people, a third of them with a condition: it raises two of four numbers, and reverses two
// of three answers.
func measures(rng *rand.Rand) table.Coded {
	const has = 1.0 / 3
	t := table.Coded{Label: "condition", Classes: []string{"no", "yes"}}
	answers := []struct {
		name  string
		share [2]float64 // share of yes, by class
	}{{"tired", [2]float64{0.2, 0.65}}, {"smokes", [2]float64{0.25, 0.3}}, {"family", [2]float64{0.15, 0.5}}}
	numbers := []struct {
		name                    string
		low, high, mean, spread float64
		raised                  float64 // with the condition
	}{{"age", 0, 100, 48, 16, 10}, {"pressure", 80, 220, 122, 15, 22}, {"sugar", 50, 250, 95, 14, 35}, {"height", 140, 210, 171, 9, 0}}
	for _, a := range answers {
		t.Columns = append(t.Columns, table.CodedColumn{Name: a.name, Words: []string{"no", "yes"}})
	}
	for _, n := range numbers {
		t.Columns = append(t.Columns, table.CodedColumn{Name: n.name, Low: n.low, High: n.high})
	}
	for range madeUp {
		class := uint16(0)
		if rng.Float64() < has {
			class = 1
		}
		t.Class = append(t.Class, class)
		for i, a := range answers {
			code := uint16(0)
			if rng.Float64() < a.share[class] {
				code = 1
			}
			t.Columns[i].Codes = append(t.Columns[i].Codes, code)
		}
		for i, n := range numbers {
			c := &t.Columns[len(answers)+i]
			v := n.mean + float64(class)*n.raised + n.spread*rng.NormFloat64()
			c.Numbers = append(c.Numbers, min(max(v, n.low), n.high))
		}
	}
	return t
}
